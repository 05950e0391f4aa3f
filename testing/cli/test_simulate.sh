#!/bin/sh
# hetgrid simulate: bad input, what SimGrid makes of platforms, how simulations end, that they repeat.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
platforms=${top_srcdir:-.}/examples/platforms

# Bad input.
expect 2 "PROGRAM" "$hetgrid" simulate --cycle-times 1,2
expect 2 "PROGRAM: \"plan\"" "$hetgrid" simulate --cycle-times 1,2 -- plan --cycle-times 1,2
expect 2 "PROGRAM: \"a b\"" "$hetgrid" simulate --cycle-times 1,2 -- time gemm --json "a b"
expect 2 "neither" "$hetgrid" simulate -- time gemm
expect 2 "both" "$hetgrid" simulate --cycle-times 1,2 --platform "$platforms/star.json" -- time gemm
expect 2 "--cycle-times" "$hetgrid" simulate --cycle-times 1,x -- time gemm
expect 1 "$work/none" "$hetgrid" simulate --platform "$work/none" -- time gemm
echo '{"block_size": 64, "processes": [{"cycle_time": 1}], "network": {"medium": "star"}}' >"$work/bad.json"
expect 1 "network.links: 0 links: expected one for each" "$hetgrid" simulate --platform "$work/bad.json" -- time gemm
expect 2 "--network" "$hetgrid" simulate --cycle-times 1,2 --network ring -- time gemm
expect 2 "--kernels" "$hetgrid" simulate --cycle-times 1,2 --kernels guessed -- time gemm
expect 2 "--time-limit" "$hetgrid" simulate --cycle-times 1,2 --time-limit=-1 -- time gemm
expect 2 "--keep" "$hetgrid" simulate --cycle-times 1,2 --keep "$work/a b" -- time gemm
expect 1 "--with-simgrid" "$hetgrid" simulate --cycle-times 1,2 --program "$work/none" --keep "$work/unused" -- time gemm
[ -e "$work/unused" ] && fail "--keep: a folder of a simulation that cannot be"

messages=${top_builddir:-.}/testing/cli/simulated_messages
if [ ! -x "$messages" ]; then
  [ "$failures" -eq 0 ] || finish
  rm -rf "$work"
  echo "SKIPPED: hetgrid was built without SimGrid"
  exit 77
fi
expect 2 "--simgrid" "$hetgrid" simulate --cycle-times 1,2 --program "$messages" --simgrid "a b" -- time links
expect 2 "hetgrid: --smpirun: " "$hetgrid" simulate --cycle-times 1,2 --program "$messages" --smpirun "$work/none" -- time links

