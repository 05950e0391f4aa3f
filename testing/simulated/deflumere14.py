"""[DeFlumere14] 5.4 and 7.3.3: shapes of partitions run with messages, against the models that choose them; and for more
processes the partition that is chosen, against the uneven grid."""

import machines
from command import CommandError
from report import progress, seconds, table, verdict

ORDER, CELL = 4000, 20
DEPTH = 40  # of a step of PIO, of which the model has one for every cell
MFLOPS = 50e3  # of the fastest process
NETWORK = {"medium": "switch", "between_hosts": machines.link(50e-6, 25e6)}  # communication takes longer than computing

# Speed ratios at which Square Corner overtakes Straight Line: 5.3. Those beside them show where the curves cross.
THRESHOLDS = {"scb": 3, "pcb": 2, "pio": 3}
STEPS = [0.9, 0.95, 1, 1.05, 1.1]
TWO = ["square-corner", "straight-line"]

RATIOS = [[10, 1, 1], [5, 5, 1], [2, 2, 1], [3, 1, 1]]
THREE = ["square-corner", "rectangle-corner", "square-rectangle", "block-rectangle", "l-rectangle", "traditional-rectangle"]
ALGORITHMS = ["scb", "pcb", "sco", "pco", "pio"]

MANY = {  # name: platform
    "4, cycle-times 1 to 10": machines.random_cluster(4),
    "16, cycle-times 1 to 10": machines.random_cluster(16),
    "64, cycle-times 1 to 10": machines.random_cluster(64),
    "1 of speed 20 beside 7 of speed 1": machines.platform([20] + [1] * 7, 20e3, machines.SWITCH_100_GBIT),
}
MANY_ORDER, MANY_BLOCK = 8000, 64


def times(hetgrid, speeds, algorithm, shapes):
    """{shape: (simulated, predicted) seconds} of those shapes that there are for the speeds."""
    platform = machines.platform(speeds, MFLOPS / max(speeds), NETWORK)
    known = hetgrid.file("platform.json", platform)
    arguments = ["gemm", "--n", ORDER, "--block-size", CELL, "--layout", "uneven", "--platform", known]
    arguments += ["--parameters", f"gemm.algorithm={algorithm},gemm.depth={DEPTH}"]
    found = {}
    for shape in shapes:
        try:
            report, _ = hetgrid.simulate(platform, arguments + ["--partition", shape])
        except CommandError as error:
            if "a shape for these speeds" not in str(error):
                raise
            continue
        one = next(m for m in report["results"][0]["measurements"] if m["layout"] == shape)
        found[shape] = (one["median_seconds"], one["predicted_seconds"])
    return found


def crossing(rows, kind):
    """The ratio at which Square Corner becomes faster, linear between two rows; None if it does not."""
    gains = [(row["ratio"], row["straight-line"][kind] - row["square-corner"][kind]) for row in rows]
    for (low, before), (high, after) in zip(gains, gains[1:]):
        if before <= 0 < after:
            return low + (high - low) * -before / (after - before)
    return None


def two_processes(hetgrid, pool):
    results = {}
    for algorithm, threshold in THRESHOLDS.items():
        ratios = [threshold * step for step in STEPS]
        runs = pool.map(lambda ratio: times(hetgrid, [ratio, 1], algorithm, TWO), ratios)
        rows = [{"ratio": ratio, **run} for ratio, run in zip(ratios, runs)]
        results[algorithm] = {"rows": rows, "simulated": crossing(rows, 0), "predicted": crossing(rows, 1), "printed": threshold}
        progress(f"{algorithm}: Square Corner overtakes at {results[algorithm]['simulated']}, by the model {results[algorithm]['predicted']}")
    return results


