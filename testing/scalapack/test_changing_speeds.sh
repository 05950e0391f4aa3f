#!/bin/sh
# Speeds that change while a program of ScaLAPACK runs: the plan follows. Speeds that are wrong: ScaLAPACK has the calls.
. "${top_srcdir:-.}/testing/cli/functions.sh"
unset HETGRID HETGRID_PLATFORM HETGRID_CYCLE_TIMES HETGRID_MIN_N HETGRID_VERBOSE LD_PRELOAD
program=${top_builddir:-.}/testing/scalapack/repeated_calls

for command in emulate run; do
  case $command in emulate) with="--cycle-times 1,2" ;; run) with= ;; esac
  if ! "$hetgrid" $command $with -- true >"$work/out" 2>&1; then
    cat "$work/out"
    rm -rf "$work"
    echo "SKIPPED: hetgrid $command does not work here"
    exit 77
  fi
done

# runs_until TEXT EMULATED CALL N: the program calls until HETGRID_VERBOSE has said TEXT, an extended regular expression over
# all lines so far. Nothing here depends on how long that takes.
runs_until() {
  text=$1
  rm -f "$work/stop"
  : >"$work/log" # what the run before has said is not looked at
  "$hetgrid" emulate $2 -- "$hetgrid" run --verbose -- "$program" "$3" "$4" "$work/stop" 240 >"$work/log" 2>&1 </dev/null &
  running=$!
  until [ -e "$work/stop" ]; do
    tr '\n' '~' <"$work/log" | grep -qE "$text" && touch "$work/stop"
    kill -0 $running 2>/dev/null || break
    sleep 0.2
  done
  wait $running || fail "$3: exit status $?"
  tr '\n' '~' <"$work/log" | grep -qE "$text" || { fail "$3: expected to read \"$text\""; tail -n 40 "$work/log"; }
}

for call in gemm gesv; do
  runs_until "the plan is renewed~hetgrid: 1 x 2 processes, cycle-times 1 ([2-9]|[1-9][0-9])[^~]*~.*uneven, ([A-Z][A-Za-z ]*, )?moving" \
    "--cycle-times 1,1 --change 2:1,8" $call 600
done

# Rank 0 is said to be the fast one, and is the slow one. Calls are given back once at most. They are so large that a gain is
# predicted whatever it is that moving is measured to cost, on a machine that seems three times as fast as it is, and by a
# process that has a third of its core.
HETGRID_CYCLE_TIMES=1,3
export HETGRID_CYCLE_TIMES
runs_until "passed through from now on~(.*passed through: ScaLAPACK was faster){3}" "--cycle-times 3,1" gemm 4000
[ "$(grep -c "PDGEMM of .* passed through from now on" "$work/log")" -le 2 ] || fail "said too often: $(cat "$work/log")"
grep -q "in all PDGEMM: .* passed through (.*): [0-9]* ScaLAPACK was faster" "$work/log" ||
  fail "summary: $(tail -n 1 "$work/log")"
grep -q "measured again" "$work/log" && fail "speeds that were given are measured"
finish