# Every link has the latency and the bandwidth that its platform says: the examples, and networks with all there is.
mkdir "$work/platforms"
cp "$platforms"/*.json "$work/platforms"
processes='"processes": [{"host": "a", "cycle_time": 1, "segment": "x"}, {"host": "a", "cycle_time": 1, "segment": "x"},
  {"host": "b", "cycle_time": 2, "segment": "x"}, {"host": "c", "cycle_time": 1, "segment": "y"},
  {"host": "c", "cycle_time": 1, "segment": "y"}, {"cycle_time": 3, "segment": "z"}]'
described() { # NAME NETWORK
  echo "{\"block_size\": 64, $processes, \"network\": {$2}}" >"$work/platforms/$1.json"
}
classes='"within_host": {"latency": 1e-6, "bandwidth": 5e9}, "between_hosts": {"latency": 1e-4, "bandwidth": 1e7}'
described buses "\"medium\": \"bus\", $classes, \"between_segments\": {\"latency\": 1e-3, \"bandwidth\": 1e6}"
described switches "$classes, \"between_segments\": {\"latency\": 1e-3, \"bandwidth\": 1e6}"
# No tree: segments joined by faster links, a star in which processes share hosts, pairs.
described fast "\"medium\": \"bus\", $classes, \"between_segments\": {\"latency\": 1e-5, \"bandwidth\": 1e8}"
links=$(for i in 1 2 3 4 5 6; do printf '%s{"latency": %se-4, "bandwidth": %se6}' "$comma" $i $i; comma=,; done)
described shared_star "\"medium\": \"star\", $classes, \"links\": [$links]"
comma=
pairs=$(for i in $(seq 36); do printf '%s{"latency": %se-5, "bandwidth": %se5}' "$comma" "$i" $((100 - i)); comma=,; done)
described pairs "\"medium\": \"bus\", \"pairs\": [$pairs]"
for file in "$work/platforms"/*.json; do
  expect 0 "simulated " "$hetgrid" simulate --program "$messages" --platform "$file" -- time links
done

# A bus carries one message at a time; a message waits for its receiver unless SimGrid is told otherwise.
machine="--cycle-times 1,1,1,1 --latency 100 --bandwidth 0.01"
expect 0 "pairs: 0.100" "$hetgrid" simulate $machine --program "$messages" -- time pairs
expect 0 "pairs: 0.200" "$hetgrid" simulate $machine --network bus --program "$messages" -- time pairs
expect 0 "late: 0.006102" "$hetgrid" simulate $machine --program "$messages" -- time late
expect 0 "late: 0.000000" "$hetgrid" simulate $machine --program "$messages" --simgrid smpi/async-small-thresh:65536 \
  --simgrid smpi/send-is-detached-thresh:65536 -- time late

# The files stay where they are asked for, and nowhere else.
mkdir "$work/tmp"
expect 0 "" env TMPDIR="$work/tmp" "$hetgrid" simulate $machine --program "$messages" --keep "$work/kept" -- time pairs
for file in platform.xml hosts platform.json; do
  [ -s "$work/kept/$file" ] || fail "--keep: no $file"
done
expect 0 "" env TMPDIR="$work/tmp" "$hetgrid" simulate $machine --program "$messages" -- time pairs
[ -z "$(ls "$work/tmp")" ] || fail "left behind: $(ls "$work/tmp")"

# A command line that the simulated program refuses is told as it would be by itself.
expect 2 "hetgrid: --n: x: expected" "$hetgrid" simulate $machine -- time gemm --n x
one_line
expect 2 "hetgrid: ARGUMENT: --bogus: expected what hetgrid time --help lists" "$hetgrid" simulate $machine -- time gemm --bogus
one_line
expect 2 "hetgrid: --grid: 5x5: expected" "$hetgrid" simulate $machine -- time gemm --grid 5x5
one_line
expect 1 "hetgrid: $work/none: cannot be read" "$hetgrid" simulate $machine -- time gemm --plan "$work/none"
one_line
expect 1 "hetgrid: --n: 1000000: expected matrices that fit into memory: " "$hetgrid" simulate $machine -- time gemm --n 1000000
one_line

# How simulations go wrong.
expect 1 "deadlock" "$hetgrid" simulate $machine --program "$messages" -- time deadlock
expect 1 "exit status 134" "$hetgrid" simulate $machine --program "$messages" -- time crash
expect 1 "hetgrid: the simulation ended" "$hetgrid" simulate $machine --program "$messages" -- time abort
expect 1 "before it was complete" "$hetgrid" simulate $machine --program "$messages" -- time silent
expect 1 "--time-limit" "$hetgrid" simulate $machine --program "$messages" --time-limit 1 -- time forever
simulates() { grep -qs "smpi/tmpdi[r]:$work/tmp" /proc/[0-9]*/cmdline; }
# wait_until CONDITION: 10 s at most; fails if it does not come true
wait_until() { for _ in $(seq 100); do "$@" && return; sleep 0.1; done; false; }
over() { ! simulates; }
for signal in INT TERM; do
  rm -f "$work/tmp/"*
  { wait_until simulates; kill -$signal "$(cat "$work/pid")"; } &
  TMPDIR="$work/tmp" env --default-signal=INT sh -c 'echo $$ >"$0"; exec "$@"' "$work/pid" \
    "$hetgrid" simulate $machine --program "$messages" -- time forever >"$work/out" 2>&1 && fail "SIG$signal: success"
  wait
  [ -z "$(ls "$work/tmp")" ] || fail "SIG$signal: left behind: $(ls "$work/tmp")"
  wait_until over || fail "SIG$signal: the simulation lives on"
