#!/bin/sh
# hetgrid time --trace, --gantt: every rank and layout is there, and the trace tells the same times as the profile.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
run() { # STATUS TEXT ARGUMENTS...
  wanted=$1 words=$2
  shift 2
  expect "$wanted" "$words" "${MPIEXEC:-mpiexec}" -n 2 "$hetgrid" time "$@" --cycle-times 1,3 --grid 1x2 \
    --block-size 16 --aggregate-size 100 --aggregate-seconds 0.01
}

# Factorizations of matrices that are not a single panel, in which both ranks have a share.
for operation in gemm lu qr cholesky solve trsm getri; do
  run 0 " messages" $operation --n 1000 --panel 1x4 --runs 1 --profile --trace "$work/trace.json" --gantt "$work/gantt.svg" \
    --json "$work/time.json"
  python3 - "$work" $operation <<'EOT' || fail "$operation: trace"
import collections, json, sys, xml.etree.ElementTree as xml
work, operation = sys.argv[1:]
events = json.load(open(work + "/trace.json"))["traceEvents"]
[result] = json.load(open(work + "/time.json"))["results"]
processes = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
threads = {(event["pid"], event["tid"]): event["args"]["name"] for event in events if event["name"] == "thread_name"}
seconds = collections.Counter()
ends = collections.Counter()
for event in events:
    if event["ph"] == "X":
        thread = event["pid"], event["tid"]
        seconds[thread + (event["name"],)] += event["dur"] / 1e6
        assert event["ts"] >= ends[thread] - 1e-3, ("overlap", thread, event)
        ends[thread] = event["ts"] + event["dur"]

measured = [one for one in result["measurements"] if one["library"] == "hetgrid"]
assert len(processes) == len(measured) and len(threads) == 2 * len(measured), (processes, threads)
names = {"panel": "panel", "exchange": "broadcast", "update": "update", "swap": "swap", "idle": "wait"}
for pid, one in enumerate(measured):
    assert one["routine"] in processes[pid] and one["layout"] in processes[pid], processes[pid]
    for rank in range(2):
        assert threads[pid, rank].startswith("rank %d (0, " % rank), threads[pid, rank]
        profile = one["profile_seconds"][rank]
        assert profile["update"] > 0, (pid, rank, profile)
        # While a process waits it looks around, for less than a microsecond: part of the wait there, of the exchange here.
        for entries in ["panel"], ["update"], ["swap"], ["exchange", "idle"]:
            traced = sum(seconds[pid, rank, names[entry]] for entry in entries)
            here = sum(profile[entry] for entry in entries)
            assert abs(traced - here) <= 0.05 * here + 0.005 * one["seconds"][0], (processes[pid], rank, entries, seconds, profile)
        assert ends[pid, rank] / 1e6 <= one["seconds"][0] * 1.5, (ends, one["seconds"])
        assert sum(profile.values()) <= one["seconds"][0] * 1.001, (profile, one["seconds"])
    assert all(bytes >= 0 for bytes in one["bytes_sent"] + one["messages_sent"]) and len(one["idle_fraction"]) == 2
layouts = " ".join(processes.values())
assert "uniform" in layouts and "uneven" in layouts, processes

svg = xml.parse(work + "/gantt.svg").getroot()
rows = [group for group in svg.iter("{http://www.w3.org/2000/svg}g") if group.get("class") == "rank"]
assert len(rows) == 2 * len(measured), len(rows)
assert all("update" in row[0].text for row in rows), [row[0].text for row in rows]
EOT
done

# Ranks that pass messages count them; in shared memory there are none.
for memory in on off; do
  HETGRID_SHARED_MEMORY=$memory
  export HETGRID_SHARED_MEMORY
  run 0 " messages" gemm --n 400 --runs 2 --library hetgrid --layout uneven --profile --json "$work/$memory.json"
done
python3 - "$work" <<'EOT' || fail "messages"
import json, sys
def sent(memory):
    [result] = json.load(open(sys.argv[1] + "/" + memory + ".json"))["results"]
    [measured] = result["measurements"]
    return measured["bytes_sent"], measured["messages_sent"], result["plan"]
assert sent("on")[0] == [0, 0] and sent("on")[1] == [0, 0], sent("on")
# In the outer product on one grid row every element of A that one process has goes to the other, once.
byte, message, plan = sent("off")
assert sum(byte) == 400 * 400 * 8 and byte[0] > byte[1] > 0, byte
assert all(1 <= count <= 25 for count in message), message
EOT
unset HETGRID_SHARED_MEMORY

run 1 "cannot be written" lu --n 60 --runs 1 --trace "$work/none/x.json"
run 1 "cannot be written" lu --n 60 --runs 1 --gantt "$work/none/x.svg"
run 2 "--library: scalapack: expected hetgrid, whose --gantt is given" lu --n 60 --library scalapack --gantt "$work/x.svg"
run 2 "one that has --trace" redistribute --n 60 --trace "$work/x.json"
finish
