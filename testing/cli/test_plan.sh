#!/bin/sh
# hetgrid plan: what it prints and writes, and bad input.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"

# [Boudet99] 4.1: cycle-times 1 2 / 3 6 is rank one, no process waits.
expect 0 "1.0000 of the bound" "$hetgrid" plan --cycle-times 1,2,3,6 --grid 2x2
for text in "bound, sum of 1/t                               2   1.0000" \
  "W of the real shares                            2   1.0000" \
  "uniform block-cyclic, this grid           0.66667   0.3333" "Panel, " "this plan" "The others wait for process" \
  "Given: cycle-times" "Assumed, not measured: 50 GF/s"; do
  grep -qF "$text" "$work/out" || fail "plan of 1,2,3,6: no \"$text\""
done
# Two processes, 3 to 1.
expect 0 "Predicted speedup over the uniform layout: 2.00" "$hetgrid" plan --cycle-times 1,3 --grid 1x2 --n 8192 --panel 1x4
grep -q "No process waits for others" "$work/out" || fail "plan of 1,3: somebody waits"
expect 0 "counts 3 1" "$hetgrid" plan --cycle-times 1,3 --grid 1x2 --panel 1x4
expect 0 "counts 3 1" "$hetgrid" plan --cycle-times 1,3 --grid 2x1 --panel 4x1 --operation lu
for search in automatic exact heuristic multi-start as-given; do
  expect 0 "2 x 2 grid" "$hetgrid" plan --cycle-times 1,2,3,5 --grid 2x2 --search $search
done
for operation in gemm:gemm lu:getrf getrf:getrf qr:geqrf geqrf:geqrf cholesky:potrf potrf:potrf; do
  expect 0 "${operation#*:}, n = 1000, blocks of 32, single precision: " \
    "$hetgrid" plan --cycle-times 1,2,3,5 --operation "${operation%:*}" --n 1000 --block-size 32 --precision s
done
# Who is left out, and why; a grid that is too large for a screen.
expect 0 "Idle: 4: t 50: a 1 x 5 grid of 5 processes is predicted to take" "$hetgrid" plan --cycle-times 1,1,1,1,50
expect 0 "Idle: 2: t 3: the grid has fewer places than there are processes" "$hetgrid" plan --cycle-times 1,2,3 --grid 1x2
many=$(awk 'BEGIN { for (k = 0; k < 120; ++k) printf "%s%g", k ? "," : "", 1 + k % 17 / 4 }')
expect 0 "too large for a screen" "$hetgrid" plan --cycle-times "$many" --grid 10x12
[ "$(wc -l <"$work/out")" -le 45 ] || fail "plan of 120 processes: longer than a screen"
# What is assumed can be changed. A slow bus makes small grids better.
expect 0 "Given: speeds, a bus with 100 us and 10 MB/s" \
  "$hetgrid" plan --cycle-times 1,2 --gflops 100 --latency 100 --bandwidth 0.01 --bus
expect 0 "1 x 1 grid" "$hetgrid" plan --cycle-times 1,2,2,2 --n 1000 --latency 1000 --bandwidth 0.0001
# A default that is given changes nothing but that it is given.
for given in "--bandwidth 0.2" "--bandwidth 0.2 --latency 20"; do
  expect 0 "gemm.lookahead=5,gflops=50,latency=" "$hetgrid" plan --cycle-times 1,1,1,1 --grid 2x2 --n 8000 $given --json
