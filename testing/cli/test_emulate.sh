#!/bin/sh
# hetgrid emulate: quotas, pinning, exit status, signals, and that it leaves nothing behind.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"

cores=$(nproc)
if [ "$cores" -lt 2 ]; then
  echo "SKIPPED: two cores are needed, there is $cores"
  exit 77
fi

# Without quotas no control groups are needed: one rank per core, one BLAS thread.
cat >"$work/show" <<'END'
grep Cpus_allowed_list: /proc/self/status
echo "threads $OPENBLAS_NUM_THREADS"
END
expect 0 "threads 1" "$hetgrid" emulate --cycle-times 1,1 -- sh "$work/show"
[ "$(grep -c 'Cpus_allowed_list:.[0-9]*$' "$work/out")" = 2 ] || fail "ranks are not pinned to one core each"
[ "$(grep 'Cpus_allowed_list:' "$work/out" | sort -u | wc -l)" = 2 ] || fail "ranks share a core"
expect 7 "" "$hetgrid" emulate --cycle-times 1,1 -- sh -c 'exit 7'

# Ranks are those of the launcher, whatever one in front of emulate has told, and whichever MPI is here as well.
for mpiexec in "$MPIEXEC" mpiexec.mpich mpiexec.openmpi; do
  command -v "$mpiexec" >/dev/null || continue
  expect 0 "threads 1" env PMI_RANK=0 PMIX_RANK=0 OMPI_COMM_WORLD_RANK=0 SLURM_PROCID=0 \
    "$hetgrid" emulate --cycle-times 1,1 --mpiexec "$mpiexec" -- sh "$work/show"
  [ "$(grep 'Cpus_allowed_list:' "$work/out" | sort -u | wc -l)" = 2 ] || fail "$mpiexec: ranks share a core: $(cat "$work/out")"
done

# Bad input.
for times in 0,1 1,-1 nan,1 1,inf 1, x; do
  expect 2 "--cycle-times" "$hetgrid" emulate "--cycle-times=$times" -- true
done
expect 2 "PROGRAM" "$hetgrid" emulate --cycle-times 1,1
expect 2 "--period-us" "$hetgrid" emulate --cycle-times 1,1 --period-us 10 -- true
for full in 0 -1 2.5 nan; do
  expect 2 "--full-speed" "$hetgrid" emulate --cycle-times 2,3 --full-speed=$full -- true
done
expect 2 "ratios up to" "$hetgrid" emulate --cycle-times 1,100000 -- true
expect 2 "from 1 to 2000: expected ratios up to" "$hetgrid" emulate --cycle-times 1,1 --change 5:1,2000 -- true
expect 2 "--change-from: without --change: expected both" "$hetgrid" emulate --cycle-times 1,1 --change-from run -- true
expect 2 "--cycle-times" "$hetgrid" emulate -- true
for change in 5 :1,3 5: 5:1 5:1,3,2 0:1,3 -1:1,3 nan:1,3 1e9:1,3 5:1,0 5x:1,3; do
  expect 2 "--change: $change: expected" "$hetgrid" emulate --cycle-times 1,1 "--change=$change" -- true
done
expect 2 "--change-from: start: expected" "$hetgrid" emulate --cycle-times 1,1 --change 2:1,3 --change-from start -- true
expect 2 "--change: 2:1,1: expected later than 2 seconds" "$hetgrid" emulate --cycle-times 1,1 --change 2:1,3 --change 2:1,1 -- true
many=1
for i in $(seq "$cores"); do many=$many,1; done
expect 1 "--oversubscribe" "$hetgrid" emulate --cycle-times $many -- true
expect 0 "" "$hetgrid" emulate --cycle-times $many --oversubscribe -- true
expect 2 "hetgrid: --mpiexec: /none: expected a program" "$hetgrid" emulate --cycle-times 1,1 --mpiexec /none -- true
expect 1 "not started by mpiexec" env -u PMI_RANK -u PMIX_RANK -u OMPI_COMM_WORLD_RANK -u SLURM_PROCID \
  "$hetgrid" emulate-rank --cores 0 --counts 1 -- true
# As srun starts it: each would start all ranks, and the batch system's resources are taken.
for command in "emulate --cycle-times 1,1 --oversubscribe" "run -n 2"; do
  expect 1 "hetgrid: launcher: started 2 processes: expected none, or one process: hetgrid ${command%% *}" \
    env SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=0 "$hetgrid" $command -- true
  one_line
  SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=1 timeout 60 "$hetgrid" $command -- true >"$work/out" 2>&1
  [ $? -eq 1 ] && [ ! -s "$work/out" ] || fail "$command: not in silence by the second process: $(cat "$work/out")"
