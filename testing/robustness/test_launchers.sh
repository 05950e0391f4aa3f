#!/bin/sh
# The launchers of hetgrid: emulate, run -n, assess and simulate, and hetgrid time below mpiexec. Killed in the middle they
# leave nothing behind: no process, no control group, no shared memory, no temporary file. A rank that is stopped and
# continued delays the others and changes nothing in the results.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
. "${top_srcdir:-.}/testing/robustness/processes.sh"
rounds=1
[ -n "$HETGRID_CHECK_LONG" ] && rounds=5

# launcher COMMAND: the process of `hetgrid COMMAND' itself.
launcher() {
  for pid in $(programs hetgrid); do
    [ "$(tr '\0' '\n' <"/proc/$pid/cmdline" | sed -n 2p)" = "$1" ] &&
      ! tr '\0' '\n' <"/proc/$pid/environ" | grep -q '^PMI_RANK=\|^PMIX_RANK=\|^OMPI_COMM_WORLD_RANK=' && echo "$pid"
  done | head -n 1
}

# killed SIGNAL STATUS COMMAND: the launcher gets the signal, ends with the status, and all ends with it.
killed() {
  signal=$1 wanted=$2 command=$3
  pid=$(launcher "$command")
  [ -n "$pid" ] || { fail "$command: no process"; return; }
  groups=
  [ -n "$base" ] && groups="$base/hetgrid-$pid-rank*"
  kill -"$signal" "$pid"
  wait $shell
  got=$?
  [ $got -eq "$wanted" ] || fail "SIG$signal to $command: exit status $got, expected $wanted"
  gone "SIG$signal to $command"
}

library=
"$hetgrid" run -- true >/dev/null 2>&1 && library=yes
emulated=
base=
if [ "$(nproc)" -ge 2 ] && "$hetgrid" emulate --cycle-times 1,2 -- true >"$work/out" 2>&1; then
  emulated=yes
fi
for round in $(seq $rounds); do
  signals="TERM:143 KILL:137"
  [ $rounds -gt 1 ] && signals="$signals INT:130 HUP:129"
  for signal in $signals; do
    [ -n "$library" ] || break
    start "$hetgrid" run -n 2 --cycle-times 1,3 --min-n 0 -- "$calls" 200 forever "$work"
    killed "${signal%:*}" "${signal#*:}" run
  done
  if [ -n "$library" ]; then
    start "$hetgrid" run -n 2 --cycle-times 1,3 --min-n 0 -- "$calls" 200 forever "$work"
    kill -KILL "$(programs calls | head -n 1)"
    wait $shell && fail "run: success with a killed rank"
    gone "SIGKILL to a rank of run"
  fi
  start "$hetgrid" emulate --cycle-times 1,1 --oversubscribe -- "$calls" 200 forever "$work"
  killed KILL 137 emulate
  if [ -n "$emulated" ]; then
    "$hetgrid" emulate --cycle-times 1,2 -- true >"$work/out" 2>&1
    base=$(sed -n 's/^hetgrid emulate: .* below \(.*\), OPENBLAS.*$/\1/p' "$work/out")
    start "$hetgrid" emulate --cycle-times 1,2 -- "$calls" 200 forever "$work"
    killed KILL 137 emulate
    start "$hetgrid" emulate --cycle-times 1,2 -- "$calls" 200 forever "$work"
    groups="$base/hetgrid-$(launcher emulate)-rank*"
    kill -KILL "$(programs calls | head -n 1)"
    wait $shell && fail "emulate: success with a killed rank"
    gone "SIGKILL to a rank of emulate"
    # assess starts emulate, which starts mpiexec.
    "$hetgrid" assess --cycle-times 1,2 --n 100 --probe-seconds 30 --json "$work/assess.json" >"$work/out" 2>&1 &
    shell=$!
    for i in $(seq 300); do
      [ -n "$(ls -A "$work/tmp")" ] && [ "$(ls -d "$base"/hetgrid-*-rank* 2>/dev/null | wc -l)" -ge 2 ] && break
      sleep 0.1
    done
    sleep 1
    pid=$(launcher assess)
    groups=$(for process in $(survivors); do echo "$base/hetgrid-$process-rank*"; done)
    case $round in
      1) signal=KILL wanted=137 ;;
      *) signal=TERM wanted=143 ;;
    esac
    kill -$signal "${pid:-$shell}"
    wait $shell
    got=$?
    [ $got -eq $wanted ] || fail "SIG$signal to assess: exit status $got"
    gone "SIG$signal to assess"
    [ -e "$work/assess.json" ] && fail "SIG$signal to assess: a file"
    groups=
  fi
done