done

# The timing driver itself: the same output twice, JSON that says where it comes from, results checked.
driver="time gemm --n 96 --block-size 8 --runs 1 --library hetgrid --grid 3x3"
for run in 1 2; do
  expect 0 "simulated 9 processes" "$hetgrid" simulate --platform "$platforms/nine_workstations.json" \
    -- $driver --json "$work/$run.json"
  grep -v "^simulated " "$work/out" >"$work/$run.out"
done
cmp "$work/1.out" "$work/2.out" || fail "two runs differ"
cmp "$work/1.json" "$work/2.json" || fail "the JSON of two runs differs"
for run in 3 4; do
  expect 0 "simulated 4 processes" "$hetgrid" simulate $machine -- time lu --n 64 --block-size 8 --runs 1 --library hetgrid
  grep -v "^simulated " "$work/out" >"$work/$run.out"
done
cmp "$work/3.out" "$work/4.out" || fail "two runs of a machine without a file differ"
# Inverses and triangular solves, checked, and where matrices hold nothing: rows are not interchanged then.
for operation in getri trsm sygst ormqr; do
  expect 0 "PASSED" "$hetgrid" simulate $machine -- time $operation --n 64 --block-size 8 --runs 1 --library hetgrid
  expect 0 "not checked" "$hetgrid" simulate $machine --kernels modelled -- time $operation --n 640 --runs 1 --library hetgrid
done
# Products by a server, of every kind of policy, with results that are checked.
for run in 5 6; do
  expect 0 "simulated 4 processes" "$hetgrid" simulate --cycle-times 1,2,3,5 --bandwidth 1 -- time server-gemm --n 96 \
    --block-size 8 --memory 40k --runs 1 --policy auto,guided,holm,shared-chunks,dynamic-2-phases,partition
  grep -v "^simulated " "$work/out" >"$work/$run.out"
done
cmp "$work/5.out" "$work/6.out" || fail "two runs of a server differ"
# LU from a slow server and from a fast one takes the predicted time.
for cycle_times in 3,1,1,1 1,3,3,3; do
  expect 0 "simulated 4 processes" "$hetgrid" simulate --cycle-times $cycle_times --kernels modelled -- time server-lu --n 8000 \
    --block-size 80 --memory 60M --policy guided --runs 1 --json "$work/lu.json"
  python3 -c 'import json, sys; [run] = json.load(open(sys.argv[1]))[0]["measurements"]
assert 0.9 < run["predicted_s"] / run["median_s"] < 1.1, run
assert 0.95 < run["predicted_bytes"] / run["bytes"] < 1.05, run' "$work/lu.json" || fail "LU from a server, $cycle_times, predicted"
done
grep -q '"simulated": true' "$work/1.json" || fail "the JSON does not say that it was simulated: $(head -20 "$work/1.json")"
# The example with two segments, as the page has it, gains what the page says.
page=${top_srcdir:-.}/doc/simulation.md
example="time lu --n 2000 --grid 2x4 --runs 1"
grep -qF -e "two_segments.json --svg lu.svg --trace lu.json -- $example" "$page" || fail "the page has another example"
expect 0 "simulated 8 processes" "$hetgrid" simulate --platform "$platforms/two_segments.json" -- $example --json "$work/lu.json"
python3 - "$page" "$work/lu.json" <<'END' || fail "the gain of the example is not the page's"
import json, re, sys
said = float(re.search(r"the uneven layout is\n# ([0-9.]+) times as fast", open(sys.argv[1]).read())[1])
seconds = {one["layout"]: one["median_seconds"]
           for one in json.load(open(sys.argv[2]))["results"][0]["measurements"] if one["library"] == "hetgrid"}
gain = seconds["uniform"] / seconds["uneven"]
print(f"gain {gain:.3f}, said {said}")
sys.exit(abs(gain - said) > 0.01)
END
finish