done
expect 0 "" env SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0 "$hetgrid" emulate --cycle-times 1,1 --oversubscribe -- true

# A killed process may be nobody's to bury: a zombie is dead.
alive() {
  [ -d "/proc/$1" ] && ! grep -qs '^State:.Z' "/proc/$1/status"
}

# wait_for_ranks: until both ranks have written their process ids.
wait_for_ranks() {
  for i in $(seq 100); do
    [ "$(cat "$work/pids" 2>/dev/null | wc -l)" = 2 ] && return
    sleep 0.1
  done
  fail "the ranks do not start"
}

# Ranks that ignore signals do not outlive a killed emulate, which has no groups here that the next one could clear.
# hetgrid may be a script that runs the program: kill the one above mpiexec, mpiexec's daemon and the ranks.
"$hetgrid" emulate --cycle-times 1,1 -- \
  sh -c "trap '' TERM INT HUP; echo \$\$ >>'$work/pids'; while :; do sleep 0.2; done" >"$work/out" 2>&1 &
emulate=$!
wait_for_ranks
kill -KILL $(sed -n 's/^PPid:.//p' /proc/[0-9]*/status | sort -u | while read -r pid; do
  { tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -q "hetgrid emulate .*$work/pids" && echo "$pid"
done)
wait $emulate
for pid in $(cat "$work/pids"); do
  for _ in $(seq 100); do
    alive "$pid" || break
    sleep 0.1
  done
  alive "$pid" && fail "equal speeds, SIGKILL: process $pid lives on"
done
rm -f "$work/pids"

# Signals that it was started to ignore, as by nohup, do not end it.
for signal in INT HUP; do
  sh -c "trap '' $signal; exec \"\$0\" emulate --cycle-times 1,1 -- sh -c \"echo \\\$\\\$ >>'$work/pids'; sleep 2; exit 9\"" "$hetgrid" >"$work/out" 2>&1 &
  emulate=$!
  wait_for_ranks
  for pid in $(sed -n 's/^PPid:.//p' /proc/[0-9]*/status | sort -u); do
    case $(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline") in *"hetgrid emulate "*"$work/pids"*) kill -$signal "$pid" ;; esac
  done
  wait $emulate
  status=$?
  [ $status -eq 9 ] || fail "SIG$signal that is ignored: exit status $status, expected 9: $(cat "$work/out")"
  rm -f "$work/pids"
done

# From here on control groups have to be writable.
if ! "$hetgrid" emulate --cycle-times 1,2 -- true >"$work/out" 2>&1; then
  cat "$work/out"
  grep -q "control group\|cannot write" "$work/out" || fail "no clear message"
  [ "$failures" -eq 0 ] || finish
  rm -rf "$work"
  echo "SKIPPED: control groups are not writable here"
  exit 77
fi
base=$(sed -n 's/^hetgrid emulate: .* below \(.*\), OPENBLAS.*$/\1/p' "$work/out")
[ -d "$base" ] || fail "no directory in \"$(head -n 1 "$work/out")\""

left_behind() {
  ls -d "$base/hetgrid-$1-rank"* 2>/dev/null
}

# Every rank prints the limits of the group it is in.
cat >"$work/limits" <<'END'
base=$1
own=$(sed -n 's/^[0-9]*:cpu[^:]*:.*\(hetgrid-.*\)$/\1/p; s/^0::.*\(hetgrid-.*\)$/\1/p' /proc/self/cgroup)
rank=${own##*-rank}
for file in cpu.cfs_quota_us cpu.cfs_period_us cpu.max; do
  [ -f "$base/$own/$file" ] && echo "rank $rank $(cat "$base/$own/$file")"
done
exit 0
END
expect 0 "rank 1 " "$hetgrid" emulate --cycle-times 1,3 -- sh "$work/limits" "$base"
limits=$(grep '^rank [01] ' "$work/out" | sort | tr '\n' ';')
case $limits in
"rank 0 -1;rank 0 3000;rank 1 1000;rank 1 3000;" | "rank 0 max 3000;rank 1 1000 3000;") ;;
*) fail "limits for 1,3: $limits" ;;
esac
# Quotas that change, down and up, while the ranks run: what rank 1 sees.
cat >"$work/changes" <<'END'
case $(sh "$1/limits" "$2") in *"rank 0"*) exit 0 ;; esac
before=
for i in $(seq 400); do
  now=$(sh "$1/limits" "$2" | awk '{ print $3 }' | head -n 1)
  [ "$now" = "$before" ] || printf '%s ' "$now"
  before=$now
  [ "$now" = 2000 ] && break
  sleep 0.02
