#!/bin/sh
# hetgrid solve: systems in files of every type and order, with workers and without; what it says of those that it cannot solve.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
. "${top_srcdir:-.}/testing/cli/served_files.sh"
solve() { # STATUS TEXT RANKS ARGUMENTS...
  on_files solve "$@"
}

# All types and orders, sizes that are no multiples of the blocks.
ranks=1
for type in f4 f8 c8 c16; do
  for order in C F; do
    other=F
    [ $order = F ] && other=C
    matrices write A.npy $type $order 75 75 1
    matrices write B.npy $type $other 75 5 2
    solve 0 "n = 75, 5 right-hand sides" $ranks A.npy B.npy X.npy --block-size 8 --memory 60k --server-computes
    matrices solves X.npy $type $other A.npy B.npy || fail "$type, $order, $ranks ranks"
    ranks=$((ranks % 3 + 1))
  done
done
clean "types and orders"

# Tasks on demand; many right-hand sides; JSON; measured, alone. Of a server that is slower, and all so slow that messages cost nothing,
# workers get a part.
sed -i 's/"cycle_time": 1, "gflops": 10/"cycle_time": 10, "gflops": 0.001/' platform3.json
matrices write A.npy f8 F 200 200 -3
matrices write B.npy f8 F 200 90 -4
for policy in greedy auto "auto --speed-error 0.3"; do
  solve 0 "scaled residual" 3 A.npy B.npy X.npy --block-size 8 --memory 12k --policy $policy --json run.json
  matrices solves X.npy f8 F A.npy B.npy || fail "policy $policy"
done
python3 - <<'END' || fail "solve --json"
import json
run = json.load(open("run.json"))
assert [run[x] for x in ("n", "nrhs", "precision", "block_size")] == [200, 90, "d", 8], run
assert run["seconds"] > 0 and run["of_bound"] > 0 and run["scaled_residual"] < 30, run
workers = run["workers"]
assert [worker["process"] for worker in workers] == [1, 2] and max(worker["chunks"] for worker in workers) > 0, run
assert run["bytes"] == sum(worker["bytes_sent"] + worker["bytes_returned"] for worker in workers), run
assert run["bytes"] >= run["least_bytes"], run
for worker in workers:
    assert 8 * worker["most_elements"] <= 12e3, run
    assert abs(worker["computing_s"] + worker["waiting_s"] - run["seconds"]) < 1e-6 * run["seconds"], run
END
grep -q "times the least of any algorithm in this memory" out || fail "solve: what was moved: $(cat out)"
[ "$(grep -c "^  [12]: t " out)" = 2 ] || fail "solve: not a line for each worker: $(cat out)"
# A panel of all rows fits a worker: it is sent there.
echo '{"block_size": 64, "processes": [{"cycle_time": 50, "gflops": 0.001}, {"cycle_time": 1}]}' >slow_server.json
expect 0 "process 1 factored" ${MPIEXEC:-mpiexec} -n 2 "$hetgrid" solve A.npy B.npy X.npy --block-size 8 --memory 600k \
  --platform slow_server.json --json run.json
matrices solves X.npy f8 F A.npy B.npy || fail "panels factored by a worker"
python3 - <<'END' || fail "solve --json with panels of a worker"
import json
run = json.load(open("run.json"))
worker = run["workers"][0]
assert worker["panels"] > 0 and run["bytes"] >= run["least_bytes"] > 0, run
assert 8 * worker["most_elements"] <= 600e3, run
END
expect 0 "1 worker by guided" "$hetgrid" solve A.npy B.npy X.npy
matrices solves X.npy f8 F A.npy B.npy || fail "measured"

# A worker that is stopped, for some time or for ever, holds up nobody; one that is killed is named.
mv X.npy old.npy
matrices write large.npy f8 F 2000 2000 5
matrices write right.npy f8 F 2000 1 6
disturb() { # SIGNAL SECONDS: to rank 1 when X is begun; again if it was over before; CONT after these seconds, if there are any
  for attempt in $(seq 20); do
    rm -f X.npy pid.*
    ${MPIEXEC:-mpiexec} -n 2 sh -c 'echo $$ >pid.${PMI_RANK:-$OMPI_COMM_WORLD_RANK}; exec "$@"' sh "$hetgrid" solve \
      large.npy right.npy X.npy --block-size 32 $options >run 2>&1 &
    while kill -0 $! 2>/dev/null && ! ls -A | grep -q "X.npy.*part"; do
      sleep 0.01
    done
    sleep "0.$(printf %02d $((15 / attempt)))" # earlier, if it was over
    kill "-$1" "$(cat pid.1)" 2>/dev/null && disturbed=yes || disturbed=no
    run=$!
    continue_rank_1 "${2:-60}" $run
    wait $run
    status=$?
    [ "$1" = KILL ] && ! grep -q "has ended" run && continue
    [ $disturbed = yes ] && { [ -n "$2" ] || [ $status -ne 0 ]; } && return
  done
  fail "$1: nobody noticed: $(cat run)"
}
options="--memory 400k --platform platform2.json --progress"
disturb STOP 3
grep -q "^[2-9] s: [0-9.]* %, [0-9.]* .*F/s, .*B sent, .* left" run || fail "solve --progress: $(cat run)"
[ $status -eq 0 ] || fail "stopped for 3 s: exit status $status: $(cat run)"
matrices solves X.npy f8 F large.npy right.npy || fail "stopped for 3 s"
options="--memory 1M --platform slow_server.json" # it factors panels, one of which it may have
disturb STOP
grep -q "hetgrid: .*no answer from rank 1: X.npy is complete without" run || fail "stopped for ever: $(cat run)"
[ $status -ne 0 ] || fail "stopped for ever, but no failure"
matrices solves X.npy f8 F large.npy right.npy || fail "stopped for ever"
disturb KILL
grep -q "^hetgrid: rank [01]: process [0-9]* on .* has ended: expected all ranks until X.npy is complete" run ||
  fail "killed: $(cat run)"
