#!/bin/sh
# A program that is ended in the middle of intercepted calls, by a signal, MPI_Abort or an MPI error, leaves nothing
# behind: no process, no shared memory, no file, no control group.
. "${top_srcdir:-.}/testing/cli/functions.sh"
OPENBLAS_NUM_THREADS=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OPENBLAS_NUM_THREADS OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe
calls=${top_builddir:-.}/testing/robustness/calls
mkdir "$work/tmp"
HETGRID=on HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3 TMPDIR=$work/tmp
export HETGRID HETGRID_MIN_N HETGRID_CYCLE_TIMES TMPDIR
unset HETGRID_PLATFORM HETGRID_VERBOSE

# Processes of this test that live: they have its folder among their words. A zombie is dead.
survivors() {
  for directory in /proc/[0-9]*; do
    { tr '\0' ' ' <"$directory/cmdline"; } 2>/dev/null | grep -q "calls [0-9]* [a-z]* $work" || continue
    grep -qs '^State:.Z' "$directory/status" || echo "${directory#/proc/}"
  done
}

# The program itself, not launchers and wrapper scripts above it.
ranks() {
  for pid in $(survivors); do
    { tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -q '^[^ ]*calls [0-9]* [a-z]* ' && echo "$pid"
  done
}

# new_shared_memory: what is in /dev/shm and was not there before the test. Others may use it, too, for a moment.
ls /dev/shm >"$work/shm"
new_shared_memory() {
  ls /dev/shm | grep -vxF -f "$work/shm"
}

left_behind() {
  survivors
  new_shared_memory
  ls "$work/tmp"
  [ -n "$groups" ] && ls -d $groups 2>/dev/null
}

# start MODE LAUNCHER...: in the background, until it computes; sets launcher.
start() {
  mode=$1
  shift
  : >"$work/out"
  "$@" "$calls" 200 "$mode" "$work" >"$work/out" 2>&1 </dev/null &
  launcher=$!
  for i in $(seq 300); do
    grep -q running "$work/out" && return
    sleep 0.1
  done
  fail "$*: does not start: $(cat "$work/out")"
}

# gone WHAT: after a while nothing is left.
gone() {
  wait $launcher 2>/dev/null
  for i in $(seq 100); do
    [ -z "$(left_behind)" ] && return
    sleep 0.2
  done
  fail "$1 left behind: $(left_behind | tr '\n' ' ')"
  for pid in $(survivors); do kill -KILL "$pid"; done
}

groups=
for signal in INT TERM KILL; do
  start forever "$MPIEXEC" -n 2
  kill -$signal $launcher
  gone "SIG$signal to mpiexec"
done
for signal in TERM KILL SEGV; do
  start forever "$MPIEXEC" -n 2
  kill -$signal $(ranks | head -n 1)
  gone "SIG$signal to a rank"
done
# These end by themselves; what they have printed before may be lost with them.
for mode in abort error; do
  "$MPIEXEC" -n 2 "$calls" 200 $mode "$work" >"$work/out" 2>&1 </dev/null &
  launcher=$!
  gone "$mode"
  grep -q Abort "$work/out" || fail "$mode: did not abort: $(cat "$work/out")"
done

# In an emulated machine: control groups go, too.
hetgrid_run="$hetgrid run --cycle-times 1,3 --min-n 0"
if [ "$(nproc)" -ge 2 ] && "$hetgrid" emulate --cycle-times 1,2 -- true >"$work/out" 2>&1; then
  base=$(sed -n 's/^hetgrid emulate: .* below \(.*\), OPENBLAS.*$/\1/p' "$work/out")
  for signal in TERM ABRT; do
    start forever "$hetgrid" emulate --cycle-times 1,2 -- $hetgrid_run --
    owner=$(sed -n 's/.*hetgrid-\([0-9]*\)-rank.*/\1/p' "/proc/$(ranks | head -n 1)/cgroup" | head -n 1)
    [ -n "$owner" ] || fail "no control group"
    groups="$base/hetgrid-$owner-rank*"
    case $signal in
      TERM) kill -TERM "$owner" ;;
      *) kill -$signal "$(ranks | head -n 1)" ;;
    esac
    gone "SIG$signal in an emulated machine"
  done
fi
finish
