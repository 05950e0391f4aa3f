#!/bin/sh
# hetgrid shape: what it prints and writes, and bad input.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"

# [DeFlumere14] 5.3: two processes, Square Corner above 3 : 1 under SCB, above 2 : 1 under PCB. Links so slow that they count.
slow="--bandwidth 0.01 --latency 0"
best() { # best SPEEDS OPTION...: the first line of the table
  speeds=$1
  shift
  "$hetgrid" shape --speeds "$speeds" $slow "$@" | sed -n '4s/  .*//p'
}
for row in "2.8:1 SCB Straight Line" "3.2:1 SCB Square Corner" "1.9:1 PCB Straight Line" "2.1:1 PCB Square Corner" \
  "20:1:1 SCB Square Corner" "1:20:1 SCB Square Corner" "10:9:1 SCB Square Rectangle" "2:1:1 SCB Block Rectangle" \
  "2:1:1 PCB Block Rectangle" "3:1 PIO Square Corner" "1,20,1 PIO Square Corner"; do
  set -- $row
  found=$(best "$1" --algorithm "$2")
  [ "$found" = "$3 $4" ] || fail "shape $row: $found"
done
[ "$(best 1:1:1 --algorithm SCB --topology star:0)" = "L Rectangle" ] || fail "shape: star of equal speeds"
# The star of a platform, about the process without a link.
star() { # star OPTION...: the topology that shape tells
  printf '{"block_size": 64, "processes": [{"cycle_time": 1}, {"cycle_time": 3}, {"cycle_time": 3}], "network": {"medium": "star",
    "between_hosts": {"latency": 0, "bandwidth": 1e7},
    "links": [{"latency": 1e-5, "bandwidth": 1e7}, {"latency": 0}, {"latency": 1e-5, "bandwidth": 1e7}]}}' >"$work/star.json"
  "$hetgrid" shape --platform "$work/star.json" "$@" | grep -o "a star about process .\|all connected"
}
[ "$(star)" = "a star about process 1" ] || fail "shape: star of a platform: $(star)"
[ "$(star --topology full)" = "all connected" ] || fail "shape --topology full of a star"
# By default they do not: then the smallest volume is first.
expect 0 "squares fit into the corners" "$hetgrid" shape --speeds 10:1:1
for text in "product, n = 4000, 1000 x 1000 cells: 3 processes, PIO, all connected" "Square Corner           1.15" \
  "Given: ratios of speeds" "Assumed, not measured: 50 GF/s for the fastest process" "process        speed     share"; do
  grep -qF "$text" "$work/out" || fail "shape of 10:1:1: no \"$text\""
done
expect 0 "do not fit beside each other" "$hetgrid" shape --speeds 1:1:1
expect 0 "a star about process 2" "$hetgrid" shape --speeds 3:2:1 --topology star:2
expect 0 "n = 500, 500 x 500 cells" "$hetgrid" shape --speeds 3:2:1 --n 500
expect 0 "64 x 64 cells" "$hetgrid" shape --speeds 3:2:1 --cells 64
expect 0 "algorithm  best shape" "$hetgrid" shape --speeds 3:2:1 --compare
for name in SCB PCB SCO PCO PIO; do
  grep -q "^$name " "$work/out" || fail "shape --compare: no $name"
done
# Many processes.
expect 0 "Nested Squares" "$hetgrid" shape --speeds 20:9:8:7:6:5:4:3:2:1:1:2:3:4:5:6
for name in "Nested Rectangles" "Column Based" "Grid" "Traditional Rectangle" "Square Corner"; do
  grep -q "^$name" "$work/out" || fail "shape of 16 processes: no $name"
done

# Files: the partition, pictures, a page.
"$hetgrid" shape --speeds 10:1:1 --cells 100 --json >"$work/shape1.json" || fail "shape --json"
expect 0 "predicted" "$hetgrid" shape --speeds 10:1:1 --cells 100 --json "$work/shape2.json" --svg "$work/shape.svg" \
  --html "$work/shape.html" --map "$work/map.svg" --compare
cmp "$work/shape1.json" "$work/shape2.json" || fail "shape --json differs from shape --json FILE"
grep -q '"rectangles"' "$work/shape1.json" || fail "shape --json: no rectangles"
for file in shape.svg map.svg; do
  grep -q "^<svg xmlns" "$work/$file" && tail -n 1 "$work/$file" | grep -q "^</svg>" || fail "shape: $file"
done
[ "$(grep -c 'class="process"' "$work/shape.svg")" -eq 3 ] || fail "shape --svg: not three processes"
grep -q "Fastest shape for speeds P : R : 1" "$work/map.svg" || fail "shape --map"
tail -n 1 "$work/shape.html" | grep -q "^</html>" || fail "shape --html"
expect 0 "" "$hetgrid" shape --speeds 2:1 --map "$work/map2.svg"
grep -q "Fastest shape for speeds P : 1" "$work/map2.svg" || fail "shape --map of two"

