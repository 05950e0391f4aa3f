"""Tasks on demand, as in [Beaumont14], given out by the MPI program: what its messages carry, against the planner's simulation of the same
workers. None is told a speed."""

import random

import machines
from report import progress, table, verdict

WORKERS = 20
ORDER, BLOCK = 4000, 200  # 20 x 20 x 20 tasks
MFLOPS = 10e3  # of the fastest worker
NETWORK = {"medium": "switch", "between_hosts": machines.link(1e-6, 100e9)}  # so fast that nobody waits for blocks
STRATEGIES = ("random", "sorted", "dynamic", "dynamic-2-phases", "greedy", "partition")
DRAWS = 10  # of the speeds: those of one draw say little, as 2 % more for one worker change what is sent by up to 5 %
APART = 0.02


def speeds(draw):
    """Of the server, which computes nothing, and of the workers: uniform in [10, 100]."""
    numbers = random.Random(draw)
    workers = [numbers.uniform(10, 100) for _ in range(WORKERS)]
    return [max(workers)] + workers


def volumes(hetgrid, draw):
    """{strategy: [bytes that messages carry, of the planner's simulation, seconds, of the planner's simulation]}"""
    of_draw = speeds(draw)
    platform = machines.platform(of_draw, MFLOPS / max(of_draw), NETWORK)
    platform["server"] = {"rank": 0, "port": "many", "computes": False}  # nor for one another
    known = hetgrid.file("platform.json", platform)
    arguments = ["server-gemm", "--n", ORDER, "--block-size", BLOCK, "--policy", ",".join(STRATEGIES), "--speed-error", "unknown", "--platform", known]
    report, cost = hetgrid.simulate(platform, arguments, libraries=False)
    progress(f"tasks on demand, draw {draw}: {cost.seconds:.0f} s of simulation")
    return {one["policy"]: [one[name] for name in ("bytes", "predicted_bytes", "median_s", "predicted_s")] for one in report[0]["measurements"]}


def run(hetgrid, pool):
    return list(pool.map(lambda draw: volumes(hetgrid, draw), range(1, DRAWS + 1)))


def ratios(results, strategy):
    """Mean of the volumes by messages over the mean by simulation, and the standard deviation of this ratio; the same of the times."""
    found = []
    for simulated, predicted in ((0, 1), (2, 3)):
        pairs = [(draw[strategy][simulated], draw[strategy][predicted]) for draw in results]
        mean = sum(a for a, _ in pairs) / sum(b for _, b in pairs)
        average = sum(b for _, b in pairs) / len(pairs)
        variance = sum((a - mean * b) ** 2 for a, b in pairs) / max(1, len(pairs) - 1)
        found.append((mean, (variance / len(pairs)) ** 0.5 / average))
    return found


def text(results):
    rows = []
    for strategy in STRATEGIES:
        (volume, deviation), (time, _) = ratios(results, strategy)
        rows.append([strategy, f"{100 * (volume - 1):+.1f} %", f"{100 * deviation:.1f} %", verdict(1 - abs(volume - 1), 1 - APART), f"{time:.3f}"])
    header = ["strategy", "bytes by messages, to the simulator's", "standard deviation of that", "within 2 %", "time, to the simulator's"]
    return (
        "## [Beaumont14]: tasks on demand with messages\n\n"
        f"A server and {WORKERS} workers, speeds uniform in [10, 100], the fastest {MFLOPS / 1e3:g} GF/s; n = {ORDER}, blocks of {BLOCK}, 100 GB/s; means of {len(results)} draws.\n\n" + table(header, rows)
    )
