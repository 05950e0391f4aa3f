#!/bin/sh
# A library that was built for another MPI than the program's is preloaded: it says so in one line, and the program's calls
# go to its own ScaLAPACK.
. "${top_srcdir:-.}/testing/cli/functions.sh"
library=$(cd "${top_builddir:-.}" && pwd)/.libs/libhetgrid-scalapack.so
skip() {
  echo "$1: skipped"
  rm -rf "$work"
  exit 77
}
[ -f "$library" ] || skip "no shared libhetgrid-scalapack"
if ldd "$library" | grep -q 'libmpich\.so'; then
  other=openmpi words="built for MPICH "
else
  other=mpich words="built for Open MPI "
fi
command -v "mpicc.$other" >/dev/null && command -v "mpiexec.$other" >/dev/null || skip "no $other"
"mpicc.$other" "${top_srcdir:-.}/examples/c/multiply.c" -o "$work/multiply" "-lscalapack-$other" -lm 2>"$work/out" ||
  skip "no ScaLAPACK for $other: $(cat "$work/out")"

expect 0 "0 wrong elements" "mpiexec.$other" -n 2 "$work/multiply"
for variables in "HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3" HETGRID_VERBOSE=1; do
  expect 0 "$words" "mpiexec.$other" -n 2 env "LD_PRELOAD=$library" $variables "$work/multiply"
  [ "$(grep -c "^hetgrid: .*$words.* but the program runs with" "$work/out")" = 1 ] || fail "not one line: $(cat "$work/out")"
  grep -qx '0 wrong elements' "$work/out" || fail "not correct: $(cat "$work/out")"
done
expect 0 "$words" env "LD_PRELOAD=$library" "mpiexec.$other" -n 2 "$work/multiply"
grep -qx '0 wrong elements' "$work/out" || fail "not correct: $(cat "$work/out")"
finish
