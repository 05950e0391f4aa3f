"""Multiplication and LU on 64 to 4096 uneven processes, and what their simulation costs."""

import math
import shutil

import machines
from command import run as run_command
from command import TimeLimit, seconds_of
from report import progress, seconds, table

# Orders by operation and processes. A process has n / sqrt(P) rows on average.
ORDERS = {
    "gemm": {64: [4000, 8000, 16000], 256: [8000, 16000], 1024: [8000, 16000], 4096: [8000, 16000]},
    "lu": {64: [2000, 4000, 8000], 256: [4000, 8000], 1024: [4000, 8000], 4096: [4000]},
}
LIMIT = 420  # seconds of a simulation
ROUTINES = {"gemm": "gemm", "lu": "getrf"}
BLOCK = 64


def measure(hetgrid, operation, processes, n):
    platform = machines.random_cluster(processes)
    side = math.isqrt(processes)
    plan, planning = hetgrid.plan(platform, ROUTINES[operation], n, BLOCK, f"{side}x{side}")
    row = {"routine": ROUTINES[operation], "processes": processes, "n": n, "planning_seconds": planning.seconds}
    try:
        report, cost = hetgrid.simulate(
            platform,
            [operation, "--n", n, "--block-size", BLOCK, "--layout", "uneven", "--plan", hetgrid.file("plan.json", plan)],
            LIMIT,
        )
    except TimeLimit:
        progress(f"{operation} on {processes} processes, n = {n}: more than {LIMIT} s")
        return row
    (result,) = report["results"]
    (measured,) = result["measurements"]
    together = sum(process["gflops"] for process in platform["processes"])
    row |= {
        "seconds": seconds_of(result, "uneven"),
        "gflops": measured["gflops"],
        "efficiency": measured["gflops"] / together,
        "work": plan["panel_work"] / plan["bound"],
        "simulation_seconds": cost.seconds,
        "simulation_bytes": cost.memory,
    }
    progress(
        f"{operation} on {processes} processes, n = {n}: efficiency {row['efficiency']:.3f}, simulated in {cost.seconds:.1f} s, "
        f"{cost.memory / 1e9:.2f} GB, planned in {planning.seconds:.1f} s"
    )
    return row


def run(hetgrid, pool):
    cases = [(operation, processes, n) for operation, sizes in ORDERS.items() for processes in sizes for n in sizes[processes]]
    cases.sort(key=lambda case: case[1] * case[2], reverse=True)  # the longest first
    rows = list(pool.map(lambda case: measure(hetgrid, *case), cases))
    return {"rows": sorted(rows, key=lambda row: (row["routine"], row["processes"], row["n"]))}


def text(results):
    header = ["routine", "processes", "n", "simulated s", "GF/s", "of together", "panel, of together"]
    header += ["planning s", "simulation s", "GB"]
    lines = []
    for row in results["rows"]:
        line = [row["routine"], row["processes"], row["n"]]
        if "seconds" in row:
            line += [seconds(row["seconds"]), f"{row['gflops']:.0f}", row["efficiency"], row["work"], row["planning_seconds"]]
            line += [row["simulation_seconds"], row["simulation_bytes"] / 1e9]
        else:
            line += [None] * 4 + [row["planning_seconds"], f"> {LIMIT}", None]
        lines.append(line)
    return (
        "## Up to 4096 processes\n\n"
        "Cycle-times uniform in [1, 10], 50 GF/s for cycle-time 1, a switch of 100 Gbit/s and 2 us, square grids, blocks of 64, kernels "
        "modelled. Together: sum of the speeds of all processes. Panel: W of the panel of blocks / sum of 1/t. The last columns are what "
        "the planner and the simulation itself cost on one core.\n\n" + table(header, lines)
    )


SCRIPT = """\
set terminal svg size 960,420
set output '{output}'
set multiplot layout 1,2
set logscale xy
set key left top
set ylabel 'seconds of simulation'
set xlabel 'n'
plot {by_order}
set xlabel 'processes'
plot {by_processes}
"""


def plot(hetgrid, results, output):
    """Cost of the simulation against n and P, as SVG, if gnuplot is there."""
    if not shutil.which("gnuplot"):
        return progress("gnuplot is not installed: no plot of what the simulation costs")
    rows = [row for row in results["rows"] if "seconds" in row]

    def curves(x, constant, unit):
        parts = []
        for routine in sorted({row["routine"] for row in rows}):
            for value in sorted({row[constant] for row in rows if row["routine"] == routine}):
                points = [(row[x], row["simulation_seconds"]) for row in rows if (row["routine"], row[constant]) == (routine, value)]
                if len(points) < 2:
                    continue
                data = hetgrid.file("curve.txt")
                data.write_text("".join(f"{a} {b}\n" for a, b in points))
                parts.append(f"'{data}' with linespoints title '{routine}, {unit} = {value}'")
        return ", ".join(parts)

    script = hetgrid.file("plot.gnuplot")
    script.write_text(SCRIPT.format(output=output, by_order=curves("n", "processes", "P"), by_processes=curves("processes", "n", "n")))
    run_command(["gnuplot", script])
    progress(f"plot of what the simulation costs: {output}")
