"""The figures of [Beaumont14], one SVG each, of what bench_plan has measured: python3 draw_figures.py PLAN.json FOLDER."""

import json
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = """\
set terminal svg size 760,540 dynamic background 'white'
set output '{output}'
set title '{title}'
set xlabel '{x}'
set ylabel 'blocks sent / lower bound'
set logscale y
set yrange [1:{top}]
set ytics (1, 1.1, 1.2, 1.3, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20)
set xrange [{left}:{right}]
set grid ytics linecolor rgb '#dddddd'
set key outside right
{ticks}
plot {curves}
"""

DEVIATION = ", deviation"  # of a curve, as bench_plan names it
# The same in all figures: color and point.
STYLES = {
    "random": ("#9400d3", 1),
    "sorted": ("#009e73", 2),
    "dynamic": ("#56b4e9", 3),
    "2 phases": ("#e69f00", 4),
    "greedy": ("#8b4513", 5),
    "equal parts": ("#0072b2", 6),
    "speeds known": ("#e51e10", 7),
    "30 % wrong": ("#000000", 8),
    "analysis": ("#808080", 10),
    "exact analysis": ("#ff69b4", 12),
}
APART = 0.07  # curves of a figure whose x are names, so that none hides another


def style(name):
    color, point = STYLES[name]
    return f"linecolor rgb '{color}' pointtype {point} pointsize 0.7"


def plotted(figure, data, columns):
    """What gnuplot has to draw: lines, without points where x does not matter; where x are names, points beside each other."""
    rows, curves = figure["rows"], figure["curves"]
    for k, name in enumerate(curves):
        using, title = columns.index(name) + 1, f"{style(name)} title '{name}'"
        bars = f":{columns.index(name + DEVIATION) + 1}" if name + DEVIATION in columns else ""
        if figure["points"]:
            shift = APART * (k - (len(curves) - 1) / 2)
            yield f"'{data}' using ($1 + {shift}):{using}{bars} with yerrorbars {title}"
        elif bars:
            yield f"'{data}' using 1:{using}{bars} with yerrorlines {title}"
        elif len(rows) > 1 and len({row.get(name) for row in rows}) == 1:
            color = STYLES[name][0]
            yield f"'{data}' using 1:{using} with lines linecolor rgb '{color}' dashtype 2 title '{name}'"
        else:
            yield f"'{data}' using 1:{using} with linespoints {title}"


def draw(figure, output, work):
    rows, curves = figure["rows"], figure["curves"]
    data = work / "rows.txt"
    bars = [name for name in curves if name + DEVIATION in rows[0]]
    columns = ("x", *curves, *(name + DEVIATION for name in bars))
    data.write_text("".join(" ".join(str(row.get(name, "nan")) for name in columns) + "\n" for row in rows))
    names = ", ".join(f"'{name}' {k}" for k, name in enumerate(figure["points"]))
    margin = 0.5 if names else 0
    script = work / "figure.gnuplot"
    script.write_text(
        SCRIPT.format(
            output=output,
            title=f"Figure {figure['figure']}: {figure['title']}",
            x=figure["x"],
            top=1.05 * max(row[name] + row.get(name + DEVIATION, 0) for row in rows for name in curves if name in row and "analysis" not in name),
            left=rows[0]["x"] - margin,
            right=rows[-1]["x"] + margin,
            ticks=f"set xtics ({names})" if names else "",
            curves=", ".join(plotted(figure, data, columns)),
        )
    )
    subprocess.run(["gnuplot", script], check=True)
    output.replace(output.with_suffix(""))


measured, folder = json.loads(pathlib.Path(sys.argv[1]).read_text()), pathlib.Path(sys.argv[2])
with tempfile.TemporaryDirectory() as work:
    for figure in measured["planner"]["dynamic_tasks"]["figures"]:
        draw(figure, folder / f"dynamic-{figure['figure']}.svg.new", pathlib.Path(work))
