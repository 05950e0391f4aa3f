#!/bin/sh
# The standard set of measurements: PDGEMM, n = 4000, double, grids 1 x 2 and 2 x 1, on two cores with emulated
# cycle-times 1, 3 and on two equal cores. The planner knows only what the probe tells it. About four minutes.
#
# bench.sh [HETGRID [OUTPUT]]    defaults: ./hetgrid, bench-gemm.json
# BENCH_OPTIONS: further options of `hetgrid time gemm`, such as --runs 9
set -eu
hetgrid=${1:-./hetgrid}
output=${2:-bench-gemm.json}

measure() { # CYCLE-TIMES FILE
  echo "== cycle-times $1"
  "$hetgrid" emulate --cycle-times "$1" -- \
    "$hetgrid" time gemm --n 4000 --block-size 64 --grid 1x2,2x1 --runs 5 --json "$2" ${BENCH_OPTIONS:-}
  echo
}

trap 'rm -f "$output.unequal" "$output.equal"' EXIT
measure 1,3 "$output.unequal"
measure 1,1 "$output.equal"
{
  printf '{"unequal":\n'
  cat "$output.unequal"
  printf ',\n"equal":\n'
  cat "$output.equal"
  printf '}\n'
} > "$output"
echo "all figures: $output"
