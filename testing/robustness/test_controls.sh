#!/bin/sh
# HETGRID_* variables: malformed ones end the program at the first call, on all ranks, with a message that names the
# variable, the value and what was expected; nothing hangs.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
unset HETGRID HETGRID_PLATFORM HETGRID_CYCLE_TIMES HETGRID_MIN_N HETGRID_PARTITION HETGRID_VERBOSE
calls=${top_builddir:-.}/testing/robustness/calls

mode=once
# malformed TEXT VARIABLE=VALUE...: the message names TEXT. (Under `timeout': 60 s.)
malformed() {
  text=$1
  shift
  timeout -k 5 60 "$MPIEXEC" -n 2 env HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3 "$@" "$calls" 24 "$mode" >"$work/out" 2>&1 </dev/null
  got=$?
  case $got in
    0) fail "$*: success" ;;
    124 | 137) fail "$*: hangs" ;;
  esac
  grep -qF -e "$text" "$work/out" || { fail "$*: expected to read \"$text\""; cat "$work/out"; }
}

# expect_line TEXT VARIABLE=VALUE...: a correct product, and the text is on standard error.
expect_line() {
  text=$1
  shift
  expect 0 "$text" "$MPIEXEC" -n 2 env HETGRID_VERBOSE=1 "$@" "$calls" 24 once
}

expect_line "uneven" HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3
[ "$(grep -c '^hetgrid: PDGEMM .*uneven' "$work/out")" = 1 ] || fail "not one line: $(cat "$work/out")"
for shape in "Square Corner" "Straight Line"; do
  expect_line "uneven, $shape, moving" HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3 \
    "HETGRID_PARTITION=$(echo "$shape" | tr 'SCL ' 'scl-')"
done
expect_line "HETGRID_PARTITION: round: expected grid or one of auto, straight-line, square-corner: the grid is used" \
  HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3 HETGRID_PARTITION=round
expect_line "uneven" HETGRID_MIN_N=24 HETGRID_CYCLE_TIMES=1,3
expect_line "passed through: smaller than HETGRID_MIN_N" HETGRID_MIN_N=25 HETGRID_CYCLE_TIMES=1,3
expect_line "passed through" HETGRID_CYCLE_TIMES=1,3
for quiet in "HETGRID=off HETGRID_VERBOSE=1" HETGRID_VERBOSE=0; do
  expect 0 correct "$MPIEXEC" -n 2 env HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3 $quiet "$calls" 24 once
  grep -q 'PDGEMM' "$work/out" && fail "$quiet: $(cat "$work/out")"
done
# What is told once: that the library is there, what it found, and at the end what became of the calls.
expect_line "hetgrid: libhetgrid-scalapack " HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3
for line in "^hetgrid: libhetgrid-scalapack [^ ]* for [A-Z].*, 2 processes, this one on [0-9]* cores*: speeds from HETGRID_CYCLE_TIMES" \
  "^hetgrid: 1 x 2 processes, cycle-times 1 3 (HETGRID_CYCLE_TIMES), [0-9.]* GF/s" \
  "^hetgrid: in all PDGEMM: 1 call ([0-9.]* s), 1 uneven" "^hetgrid: in all PDGESV: 1 call ([0-9.]* s), 1 uneven"; do
  [ "$(grep -c "$line" "$work/out")" = 1 ] || fail "not once \"$line\": $(cat "$work/out")"
done
expect_line ": 1 too small for a gain" HETGRID_CYCLE_TIMES=1,3
expect_line "switched off by HETGRID=off" HETGRID=off
# At the first call of any routine, here PDSYEV, which is none of the eight families.
library=$(cd "${top_builddir:-.}" && pwd)/.libs/libhetgrid-scalapack.so
eigenvalues=${top_builddir:-.}/examples/eigenvalues/eigenvalues
if [ -f "$library" ] && [ -x "$eigenvalues" ]; then
  expect 0 "hetgrid: libhetgrid-scalapack " "$MPIEXEC" -n 4 env HETGRID_VERBOSE=1 "LD_PRELOAD=$library" "$eigenvalues"
  grep '^hetgrid: ' "$work/out" | head -n 1 | grep -q '^hetgrid: libhetgrid-scalapack ' || fail "not first: $(cat "$work/out")"