done
END
expect 0 "from 3 s on: cycle-times 1,4" "$hetgrid" emulate --cycle-times 1,1 --change 3:1,4 --change 5:1,2 --period-us 4000 -- \
  sh "$work/changes" "$work" "$base"
grep -q '^\(-1\|max\) 1000 2000' "$work/out" || fail "quotas of rank 1 in turn: $(cat "$work/out")"
# The same, counted from what the program says: nothing changes before it begins, and at its end the first speeds are back. In between
# it goes through all speeds.
cat >"$work/runs" <<'END'
case $(sh "$1/limits" "$2") in *"rank 0"*) exit 0 ;; esac
set -- "$1/limits" "$2" $HETGRID_EMULATED_RUNS
# quota LIMITS BASE SECONDS EXPECTED: what it is after that time, or what it should be as soon as it is.
quota() {
  sleep "$3"
  for _ in $(seq 50); do
    now=$(sh "$1" "$2" | awk '{ print $3 }' | head -n 1)
    [ "$now" = -1 ] && now=max
    [ "$now" = "$4" ] && break
    sleep 0.1
  done
  printf '%s ' "$now"
}
quota "$1" "$2" 1 max
for words in b:1000 e:max n:1000 n:2000 n:2000 e:max b:max e:max; do
  printf "${words%:*}" >"$3"
  quota "$1" "$2" 0.3 "${words#*:}"
done
printf 'told %s %s %s\n' "$4" "$5" "$6"
END
expect 0 "told 1,1 2:1,4 50:1,2" "$hetgrid" emulate --cycle-times 1,1 --change 2:1,4 --change 50:1,2 --change-from run \
  --period-us 4000 -- sh "$work/runs" "$work" "$base"
sed 's/-1/max/g' "$work/out" | grep -q '^max 1000 max 1000 2000 2000 max max max told' || fail "quotas of rank 1 in a run: $(cat "$work/out")"
# hetgrid time relates runs to what ranks reach at the speeds before and after the change, both measured.
changing="--cycle-times 1,1 --change 0.001:1,10 --change-from run --period-us 10000"
small="--n 300 --block-size 32 --runs 1 --aggregate-size 200 --aggregate-seconds 0.2"
expect 0 "from 0.001 s on" "$hetgrid" emulate $changing -- "$hetgrid" time gemm $small --json "$work/gemm.json"
expect 0 "from 0.001 s on" "$hetgrid" emulate $changing -- \
  "$hetgrid" time server-gemm $small --memory 1M --server-computes --policy shared-chunks --json "$work/server-gemm.json"
python3 "$top_srcdir/testing/cli/check_schema.py" "$top_srcdir/doc/schemas" time "$work/gemm.json" || fail "JSON of time gemm"
python3 "$top_srcdir/testing/cli/check_schema.py" "$top_srcdir/doc/schemas" time_server "$work/server-gemm.json" || fail "JSON of time server-gemm"
python3 - "$work" <<'END' || fail "rates after a change"
import json, sys
gemm = json.load(open(sys.argv[1] + "/gemm.json"))["results"][0]
served = json.load(open(sys.argv[1] + "/server-gemm.json"))[0]
def least(case, flops):
    (change,) = case["changes"]
    assert change["from_s"] == 0.001 and len(change["rank_gflops"]) == 2, change
    whole, slow = change["rank_gflops"]
    assert slow < 0.5 * whole, change # a tenth, and other work
    before, after = (1e9 * case["aggregate_gflops"], 1e9 * change["aggregate_gflops"])
    return flops / before if flops < 0.001 * before else 0.001 + (flops - 0.001 * before) / after
for one in gemm["measurements"]:
    share, ideal = one["fraction_of_aggregate"], least(gemm, one["flops"]) / one["median_seconds"]
    assert abs(share - ideal) < 1e-6 * ideal, (share, ideal)
for one in served["measurements"]:
    assert abs(one["ideal_s"] - least(served, 2 * 300.0**3)) < 1e-6 * one["ideal_s"], one
