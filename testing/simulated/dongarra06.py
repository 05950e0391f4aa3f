"""[Dongarra06] 8.3: one server and eight workers, products run with messages by every policy of the paper, figures 10, 12 and 13; and what
the paper left open: workers whose speeds, links and memories differ, by the policy that hetgrid chooses against all of the paper's."""

import random
import shutil

import machines
from command import run as run_command
from report import progress, seconds, table, verdict

WORKERS = 8
MFLOPS = 3570  # of the Xeons of 3.2 GHz: as many workers keep the port busy as HoLM enrols in the paper, 2 and 4
WIRE = machines.link(50e-6, 12.5e6)
PAPER = ("holm", "orroml", "ommoml", "oddoml", "ddoml", "bmm", "obmm")
SELECTIONS = ("global", "local", "global-two-steps", "local-two-steps")
SAME = 0.06  # by which two runs of the paper differ, its figure 11
AGREE = 0.05  # events and messages
SLOWER = 0.02  # than the best policy

BLOCK = 80
MIB = 1 << 20
MEMORY = 512
MEMORIES = (132, 233, 512)  # chunks of 50, 67 and 100 blocks: thirds, halves and all of the rows
FIGURES = {  # cases: m, n, k, block, memory. k of the paper: 8000, 16000, 64000; 8000; 16000
    10: {
        "8000 x 64000, k = 8000": (8000, 64000, 8000, BLOCK, MEMORY),
        "16000 x 128000, k = 2000": (16000, 128000, 2000, BLOCK, MEMORY),
        "8000 x 64000, k = 16000": (8000, 64000, 16000, BLOCK, MEMORY),
    },
    12: {f"q = {q}": (8000, 64000, 8000, q, MEMORY) for q in (40, 80)},
    13: {f"{memory} MB": (16000, 64000, 4000, BLOCK, memory) for memory in MEMORIES},
}
TITLES = {10: "matrices", 12: "block size q", 13: "memory of a worker"}


def star(speeds, bandwidths, memories, port="one"):
    """A server that does not compute, and workers, each behind a link of its own. speeds: relative; memories: bytes"""
    wires = [machines.link(WIRE["latency"] / 2, bandwidth) for bandwidth in [max(bandwidths)] + list(bandwidths)]
    network = {"medium": "star", "between_hosts": WIRE, "links": wires}
    platform = machines.platform([max(speeds)] + list(speeds), MFLOPS, network)
    for process, memory in zip(platform["processes"][1:], memories):
        process["memory"] = memory
    return {**platform, "server": {"rank": 0, "port": port, "computes": False}}


def products(hetgrid, platform, m, n, k, block, policies):
    """\\return what became of each policy"""
    known = hetgrid.file("platform.json", platform)
    arguments = ["server-gemm", "--m", m, "--n", n, "--k", k, "--block-size", block, "--policy", ",".join(policies), "--platform", known]
    report, cost = hetgrid.simulate(platform, arguments, libraries=False)
    progress(f"{m} x {n}, k = {k}, blocks of {block}: {cost.seconds:.0f} s of simulation, {cost.memory / 1e9:.1f} GB")
    return {
        policy: {
            "policy": one["policy"],
            "seconds": one["median_s"],
            "predicted_seconds": one["predicted_s"],
            "workers": sum(worker["computing_s"] > 0 for worker in one["workers"]),
        }
        for policy, one in zip(policies, report[0]["measurements"])
    }


def of_paper(hetgrid, case, medium):
    m, n, k, block, memory = case
    platform = star([1] * WORKERS, [WIRE["bandwidth"]] * WORKERS, [memory * MIB] * WORKERS)
    if medium == "bus":
        platform["network"] = {"medium": "bus", "between_hosts": WIRE, "between_segments": WIRE}
    return products(hetgrid, platform, m, n, k, block, PAPER)


# ---- workers that differ

SHAPE = (8000, 32000, 8000)  # m, n, k
SPREADS = (2, 4, 10)  # of the largest to the smallest