# Stopped and continued, again and again, until it is done. The figures of the checks say whether anything changed.
problem="time lu --n 200 --block-size 16 --runs 20 --aggregate-size 100 --aggregate-seconds 0.01 --cycle-times 1,3 --grid 1x2"
figures() {
  grep '"residual"' "$1"
}
"$MPIEXEC" -n 2 "$hetgrid" $problem --json "$work/calm.json" >"$work/out" 2>&1 || fail "$problem: $(cat "$work/out")"
[ -n "$(figures "$work/calm.json")" ] || fail "no residuals: $(cat "$work/calm.json")"
stopped() {
  : >"$work/stopped"
  for attempt in 1 2 3 4 5; do # it may be over before its rank is found
    rm -f "$work/moved.json"
    "$@" $problem --json "$work/moved.json" >"$work/out" 2>&1 </dev/null &
    shell=$!
    while kill -0 $shell 2>/dev/null; do
      for pid in $(programs hetgrid); do
        tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -q '^PMI_RANK=1$\|^PMIX_RANK=1$\|^OMPI_COMM_WORLD_RANK=1$' || continue
        kill -STOP "$pid" 2>/dev/null && echo "$pid" >>"$work/stopped"
        sleep 0.1
        kill -CONT "$pid" 2>/dev/null
      done
      sleep 0.1
    done
    wait $shell || fail "$*: exit status $?: $(cat "$work/out")"
    [ -s "$work/stopped" ] && break
  done
  [ -s "$work/stopped" ] || fail "$*: never stopped"
  [ "$(figures "$work/moved.json")" = "$(figures "$work/calm.json")" ] ||
    fail "$*: residuals differ: $(figures "$work/moved.json") from $(figures "$work/calm.json")"
  gone "$*"
}
stopped "$MPIEXEC" -n 2 "$hetgrid"
[ -n "$emulated" ] && stopped "$hetgrid" emulate --cycle-times 1,2 -- "$hetgrid"
[ -n "$library" ] && stopped "$hetgrid" run -n 2 --off -- "$hetgrid"

# What is killed while it measures has written nothing, be it a rank or the launcher.
for victim in KILL:rank TERM:rank KILL:mpiexec TERM:mpiexec; do
  signal=${victim%:*}
  "$MPIEXEC" -n 2 "$hetgrid" time lu --n 3000 --runs 1000 --aggregate-size 100 --aggregate-seconds 0.01 \
    --cycle-times 1,3 --grid 1x2 --json "$work/killed.json" --trace "$work/killed.trace" >"$work/out" 2>&1 </dev/null &
  shell=$!
  for i in $(seq 300); do
    grep -q "cycle-times  1, 3" "$work/out" && break
    sleep 0.1
  done
  sleep 1
  case $victim in
    *:rank) pid=$(programs hetgrid | head -n 1) ;;
    *) pid=$shell ;;
  esac
  kill -$signal "$pid" || fail "time has ended by itself: $(cat "$work/out")"
  # Hydra that is asked to end says now 0, now 15, whatever it runs: also of `sleep'.
  wait $shell && [ $victim != TERM:mpiexec ] && fail "SIG$signal to a ${victim#*:} of time: success: $(cat "$work/out")"
  gone "SIG$signal to the ${victim#*:} of time"
  [ -z "$(ls -A "$work" | grep 'killed\|^\.hetgrid')" ] || fail "SIG$signal to the ${victim#*:} of time: $(ls -A "$work")"
done

# Simulations: stopped, all of it, they go on as if nothing had been, as their time is not ours.
messages=${top_builddir:-.}/testing/cli/simulated_messages
if [ -x "$messages" ]; then
  machine="--cycle-times 1,1,1,1 --latency 100 --bandwidth 0.01 --program $messages"
  TMPDIR=$work/tmp "$hetgrid" simulate $machine -- time forever "$work" >"$work/out" 2>&1 &
  shell=$!
  for i in $(seq 300); do
    [ -n "$(ls -A "$work/tmp")" ] && [ -n "$(programs simulated_messages)$(programs smpimain)" ] && break
    sleep 0.1
  done
  pid=$(launcher simulate)
  kill -KILL "${pid:-$shell}"
  wait $shell
  gone "SIGKILL to simulate"
  expect 0 "" "$hetgrid" simulate --platform "${top_srcdir:-.}/examples/platforms/nine_workstations.json" -- time gemm \
    --n 96 --block-size 8 --runs 1 --library hetgrid --grid 3x3 --json "$work/calm.json"
  "$hetgrid" simulate --platform "${top_srcdir:-.}/examples/platforms/nine_workstations.json" -- time gemm \
    --n 96 --block-size 8 --runs 1 --library hetgrid --grid 3x3 --json "$work/moved.json" >"$work/out" 2>&1 &
  shell=$!
  while kill -0 $shell 2>/dev/null; do
    stopped=$(survivors) # one may become another program, which does not name the folder, before it stops
    for pid in $stopped; do kill -STOP "$pid" 2>/dev/null; done
    sleep 0.1
    for pid in $stopped; do kill -CONT "$pid" 2>/dev/null; done
    sleep 0.1
  done
  wait $shell || fail "stopped simulation: $(cat "$work/out")"
  cmp "$work/calm.json" "$work/moved.json" || fail "a stopped simulation differs"
  gone "simulate"
fi
finish
