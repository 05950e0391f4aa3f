"""[Boudet99] section 5: nine workstations of 1999, ScaLAPACK's cyclic layout against the uneven one."""

import machines
import work
from command import seconds_of
from report import progress, seconds, table, verdict

NETWORKS = {"10 Mbit/s bus": machines.ETHERNET_10, "100 Mbit/s switch": machines.SWITCH_100}
GRIDS = {"3x3": 3.34, "2x4": 3.64}  # with the paper's theoretical speedups (3.63 is a quotient of rounded figures)
OPERATIONS = {"gemm": ("gemm", 0.95), "lu": ("getrf", 0.85), "qr": ("geqrf", 0.85)}  # routine, target of theory
ORDERS = [500, 1000, 2000, 3000, 4000]
BLOCK = 64
PANELS = {"of the planner": None, "the matrix": "matrix"}  # a single panel, as in the paper
OPERATION_COUNTS = {"gemm": 2, "getrf": 2 / 3, "geqrf": 4 / 3}  # times n^3


def measure(hetgrid, network, grid, operation):
    """Seconds of both layouts for every order, uneven with the better panel."""
    platform = machines.nine_workstations(NETWORKS[network])
    rows = [{"network": network, "grid": grid, "routine": OPERATIONS[operation][0], "n": n} for n in ORDERS]
    for panel, option in PANELS.items():
        report, cost = hetgrid.simulate(
            platform,
            [operation, "--n", ",".join(map(str, ORDERS)), "--block-size", BLOCK, "--grid", grid, "--layout", "uniform,uneven"]
            + (["--panel", option] if option else []),
        )
        for row, result in zip(rows, report["results"]):
            keep_faster(row, panel, result)
    progress(f"{operation} {grid} {network}: speedup {rows[-1]['speedup']:.3f} at n = {rows[-1]['n']}, simulated in {cost.seconds:.1f} s")
    return rows


def keep_faster(row, panel, result):
    cyclic, uneven = seconds_of(result, "uniform"), seconds_of(result, "uneven")
    row["cyclic_seconds"] = min(cyclic, row.get("cyclic_seconds", cyclic))
    row.setdefault("seconds_by_panel", {})[panel] = uneven
    if uneven <= min(row["seconds_by_panel"].values()):
        plan = result["plan"]
        row.update(
            uneven_seconds=uneven,
            panel=panel,
            panel_blocks=[len(plan["rows"]["order"]), len(plan["columns"]["order"])],
            best_of_blocks=work.speedup_of_blocks(plan, row["routine"], row["n"], BLOCK),
        )
    row["speedup"] = row["cyclic_seconds"] / row["uneven_seconds"]


def best_shares(hetgrid, grid):
    """The paper's plan, recomputed."""
    plan, _ = hetgrid.plan(machines.nine_workstations(machines.SWITCH_100), "gemm", ORDERS[-1], BLOCK, grid)
    speedup = work.speedup_of_shares(plan)
    assert abs(speedup - GRIDS[grid]) < 0.005, f"{grid}: theoretical speedup {speedup}, the paper has {GRIDS[grid]}"
    return plan


def seconds_at_full_work(row):
    """If W blocks were updated in the time in which a process of cycle-time 1 updates one, from beginning to end."""
    return OPERATION_COUNTS[row["routine"]] * row["n"] ** 3 / (1e6 * machines.MFLOPS_1999 * row["work"])


def fast_ones_alone(hetgrid):
    """The cyclic layout without the six slow workstations: seconds of the three Ultra 1 by operation."""
    fast = {name: t for name, t in machines.NINE_WORKSTATIONS.items() if t == 1}
    platform = machines.platform([1] * len(fast), machines.MFLOPS_1999, machines.SWITCH_100, machines.RATES_1999, list(fast))
    alone = {}
    for operation in OPERATIONS:
        report, _ = hetgrid.simulate(
            platform, [operation, "--n", ORDERS[-1], "--block-size", BLOCK, "--grid", f"1x{len(fast)}", "--layout", "uniform"]
        )
        alone[OPERATIONS[operation][0]] = seconds_of(report["results"][0], "uniform")
    return alone


def run(hetgrid, pool):
    cases = [(network, grid, operation) for network in NETWORKS for grid in GRIDS for operation in OPERATIONS]
    plans = {grid: best_shares(hetgrid, grid) for grid in GRIDS}
    alone = pool.submit(fast_ones_alone, hetgrid)
    rows = sum(pool.map(lambda case: measure(hetgrid, *case), cases), [])
    for row in rows:
        row["work"], row["theory"] = plans[row["grid"]]["work"], work.speedup_of_shares(plans[row["grid"]])
        row["of_theory"] = row["speedup"] / row["theory"]
        row["of_best_of_blocks"] = row["speedup"] / row["best_of_blocks"]
        row["of_work"] = seconds_at_full_work(row) / row["uneven_seconds"]
    return {"rows": rows, "cyclic_on_the_three_fast_seconds": alone.result()}


def text(results):
    targets = {routine: target for routine, target in OPERATIONS.values()}
    lines = []
    for row in results["rows"]:
        judged = row["n"] == ORDERS[-1] and row["network"] == "100 Mbit/s switch"
        lines.append(
            [row["network"], row["grid"].replace("x", " x "), row["routine"], row["n"], seconds(row["cyclic_seconds"])]
            + [seconds(row["uneven_seconds"]), row["panel"], row["speedup"], row["theory"], row["best_of_blocks"]]
            + [row["of_theory"], row["of_best_of_blocks"], row["of_work"]]
            + [verdict(row["of_theory"], targets[row["routine"]]) if judged else "-"]
        )
    header = ["network", "grid", "routine", "n", "cyclic s", "uneven s", "panel", "speedup", "theory", "whole blocks"]
    header += ["of theory", "of whole blocks", "of W", "target"]
    return (
        "## Nine workstations, [Boudet99] section 5\n\n"
        f"Cycle-times of Table 3, {machines.MFLOPS_1999} Mflop/s for cycle-time 1, r = {BLOCK}. Theory: W / W of the cyclic layout, real "
        "shares. Whole blocks: the same for the blocks of this matrix, the sum over the steps for factorizations; a process that "
        "waits for none of its steps can do better. Of W: time in which W would do all operations / uneven time, whatever the cyclic layout "
        "takes. That one knows no speeds: slow processes factor panels as well, and all of a matrix of order 500, which lets "
        "factorizations gain more than theory.\n\n"
        + table(header, lines)
        + "\nThe paper found: MM very close to theory; LU and QR more than halved, the gain growing with n.\n\n"
        + fairness(results)
    )


def fairness(results):
    """Is the cyclic layout on all nine what one would have done?"""
    parts = []
    for routine, alone in results["cyclic_on_the_three_fast_seconds"].items():
        uneven = min(
            row["uneven_seconds"]
            for row in results["rows"]
            if (row["routine"], row["n"], row["network"]) == (routine, ORDERS[-1], "100 Mbit/s switch")
        )
        parts.append(f"{routine} {seconds(alone)} s, the uneven layout of all is {alone / uneven:.2f} times as fast")
    return (
        "The cyclic layout on all nine is the paper's comparison, at equal n and by the same algorithm. Who has only that layout would rather "
        f"leave the six slow ones out (1 x 3 grid, switch, n = {ORDERS[-1]}), if the matrices fit into three memories: "
        + "; ".join(parts)
        + ".\n"
    )
