#!/bin/sh
# hetgrid run: the environment of the program, its exit status, launchers before and behind it, bad input.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
unset HETGRID HETGRID_PLATFORM HETGRID_CYCLE_TIMES HETGRID_MIN_N HETGRID_VERBOSE LD_PRELOAD

if ! "$hetgrid" run -- true >"$work/out" 2>&1; then
  cat "$work/out"
  grep -q "libhetgrid-scalapack.so is none of" "$work/out" || fail "no clear message"
  [ "$failures" -eq 0 ] || finish
  rm -rf "$work"
  echo "SKIPPED: libhetgrid-scalapack is not built as a shared library, or not one that any program can load"
  exit 77
fi

cat >"$work/show" <<'END_OF_SHOW'
echo "$# $1 HETGRID=$HETGRID times=$HETGRID_CYCLE_TIMES platform=$HETGRID_PLATFORM min_n=$HETGRID_MIN_N verbose=$HETGRID_VERBOSE"
echo "preload $LD_PRELOAD"
grep -q libhetgrid-scalapack /proc/self/maps && echo loaded
END_OF_SHOW
printf '{"block_size": 64, "processes": [
  {"host": "tortoise", "rank": 0, "cycle_time": 3, "gflops": 1, "spread": 0},
  {"host": "hare", "rank": 1, "cycle_time": 1, "gflops": 3, "spread": 0}]}' >"$work/platform.json"

# The program's own options stay its own; the library is in its processes.
expect 0 "2 --off HETGRID=on times= platform= min_n= verbose=" "$hetgrid" run -- sh "$work/show" --off -n
grep -q '^loaded' "$work/out" || fail "the library is not loaded: $(cat "$work/out")"
expect 0 "HETGRID=on times=1,3 platform= min_n=0 verbose=1" env HETGRID_PLATFORM=x \
  "$hetgrid" run --cycle-times 1,3 --min-n 0 --verbose -- sh "$work/show"
expect 0 "HETGRID=off times= platform=$work/platform.json min_n=100 verbose=" env HETGRID_CYCLE_TIMES=x \
  "$hetgrid" run --platform "$work/platform.json" --min-n 100 --off -- sh "$work/show"
# A relative name holds where the program changes its folder.
case $hetgrid in /*) from_work=$hetgrid ;; *) from_work=$PWD/$hetgrid ;; esac
(cd "$work" && "$from_work" run --platform platform.json -- sh show) >"$work/out" 2>&1
grep -q "platform=$work/platform.json" "$work/out" || fail "a relative platform file: $(cat "$work/out")"
# What is not named stays as it was.
expect 0 "HETGRID=on times=2,1 platform= min_n=7 verbose=0" \
  env HETGRID=off HETGRID_CYCLE_TIMES=2,1 HETGRID_MIN_N=7 HETGRID_VERBOSE=0 "$hetgrid" run -- sh "$work/show"
expect 0 "libhetgrid-scalapack.so:libc.so.6" env LD_PRELOAD=libc.so.6 "$hetgrid" run -- sh "$work/show"
expect 7 7 "$hetgrid" run -- sh -c 'echo 7; exit 7'

# Launchers: its own, in front of it, and emulate.
each_of_two() {
  [ "$(grep -c "^0  HETGRID=on times=1,3" "$work/out")" = 2 ] && [ "$(grep -c '^loaded' "$work/out")" = 2 ] ||
    fail "$*: $(cat "$work/out")"
}
expect 0 "times=1,3" "$hetgrid" run -n 2 --cycle-times 1,3 -- sh "$work/show"
each_of_two "run -n 2"
expect 7 7 "$hetgrid" run -n 2 -- sh -c 'echo 7; exit 7'
if [ -n "$MPIEXEC" ]; then
  expect 0 "times=1,3" "$MPIEXEC" -n 2 "$hetgrid" run --cycle-times 1,3 -- sh "$work/show"
  each_of_two "mpiexec -n 2 hetgrid run"
  expect 0 "HETGRID=on" "$hetgrid" run -n 2 --mpiexec "$MPIEXEC" -- sh "$work/show"
fi
expect 0 "times=1,3" "$hetgrid" emulate --cycle-times 1,1 --oversubscribe -- \
  "$hetgrid" run --cycle-times 1,3 -- sh "$work/show"
each_of_two "emulate -- run"

# Bad input.
expect 2 "PROGRAM" "$hetgrid" run
for times in 0,1 1,-1 nan,1 1,inf 1, x; do
  expect 2 "--cycle-times" "$hetgrid" run "--cycle-times=$times" -- true
done
expect 2 "one of the two" "$hetgrid" run --cycle-times 1,3 --platform "$work/platform.json" -- true
expect 1 "none.json" "$hetgrid" run --platform "$work/none.json" -- true
echo '{' >"$work/bad.json"
expect 1 "bad.json: " "$hetgrid" run --platform "$work/bad.json" -- true
for min_n in -1 x 1.5; do
  expect 2 "--min-n" "$hetgrid" run "--min-n=$min_n" -- true
done
for ranks in 0 -1 x; do
  expect 2 "-n" "$hetgrid" run -n "$ranks" -- true
done
expect 2 "there are 2 cycle-times" "$hetgrid" run -n 3 --cycle-times 1,3 -- true
expect 2 "there are 2 cycle-times" "$hetgrid" run -n 1 --platform "$work/platform.json" -- true
expect 1 "hetgrid: $work/none: cannot be run: No such file" "$hetgrid" run -- "$work/none"
expect 2 "hetgrid: --mpiexec: /none: expected a program" "$hetgrid" run -n 2 --mpiexec /none -- true
expect 1 "libhetgrid-scalapack.so is none of $work/none.so" "$hetgrid" run --library "$work/none.so" -- true
# The loader would take it for several.
for name in "a b" a:b; do
  cp /bin/sh "$work/$name.so" # any object
  for ranks in "" "-n 2"; do
    expect 1 "hetgrid: LD_PRELOAD: $work/$name.so: expected a path without blanks" "$hetgrid" run $ranks --library "$work/$name.so" -- true
    one_line
  done
done
# A folder may be read and entered, and is neither.
expect 2 "hetgrid: --mpiexec: $work: expected a program" "$hetgrid" run -n 2 --mpiexec "$work" -- true
expect 1 "libhetgrid-scalapack.so is none of $work" "$hetgrid" run --library "$work" -- true
expect 1 "libhetgrid-scalapack.so is none of /etc/passwd" "$hetgrid" run --library /etc/passwd -- true
expect 2 "--mpiexec: without -n: expected both" "$hetgrid" run --mpiexec /bin/sh -- true
finish
