#!/bin/sh
# HETGRID_MEMORY: what a call may take, of copies and in all; malformed values.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
unset HETGRID HETGRID_PLATFORM HETGRID_CYCLE_TIMES HETGRID_MIN_N HETGRID_MEMORY HETGRID_VERBOSE LD_PRELOAD
program=${top_builddir:-.}/testing/scalapack/repeated_calls

if ! "$hetgrid" run -- true >"$work/out" 2>&1; then
  cat "$work/out"
  rm -rf "$work"
  echo "SKIPPED: hetgrid run does not work here"
  exit 77
fi

# with MEMORY TEXT: the copies of three matrices of order 200 are 240 and 720 KB.
with() {
  expect 0 "$2" env "HETGRID_MEMORY=$1" "$hetgrid" run -n 2 --cycle-times 1,3 --min-n 0 --verbose -- \
    "$program" gemm 200 "$work/none" 0.05
}
with 1G "PDGEMM m 200 n 200 k 200 on 1 x 2: uneven"
with 600K "passed through: HETGRID_MEMORY allows less than the copies need"
with 0 "passed through: HETGRID_MEMORY allows less than the copies need"
with 721K "passed through: HETGRID_MEMORY allows less than the copies need"

# Where speeds are equal nothing is copied, and no other plan would need less: known from the second call on.
expect 0 "passed through: HETGRID_MEMORY allows less than the call needs" env HETGRID_MEMORY=1k \
  "$hetgrid" run -n 2 --cycle-times 1,1 --min-n 0 --verbose -- "$program" gemm 400 "$work/none" 3
grep -q "than the copies need" "$work/out" && fail "copies in place: $(cat "$work/out")"

# Order 1200: copies of 8.6 and 25.9 MB, and 27 MB beside them. The fast process gets less where it may take less.
limited() {
  expect 0 "$2" env "HETGRID_MEMORY=$1" "$hetgrid" run -n 2 --cycle-times 1,3 --min-n 0 --verbose -- \
    "$program" gemm 1200 "$work/none" 0.2
}
limited 100M "PDGEMM m 1200 n 1200 k 1200 on 1 x 2: uneven"
grep -q "within the memory" "$work/out" && fail "a plan for less memory than is allowed: $(cat "$work/out")"
limited 50M "within the memory of each: "
grep -q "on 1 x 2: uneven" "$work/out" || fail "no plan within 50 MB: $(cat "$work/out")"
[ "$(grep -c "within the memory of each" "$work/out")" -eq 1 ] || fail "planned more than once: $(cat "$work/out")"
limited 40M "passed through: HETGRID_MEMORY allows less than the copies need"

# Every request for memory fails once, and calls look for other plans.
faults=${top_builddir:-.}/testing/robustness/mpi_drop_in_faults
[ -x "$faults" ] && expect 0 "No errors detected" env HETGRID_MEMORY=11M ${MPIEXEC:-mpiexec} -n 3 "$faults" -t on_copies

for value in -1 x 1KB K 1.5.5 9223372036854775807G; do
  expect 1 "hetgrid: HETGRID_MEMORY: \"$value\"" env "HETGRID_MEMORY=$value" "$hetgrid" run -- "$program" gemm 200 "$work/none" 1
done
finish
