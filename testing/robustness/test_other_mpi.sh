#!/bin/sh
# A library that was built for another MPI than the program's is preloaded: it says so in one line, and the program's calls
# go to its own ScaLAPACK. A launcher that is not of the command's MPI starts processes that do not know each other: refused.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
expect 1 "hetgrid: launcher: started 2 processes, each alone in its MPI: expected that of " \
  env SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=0 "$hetgrid" probe --output "$work/platform.json"
one_line
SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=1 timeout 60 "$hetgrid" probe --output "$work/platform.json" >"$work/out" 2>&1
[ $? -eq 1 ] && [ ! -s "$work/out" ] || fail "not in silence by the second process: $(cat "$work/out")"
[ -e "$work/platform.json" ] && fail "strangers wrote their file"
library=$(cd "${top_builddir:-.}" && pwd)/.libs/libhetgrid-scalapack.so
skip() {
  [ "$failures" -eq 0 ] || finish
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
if command -v "mpiexec.$other" >/dev/null; then
  expect 1 "hetgrid: launcher: started 2 processes, each alone in its MPI: expected that of " \
    "mpiexec.$other" -n 2 "$hetgrid" probe --output "$work/platform.json"
  one_line
  [ -e "$work/platform.json" ] && fail "strangers wrote their file"
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
