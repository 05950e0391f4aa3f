#!/bin/sh
# hetgrid tune: tables, JSON, tuning files that grow and are read again, and bad input on every rank in finite time.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
run() { # STATUS TEXT RANKS ARGUMENTS...
  wanted=$1 words=$2 ranks=$3
  shift 3
  expect "$wanted" "$words" "${MPIEXEC:-mpiexec}" -n "$ranks" "$hetgrid" "$@"
}
small="--n 200 --block-size 8 --cycle-times 1,3 --seconds 3"
tuning=$work/tuning.json

# Every operation has its line and its case; parameters are those that were found.
run 0 "cycle-times  1, 3 (--cycle-times)" 2 tune $small --grid 1x2 --json "$work/report.json" --store "$tuning"
for operation in gemm lu qr cholesky; do
  grep -q "^$operation  *200 " "$work/out" || fail "no line of $operation"
  grep -q "\"operation\": \"$operation\"" "$tuning" || fail "no case of $operation"
  grep -q "\"operation\": \"$operation\"" "$work/report.json" || fail "JSON: no $operation"
done
[ "$(grep -c '"default_runs"' "$work/report.json")" = 4 ] || fail "JSON: runs"

# Cases of the same runs are replaced, others are kept, and no other file is left behind.
run 0 "lu " 2 tune $small --grid 1x2 --operation lu --store "$tuning"
[ "$(grep -c '"operation"' "$tuning")" = 4 ] || fail "a case more for the same runs"
run 0 "lu " 2 tune $small --grid 2x1 --operation lu --store "$tuning"
[ "$(grep -c '"operation"' "$tuning")" = 5 ] || fail "no case for another grid"
[ "$(ls "$work" | wc -l)" = 3 ] || fail "files left behind: $(ls "$work")"

# What is stored is what hetgrid time works with, unless it is told otherwise; results stay right.
HETGRID_TUNING=$tuning
export HETGRID_TUNING
once="--n 200 --block-size 8 --cycle-times 1,3 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01"
run 0 "PASSED" 2 time lu $once --grid 1x2
run 0 "PASSED" 2 time gemm $once --grid 2x1 --parameters gemm.depth=17
run 0 "lu " 2 tune $small --grid 1x2 --operation lu # not with what it would replace

# Files that are wrong: one line, no work done, nothing changed.
echo '{"version": 1, "cases": [{"n": 3}]}' >"$work/bad.json"
cp "$work/bad.json" "$work/copy.json"
HETGRID_TUNING=$work/bad.json
run 1 "HETGRID_TUNING: $work/bad.json: cases[0].machine" 2 time lu $once
one_line
HETGRID_TUNING=$work/missing.json
run 1 "HETGRID_TUNING: $work/missing.json: cannot be read" 2 time lu $once
one_line
unset HETGRID_TUNING
run 1 "bad.json: cases[0].machine" 2 tune $small --operation lu --store "$work/bad.json"
one_line
cmp -s "$work/bad.json" "$work/copy.json" || fail "a file that was wrong has changed"
run 1 "cannot be written" 2 tune $small --operation lu --store "$work/nowhere/tuning.json"
one_line
run 1 "cannot be written" 2 tune $small --operation lu --json "$work/nowhere/report.json"
one_line
run 2 "--grid" 2 tune --n 200 --block-size 8 --cycle-times 1,3 --operation lu --grid 2x2
one_line
run 2 "--operation: svd: expected" 2 tune $small --operation svd
one_line
run 2 "--seconds: " 2 tune --n 200 --seconds nan
one_line

finish
