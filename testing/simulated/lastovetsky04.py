"""[Lastovetsky04] section 6: the criterion on nine workstations, and the shapes of grids of twelve."""

import machines
from command import seconds_of
from report import progress, seconds, table, verdict

ORDERS = [1536, 3072, 6144, 9216, 12288]
CRITERION, JUDGED = 0.97, 9216  # from the orders of the paper's tables on

# Tables 2 to 6, N = 9216: seconds by r, shape and l.
LENGTHS = {4: [384, 768, 1536, 3072], 64: [768, 1536, 3072, 4608, 9216]}
LENGTHS |= {r: [384, 768, 1536, 3072, 4608] for r in (8, 16, 32)}
PRINTED = {
    4: {"3x4": [3456, 3419, 3371, 3840], "4x3": [3401, 3369, 3352, 3316], "2x6": [6000, 5849, 3280, 3261], "6x2": [3525, 3518, 3446, 3530]},
    8: {
        "3x4": [2668, 2678, 2717, 3957, 4328],
        "4x3": [3830, 2570, 2535, 2569, 2769],
        "2x6": [2679, 2535, 2561, 2469, 2570],
        "6x2": [2627, 2629, 2640, 2612, 2812],
    },
    16: {
        "3x4": [3890, 2370, 2350, 3417, 4128],
        "4x3": [2344, 2368, 2306, 2301, 2769],
        "2x6": [2586, 2337, 2237, 2200, 2870],
        "6x2": [2591, 2388, 2381, 2360, 2910],
    },
    32: {
        "3x4": [2616, 2286, 2212, 2187, 3128],
        "4x3": [2816, 2246, 2210, 2173, 2969],
        "2x6": [2670, 2346, 2252, 2184, 3170],
        "6x2": [2570, 2446, 2352, 2195, 3110],
    },
    64: {
        "3x4": [4456, 3322, 2722, 2514, 3812],
        "4x3": [4401, 3401, 2801, 2601, 4610],
        "2x6": [5000, 4678, 2878, 2569, 3588],
        "6x2": [5525, 4323, 2723, 2312, 4377],
    },
}
ORDER = 9216
SHAPES = ["3x4", "4x3", "2x6", "6x2"]


def gemm_seconds(hetgrid, speeds, orders, block, grid, panel, layout):
    """Seconds and plans by order; None where the paper's panel is not possible."""
    report, _ = hetgrid.simulate(
        machines.workstations_of_2004(speeds),
        ["gemm", "--n", ",".join(map(str, orders)), "--block-size", block, "--layout", layout]
        + (["--grid", grid] if grid else [])
        + (["--panel", panel] if panel else []),
    )
    return [(seconds_of(result, layout), result["plan"]) for result in report["results"]]


def proportional(total, weights):
    """total shared out as whole numbers in proportion to the weights, by largest remainder."""
    exact = [total * weight / sum(weights) for weight in weights]
    parts = [int(part) for part in exact]
    by_remainder = sorted(range(len(weights)), key=lambda k: parts[k] - exact[k])
    for k in by_remainder[: total - sum(parts)]:
        parts[k] += 1
    return parts


def kalinov_lastovetsky(speeds, p, q, length, cells):
    """The distribution of section 4 on cells x cells blocks: panels of length x length are cut into columns, and each column by
    itself into rows, in proportion to the speeds of a p x q grid, row by row. A partition of hetgrid."""
    columns = [[speeds[i * q + j] for i in range(p)] for j in range(q)]
    widths = proportional(length, [sum(column) for column in columns])
    heights = [proportional(length, column) for column in columns]
    rectangles = []
    for row in range(0, cells, length):
        for column in range(0, cells, length):
            for j in range(q):
                left = column + sum(widths[:j])
                for i in range(p):
                    top = row + sum(heights[j][:i])
                    size = {"rows": min(heights[j][i], cells - top), "columns": min(widths[j], cells - left)}
                    if size["rows"] > 0 and size["columns"] > 0:
                        rectangles.append({"row": top, "column": left, **size, "owner": i * q + j})
    return {"cells": cells, "processes": len(speeds), "rectangles": rectangles}