def spread(numbers, ratio):
    """WORKERS numbers between 1 / ratio and 1, both there."""
    values = [1, 1 / ratio] + [ratio ** -numbers.random() for _ in range(WORKERS - 2)]
    numbers.shuffle(values)
    return values


def different():
    """Platforms on which speeds, links, memories, or all three differ, by 2, 4 and 10; and twice all three at random."""
    platforms = {}
    for ratio in SPREADS:
        for what in ("speeds", "links", "memories", "all"):
            numbers = random.Random(f"{what} {ratio}")
            speeds, links, memories = ([1] * WORKERS if what not in (name, "all") else spread(numbers, ratio) for name in ("speeds", "links", "memories"))
            bandwidths, bytes_of = [WIRE["bandwidth"] * x for x in links], [MEMORY * MIB * x for x in memories]
            platforms[f"{what}, 1 to {ratio}"] = star(speeds, bandwidths, bytes_of)
    return platforms


def of_differing(hetgrid, name, platform):
    run = products(hetgrid, platform, *SHAPE, BLOCK, PAPER + SELECTIONS + ("auto",))
    best = min((policy for policy in run if policy != "auto"), key=lambda policy: run[policy]["seconds"])
    row = {"platform": name, "policies": run, "best": best, "to_best": run["auto"]["seconds"] / run[best]["seconds"]}
    progress(f"{name}: {run['auto']['policy']}, {row['to_best']:.3f} of the time of {best}")
    return row


# ---- what is printed


def run(hetgrid, pool):
    cases = [(number, name) for number, cases in FIGURES.items() for name in cases]

    def rows(medium, cases):
        runs = pool.map(lambda one: of_paper(hetgrid, FIGURES[one[0]][one[1]], medium), cases)
        return [{"figure": number, "case": name, "policies": policies} for (number, name), policies in zip(cases, runs)]

    platforms = different()
    return {"figures": rows("star", cases), "one port": rows("bus", [one for one in cases if one[0] == 13]), "different": list(pool.map(lambda name: of_differing(hetgrid, name, platforms[name]), platforms))}


def error(one):
    return one["predicted_seconds"] / one["seconds"] - 1


def agreement_text(rows):
    """How far events and messages are apart."""
    errors = [abs(error(one)) for row in rows for one in row["policies"].values()]
    close = sum(one <= AGREE for one in errors)
    return f"{100 * max(errors):.1f} % apart at most, {close} of {len(errors)} within {100 * AGREE:.0f} %: {verdict(1 - max(errors), 1 - AGREE)}"


