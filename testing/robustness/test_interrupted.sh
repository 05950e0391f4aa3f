#!/bin/sh
# A program that is ended in the middle of intercepted calls, by a signal, MPI_Abort or an MPI error, leaves nothing
# behind: no process, no shared memory, no file, no control group.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
. "${top_srcdir:-.}/testing/robustness/processes.sh"
HETGRID=on HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3
export HETGRID HETGRID_MIN_N HETGRID_CYCLE_TIMES

# start_calls LAUNCHER...: the program in the background, until it computes.
start_calls() {
  start "$@" "$calls" 200 forever "$work"
}

# ended WHAT: it ends, and after a while nothing is left.
ended() {
  wait $shell 2>/dev/null
  gone "$1"
}

for signal in INT TERM KILL; do
  start_calls "$MPIEXEC" -n 2
  kill -$signal $shell
  ended "SIG$signal to mpiexec"
done
for signal in TERM KILL SEGV; do
  start_calls "$MPIEXEC" -n 2
  kill -$signal $(programs calls | head -n 1)
  ended "SIG$signal to a rank"
done
# These end by themselves and not by a crash of their own; the words of MPI may be lost with them.
for mode in abort error; do
  "$MPIEXEC" -n 2 "$calls" 200 $mode "$work" >"$work/out" 2>&1 </dev/null &
  shell=$!
  wait $shell
  status=$?
  gone "$mode"
  case $status in 0 | 134 | 139) fail "$mode: did not abort: exit status $status: $(cat "$work/out")" ;; esac
done

# MPI reports an error to the server while workers wait for it: all end, and it says why.
HETGRID_SERVER_MEMORY=200K "$MPIEXEC" -n 2 "$calls" 400 failing-server "$work" >"$work/out" 2>&1 </dev/null &
shell=$!
wait $shell
status=$?
gone "a failing server"
[ $status -ne 0 ] || fail "a failing server: exit status 0"
grep -q "hetgrid: the server has failed while workers wait for it: .*MPI_Isend" "$work/out" ||
  fail "a failing server: $(cat "$work/out")"

# In an emulated machine: control groups go, too.
hetgrid_run="$hetgrid run --cycle-times 1,3 --min-n 0 --"
"$hetgrid" run -- true >"$work/out" 2>&1 || hetgrid_run="env HETGRID_CYCLE_TIMES=1,3 HETGRID_MIN_N=0" # only static libraries
if [ "$(nproc)" -ge 2 ] && "$hetgrid" emulate --cycle-times 1,2 -- true >"$work/out" 2>&1; then
  base=$(sed -n 's/^hetgrid emulate: .* below \(.*\), OPENBLAS.*$/\1/p' "$work/out")
  for signal in TERM ABRT; do
    start_calls "$hetgrid" emulate --cycle-times 1,2 -- $hetgrid_run
    owner=$(sed -n 's/.*hetgrid-\([0-9]*\)-rank.*/\1/p' "/proc/$(programs calls | head -n 1)/cgroup" | head -n 1)
    [ -n "$owner" ] || fail "no control group"
    groups="$base/hetgrid-$owner-rank*"
    case $signal in
      TERM) kill -TERM "$owner" ;;
      *) kill -$signal "$(programs calls | head -n 1)" ;;
    esac
    ended "SIG$signal in an emulated machine"
  done
fi
finish