# A platform file: its links, its memory.
platform() {
  printf '{"block_size": 64, "processes": [{"cycle_time": 1}, {"cycle_time": 2, "memory": %s}, {"cycle_time": 4}]%s}' \
    "$1" "$2" >"$work/platform.json"
}
platform 1e12 ', "network": {"between_hosts": {"latency": 0, "bandwidth": 1e7}}'
expect 0 "Given: ratios of speeds, a switch with 0 s and 10 MB/s" "$hetgrid" shape --platform "$work/platform.json"
platform 1e8 ""
expect 0 "predicted" "$hetgrid" shape --platform "$work/platform.json" --cells 200
share=$(awk '$1 == 1 && /%/ { print $4 }' "$work/out")
[ "$(awk -v s="$share" 'BEGIN { print (s > 5 && s < 26) }')" = 1 ] || fail "shape: share $share % with 0.1 GB"
# Interleaved, the product needs less memory than with all that is received at once.
printf '{"block_size": 64, "processes": [{"cycle_time": 1, "memory": 2.1e8}, {"cycle_time": 1, "memory": 2.1e8}]}' \
  >"$work/tight.json"
expect 0 "SCB        the matrices and what is received do not fit into the memory" \
  "$hetgrid" shape --platform "$work/tight.json" --compare --html "$work/tight.html"
printf '{"block_size": 64, "processes": [{"cycle_time": 1, "memory": 1e6}, {"cycle_time": 2, "memory": 1e6}]}' \
  >"$work/small.json"
expect 1 "hetgrid: memory: 2 MB of all processes together: expected room for the matrices, 384 MB" \
  "$hetgrid" shape --platform "$work/small.json"
one_line

# The Push.
expect 0 "Pushes; volume" "$hetgrid" shape push --speeds 2:1:1 --seed 3 --cells 40 --svg "$work/push.svg" --json "$work/push.json"
[ "$(grep -c 'class="process"' "$work/push.svg")" -eq 6 ] || fail "shape push --svg: not three processes twice"
grep -q '"cells": 40' "$work/push.json" || fail "shape push --json"
cp "$work/out" "$work/first"
expect 0 "" "$hetgrid" shape push --speeds 2:1:1 --seed 3 --cells 40
cmp "$work/out" "$work/first" || fail "shape push: another result with the same seed"
expect 2 "--html: x: expected no such option of push" "$hetgrid" shape push --speeds 2:1 --html x
expect 0 "Pushes; volume" "$hetgrid" shape push --processes 3 --speeds 2:1:1 --seed 3 --cells 40 --json "$work/push3.json"
cmp "$work/push.json" "$work/push3.json" || fail "shape push --processes 3: another partition"
expect 0 "Pushes; volume" "$hetgrid" shape push --processes 3 --cells 40
expect 2 "--processes: 2: expected 3, as --speeds has" "$hetgrid" shape push --processes 2 --speeds 2:1:1
one_line
expect 2 "--compare" "$hetgrid" shape push --speeds 2:1 --compare
expect 2 "--seed: 2: expected no such option of choose" "$hetgrid" shape --speeds 2:1 --seed 2

# Bad input.
expect 2 "--bandwidth: 1: expected no such option of push" "$hetgrid" shape push --speeds 2:1 --bandwidth 1
expect 2 "hetgrid: --json: given without FILE" "$hetgrid" shape --speeds 2:1 --compare --json
for speeds in 0:1 -1:2 nan:1 1:inf 1::2 : a 1e999 "1 2" 1; do
  expect 2 "--speeds" "$hetgrid" shape "--speeds=$speeds"
  one_line
done
expect 2 "one of the two" "$hetgrid" shape
expect 2 "one of the two" "$hetgrid" shape --speeds 2:1 --platform "$work/platform.json"
expect 2 "--algorithm" "$hetgrid" shape --speeds 2:1 --algorithm XYZ
expect 2 "--topology: 2: expected 0 to 1" "$hetgrid" shape --speeds 2:1 --topology star:2
for topology in star star: star:-1 star:x star:99999999999 ring; do
  expect 2 "--topology" "$hetgrid" shape --speeds 2:1 --topology $topology
done
expect 2 "--n" "$hetgrid" shape --speeds 2:1 --n 10 --cells 20
expect 2 "--cells" "$hetgrid" shape --speeds 2:1 --cells 20000
expect 2 "--map" "$hetgrid" shape --speeds 1:2:3:4 --map "$work/map4.svg"
[ ! -e "$work/map4.svg" ] || fail "shape: a map that was refused is there"
expect 2 "ACTION" "$hetgrid" shape pull --speeds 2:1
expect 1 "cannot be written" "$hetgrid" shape --speeds 2:1 --svg "$work/none/shape.svg"
expect 1 "cannot be read" "$hetgrid" shape --platform "$work/none.json"
expect 2 "--gflops" "$hetgrid" shape --platform "$work/platform.json" --gflops 1
finish