END
# The quota of the slowest may not fall below 1 ms: the period grows.
expect 0 "1.000 ms of every 8.000 ms" "$hetgrid" emulate --cycle-times 8,1 -- true
# Nobody has a whole core where it is faster than all.
expect 0 "rank 0: cycle-time 1.5, core" "$hetgrid" emulate --cycle-times 1.5,1.5 --full-speed 1 -- true
[ "$(grep -c '2.000 ms of every 3.000 ms' "$work/out")" = 2 ] || fail "two thirds of a core: $(cat "$work/out")"
expect 0 "" "$hetgrid" emulate --cycle-times 2,5 --period-us 5000 -- sh "$work/limits" "$base"
grep -q 'rank 1 2000' "$work/out" || fail "limits for 2,5: $(cat "$work/out")"
expect 5 "" "$hetgrid" emulate --cycle-times 1,2 -- sh -c 'exit 5'
expect 1 "$work/none: cannot be run: No such file" "$hetgrid" emulate --cycle-times 1,2 -- "$work/none"

# The quota slows down: CPU time that a busy rank gets in a second, in clock ticks.
cat >"$work/busy" <<'END'
end=$(($(date +%s%N) + 1500000000))
while [ "$(date +%s%N)" -lt $end ]; do i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); done; done
rank=${PMI_RANK:-${OMPI_COMM_WORLD_RANK:-$PMIX_RANK}}
[ "$rank" = 1 ] && times
exit 0
END
expect 0 "" "$hetgrid" emulate --cycle-times 1,10 --period-us 10000 -- sh "$work/busy"
# "0m0.15s 0m0.01s", shell and children: 150 ms of 1500, with room for noise, but far from 1500
used=$(grep -v hetgrid "$work/out" | tr 'ms' '  ' | awk 'NF == 4 { t += $2 + $4 } END { print int(1000 * t) }')
{ [ "$used" -ge 20 ] && [ "$used" -le 400 ]; } || fail "cycle-time 10: $used ms of CPU time in 1500 ms"

# Signals: the program and its children end, the groups go.
# A shell starts what runs in the background with SIGINT ignored.
for signal in INT TERM HUP; do
  env --default-signal=INT "$hetgrid" emulate --cycle-times 1,2 -- sh -c "trap '' TERM INT HUP; echo \$\$ >>'$work/pids'; sleep 61 & sleep 62; wait" \
    >"$work/out" 2>&1 &
  emulate=$!
  wait_for_ranks
  # hetgrid may be a script that runs the program: signal the one that owns the groups.
  owner=$(left_behind '*' | sed -n 's/.*hetgrid-\([0-9]*\)-rank0$/\1/p' | while read -r pid; do
    for rank in $(cat "$work/pids"); do
      grep -qs "hetgrid-$pid-rank" "/proc/$rank/cgroup" && echo "$pid" && break
    done
  done | head -n 1)
  kill -$signal "${owner:-$emulate}"
  wait $emulate
  status=$?
  case $signal in INT) wanted=130 ;; TERM) wanted=143 ;; HUP) wanted=129 ;; esac
  [ $status -eq $wanted ] || fail "SIG$signal: exit status $status, expected $wanted"
  for pid in $(cat "$work/pids"); do
    alive "$pid" && fail "SIG$signal: process $pid lives on"
  done
  [ -z "$(left_behind "$owner")" ] || fail "SIG$signal: $(left_behind "$owner")"
  rm -f "$work/pids"
done

# After SIGKILL a watcher clears up at once.
"$hetgrid" emulate --cycle-times 1,2 -- \
  sh -c "trap '' TERM INT HUP; sleep 64 & echo \$\$ >>'$work/pids'; while :; do sleep 0.2; done" >"$work/out" 2>&1 &
emulate=$!
wait_for_ranks
owner=$(sed -n 's/.*hetgrid-\([0-9]*\)-rank.*/\1/p' "/proc/$(head -n 1 "$work/pids")/cgroup" | head -n 1)
kill -KILL "$owner"
wait $emulate
for i in $(seq 100); do
  [ -z "$(left_behind "$owner")" ] && break
  sleep 0.1
done
[ -z "$(left_behind "$owner")" ] || fail "after SIGKILL: $(left_behind "$owner")"
for pid in $(cat "$work/pids"); do
  alive "$pid" && fail "after SIGKILL: process $pid lives on"
done
# Should the watcher be killed, too, the next start clears up. Equal speeds need no groups, but busy leftovers would
# disturb them.
sh -c 'exit 0' &
owner=$!
wait $owner
mkdir "$base/hetgrid-$owner-rank0"
expect 0 "removed hetgrid-$owner-rank0" "$hetgrid" emulate --cycle-times 1,1 -- true
[ -z "$(left_behind "$owner")" ] || fail "the next start leaves $(left_behind "$owner")"
finish