done
# Of a platform file as well, it is told what was given. Small machines and problems get units that fit.
printf '{"block_size": 64, "processes": [{"cycle_time": 1}, {"cycle_time": 3}]}' >"$work/bare.json"
expect 0 "Given: cycle-times" "$hetgrid" plan --platform "$work/bare.json"
expect 0 "Assumed, not measured: 50 GF/s for the smallest cycle-time" "$hetgrid" plan --platform "$work/bare.json"
expect 0 " MF/s " "$hetgrid" plan --cycle-times 1,2 --gflops 0.06 --n 500
expect 2 "--gflops: 1e-06: expected at least 3e-06, as" "$hetgrid" plan --cycle-times 1,3 --gflops 1e-6
expect 0 " us " "$hetgrid" plan --cycle-times 1 --n 64
grep -q "e-0" "$work/out" && fail "plan of a small matrix: an exponent"
# Where the processes were rearranged for the panel, both W are told.
rearranged=$(awk 'BEGIN { for (k = 0; k < 64; ++k) printf "%s%g", k ? "," : "", 1 + k * 37 % 64 / 7 }')
expect 0 "W of the best real shares found" "$hetgrid" plan --cycle-times "$rearranged" --grid 8x8 --n 4000
found=$(sed -n 's/^ *W of the best real shares found *\([0-9.]*\) .*/\1/p' "$work/out")
used=$(sed -n 's/^ *W of r and c, processes rearranged *\([0-9.]*\) .*/\1/p' "$work/out")
[ -n "$used" ] && [ "$(awk -v a="$found" -v b="$used" 'BEGIN { print (a > b) }')" = 1 ] ||
  fail "W found \"$found\", W after rearranging \"$used\""
# The other distributions.
expect 0 "column-based" "$hetgrid" plan --cycle-times 1,2,3,5,4,2 --compare
for name in hetgrid two-step Kalinov-Lastovetsky uniform oversubscribed; do
  grep -q "^$name" "$work/out" || fail "plan --compare: no $name"
done
# Partitions of a product are beside them, and one of them can be written.
for name in "partition " "Traditional Rectangle" "Nested Rectangles" "Column Based"; do
  grep -q "^$name" "$work/out" || fail "plan --compare: no $name"
done
expect 0 "Partition: Square Corner, predicted" \
  "$hetgrid" plan --cycle-times 1,10 --partition square-corner --json "$work/partition1.json"
"$hetgrid" plan --cycle-times 1,10 --partition square-corner --json >"$work/partition2.json" || fail "plan --partition --json"
cmp "$work/partition1.json" "$work/partition2.json" || fail "plan --partition --json differs from --json FILE"
grep -q '"cells": 63' "$work/partition1.json" || fail "plan --partition: not a cell for each block"
expect 0 "Partition: " "$hetgrid" plan --cycle-times 1,2,3,5 --partition auto
expect 2 "--partition: round: expected one of auto, " "$hetgrid" plan --cycle-times 1,2,3,5 --partition round
one_line
printf '{"block_size": 64, "processes": [{"cycle_time": 1, "memory": 1e6}, {"cycle_time": 2, "memory": 1e6}]}' >"$work/small.json"
expect 1 "memory of the processes together: 2e+06 bytes: expected at least 3.84e+08 bytes" \
  "$hetgrid" plan --platform "$work/small.json" --partition auto
expect 2 "--partition: auto: expected --operation gemm" "$hetgrid" plan --cycle-times 1,2 --operation lu --partition auto
one_line

# JSON to standard output or to a file; the same plan.
"$hetgrid" plan --cycle-times 1,3 --json >"$work/plan1.json" || fail "plan --json"
expect 0 "Panel, " "$hetgrid" plan --cycle-times 1,3 --json "$work/plan2.json"
cmp "$work/plan1.json" "$work/plan2.json" || fail "plan --json differs from plan --json FILE"
case $(cat "$work/plan1.json") in "{"*"\"arrangement\""*"}") ;; *) fail "plan --json is no JSON object" ;; esac
expect 0 "" "$hetgrid" plan --cycle-times 1,3 --svg "$work/plan.svg" --matrix-blocks 10
grep -q "^<svg xmlns" "$work/plan.svg" || fail "plan --svg"
grep -q "Matrix: first 10 of 63 blocks each way" "$work/plan.svg" || fail "plan --svg: size of the matrix"
expect 0 "" "$hetgrid" plan --cycle-times 1,3 --html "$work/plan.html" --compare
tail -n 1 "$work/plan.html" | grep -q "^</html>" || fail "plan --html"