def two_step_seconds(hetgrid, order):
    """The distribution of Kalinov and Lastovetsky executed on the nine unequal workstations, panels of 1536 elements."""
    block, length = 16, 96
    partition = hetgrid.file("partition.json", kalinov_lastovetsky(machines.NINE_UNEQUAL, 3, 3, length, order // block))
    report, _ = hetgrid.simulate(
        machines.workstations_of_2004(machines.NINE_UNEQUAL),
        ["gemm", "--n", order, "--block-size", block, "--layout", "uneven", "--partition", partition],
    )
    return seconds_of(report["results"][0], str(partition))


def criterion(hetgrid, pool):
    """Time of the cyclic layout on nine equal workstations / time of the uneven one on nine unequal ones that are as fast
    together: by [Lastovetsky04] section 2 the efficiency relative to the homogeneous prototype."""
    together = sum(machines.NINE_UNEQUAL)
    assert together == sum(machines.NINE_EQUAL)
    variants = {  # name: speeds, block, grid, panel, layout
        "equal": (machines.NINE_EQUAL, 64, "3x3", None, "uniform"),
        "cyclic": (machines.NINE_UNEQUAL, 64, "3x3", None, "uniform"),
        "paper_panel": (machines.NINE_UNEQUAL, 16, "3x3", "96x96", "uneven"),
        "same_grid": (machines.NINE_UNEQUAL, 64, "3x3", None, "uneven"),
        "own_grid": (machines.NINE_UNEQUAL, 64, None, None, "uneven"),
        "finer": (machines.NINE_UNEQUAL, 32, None, None, "uneven"),
    }
    runs = pool.map(lambda one: gemm_seconds(hetgrid, one[0], ORDERS, *one[1:]), variants.values())
    measured = dict(zip(variants, runs))
    two_step = list(pool.map(lambda n: two_step_seconds(hetgrid, n), ORDERS))
    rows = []
    for k, n in enumerate(ORDERS):
        times = {name: run[k][0] for name, run in measured.items()}
        plans = {name: run[k][1] for name, run in measured.items()}
        rows.append(
            {
                "n": n,
                **{f"{name}_seconds": value for name, value in times.items()},
                **{name: [plans[name]["p"], plans[name]["q"]] for name in ("own_grid", "finer")},
                "speedup": times["cyclic"] / times["own_grid"],
                "criterion": times["equal"] / times["own_grid"],
                "criterion_finer": times["equal"] / times["finer"],
                "criterion_same_grid": times["equal"] / times["same_grid"],
                "two_step_seconds": two_step[k],
                "criterion_two_step": times["equal"] / two_step[k],
                "bound_same_grid": plans["same_grid"]["work"] / plans["same_grid"]["bound"],
            }
        )
    progress(f"criterion {rows[-1]['criterion']:.3f}, with r = 32 {rows[-1]['criterion_finer']:.3f} at n = {ORDERS[-1]}, on the paper's grid {rows[-1]['criterion_same_grid']:.3f}")
    return rows


def twelve(hetgrid, pool):
    """Seconds by r, shape and l, as in Tables 2 to 6."""
    cases = [(r, shape, k) for r in PRINTED for shape in SHAPES for k in range(len(LENGTHS[r]))]

    def measure(case):
        r, shape, k = case
        blocks = LENGTHS[r][k] // r
        (time, plan), *_ = gemm_seconds(hetgrid, machines.TWELVE, [ORDER], r, shape, f"{blocks}x{blocks}", "uneven")
        return {
            "r": r,
            "shape": shape,
            "l": LENGTHS[r][k],
            "seconds": time,
            "printed_seconds": PRINTED[r][shape][k],
            "panel_work": plan["panel_work"] / plan["bound"],
        }

    rows = list(pool.map(measure, cases))
    own = list(pool.map(lambda shape: gemm_seconds(hetgrid, machines.TWELVE, [ORDER], 64, shape, None, "uneven")[0], SHAPES))
    progress(f"twelve workstations: {len(rows)} cases, {min(row['seconds'] for row in rows):.0f} to {max(row['seconds'] for row in rows):.0f} s")
    return {"rows": rows, "own_panel": [{"shape": s, "seconds": t, "work": p["work"] / p["bound"]} for s, (t, p) in zip(SHAPES, own)]}


def run(hetgrid, pool):
    return {"criterion": criterion(hetgrid, pool), "twelve": twelve(hetgrid, pool)}


def criterion_text(rows):
    header = ["n", "nine equal s", "unequal: cyclic s", "uneven 3 x 3 s", "l = 1536 s", "uneven, own grid s", "own grid"]
    header += ["r = 32 s", "own grid", "to cyclic", "criterion 3 x 3", "at most", "criterion", "r = 32", "target"]
    header += ["Kalinov-Lastovetsky s", "its criterion"]
    lines = [
        [row["n"], seconds(row["equal_seconds"]), seconds(row["cyclic_seconds"]), seconds(row["same_grid_seconds"])]
        + [seconds(row["paper_panel_seconds"]), seconds(row["own_grid_seconds"]), " x ".join(map(str, row["own_grid"]))]
        + [seconds(row["finer_seconds"]), " x ".join(map(str, row["finer"])), row["speedup"]]
        + [row["criterion_same_grid"], row["bound_same_grid"], row["criterion"], row["criterion_finer"]]
        + [", ".join(verdict(row[name], CRITERION) for name in ("criterion", "criterion_finer")) if row["n"] >= JUDGED else "-"]
        + [seconds(row["two_step_seconds"]), row["criterion_two_step"]]
        for row in rows
    ]
    return (
        "## Nine workstations of speeds 26, 20, 14 five times, 9, 1 against nine of speed 14, [Lastovetsky04] figures 6 to 8\n\n"
        f"PDGEMM, r = 64 unless another r is named, 100 Mbit/s switch, speed 1 is {machines.MFLOPS_2004} Mflop/s. Criterion: time of the cyclic layout on nine equal ones / time of the "
        "uneven one; both sets are as fast together. At most: W of the best shares of a 3 x 3 grid / sum of the speeds. The paper's "
        "distribution is no grid, its rows differ from column to column, and reaches 1 on 3 x 3; one that is a grid cannot, but a "
        "grid of one row can. The last columns are the paper's, r = 16, l = 1536, as a partition. The paper found: about 7 times as fast as cyclic, criterion about 1.\n\n" + table(header, lines)
    )


def relative_to_best(rows, key):
    best = min(row[key] for row in rows)
    return {(row["r"], row["shape"], row["l"]): row[key] / best for row in rows}


def twelve_text(results):
    rows = results["rows"]
    ours, printed = relative_to_best(rows, "seconds"), relative_to_best(rows, "printed_seconds")
    lengths = sorted({row["l"] for row in rows})
    lines = []
    for r in PRINTED:
        for shape in SHAPES:
            cells = [
                f"{printed[r, shape, l]:.2f} / {ours[r, shape, l]:.2f}" if (r, shape, l) in ours else "-" for l in lengths
            ]
            lines.append([r, shape.replace("x", " x ")] + cells)
    own = ", ".join(f"{one['shape'].replace('x', ' x ')} {seconds(one['seconds'])} s (at most {one['work']:.3f} of the sum)" for one in results["own_panel"])
    return (
        f"## Twelve workstations, [Lastovetsky04] Tables 2 to 6, N = {ORDER}\n\n"
        f"Time relative to the best of all cases, the paper's / ours. Best: {min(row['printed_seconds'] for row in rows)} s / "
        f"{min(row['seconds'] for row in rows):.0f} s.\n\n"
        + table(["r", "p x q"] + [f"l = {l}" for l in lengths], lines)
        + f"\nhetgrid's own panels, r = 64: {own}.\n"
        + "\nAlike: finer panels (larger l / r) are faster, and the shape of the grid matters least where they are fine. Different: the paper's "
        "times fall with r up to 32, since a kernel of its updates one r x r block, while hetgrid multiplies windows of 192 whatever r "
        "is; and they rise for the largest l, where one process sends many panels in a row, which here leave while the one before "
        "is multiplied. 3 x 4 and 4 x 3 stay behind 2 x 6 and 6 x 2 here, since a grid cannot share the matrix out as well.\n"
    )


def text(results):
    return criterion_text(results["criterion"]) + "\n" + twelve_text(results["twelve"])