fi
# At the end of a program of MPI that calls none, and of no other.
if [ -f "$library" ]; then
  expect 0 "hetgrid: libhetgrid-scalapack " "$MPIEXEC" -n 2 env HETGRID_VERBOSE=1 "LD_PRELOAD=$library" \
    "$hetgrid" probe --seconds 0.01 --output /dev/null
  [ "$(grep -c 'process 0 has called no routine of ScaLAPACK' "$work/out")" = 1 ] || fail "not once: $(cat "$work/out")"
  expect 0 "other" env HETGRID_VERBOSE=1 "LD_PRELOAD=$library" echo other
  grep -q libhetgrid "$work/out" && fail "no program of MPI: $(cat "$work/out")"
fi
printf '{"block_size": 64, "processes": [
  {"host": "tortoise", "rank": 0, "cycle_time": 3, "gflops": 1, "spread": 0},
  {"host": "hare", "rank": 1, "cycle_time": 1, "gflops": 3, "spread": 0}]}' >"$work/platform.json"
expect_line "uneven" HETGRID_MIN_N=0 "HETGRID_PLATFORM=$work/platform.json"
# Without cycle-times they are measured.
expect_line "PDGEMM" HETGRID_MIN_N=0

for value in of ON 1; do
  malformed "HETGRID: " "HETGRID=$value"
done
for value in -1 x 1.5 99999999999999999999 "1 2"; do
  malformed HETGRID_MIN_N "HETGRID_MIN_N=$value"
done
for value in 2 -1 yes; do
  malformed HETGRID_VERBOSE "HETGRID_VERBOSE=$value"
done
for value in 0,1 1,-1 nan,1 1,inf 1, x 1 1,3,2; do
  malformed HETGRID_CYCLE_TIMES "HETGRID_CYCLE_TIMES=$value"
done
echo '{' >"$work/bad.json"
sed 's/"cycle_time": 1/"cycle_time": 0/' "$work/platform.json" >"$work/zero.json"
for file in none bad zero; do
  malformed "$work/$file.json" HETGRID_CYCLE_TIMES= "HETGRID_PLATFORM=$work/$file.json"
done
malformed HETGRID_PLATFORM "HETGRID_PLATFORM=$work/platform.json"

# Those that only the server uses are read by all.
mode=server
for policy in auto guided holm shared-chunks random dynamic-2-phases greedy partition; do
  expect 0 correct "$MPIEXEC" -n 2 env "HETGRID_SERVER_POLICY=$policy" "$calls" 100 server
done
expect 0 correct "$MPIEXEC" -n 2 env HETGRID_SERVER_POLICY=auto HETGRID_SERVER_SPEED_ERROR=unknown "$calls" 100 server
for value in fast thrifty Guided; do
  malformed HETGRID_SERVER_POLICY "HETGRID_SERVER_POLICY=$value"
done
for value in -1 M 64x 64kk 99999999999G; do
  malformed HETGRID_SERVER_MEMORY "HETGRID_SERVER_MEMORY=$value"
done
expect 0 correct "$MPIEXEC" -n 2 env HETGRID_SERVER_MEMORY=0.064M "$calls" 100 server
# Powers of 1000, as of --memory.
expect 1 "processes[0].memory: 4: expected" "$MPIEXEC" -n 2 env HETGRID_SERVER_MEMORY=0.004k "$calls" 100 server
# No block finds room: the server has no plan, and its workers hear of it.
expect 1 "processes[0].memory: 4: expected" "$MPIEXEC" -n 2 env HETGRID_SERVER_MEMORY=4 "$calls" 100 server
for value in 1 -0.1 x; do
  malformed HETGRID_SERVER_SPEED_ERROR "HETGRID_SERVER_SPEED_ERROR=$value"
done
finish
