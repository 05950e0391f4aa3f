#!/bin/sh
# What the planner is measured by: quality, bounds and cost of the searches, panels, other distributions, partitions
# that are no grid, stars in the long run, tasks on demand with the figures of [Beaumont14] as SVG if gnuplot is there
# (bench_plan); then, on two cores, how well it predicts times (probe --curve, hetgrid time) and the criterion of [Lastovetsky04]
# section 2 (hetgrid assess). About twenty minutes.
#
# bench_plan.sh [HETGRID [BENCH_PLAN [FOLDER]]]   defaults: ./hetgrid, testing/plan/bench_plan, bench; all figures go to
#                                                 FOLDER/plan.json, all tables to FOLDER/plan.txt
set -eu
hetgrid=${1:-./hetgrid}
bench_plan=${2:-testing/plan/bench_plan}
folder=${3:-bench}
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

measurements() {
  "$bench_plan" --json "$work/planner.json"
  { printf '{"planner":\n'; cat "$work/planner.json"; printf ',\n"predictions": ['; } >"$work/plan.json"
  separator=
  for speeds in 1,3 1,1; do
    echo "== predicted times, emulated cycle-times $speeds"
    "$hetgrid" emulate --cycle-times "$speeds" -- \
      "$hetgrid" probe --curve --block-size 64 --seconds 5 --output "$work/platform.json"
    for operation in gemm lu qr cholesky; do
      "$hetgrid" emulate --cycle-times "$speeds" -- "$hetgrid" time $operation --n 4000 --block-size 64 \
        --grid 1x2,2x1 --library hetgrid --layout uneven --runs 3 --platform "$work/platform.json" \
        --json "$work/one.json"
      printf '%s{"emulated_cycle_times": [%s], "report":\n' "$separator" "$speeds" >>"$work/plan.json"
      cat "$work/one.json" >>"$work/plan.json"
      echo '}' >>"$work/plan.json"
      separator=,
    done
  done
  printf '], "assessments": [' >>"$work/plan.json"
  separator=
  for operation in gemm lu qr; do
    for grid in 1x2 2x1; do
      echo "== criterion of [Lastovetsky04], $operation"
      "$hetgrid" assess --cycle-times 1,3 --operation $operation --n 4000 --grid $grid --json "$work/one.json"
      printf '%s\n' "$separator" >>"$work/plan.json"
      cat "$work/one.json" >>"$work/plan.json"
      separator=,
    done
  done
  echo ']}' >>"$work/plan.json"
  mv "$work/plan.json" "$folder/plan.json"
  if command -v gnuplot >/dev/null; then
    python3 "$(dirname "$0")/server/bench/draw_figures.py" "$folder/plan.json" "$folder"
    echo "figures of [Beaumont14]: $folder/dynamic-*.svg"
  else
    echo "gnuplot is not installed: no figures of [Beaumont14]"
  fi
}

{ measurements && touch "$work/done"; } 2>&1 | tee "$folder/plan.txt"
[ -e "$work/done" ] || exit 1
echo "all figures: $folder/plan.json"
