#!/bin/sh
# HETGRID_PROFILE and hetgrid report: every call of a program is counted where it belongs, with a trace and a page; what cannot
# be written or read is a line, and the program goes on.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
unset HETGRID HETGRID_PLATFORM HETGRID_VERBOSE
calls=${top_builddir:-.}/testing/robustness/calls
HETGRID_CYCLE_TIMES=1,3 HETGRID_MIN_N=0 HETGRID_PROFILE=$work/profile
export HETGRID_CYCLE_TIMES HETGRID_MIN_N HETGRID_PROFILE

# PDGEMM, PDGESV and PDGEQRF once each under their own names, HG_PDGESV and HG_PDGEQRF, which is asked for its workspace, too.
expect 0 correct "${MPIEXEC:-mpiexec}" -n 2 "$calls" 60 once
[ "$(ls "$work")" = "out
profile.0
profile.1" ] || fail "files: $(ls "$work")"
expect 0 "2 processes" "$hetgrid" report "$work/profile" --html "$work/p.html" --trace "$work/t.json" --json "$work/r.json"
cat "$work/out" >"$work/table"
for line in 'PDGEMM  *1 .* uneven$' 'PDGESV  *1 .* uneven$' 'PDGEQRF  *1 .* uneven$' 'HG_PDGESV  *1 ' 'HG_PDGEQRF  *2 '; do
  grep -q "^$line" "$work/table" || fail "no line $line: $(cat "$work/table")"
done
python3 - "$work" <<'END' || fail "JSON, trace or page: above"
import json, sys
import xml.etree.ElementTree as tree
work = sys.argv[1]
report = json.load(open(work + "/r.json"))
routines = {(r["routine"], r["way"]): r for r in report["routines"]}
for name in ("PDGEMM", "PDGESV", "PDGEQRF"):
    routine = routines[name, "uneven"]
    assert routine["calls"] == 1 and len(routine["ranks"]) == 2, routine
    assert 0 < routine["of_together"] <= 1, routine
    for rank in routine["ranks"]:
        parts = sum(rank[part] for part in ("panel", "broadcast", "update", "swap", "wait"))
        assert 0 < parts <= rank["seconds"] * 1.001, rank
assert report["seconds_in_calls"] <= report["seconds"]
events = [e for e in json.load(open(work + "/t.json"))["traceEvents"] if e["ph"] == "X"]
for rank in (0, 1):
    of_rank = [e for e in events if e["tid"] == rank]
    outer = [e for e in of_rank if e["name"].startswith(("PD", "HG_PD"))]
    assert sum(e["name"] == "PDGESV" for e in outer) == 1
    for e in of_rank:
        assert any(o["ts"] - 0.01 <= e["ts"] and e["ts"] + e["dur"] <= o["ts"] + o["dur"] + 0.01 for o in outer), e
tree.parse(work + "/p.html")
END

# Calls that ScaLAPACK has are those, with the reason.
HETGRID_MIN_N=1000 expect 0 correct "${MPIEXEC:-mpiexec}" -n 2 "$calls" 60 once
expect 0 "passed through: " "$hetgrid" report "$work/profile"
grep -q '^PDGEMM  *1 .* passed through: ' "$work/out" || fail "PDGEMM was not passed through: $(cat "$work/out")"

# A process without a file is told of.
rm "$work/profile.0"
expect 0 "1 of 2 processes have no file" "$hetgrid" report "$work/profile"
# Whatever cannot be read is one line, and nothing is written.
expect 1 "there is no $work/none.0" "$hetgrid" report "$work/none" --html "$work/none.html"
one_line
cp "$work/profile.1" "$work/twice.0"
expect 1 "twice.0: rank" "$hetgrid" report "$work/twice"
one_line
head -c 300 "$work/profile.1" >"$work/cut.1"
expect 1 "cut.1: " "$hetgrid" report "$work/cut" --json "$work/none.json"
one_line
expect 1 "cannot be written" "$hetgrid" report "$work/profile" --html "$work/nowhere/p.html"
one_line
expect 2 "FILE" "$hetgrid" report
one_line
ls "$work"/none* 2>/dev/null && fail "files left behind"

# A place where nothing can be written: the program is right, and says so once for each process.
HETGRID_PROFILE=$work/nowhere/profile expect 0 correct "${MPIEXEC:-mpiexec}" -n 2 "$calls" 60 once
[ "$(grep -c '^hetgrid: HETGRID_PROFILE: .*nowhere/profile.[01]: No such file' "$work/out")" = 2 ] || fail "$(cat "$work/out")"
finish