# 1024 processes are planned in a second or two of CPU.
seconds=10
[ -n "$SANITIZER_FLAGS" ] && seconds=80
thousand=$(awk 'BEGIN { for (k = 0; k < 1024; ++k) printf "%s%g", k ? "," : "", 1 + k % 997 / 100 }')
(ulimit -t $seconds && exec "$hetgrid" plan --cycle-times "$thousand" --operation lu --n 100000) >"$work/out" 2>&1 ||
  fail "1024 processes: exit status $?, within $seconds s of CPU: $(head -c 500 "$work/out")"

# Ctrl-C during a search that would take minutes gives the best plan so far. The shell ignores SIGINT for what runs in
# the background; the command does not.
thousands=$(awk 'BEGIN { for (k = 0; k < 20000; ++k) printf "%s%g", k ? "," : "", 1 + k % 997 / 100 }')
"$hetgrid" plan --cycle-times "$thousands" --grid 125x160 --progress --json "$work/interrupted.json" \
  >"$work/out" 2>"$work/progress" &
search=$!
tries=0
: >>"$work/progress"
until grep -q "searched" "$work/progress" || [ $tries -ge 600 ]; do
  tries=$((tries + 1))
  sleep 0.1
done
kill -INT $search
wait $search || fail "plan interrupted: status $?"
grep -q "interrupted, this is its best so far" "$work/out" || fail "plan interrupted: no note"
grep -q '"arrangement"' "$work/interrupted.json" || fail "plan interrupted: no plan"

# A platform file gives names.
platform() {
  printf '{"block_size": 64, "processes": [
    {"host": "tortoise", "rank": 0, "cycle_time": %s, "gflops": 1, "spread": 0},
    {"host": "hare", "rank": 1, "cycle_time": 1, "gflops": 3, "spread": 0}]}' "$1" >"$work/platform.json"
}
platform 3
expect 0 "1 (hare): t 1" "$hetgrid" plan --platform "$work/platform.json"

# Bad input.
expect 2 "--cycle-times" "$hetgrid" plan --cycle-times=
for times in 0,1 -1,2 nan,1 1,inf 1,,2 , a 1e999 "1 2" 0x1p3; do
  expect 2 "--cycle-times" "$hetgrid" plan "--cycle-times=$times"
done
for grid in 2 2x 0x2 -1x2 2x2x2 axb 99999999999x1; do
  expect 2 "--grid" "$hetgrid" plan --cycle-times 1,2,3,5 "--grid=$grid"