[ ! -f X.npy ] || fail "killed, but there is an X"
rm -f large.npy right.npy X.npy* .X.npy*
mv old.npy X.npy

# What cannot be solved is told in one line, and an earlier X stays.
cp X.npy old.npy
refused() { # TEXT ARGUMENTS...
  words=$1
  shift
  solve 1 "$words" 2 "$@"
  one_line
}
matrices write wide.npy f8 F 200 201 5
matrices write short.npy f8 F 199 2 5
matrices write single.npy f4 F 200 2 5
printf '%%%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1\n1 2 2\n3 3 4\n' >singular.mtx
matrices write three.npy f8 F 3 1 5
refused "wide.npy: 200 x 201: expected a square matrix" wide.npy B.npy X.npy
refused "short.npy: 199 x 2: expected 200 rows, as A.npy has" A.npy short.npy X.npy
refused "single.npy: type s: expected d, that of A.npy" A.npy single.npy X.npy
refused "singular.mtx: U(2, 2) of its factors is exactly zero" singular.mtx three.npy X.npy
refused "none/X.npy: cannot be written" A.npy B.npy none/X.npy
refused "./B.npy: is an operand" A.npy B.npy X.npy --json ./B.npy
cp A.npy nan.npy
printf '\000\000\000\000\000\000\370\177' | dd of=nan.npy bs=8 seek=$(($(wc -c <nan.npy) / 8 - 1)) conv=notrunc 2>/dev/null
refused "nan.npy: element (1, 1) of X.npy is NaN: expected finite numbers" nan.npy B.npy X.npy
printf '%%%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1e-308\n2 2 2\n3 3 4\n' >tiny.mtx
printf '%%%%MatrixMarket matrix array real general\n3 1\n1e10\n1\n1\n' >huge.mtx
refused "tiny.mtx: element (1, 1) of X.npy is infinite: expected finite numbers" tiny.mtx huge.mtx X.npy
refused "A.npy: is an operand: expected the name of another file" A.npy B.npy A.npy
refused "./B.npy: is an operand" A.npy B.npy ./B.npy
solve 2 "hetgrid: --memory: 100: expected at least 8192 bytes" 2 A.npy B.npy X.npy --memory 100
matrices write large.npy f8 F 2000 2000 1
matrices write column.npy f8 F 2000 1 2
solve 2 "hetgrid: --block-size: 1: expected blocks or memory so large that at most 1e+06 transfers" 2 large.npy column.npy X.npy \
  --policy auto --memory 24 --block-size 1 # minutes
one_line
rm large.npy column.npy
expect 2 "--policy: x: expected" "$hetgrid" solve A.npy B.npy X.npy --policy x
solve 2 "hetgrid: --policy: obmm: expected one for these workers and their memory" 2 A.npy B.npy X.npy --policy obmm \
  --memory 8192 --block-size 32
one_line
# What another run writes, or has left, is not this one's.
echo left >X.npy.part
solve 2 "hetgrid: --memory: 100: expected at least 8192 bytes" 2 A.npy B.npy X.npy --memory 100
[ "$(cat X.npy.part)" = left ] || fail "a run that came to nothing has removed what another one left"
if command -v flock >/dev/null; then
  flock X.npy.part sleep 60 &
  while flock -n X.npy.part true; do sleep 0.1; done
  refused "X.npy.part: another run is writing it: expected another name of the output" A.npy B.npy X.npy
  [ "$(cat X.npy.part)" = left ] || fail "what another run writes is gone"
  kill $!
  wait $!
fi
rm -f X.npy.part
cmp X.npy old.npy || fail "an output that was refused has changed"
clean "refused"
finish
