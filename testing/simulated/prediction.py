"""Two ranks of this machine, cycle-times emulated: measured against simulated with what the probe tells.

The speed of a shared machine changes within minutes: each round probes anew, measures and simulates, and an error is the
median of those of the rounds."""

import json
import statistics

from command import CommandError, run as run_command, seconds_of
from report import progress, seconds, table

CYCLE_TIMES = ["1,3", "1,1"]
OPERATIONS = {"gemm": "gemm", "lu": "getrf"}
ORDERS = [2000, 4000]
BLOCK = 64
GRID = "1x2"
LAYOUTS = ("uniform", "uneven")
ROUNDS = 3
TARGET = 15  # percent
OPTIONS = ["--n", ",".join(map(str, ORDERS)), "--block-size", BLOCK, "--grid", GRID, "--layout", ",".join(LAYOUTS)]


def emulate(hetgrid, cycle_times, arguments):
    run_command(
        [hetgrid.path, "emulate", "--cycle-times", cycle_times, "--", hetgrid.path] + list(arguments),
        {"OPENBLAS_NUM_THREADS": "1"},
    )


def measure(hetgrid, cycle_times):
    """One round. \\return measured and simulated seconds by routine, order and layout"""
    probed = hetgrid.file("platform.json")
    emulate(hetgrid, cycle_times, ["probe", "--curve", "--block-size", BLOCK, "--seconds", 3, "--output", probed])
    platform = json.loads(probed.read_text())
    times = {}
    for operation, routine in OPERATIONS.items():
        output = hetgrid.file("report.json")
        emulate(
            hetgrid,
            cycle_times,
            ["time", operation] + OPTIONS + ["--library", "hetgrid", "--runs", 3, "--platform", probed, "--json", output],
        )
        real = json.loads(output.read_text())
        simulated, _ = hetgrid.simulate(platform, [operation] + OPTIONS)
        for n, one, other in zip(ORDERS, real["results"], simulated["results"]):
            for layout in LAYOUTS:
                times[routine, n, layout] = seconds_of(one, layout), seconds_of(other, layout)
    return times


def compare(case, cycle_times, times):
    """\\param times  measured and simulated, by round"""
    routine, n, layout = case
    errors = [100 * (simulated / measured - 1) for measured, simulated in times]
    measured, simulated = (statistics.median(one) for one in zip(*times))
    error = statistics.median(errors)
    progress(f"{routine}, n = {n}, cycle-times {cycle_times}, {layout}: {measured:.4g} s, simulated {simulated:.4g} s, {error:+.1f} %")
    return {
        "cycle_times": cycle_times,
        "routine": routine,
        "n": n,
        "layout": layout,
        "seconds": measured,
        "simulated_seconds": simulated,
        "error_percent": error,
        "errors_percent": errors,
    }


def predictions(hetgrid, cycle_times):
    rounds = [measure(hetgrid, cycle_times) for _ in range(ROUNDS)]
    return [compare(case, cycle_times, [times[case] for times in rounds]) for case in rounds[0]]


def run(hetgrid, pool):
    """After all else: it needs both cores."""
    try:
        emulate(hetgrid, CYCLE_TIMES[0], ["probe", "--seconds", 0.1, "--output", hetgrid.file("platform.json")])
    except CommandError as error:
        progress("cycle-times cannot be emulated here, predictions are not measured")
        return {"skipped": str(error).splitlines()[-1]}
    return {"rows": sum((predictions(hetgrid, cycle_times) for cycle_times in CYCLE_TIMES), [])}


def text(results):
    title = f"## Real runs predicted: two ranks, grid {GRID}\n\n"
    if "skipped" in results:
        return title + f"Not measured: {results['skipped']}\n"
    header = ["cycle-times", "routine", "n", "layout", "measured s", "simulated s", "error %", "of the rounds", "target"]
    lines = [
        [row["cycle_times"], row["routine"], row["n"], row["layout"], seconds(row["seconds"]), seconds(row["simulated_seconds"])]
        + [f"{row['error_percent']:+.1f}", ", ".join(f"{error:+.1f}" for error in row["errors_percent"])]
        + [f"within {TARGET}" + ("" if abs(row["error_percent"]) <= TARGET else ", missed")]
        for row in results["rows"]
    ]
    return (
        title + "Cycle-times emulated by CPU quota; the simulation knows what `hetgrid probe --curve` has measured. "
        f"Medians of {ROUNDS} rounds of a probe, 3 runs of each, and the simulation.\n\n"
        + table(header, lines)
    )