done
expect 2 "hetgrid: --grid: 2 x 2: expected" "$hetgrid" plan --cycle-times 1,2 --grid 2x2
expect 2 "--panel" "$hetgrid" plan --cycle-times 1,2 --panel 4
expect 2 "one of the two" "$hetgrid" plan --cycle-times 1,2 --platform "$work/platform.json"
expect 2 "one of the two" "$hetgrid" plan
expect 2 "--search" "$hetgrid" plan --cycle-times 1,2 --search guess
expect 2 "--operation" "$hetgrid" plan --cycle-times 1,2 --operation sort
expect 2 "--n" "$hetgrid" plan --cycle-times 1,2 --n 0
expect 2 "--block-size" "$hetgrid" plan --cycle-times 1,2 --block-size -1
expect 2 "--precision" "$hetgrid" plan --cycle-times 1,2 --precision q
expect 2 "--gflops" "$hetgrid" plan --cycle-times 1,2 --gflops 0
expect 2 "--gflops" "$hetgrid" plan --platform "$work/platform.json" --gflops 1
expect 2 "--latency" "$hetgrid" plan --cycle-times 1,2 --latency -1
expect 2 "--bandwidth" "$hetgrid" plan --cycle-times 1,2 --bandwidth 0
expect 1 "cannot be written" "$hetgrid" plan --cycle-times 1,2 --html "$work/none/plan.html"
expect 2 "--matrix-blocks" "$hetgrid" plan --cycle-times 1,2 --matrix-blocks 0
expect 1 "cannot be read" "$hetgrid" plan --platform "$work/none.json"
expect 1 "cannot be read" "$hetgrid" plan --platform "$work"
# Pipes, with somebody at the other end and without.
mkfifo "$work/unwritten" "$work/pipe"
cat >"$work/pipe" <"$work/platform.json" &
expect 0 "" "$hetgrid" plan --platform "$work/pipe"
wait
"$hetgrid" plan --cycle-times 1,2 --json "$work/pipe" >"$work/unread" 2>&1 &
expect 1 "a pipe that nobody has written to" "$hetgrid" plan --platform "$work/unwritten"
one_line
wait
grep -q "a pipe that nobody has read from" "$work/unread" || fail "nobody reads: $(cat "$work/unread")"
expect 1 "cannot be written" "$hetgrid" plan --cycle-times 1,2 --svg "$work/none/plan.svg"
expect 1 "/dev/zero: more than 268435456 bytes" "$hetgrid" plan --platform /dev/zero
for times in 1,2,3,1e100 1,1e308 1e-320,1 1,1e9,1,1,1,1,1,1,1; do
  expect 2 "--cycle-times[" "$hetgrid" plan --cycle-times "$times"
done
for text in "" "{" "[]" '{"block_size": 64}' '{"block_size": 64, "processes": [1]}' \
  '{"block_size": "x", "processes": []}'; do
  printf '%s' "$text" >"$work/bad.json"
  expect 1 "$work/bad.json: " "$hetgrid" plan --platform "$work/bad.json"
done
for time in 0 -1 null '"1"' 1e999; do
  platform "$time"
  expect 1 "platform.json: " "$hetgrid" plan --platform "$work/platform.json"
done

# Whatever is wrong is said in one line, however long the words are.
long=$(awk 'BEGIN { for (k = 0; k < 5000; ++k) printf "7" }')
for words in "--n $long" "--platform $long" "--grid" "--grid 1x2 --grid 2x1" "--$long" "$long" "--compare=x" "--operation sort" \
  "--gflops 1 --platform x" "--cycle-times $long" "--cycle-times 1e308,1" "--cycle-times 1e-320" "--n 0" "--seed -1" \
  "--operation 3" "--search 4" "--precision 8" "--json $work/$long" "--svg $work"; do
  timeout 60 "$hetgrid" plan $words >"$work/out" 2>&1 && fail "plan $words: success"
  one_line
done
for words in "--grid ''" "--svg ''" "--html ''"; do
  eval "\"\$hetgrid\" plan --cycle-times 1,2 $words" >"$work/out" 2>&1 && fail "plan $words: success"
  one_line
done
expect 2 "hetgrid: --gflops: NaN: expected a number, 1e-06 to 1e+09" "$hetgrid" plan --cycle-times 1,2 --gflops NaN
for precision in s d c z; do
  expect 0 "Panel, " "$hetgrid" plan --cycle-times 1,2 --precision $precision
done

# Files and standard output: told before the search, old files survive, all or none.
echo old >"$work/old"
expect 1 "cannot be written" "$hetgrid" plan --cycle-times "$thousands" --grid 125x160 --svg "$work/new.svg" --json "$work/none/x"
one_line
[ -e "$work/new.svg" ] && fail "a file of a command that failed"
expect 1 "new.svg: given for two outputs: expected a file for each" \
  "$hetgrid" plan --cycle-times 1,2 --json "$work/new.svg" --svg "$work/./new.svg"