def three_processes(hetgrid, pool):
    cases = [(speeds, algorithm) for speeds in RATIOS for algorithm in ALGORITHMS]
    rows = []
    for (speeds, algorithm), run in zip(cases, pool.map(lambda one: times(hetgrid, *one, THREE), cases)):
        chosen = min(run, key=lambda shape: run[shape][1])
        fastest = min(run, key=lambda shape: run[shape][0])
        rows.append({"speeds": speeds, "algorithm": algorithm, "times": run, "chosen": chosen, "fastest": fastest, "to_fastest": run[chosen][0] / run[fastest][0]})
    progress(f"three processes: the chosen shape takes at most {max(row['to_fastest'] for row in rows):.3f} of the fastest one's time")
    return rows


def many_processes(hetgrid):
    rows = []
    for name, platform in MANY.items():
        arguments = ["gemm", "--n", MANY_ORDER, "--block-size", MANY_BLOCK, "--layout", "uneven", "--platform", hetgrid.file("platform.json", platform)]
        report, _ = hetgrid.simulate(platform, arguments + ["--partition", "auto"])
        measured = {m["layout"]: m for m in report["results"][0]["measurements"]}
        power = sum(process["gflops"] for process in platform["processes"])
        row = {"processes": name}
        for layout in ("uneven", "auto"):
            one = measured[layout]
            row[layout] = {"seconds": one["median_seconds"], "of_together": 2e-9 * MANY_ORDER**3 / one["median_seconds"] / power, "error": one["predicted_seconds"] / one["median_seconds"] - 1}
        rows.append(row)
        progress(f"{name}: of together {row['uneven']['of_together']:.3f} on the grid, {row['auto']['of_together']:.3f} on the partition")
    return rows


def run(hetgrid, pool):
    return {"two": two_processes(hetgrid, pool), "three": three_processes(hetgrid, pool), "many": many_processes(hetgrid)}


def ratio_text(value):
    return "-" if value is None else f"{value:.2f}"


def two_text(results):
    rows = []
    for algorithm, result in results.items():
        errors = [abs(row[shape][1] / row[shape][0] - 1) for row in result["rows"] for shape in TWO]
        simulated, predicted = result["simulated"], result["predicted"]
        near = simulated and predicted and abs(simulated / predicted - 1)
        rows.append([algorithm.upper(), result["printed"], ratio_text(predicted), ratio_text(simulated), "-" if near is None else f"{100 * near:.1f} %", f"{100 * max(errors):.1f} %"])
    header = ["algorithm", "printed", "by the model", "simulated", "apart", "largest error of a predicted time"]
    return f"Two processes, n = {ORDER}: speed ratio at which Square Corner overtakes Straight Line\n\n" + table(header, rows)


def three_text(results):
    rows = []
    for row in results:
        chosen, fastest = row["chosen"], row["fastest"]
        rows.append([":".join(map(str, row["speeds"])), row["algorithm"].upper(), chosen, seconds(row["times"][chosen][0]), seconds(row["times"][chosen][1]), fastest, f"{row['to_fastest']:.3f}"])
    header = ["speeds", "algorithm", "chosen by the model", "simulated s", "predicted s", "fastest simulated", "chosen / fastest"]
    worst = max(row["to_fastest"] for row in results)
    return f"Three processes, fully connected, n = {ORDER}\n\n" + table(header, rows) + f"\nfastest / chosen {1 / worst:.3f} {verdict(1 / worst, 0.98)}\n"


def many_text(results):
    rows = []
    for row in results:
        cells = [row["processes"]]
        for layout in ("uneven", "auto"):
            cells += [seconds(row[layout]["seconds"]), f"{row[layout]['of_together']:.3f}", f"{100 * row[layout]['error']:+.1f} %"]
        rows.append(cells)
    header = ["processes", "uneven grid s", "of together", "predicted", "chosen partition s", "of together", "predicted"]
    return f"More processes, PIO, n = {MANY_ORDER}, 50 GF/s at cycle-time 1, a switch of 100 Gbit/s\n\n" + table(header, rows)


def text(results):
    return "## [DeFlumere14]\n\n" + "\n".join([two_text(results["two"]), three_text(results["three"]), many_text(results["many"])])
