"""The figures of [Beaumont14], one SVG each, of what bench_plan has measured: python3 draw_figures.py PLAN.json FOLDER."""

import json
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = """\
set terminal svg size 720,460 dynamic background 'white'
set output '{output}'
set title '{title}'
set xlabel '{x}'
set ylabel 'blocks sent / lower bound'
set yrange [1:{top}]
set key outside right
set linetype 9 linecolor rgb '#8b4513'
set linetype 10 linecolor rgb '#ff69b4'
{ticks}
plot {curves}
"""

DEVIATION = ", deviation"  # of a curve, as bench_plan names it


def draw(figure, output, work):
    rows, curves = figure["rows"], figure["curves"]
    data = work / "rows.txt"
    bars = [name for name in curves if name + DEVIATION in rows[0]]
    columns = ("x", *curves, *(name + DEVIATION for name in bars))
    data.write_text("".join(" ".join(str(row.get(name, "nan")) for name in columns) + "\n" for row in rows))
    names = ", ".join(f"'{name}' {k}" for k, name in enumerate(figure["points"]))
    parts = ", ".join(
        f"'{data}' using 1:{k}:{columns.index(name + DEVIATION) + 1} with yerrorlines title '{name}'"
        if name in bars
        else f"'{data}' using 1:{k} with linespoints title '{name}'"
        for k, name in enumerate(curves, 2)
    )
    script = work / "figure.gnuplot"
    script.write_text(
        SCRIPT.format(
            output=output,
            title=f"Figure {figure['figure']}: {figure['title']}",
            x=figure["x"],
            top=1.05 * max(row[name] for row in rows for name in curves if name in row and "analysis" not in name),
            ticks=f"set xtics ({names})" if names else "",
            curves=parts,
        )
    )
    subprocess.run(["gnuplot", script], check=True)
    output.replace(output.with_suffix(""))


measured, folder = json.loads(pathlib.Path(sys.argv[1]).read_text()), pathlib.Path(sys.argv[2])
with tempfile.TemporaryDirectory() as work:
    for figure in measured["planner"]["dynamic_tasks"]["figures"]:
        draw(figure, folder / f"dynamic-{figure['figure']}.svg.new", pathlib.Path(work))
