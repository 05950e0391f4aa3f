#!/bin/sh
# hetgrid assess: the ratio from two reports, runs on emulated machines, and bad input.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"

report() { # LAYOUT SECONDS RANK-GFLOPS [GRID]: of 2e9 operations of gemm
  cat <<END
{"results": [{"operation": "gemm", "precision": "d", "transa": "N", "transb": "N", "m": 1000, "n": 1000, "k": 1000,
  "block_size": 64, "grid": [${4:-1, 2}], "rank_gflops": [$3], "measurements": [
    {"routine": "gemm", "library": "ScaLAPACK", "layout": "uniform", "flops": 2e9, "median_seconds": 9},
    {"routine": "gemm", "library": "hetgrid", "layout": "$1", "flops": 2e9, "median_seconds": $2}]}]}
END
}

# Efficiencies 2 / (1 (3 + 1)) = 0.5 and 2 / (0.8 (2 + 2)) = 0.625.
report uneven 1 "3, 1" >"$work/unequal.json"
report uniform 0.8 "2, 2" >"$work/equal.json"
expect 0 "median: 0.800, target 0.97: missed" \
  "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/equal.json" --json "$work/assess.json"
grep -q "(3) total speed *4 GF/s *4 GF/s *+0.0 %$" "$work/out" || fail "equation (3): $(cat "$work/out")"
grep -q "efficiency *0.500 *0.625 *0.800" "$work/out" || fail "efficiencies: $(cat "$work/out")"
for text in '"ratio": 0.8' '"target": 0.97' '"met": false' '"efficiency": 0.625' '"power_gflops": 4.0'; do
  grep -qF "$text" "$work/assess.json" || fail "no $text in $(cat "$work/assess.json")"
done
# A total speed that is too different is said.
report uniform 1 "2, 1.5" >"$work/weaker.json"
expect 0 "not equivalent" "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/weaker.json"
grep -q "median: 0.875" "$work/out" || fail "ratio: $(cat "$work/out")"

# Bad input.
expect 2 "--cycle-times or --unequal" "$hetgrid" assess
expect 2 "--equal" "$hetgrid" assess --unequal "$work/unequal.json"
expect 2 "--unequal" "$hetgrid" assess --cycle-times 1,3 --unequal "$work/unequal.json" --equal "$work/equal.json"
expect 2 "--rounds: with --unequal: expected one of the two" "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/equal.json" --rounds 9
expect 2 "--operation" "$hetgrid" assess --cycle-times 1,3 --operation redistribute
expect 2 "--rounds" "$hetgrid" assess --cycle-times 1,3 --rounds 0
for times in 0,1 1,x 1,; do
  expect 2 "--cycle-times" "$hetgrid" assess --cycle-times $times
done
expect 1 "$work/none" "$hetgrid" assess --unequal "$work/none" --equal "$work/equal.json"
expect 1 "no run of hetgrid on the uneven layout" \
  "$hetgrid" assess --unequal "$work/equal.json" --equal "$work/equal.json"
report uniform 1 "2, 2" "2, 1" >"$work/other.json"
expect 1 "no run in common" "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/other.json"
report uniform 1 "2, 2, 2" >"$work/other.json"
expect 1 "equation (2)" "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/other.json"
report uniform 0 "2, 2" >"$work/other.json"
expect 1 "positive" "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/other.json"
report uniform 1 "-1, 5" >"$work/other.json"
expect 1 "positive" "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/other.json"
for text in '' '[' '[]' '{"results": 1}'; do
  echo "$text" >"$work/other.json"
  expect 1 "$work/other.json" "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/other.json"
done
report uniform 1 "2, 2" | awk 'NR == 1 { for (k = 0; k < 100000; ++k) { open = open "["; shut = shut "]" }
  sub(/"m": 1000/, "\"m\": " open shut) } { print }' >"$work/other.json"
expect 1 "at most 16 arrays and objects within each other" "$hetgrid" assess --unequal "$work/unequal.json" --equal "$work/other.json"
one_line

# From here on control groups have to be writable, and two cores are needed.
if ! "$hetgrid" emulate --cycle-times 1,2 -- true >"$work/out" 2>&1; then
  [ "$failures" -eq 0 ] || finish
  rm -rf "$work"
  echo "SKIPPED: cores of unequal speed cannot be emulated here"
  exit 77
fi
small="--n 200 --block-size 16 --runs 1 --probe-seconds 0.2"
expect 0 "ratio of the efficiencies, median: " \
  "$hetgrid" assess --cycle-times 1,3 --operation lu --grid 2x1 $small --rounds 2 --json "$work/assess.json"
for text in "getrf, m = 200, n = 200, grid 2 x 1, block size 16, precision d, 2 rounds" "(1) average link speed" \
  "(3) total speed" "round 2: time" "target 0.93"; do
  grep -qF "$text" "$work/out" || fail "no \"$text\" in $(cat "$work/out")"
done
grep -q "(2) processes *2 *2$" "$work/out" || fail "equation (2): $(cat "$work/out")"
[ "$(grep -c '"power_gflops"' "$work/assess.json")" = 4 ] || fail "JSON: $(cat "$work/assess.json")"
# One process has no links.
expect 0 "gemm, " "$hetgrid" assess --cycle-times 1 $small --rounds 1 --json "$work/assess.json"
grep -q "link speed" "$work/out" && fail "links of one process: $(cat "$work/out")"
python3 "$top_srcdir/testing/cli/check_schema.py" "$top_srcdir/doc/schemas" assess "$work/assess.json" || fail "JSON of one process"
# Before anything is measured, and in one line.
expect 2 "hetgrid: --grid: 2x2: expected at most as many" "$hetgrid" assess --cycle-times 1,3 --grid 2x2
one_line
expect 1 "cannot be written" "$hetgrid" assess --cycle-times 1,3 --json "$work/none/x"
one_line
expect 1 "hetgrid: --n: 1000000: expected matrices that fit into memory: " "$hetgrid" assess --cycle-times 1,3 --n 1000000 --probe-seconds 0.2
one_line
finish
