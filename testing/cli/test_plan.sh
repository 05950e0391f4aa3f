#!/bin/sh
# hetgrid plan: what it prints and writes, and bad input.
. "${top_srcdir:-.}/testing/cli/functions.sh"

# [Boudet99] 4.1: cycle-times 1 2 / 3 6 is rank one, no process waits.
expect 0 "1.0000 of the bound" "$hetgrid" plan --cycle-times 1,2,3,6 --grid 2x2
for text in "bound, sum of 1/t                     2.0000" "W of the real shares                  2.0000" \
  "uniform block-cyclic, this grid       0.6667   0.3333" "Panel, "; do
  grep -qF "$text" "$work/out" || fail "plan of 1,2,3,6: no \"$text\""
done
# Two processes, 3 to 1.
expect 0 "Predicted speedup over the uniform layout: 2.000" "$hetgrid" plan --cycle-times 1,3 --grid 1x2
expect 0 "counts 3 1" "$hetgrid" plan --cycle-times 1,3 --grid 1x2 --panel 1x4
expect 0 "counts 3 1" "$hetgrid" plan --cycle-times 1,3 --grid 2x1 --panel 4x1 --operation lu
for search in automatic exact heuristic multi-start as-given; do
  expect 0 "2 x 2 grid" "$hetgrid" plan --cycle-times 1,2,3,5 --grid 2x2 --search $search
done

# JSON to standard output or to a file; the same plan.
"$hetgrid" plan --cycle-times 1,3 --json >"$work/plan1.json" || fail "plan --json"
expect 0 "Panel, " "$hetgrid" plan --cycle-times 1,3 --json "$work/plan2.json"
cmp "$work/plan1.json" "$work/plan2.json" || fail "plan --json differs from plan --json FILE"
case $(cat "$work/plan1.json") in "{"*"\"arrangement\""*"}") ;; *) fail "plan --json is no JSON object" ;; esac
expect 0 "" "$hetgrid" plan --cycle-times 1,3 --svg "$work/plan.svg" --matrix-blocks 10
grep -q "^<svg xmlns" "$work/plan.svg" || fail "plan --svg"

# A platform file gives names.
platform() {
  printf '{"block_size": 64, "processes": [
    {"host": "tortoise", "rank": 0, "cycle_time": %s, "gflops": 1, "spread": 0},
    {"host": "hare", "rank": 1, "cycle_time": 1, "gflops": 3, "spread": 0}]}' "$1" >"$work/platform.json"
}
platform 3
expect 0 "1: t 1 (hare)" "$hetgrid" plan --platform "$work/platform.json"

# Bad input.
expect 2 "--cycle-times" "$hetgrid" plan --cycle-times=
for times in 0,1 -1,2 nan,1 1,inf 1,,2 , a 1e999 "1 2" 0x1p3; do
  expect 1 "--cycle-times" "$hetgrid" plan "--cycle-times=$times"
done
for grid in 2 2x 0x2 -1x2 2x2x2 axb 99999999999x1; do
  expect 1 "--grid" "$hetgrid" plan --cycle-times 1,2,3,5 "--grid=$grid"
done
expect 1 "expected" "$hetgrid" plan --cycle-times 1,2 --grid 2x2
expect 1 "--panel" "$hetgrid" plan --cycle-times 1,2 --panel 4
expect 1 "one of the two" "$hetgrid" plan --cycle-times 1,2 --platform "$work/platform.json"
expect 1 "one of the two" "$hetgrid" plan
expect 2 "--search" "$hetgrid" plan --cycle-times 1,2 --search guess
expect 2 "--operation" "$hetgrid" plan --cycle-times 1,2 --operation sort
expect 2 "--matrix-blocks" "$hetgrid" plan --cycle-times 1,2 --matrix-blocks 0
expect 1 "cannot be read" "$hetgrid" plan --platform "$work/none.json"
expect 1 "cannot be read" "$hetgrid" plan --platform "$work"
expect 1 "cannot be written" "$hetgrid" plan --cycle-times 1,2 --svg "$work/none/plan.svg"
for text in "" "{" "[]" '{"block_size": 64}' '{"block_size": 64, "processes": [1]}' \
  '{"block_size": "x", "processes": []}'; do
  printf '%s' "$text" >"$work/bad.json"
  expect 1 "$work/bad.json: " "$hetgrid" plan --platform "$work/bad.json"
done
for time in 0 -1 null '"1"' 1e999; do
  platform "$time"
  expect 1 "platform.json: " "$hetgrid" plan --platform "$work/platform.json"
done

expect 2 "subcommand" "$hetgrid"
expect 2 "" "$hetgrid" frobnicate
expect 0 "hetgrid $(sed -n 's/^version=//p' "${top_srcdir:-.}/VERSION")" "$hetgrid" --version
expect 0 "plan" "$hetgrid" --help
finish
