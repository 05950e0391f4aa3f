"""[DeFlumere14] 5.4, 7.3.3 and 7.4: shapes of partitions run with messages, against the models that choose them; and for more
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

# 5.4: the ratios of figures 5.7 to 5.15, and which shape the text says is faster; at the ratio between them both are.
PRINTED_TWO = {
    "scb": lambda ratio: "straight-line" if ratio < 3 else "square-corner",
    "pcb": lambda ratio: "straight-line" if ratio < 2 else "square-corner",
    "sco": lambda ratio: "square-corner",
    "pco": lambda ratio: "square-corner",
    "pio": lambda ratio: "straight-line" if ratio < 3 else "square-corner",
}
SWEEP, SWEEP_ORDER = [1, 1.5, 2.5, 4, 6, 10, 15, 20, 25], 3000

# 7.3.3: figures 7.12 and 7.13. The text names 1:1:1, 14:5:1, at which two shapes are alike, and 25:1:1.
FIGURE_RATIOS = [[1, 1, 1], [2, 1, 1], [5, 1, 1], [5, 2, 1], [5, 5, 1], [10, 1, 1], [10, 5, 1], [14, 5, 1], [25, 1, 1]]
FIGURE_SHAPES, FIGURE_ORDER = ["square-corner", "square-rectangle", "block-rectangle"], 5000

# 7.4.3: the shapes of which one is optimal, by the process in the centre and by how messages are sent.
PRINTED_STAR = {
    (0, "serial"): ["square-corner", "square-rectangle", "l-rectangle"],
    (0, "parallel"): ["square-corner", "l-rectangle"],
    (1, "serial"): ["square-corner", "square-rectangle", "block-rectangle"],
    (1, "parallel"): ["square-corner", "block-rectangle"],
    (2, "serial"): ["square-corner", "square-rectangle", "block-rectangle"],
    (2, "parallel"): ["square-corner", "square-rectangle", "block-rectangle"],
}
SAME = 0.02  # a part of the time that does not count

MANY = {  # name: platform
    "4, cycle-times 1 to 10": machines.random_cluster(4),
    "16, cycle-times 1 to 10": machines.random_cluster(16),
    "64, cycle-times 1 to 10": machines.random_cluster(64),
    "4, 10 Gbit/s": machines.random_cluster(4, network=machines.SWITCH_10_GBIT),
    "16, 10 Gbit/s": machines.random_cluster(16, network=machines.SWITCH_10_GBIT),
    "64, 10 Gbit/s": machines.random_cluster(64, network=machines.SWITCH_10_GBIT),
    "1 of speed 20 beside 7 of speed 1": machines.platform([20] + [1] * 7, 20e3, machines.SWITCH_100_GBIT),
}
MANY_ORDER, MANY_BLOCK = 8000, 64


def times(hetgrid, speeds, algorithm, shapes, network=NETWORK, order=ORDER):
    """{shape: (simulated, predicted) seconds} of those shapes that there are for the speeds."""
    platform = machines.platform(speeds, MFLOPS / max(speeds), network)
    known = hetgrid.file("platform.json", platform)
    arguments = ["gemm", "--n", order, "--block-size", CELL, "--layout", "uneven", "--platform", known]
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


def fastest_of(run, kind):
    """\\param kind  0: simulated, 1: predicted"""
    return min(run, key=lambda shape: run[shape][kind])


def three_processes(hetgrid, pool, network=NETWORK):
    cases = [(speeds, algorithm) for speeds in RATIOS for algorithm in ALGORITHMS]
    rows = []
    for (speeds, algorithm), run in zip(cases, pool.map(lambda one: times(hetgrid, *one, THREE, network), cases)):
        chosen, fastest = fastest_of(run, 1), fastest_of(run, 0)
        rows.append({"speeds": speeds, "algorithm": algorithm, "times": run, "chosen": chosen, "fastest": fastest, "to_fastest": run[chosen][0] / run[fastest][0]})
    progress(f"three processes: the chosen shape takes at most {max(row['to_fastest'] for row in rows):.3f} of the fastest one's time")
    return rows


def stars(hetgrid, pool):
    return [{"centre": centre, **row} for centre in range(3) for row in three_processes(hetgrid, pool, machines.star(3, centre, NETWORK["between_hosts"]))]


def sweep(hetgrid, pool):
    """5.4: both shapes of two processes over the ratios of the figures."""
    cases = [(algorithm, ratio) for algorithm in ALGORITHMS for ratio in SWEEP]
    runs = pool.map(lambda one: times(hetgrid, [one[1], 1], one[0], TWO, order=SWEEP_ORDER), cases)
    rows = [{"algorithm": algorithm, "ratio": ratio, "times": run} for (algorithm, ratio), run in zip(cases, runs)]
    progress("5.4: done")
    return rows


def figures(hetgrid, pool):
    """7.3.3: three shapes of three processes."""
    cases = [(algorithm, speeds) for algorithm in ("scb", "pcb") for speeds in FIGURE_RATIOS]
    runs = pool.map(lambda one: times(hetgrid, one[1], one[0], FIGURE_SHAPES, order=FIGURE_ORDER), cases)
    rows = [{"algorithm": algorithm, "speeds": speeds, "times": run} for (algorithm, speeds), run in zip(cases, runs)]
    progress("7.3.3: done")
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
    return {
        "two": two_processes(hetgrid, pool),
        "sweep": sweep(hetgrid, pool),
        "three": three_processes(hetgrid, pool),
        "figures": figures(hetgrid, pool),
        "stars": stars(hetgrid, pool),
        "many": many_processes(hetgrid),
    }


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


def speeds_text(speeds):
    return ":".join(map(str, speeds))


def sweep_text(results):
    rows = []
    for algorithm in ALGORITHMS:
        runs = {row["ratio"]: row["times"] for row in results if row["algorithm"] == algorithm}
        for shape in TWO:
            rows.append([algorithm.upper(), shape] + [seconds(runs[ratio][shape][0]) if shape in runs[ratio] else "-" for ratio in SWEEP])
        right = [ratio for ratio in SWEEP if fastest_of(runs[ratio], 0) == PRINTED_TWO[algorithm](ratio)]
        rows.append(["", "faster as printed"] + ["yes" if ratio in right else "no" for ratio in SWEEP])
    header = ["algorithm", "shape, simulated s"] + [f"{ratio:g}:1" for ratio in SWEEP]
    return f"5.4: two processes, n = {SWEEP_ORDER}, communication dominates\n\n" + table(header, rows)


def order_text(run, kind):
    return " < ".join(sorted(run, key=lambda shape: run[shape][kind]))


def is_in_order(run):
    """The shapes are simulated in the order of the predicted times, up to what does not count."""
    times = [run[shape][0] for shape in sorted(run, key=lambda shape: run[shape][1])]
    return all(earlier <= (1 + SAME) * later for k, earlier in enumerate(times) for later in times[k:])


def figures_text(results):
    rows = []
    for row in results:
        run = row["times"]
        cells = [seconds(run[shape][0]) if shape in run else "none" for shape in FIGURE_SHAPES]
        rows.append([row["algorithm"].upper(), speeds_text(row["speeds"]), *cells, order_text(run, 1), "yes" if is_in_order(run) else "no"])
    header = ["algorithm", "speeds"] + [f"{shape}, simulated s" for shape in FIGURE_SHAPES] + ["order by the model", "simulated so"]
    return f"7.3.3: three processes, fully connected, n = {FIGURE_ORDER}\n\n" + table(header, rows)


def is_one_of_fastest(run, shapes):
    """A shape of these is the fastest that is simulated, up to what does not count."""
    return min(run[shape][0] for shape in shapes if shape in run) <= (1 + SAME) * min(time for time, _ in run.values())


def stars_text(results):
    text = ""
    for centre in range(3):
        of_centre = [row for row in results if row["centre"] == centre]
        text += three_text(of_centre, f"a star about process {centre}") + "\n"
    rows = []
    for (centre, sending), printed in PRINTED_STAR.items():
        algorithm = "scb" if sending == "serial" else "pcb"
        found = [row for row in results if row["centre"] == centre and row["algorithm"] == algorithm]
        shapes = [", ".join(f"{speeds_text(row['speeds'])} {row[kind]}" for row in found) for kind in ("chosen", "fastest")]
        as_printed = [speeds_text(row["speeds"]) for row in found if is_one_of_fastest(row["times"], printed)]
        rows.append([centre, sending, ", ".join(printed), *shapes, ", ".join(as_printed)])
    header = ["centre", "communication", "printed: always one of", "by the model", "simulated", "as printed"]
    return text + "7.4: the optimal shapes of a star, SCB and PCB\n\n" + table(header, rows)


def three_text(results, network="fully connected"):
    rows = []
    for row in results:
        chosen, fastest = row["chosen"], row["fastest"]
        rows.append([speeds_text(row["speeds"]), row["algorithm"].upper(), chosen, seconds(row["times"][chosen][0]), seconds(row["times"][chosen][1]), fastest, f"{row['to_fastest']:.3f}"])
    header = ["speeds", "algorithm", "chosen by the model", "simulated s", "predicted s", "fastest simulated", "chosen / fastest"]
    worst = max(row["to_fastest"] for row in results)
    return f"Three processes, {network}, n = {ORDER}\n\n" + table(header, rows) + f"\nfastest / chosen {1 / worst:.3f} {verdict(1 / worst, 0.98)}\n"


def many_text(results):
    rows = []
    for row in results:
        cells = [row["processes"]]
        for layout in ("uneven", "auto"):
            cells += [seconds(row[layout]["seconds"]), f"{row[layout]['of_together']:.3f}", f"{100 * row[layout]['error']:+.1f} %"]
        rows.append(cells)
    worst = max(abs(row["auto"]["error"]) for row in results)
    header = ["processes", "uneven grid s", "of together", "predicted", "chosen partition s", "of together", "predicted"]
    return f"More processes, PIO, n = {MANY_ORDER}, 50 GF/s at cycle-time 1, a switch of 100 Gbit/s and 2 us, or 10 Gbit/s and 20 us\n\n" + table(header, rows) + f"\nlargest error of a predicted time {100 * worst:.1f} % {verdict(1 - worst, 0.9)}\n"


def text(results):
    return "## [DeFlumere14]\n\n" + "\n".join(
        [
            two_text(results["two"]),
            sweep_text(results["sweep"]),
            three_text(results["three"]),
            figures_text(results["figures"]),
            stars_text(results["stars"]),
            many_text(results["many"]),
        ]
    )