def orders_text(rows):
    """What the paper found."""
    holm = [row["policies"]["holm"]["seconds"] / row["policies"]["orroml"]["seconds"] for row in rows]
    workers = [row["policies"]["holm"]["workers"] for row in rows]
    own = ("holm", "orroml", "oddoml", "ddoml")
    ahead = [max(row["policies"][one]["seconds"] for one in own) / row["policies"]["bmm"]["seconds"] for row in rows]
    memory = [row["policies"] for row in rows if row["figure"] == 13]
    falls = all(more[one]["seconds"] < less[one]["seconds"] for less, more in zip(memory, memory[1:]) for one in PAPER)
    sizes = [row["policies"] for row in rows if row["figure"] == 12]
    by_size = max(abs(sizes[0][one]["seconds"] / sizes[1][one]["seconds"] - 1) for one in own)
    yes = {True: "yes", False: "no"}
    return table(
        ["as the paper found it", "here", ""],
        [
            ["HoLM as fast as ORROML within 6 %", f"{min(holm):.3f} to {max(holm):.3f} of its time", yes[max(holm) <= 1 + SAME]],
            [f"with half of the {WORKERS} workers", ", ".join(map(str, workers)), yes[max(workers) <= WORKERS // 2]],
            ["HoLM, ORROML, ODDOML, DDOML faster than BMM", f"at most {max(ahead):.3f} of its time", yes[max(ahead) < 1]],
            ["q = 40 and 80 alike, of these", f"{100 * by_size:.1f} % apart", yes[by_size <= SAME]],
            ["more memory, less time, of all", "", yes[falls]],
        ],
    )


def figures_text(rows):
    lines = []
    for row in rows:
        for name, value in (("simulated s", "seconds"), ("by events s", "predicted_seconds"), ("workers", "workers")):
            first = value == "seconds"
            cells = [seconds(row["policies"][one][value]) if value != "workers" else row["policies"][one][value] for one in PAPER]
            lines.append([row["figure"] if first else "", row["case"] if first else "", name] + cells)
    return table(["figure", "case", ""] + [one.upper() for one in PAPER], lines)


def different_text(rows):
    lines = []
    for row in rows:
        run = row["policies"]
        own = {one: run[one]["seconds"] for one in PAPER + SELECTIONS}
        worst = max(own, key=own.get)
        lines.append(
            [row["platform"], run["auto"]["policy"], seconds(run["auto"]["seconds"]), f"{100 * error(run['auto']):+.1f} %", row["best"], seconds(own[row["best"]])]
            + [f"{row['to_best']:.3f}", worst, f"{own[worst] / own[row['best']]:.2f}"]
        )
    return table(["differ", "auto", "simulated s", "predicted", "best of the paper's", "simulated s", "auto / best", "worst of them", "/ best"], lines)


def text(results):
    rows, others = results["figures"], results["different"]
    slowest = max(row["to_best"] for row in others)
    m, n, k = SHAPE
    return (
        "## [Dongarra06] 8.3: one server, eight workers\n\n"
        f"100 Mbit/s, {MFLOPS / 1000} GF/s, C = A B, C m x n; figure 10: {MEMORY} MB and q = {BLOCK}; figure 12: two q; figure 13: three "
        "memories. m, n, q and memories are those of the paper; k is less, since it only repeats steps. Messages simulated, kernels modelled; by events: what the policy is predicted to take.\n\n"
        + figures_text(rows)
        + f"\nEvents and messages on this switch, where results come back while operands go out, are {agreement_text(rows)}; on a bus (figure 13), which carries both one after "
        + f"the other, {agreement_text(results['one port'])}.\n\n"
        + orders_text(rows)
        + f"\n### Workers that differ\n\nSpeeds, links, memories from the largest to a part of it; {m} x {n}, k = {k}.\n\n"
        + different_text(others)
        + f"\nbest of the paper's / auto {1 / slowest:.3f} {verdict(1 / slowest, 1 - SLOWER)}; "
        + f"events and messages {agreement_text(others)}\n"
    )


SCRIPT = """\
set terminal svg size 900,420 dynamic background 'white'
set output '{output}'
set title '[Dongarra06] figure {figure}: {title}'
set style data histograms
set style fill solid 0.8
set ylabel 'seconds'
set yrange [0:*]
set key outside right
set datafile separator '\\t'
plot {curves}
"""


def plot(hetgrid, results, folder):
    """Figures 10, 12 and 13 as SVG, if gnuplot is there: bars of a case for every policy."""
    if not shutil.which("gnuplot"):
        return progress("gnuplot is not installed: no figures")
    for number in FIGURES:
        rows = [row for row in results["figures"] if row["figure"] == number]
        data = hetgrid.file("figure.txt")
        data.write_text("".join("\t".join([one.upper()] + [str(row["policies"][one]["seconds"]) for row in rows]) + "\n" for one in PAPER))
        curves = ", ".join(f"'{data}' using {column}:xtic(1) title '{row['case']}'" for column, row in enumerate(rows, 2))
        script = hetgrid.file("plot.gnuplot")
        script.write_text(SCRIPT.format(output=folder / f"bench-sim-dongarra06-{number}.svg", figure=number, title=TITLES[number], curves=curves))
        run_command(["gnuplot", script])
    progress(f"figures: {folder}/bench-sim-dongarra06-*.svg")