one_line
[ -e "$work/new.svg" ] && fail "a file of two outputs"
# Standard output that is closed is no place for other files.
"$hetgrid" plan --cycle-times 1,2 --svg "$work/closed.svg" >&- 2>"$work/out" && fail "standard output is closed: no failure"
grep -q "standard output: cannot be written" "$work/out" || fail "standard output is closed: $(cat "$work/out")"
[ ! -e "$work/closed.svg" ] || fail "a file of a command whose output failed"
expect 2 "hetgrid: --json: given without FILE: expected a FILE, or no --compare" "$hetgrid" plan --cycle-times 1,2 --compare --json
# Below /dev there are files as others.
if [ -d /dev/shm ] && [ -w /dev/shm ]; then
  expect 0 "" "$hetgrid" plan --cycle-times 1,2 --json "/dev/shm/hetgrid-$$.json"
  rm -f "/dev/shm/hetgrid-$$.json"
fi
for output in "--json" "--compare" "--svg $work/new.svg --html $work/old"; do
  [ -w /dev/full ] || break
  "$hetgrid" plan --cycle-times 1,2 $output >/dev/full 2>"$work/out"
  [ $? -eq 1 ] || fail "plan $output to a full device: no failure"
  grep -q "^hetgrid: standard output: cannot be written: No space left on device" "$work/out" || fail "$(cat "$work/out")"
  one_line
done
"$hetgrid" --help >/dev/full 2>"$work/out" && fail "--help to a full device: no failure"
{ [ -e "$work/new.svg" ] || [ "$(cat "$work/old")" != old ]; } && fail "files of a command whose output failed"
# A reader that has gone away: a signal, or an error where it is ignored.
(trap '' PIPE; "$hetgrid" plan --cycle-times 1,2 --json 2>"$work/out"; echo $? >"$work/status") | true
[ "$(cat "$work/status")" = 1 ] || [ "$(cat "$work/status")" = 0 ] || fail "broken pipe: $(cat "$work/status" "$work/out")"
expect 1 "cannot be written: No space left on device" "$hetgrid" plan --cycle-times 1,2 --json /dev/full
one_line
ls -a "$work" | grep -q '^\.hetgrid' && fail "left behind: $(ls -a "$work")"

# A product from a server: who works, the policies, the picture; the server and its port in the platform file.
expect 0 "3 of 3 workers by orroml, one port" "$hetgrid" plan --server --cycle-times 1,1,1,1 --n 2000 --m 3000 --k 1000 \
  --memory 4M --policy orroml --svg "$work/server.svg" --json "$work/server.json"
for text in "Enrolled" "Order of the first steps: 1 2 3 1 2 3" "of the bound; the port is busy" "Bounds: " "two-buffers"; do
  grep -qF "$text" "$work/out" || fail "plan --server: no \"$text\""
