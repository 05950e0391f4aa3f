#!/bin/sh
# The standard set of measurements: PDGEMM, n = 4000, double, grids 1 x 2 and 2 x 1, on two cores with emulated
# cycle-times 1, 3 and on two equal cores. The planner knows only what the probe tells it. About four minutes.
#
# bench.sh [HETGRID [FOLDER]]    defaults: ./hetgrid, bench; the figures go to FOLDER/bench-gemm.json
# BENCH_OPTIONS: further options of `hetgrid time gemm`
set -eu
hetgrid=${1:-./hetgrid}
folder=${2:-bench}
mkdir -p "$folder"

measure() { # CYCLE-TIMES FILE
  echo "== cycle-times $1"
  "$hetgrid" emulate --cycle-times "$1" -- \
    "$hetgrid" time gemm --n 4000 --block-size 64 --grid 1x2,2x1 --json "$folder/$2" ${BENCH_OPTIONS:-}
  echo
}

trap 'rm -f "$folder/unequal.json" "$folder/equal.json"' EXIT
measure 1,3 unequal.json
measure 1,1 equal.json
{
  printf '{"unequal":\n'
  cat "$folder/unequal.json"
  printf ',\n"equal":\n'
  cat "$folder/equal.json"
  printf '}\n'
} >"$folder/bench-gemm.json"
echo "all figures: $folder/bench-gemm.json"
