#!/usr/bin/env python3
"""The experiments in simulation: [Boudet99] section 5, [Lastovetsky04] section 6, [DeFlumere14] 5.4, 7.3.3 and 7.4, [Dongarra06] 8.3, the tasks of
[Beaumont14] with messages, thousands of processes, and real runs predicted. All figures go to FOLDER/bench-sim.json, their tables to FOLDER/bench-sim.md.

bench_sim.py [--parts boudet99,...] HETGRID FOLDER"""

import argparse
import json
import os
import platform
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import beaumont14
import boudet99
import deflumere14
import dongarra06
import lastovetsky04
import prediction
import scale
from command import Hetgrid
from report import progress

PARTS = {"boudet99": boudet99, "lastovetsky04": lastovetsky04, "deflumere14": deflumere14, "dongarra06": dongarra06, "beaumont14": beaumont14, "scale": scale, "prediction": prediction}


def machine():
    cpu = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            cpu = line.split(":", 1)[1].strip()
            break
    return {"cpu": cpu, "cores": os.cpu_count(), "system": platform.platform()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS), help="default: %(default)s")
    parser.add_argument("hetgrid", help="the command")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)

    results = {"machine": machine()}
    tables = [f"# make bench-sim\n\n{results['machine']['cpu']}, {results['machine']['cores']} cores.\n"]
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(min(2, os.cpu_count())) as pool:
        hetgrid = Hetgrid(Path(options.hetgrid).resolve(), work)
        for name in options.parts.split(","):
            progress(f"== {name}")
            part = PARTS[name]
            results[name] = part.run(hetgrid, pool)
            tables.append(part.text(results[name]))
            if name == "scale":
                part.plot(hetgrid, results[name], options.folder / "bench-sim-scale.svg")
            if name == "dongarra06":
                part.plot(hetgrid, results[name], options.folder)
    (options.folder / "bench-sim.json").write_text(json.dumps(results, indent=2) + "\n")
    text = "\n".join(tables)
    (options.folder / "bench-sim.md").write_text(text)
    print(text)
    progress(f"all figures: {options.folder / 'bench-sim.json'}")


if __name__ == "__main__":
    main()
