#!/bin/sh
# What the commands write, and the examples that they read, is JSON as the schemas in doc/schemas say, and every schema is used.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
schemas=$top_srcdir/doc/schemas
two="$MPIEXEC -n 2 $hetgrid"
small="--n 60 --block-size 8 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01"

# is SCHEMA FILE...: they are as it says.
is() {
  echo "$1" >>"$work/used"
  python3 "$top_srcdir/testing/cli/check_schema.py" "$schemas" "$@" || fail "$*"
}

# does WORDS...: the command succeeds.
does() {
  expect 0 "" "$@"
}

cd "$work" || exit 1
does $two probe --block-size 16 --seconds 0.05 --output platform.json
does $two probe --block-size 16 --seconds 0.05 --network --output network.json
is platform platform.json network.json "$top_srcdir"/examples/platforms/*.json # test_time.sh: with speed curves
# What no probe of one host finds: the command reads it, and writes it again for what it simulates.
cat >full.json <<'END'
{"block_size": 16, "server": {"rank": 0, "port": "one", "computes": true},
 "processes": [
  {"rank": 0, "host": "a", "cycle_time": 1, "gflops": 30, "memory": 1e9, "copy_alone": 0.4, "overhead": {"send": 1e-10, "receive": 2e-10}},
  {"rank": 1, "host": "b", "cycle_time": 3, "gflops": 10, "memory": 1e9, "quota": {"period": 0.01, "share": 0.5}}],
 "network": {"medium": "switch", "within_host": {"latency": 1e-6, "bandwidth": 1e10},
  "between_hosts": {"latency": 2e-5, "bandwidth": 1e9},
  "pairs": [{"latency": 1e-6, "bandwidth": 1e10}, {"latency": 3e-5, "bandwidth": 1e9},
   {"latency": 2e-5, "bandwidth": 2e9}, {"latency": 1e-6, "bandwidth": 1e10}]}}
END
does "$hetgrid" plan --platform full.json
is platform full.json
does "$hetgrid" plan --cycle-times 1,2,3,5 --grid 2x2 --json plan.json
does "$hetgrid" plan --platform platform.json --grid 1x2 --operation lu --json lu.json
does "$hetgrid" plan --cycle-times 1,2,3,5 --compare --json compared.json
is plan plan.json lu.json compared.json
does "$hetgrid" shape --speeds 10:1:1 --algorithm SCB --json shape.json
does "$hetgrid" shape --speeds 10:1:1 --compare --json best.json
does "$hetgrid" shape push --speeds 10:1:1 --cells 20 --json pushed.json
does "$hetgrid" plan --cycle-times 1,5 --n 1000 --partition auto --json partition.json
is partition shape.json best.json pushed.json partition.json
does "$hetgrid" plan --server --cycle-times 1,1,2 --n 800 --block-size 40 --memory 10M --policy auto --json server.json
does "$hetgrid" plan --server --cycle-times 1,1,2 --n 800 --block-size 40 --memory 10M --policy guided --json guided.json
# A policy that is given up after 20,000 transfers.
does "$hetgrid" plan --server --cycle-times 1,1,2 --n 4000 --block-size 40 --memory 1M --policy auto --json given-up.json
grep -q more_than given-up.json || fail "no policy was given up"
# Policies that have no room.
does "$hetgrid" plan --server --cycle-times 1,1,2 --n 800 --block-size 40 --memory 0.06M --policy auto --json small.json
grep -q obstacle small.json || fail "no policy has an obstacle"
does "$hetgrid" plan --server --cycle-times 1,1,2 --n 800 --block-size 40 --memory 10M --speed-error 0.3 --json wrong.json
is server_plan server.json guided.json given-up.json small.json wrong.json
does "$hetgrid" plan --server --dynamic --cycle-times 1,1,2 --n 800 --block-size 40 --json tasks.json
is tasks_plan tasks.json
does "$hetgrid" plan --server --operation lu --cycle-times 2,1,1 --n 800 --block-size 40 --memory 10M --json server-lu.json
does "$hetgrid" plan --server --operation lu --cycle-times 2,1,1 --n 800 --block-size 40 --memory 10M --policy guided --json guided-lu.json
# No worker has room for a panel.
does "$hetgrid" plan --server --operation lu --cycle-times 2,1,1 --n 800 --block-size 40 --memory 0.1M --json small-lu.json
grep -q obstacle small-lu.json || fail "a worker has room for a panel of 256000 bytes in 100000"
is server_lu_plan server-lu.json guided-lu.json small-lu.json

# One run of each operation, and what there is of a run.
for operation in gemm lu qr cholesky solve trsm syrk orgqr redistribute; do
  profile=--profile
  [ $operation = redistribute ] && profile=
  does $two time $operation $small --cycle-times 1,3 --grid 1x2 $profile --json $operation.json
  is time $operation.json
done
does $two time gemm $small --cycle-times 1,3 --partition square-corner --json shaped.json
does "$hetgrid" shape --speeds 3:1 --json two.json
does $two time gemm $small --cycle-times 1,3 --partition two.json --json two-gemm.json
does $two time lu $small --platform platform.json --json predicted.json
does $two time lu $small --cycle-times 1,3 --parameters pivoting=tournament --json growth.json
does $two time solve $small --cycle-times 1,3 --nrhs 2 --json sides.json
is time shaped.json two-gemm.json predicted.json growth.json sides.json
for operation in server-gemm server-lu; do
  does $two time $operation $small --memory 10M --platform platform.json --json $operation.json
  is time_server $operation.json
done
if [ -e "$top_builddir/hetgrid-simulated" ]; then
  does "$hetgrid" simulate --cycle-times 1,3 -- time gemm --n 60 --runs 1 --aggregate-size 100 --json simulated.json
  is time simulated.json
  does "$hetgrid" simulate --platform full.json --keep kept -- time gemm --n 60 --runs 1 --aggregate-size 100
  is platform kept/platform.json
fi
does "$hetgrid" assess --unequal gemm.json --equal gemm.json --json assessed.json
is assess assessed.json
does $two tune --operation lu --n 60 --block-size 8 --cycle-times 1,1 --seconds 2 --json tune.json --store tuning.json
is tune tune.json
is tuning tuning.json

python3 "$top_srcdir/testing/cli/matrix_files.py" write A.npy f8 C 30 30 1 || fail "no matrix"
does $two multiply A.npy A.npy C.npy --block-size 8 --json multiply.json
does "$hetgrid" multiply A.npy A.npy alone.npy --json alone.json # no other process works
is multiply multiply.json alone.json
does $two solve A.npy C.npy X.npy --block-size 8 --json solve.json
is solve solve.json

does env HETGRID_CYCLE_TIMES=1,3 HETGRID_MIN_N=0 HETGRID_PROFILE="$work/profile" \
  $MPIEXEC -n 2 "$top_builddir/testing/robustness/calls" 60 once
is profile profile.0 profile.1
does "$hetgrid" report profile --json report.json
is report report.json

for schema in "$schemas"/*.json; do
  grep -qx "$(basename "$schema" .json)" used || fail "nothing is compared with $schema"
done
cd / && finish