done
[ "$(grep -c 'class="rank"' "$work/server.svg")" = 4 ] || fail "plan --server --svg: not four rows"
python3 - "$work/server.json" <<'END' || fail "plan --server --json"
import json, sys
plan = json.load(open(sys.argv[1]))
assert [worker["process"] for worker in plan["workers"]] == [1, 2, 3]
assert all(worker["buffers"] == 4000000 // (64 * 64 * 8) for worker in plan["workers"])
assert sum(worker["bytes_returned"] for worker in plan["workers"]) == 3000 * 2000 * 8
assert abs(sum(worker["bytes_sent"] + worker["bytes_returned"] for worker in plan["workers"]) - plan["bytes"]) < 1
assert plan["seconds"] >= max(plan["bounds"].values())
END
# The fastest by what is known: what speeds may be as well, none that is told.
for error in 0.3 unknown; do
  expect 0 "mean time" "$hetgrid" plan --server --cycle-times 1,1,3,5 --n 1000 --memory 4M --speed-error $error --json "$work/server.json"
  python3 - "$work/server.json" $error <<'END' || fail "plan --server --speed-error $error"
import json, sys
plan, error = json.load(open(sys.argv[1])), sys.argv[2]
policies = [policy["name"] for policy in plan["policies"]]
assert policies[0] == plan["policy"] and {"greedy", "partition", "shared-chunks"} <= set(policies), policies
seconds = [policy["seconds"] for policy in plan["policies"] if "seconds" in policy]
assert seconds == sorted(seconds), seconds
updates = {worker["seconds_per_update"] for worker in plan["workers"]}
assert len(updates) == (1 if error == "unknown" else 3), updates
END
done
expect 2 "--speed-error: 30%: expected a part from 0 to 0.99, or unknown" "$hetgrid" plan --server --cycle-times 1,1 --speed-error 30%
expect 2 "" "$hetgrid" plan --cycle-times 1,1 --speed-error 0.3
expect 0 "partition, speeds known" "$hetgrid" plan --server --dynamic --cycle-times 1,1,2,3,5 --n 2000 --json "$work/dynamic.json"
grep -qF "32 x 32 x 32 tasks of blocks of 64 by 4 workers" "$work/out" || fail "plan --dynamic: tasks"
python3 - "$work/dynamic.json" <<'END' || fail "plan --dynamic --json"
import json, sys
report = json.load(open(sys.argv[1]))
sent = {(row["name"], row["speeds_known"]): row["blocks"] for row in report["strategies"]}
assert report["lower_bound"] < sent["greedy", False] < sent["dynamic-2-phases", False] < sent["random", False]
assert abs(sum(report["agnostic_blocks"]) / sent["dynamic-2-phases", False] - 1) < 0.2, report
assert 0 < report["threshold"] < 32**3
END
expect 0 "too many tasks to simulate" "$hetgrid" plan --server --dynamic --cycle-times 1,1,2 --n 400000
expect 2 "" "$hetgrid" plan --server --dynamic --policy holm --cycle-times 1,1
# LU from a server: the panels, all policies, and the plans of the paper, which has no look-ahead.
lu="plan --server --operation lu --cycle-times 3,1,1,2 --n 2000 --block-size 40"
expect 0 ", the server" "$hetgrid" $lu --memory 20M --json "$work/server-lu.json"
for text in "lu from a server, n = 2000, blocks of 40: 3 workers, " "Panels" "of the bound, " "One by one, mu" "equal: " "free: "; do
  grep -qF "$text" "$work/out" || fail "plan --server --operation lu: no \"$text\""
done
expect 0 "" "$hetgrid" $lu --memory 20M --policy guided --json "$work/guided-lu.json"
python3 - "$work/server-lu.json" "$work/guided-lu.json" <<'END' || fail "plan --server --operation lu --json"
import json, sys
auto, guided = (json.load(open(file)) for file in sys.argv[1:])
seconds = {policy["name"]: policy["seconds"] for policy in auto["policies"] if "seconds" in policy}
assert auto["seconds"] == seconds[auto["policy"]] == min(seconds.values()), seconds
assert guided["policy"] == "guided" and guided["seconds"] == seconds["guided"], guided["seconds"]
for plan in auto, guided:
    assert sum(panel["width"] for panel in plan["panels"]) == 2000
    assert plan["seconds"] >= plan["bound"] > 0
    equal, free = plan["one_by_one"]
    assert sum(equal["mu"]) == sum(free["mu"]) == 50 and len(set(equal["mu"][:-1])) == 1
    assert 0 < free["seconds"] <= equal["seconds"]
    assert set(free["enrolled"]) <= {1, 2, 3}
END
expect 0 "expected room for all blocks of a panel on one of them" "$hetgrid" $lu --memory 0.1M
expect 2 "hetgrid: --operation: qr: expected gemm or lu with --server" "$hetgrid" plan --server --operation qr --cycle-times 1,1
for option in "--m 100" "--k 100" "--svg $work/lu.svg" "--speed-error 0.3" --dynamic; do
  expect 2 "expected with --server --operation gemm alone" "$hetgrid" $lu $option
done
printf '{"block_size": 64, "processes": [{"cycle_time": 1}, {"cycle_time": 3}], "server": {"rank": 1, "port": "many", "computes": true}}' \
  >"$work/star.json"
expect 1 "hetgrid: server.rank: 1: expected 0 with --operation lu" "$hetgrid" plan --server --operation lu --platform "$work/star.json" --n 1000
expect 0 ", a port for each" "$hetgrid" plan --server --platform "$work/star.json" --n 1000
# Processes of a host share memory, unless that is switched off.
printf '{"block_size": 64, "processes": [{"host": "one", "cycle_time": 1}, {"host": "one", "cycle_time": 1}]}' >"$work/host.json"
for shared in on 2 off 1; do
  HETGRID_SHARED_MEMORY=$shared "$hetgrid" plan --server --platform "$work/host.json" --n 1000 --json "$work/shared-$shared.json" >"$work/out" ||
    fail "plan --server, HETGRID_SHARED_MEMORY=$shared"
done
cmp -s "$work/shared-on.json" "$work/shared-2.json" && cmp -s "$work/shared-off.json" "$work/shared-1.json" ||
  fail "plan --server: HETGRID_SHARED_MEMORY=2 is not on, or 1 not off"
python3 - "$work/shared-on.json" "$work/shared-off.json" <<'END' || fail "plan --server: HETGRID_SHARED_MEMORY=off makes no difference"
import json, sys
on, off = (json.load(open(file)) for file in sys.argv[1:])
assert on["seconds"] < off["seconds"], (on["seconds"], off["seconds"])
END
expect 1 "hetgrid: HETGRID_SHARED_MEMORY: maybe: expected on, off" env HETGRID_SHARED_MEMORY=maybe \
  "$hetgrid" plan --server --platform "$work/host.json" --n 1000
expect 2 "hetgrid: --memory: 2M,3M: expected one size, or 3, one for each worker" "$hetgrid" plan --server --cycle-times 1,1,1,1 --memory 2M,3M
expect 2 "hetgrid: --memory: 1000: expected at least 32768 bytes for each, a block of 64 x 64" \
  "$hetgrid" plan --server --cycle-times 1,1 --memory 1000
expect 2 "room for 3 blocks of 64 x 64 on one of them at least" "$hetgrid" plan --server --cycle-times 1,1 --memory 40k
expect 2 "hetgrid: --block-size: 64: expected blocks or memory so large that at most 1e+06 transfers" \
  "$hetgrid" plan --server --cycle-times 1,1,2 --n 100000 --memory 10M # minutes
one_line
expect 2 "" "$hetgrid" plan --cycle-times 1,1 --memory 1G
expect 2 "" "$hetgrid" plan --server --cycle-times 1,1 --grid 1x2

expect 2 "hetgrid: COMMAND: none: expected a subcommand" "$hetgrid"
expect 2 "hetgrid: COMMAND: frobnicate: expected a subcommand" "$hetgrid" frobnicate
expect 2 "hetgrid: COMMAND: --n: expected a subcommand" "$hetgrid" --n 3
expect 2 "hetgrid: ARGUMENT: --size: expected what hetgrid plan --help lists" "$hetgrid" plan --cycle-times 1,2 --size 3
one_line
# Flags have no values, and what contradicts is not taken.
for flag in compare progress bus server; do
  expect 2 "hetgrid: --$flag: a value: expected a flag, which has no value" "$hetgrid" plan --cycle-times 1,2 "--$flag=3"
  one_line
done
expect 2 "hetgrid: --network: with --bus: expected one of the two" "$hetgrid" plan --cycle-times 1,2 --bus --network switch
one_line
expect 0 "hetgrid $(sed -n 's/^version=//p' "${top_srcdir:-.}/VERSION")" "$hetgrid" --version
expect 0 "plan" "$hetgrid" --help
# Words of a program that is not run would be lost.
expect 2 "hetgrid: --: --grid: expected nothing after it, as hetgrid plan runs no program" "$hetgrid" plan --cycle-times 1,2 -- --grid 1x2
one_line
finish
