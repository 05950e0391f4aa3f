#!/usr/bin/env python3
"""Programs and libraries of Debian that call ScaLAPACK, unchanged, with libhetgrid-scalapack in front of it: what they print of
energies, forces, stresses, eigenvalues and solutions is what they print without, at equal and at unequal speeds, and calls were
intercepted.

check_programs.py [--programs espresso,...] HETGRID

HETGRID: the command, built with the MPI of the programs, by which they are chosen: Open MPI, but for nwchem, MPICH. Packages
that are missing are installed (as root)."""

import argparse
import collections
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

INPUTS = Path(__file__).resolve().parent
LIMIT = 3600  # seconds of a run
ENVIRONMENT = {
    "DEBIAN_FRONTEND": "noninteractive",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}
CYCLE_TIMES = [1, 3, 2, 5]


class Case:
    """A program with an input. results: of the lines that it prints, those that are compared."""

    def __init__(self, name, ranks, command, results):
        self.name, self.ranks, self.command, self.results = name, ranks, command, re.compile(results)


class Program:
    """preparation: a command before all cases. environment: as a function, since a package may have to be there."""

    def __init__(self, package, cases, mpi="Open MPI", preparation=None, environment=dict):
        self.package, self.cases, self.mpi = package, cases, mpi
        self.preparation, self.environment = preparation, environment


def petsc_path():
    """petsc4py is beside the PETSc that it was built for."""
    return {"PYTHONPATH": ":".join(glob.glob("/usr/lib/petscdir/*/*-real/lib/python3/dist-packages"))}


# pw.x gives ScaLAPACK square grids only.
PW = r"^!|^ +atom +\d+ type|^( +-?\d+\.\d+){3,8}$|total   stress"
GPAW = r"^(energy|force|eigenvalues) "
CP2K = r"^ ENERGY\||^ +\d+ +1 +Si |^ STRESS\| +[xyz] .*E[+-]"
MUMPS = r"^[dz]mumps "
PROGRAMS = {
    "espresso": Program(
        "quantum-espresso",
        [
            Case("pw.x, gamma", 4, ["pw.x", "-ndiag", "4", "-in", "silicon_gamma.in"], PW),
            Case("pw.x, k-points", 4, ["pw.x", "-ndiag", "4", "-in", "silicon_k_points.in"], PW),
        ],
        preparation=["ld1.x", "-in", "silicon_pseudopotential.in"],
    ),
    "gpaw": Program(
        "gpaw",
        [
            Case("gpaw, gamma", 2, ["gpaw", "python", "silicon.py", "1", "2"], GPAW),
            Case("gpaw, k-points", 2, ["gpaw", "python", "silicon.py", "2", "2"], GPAW),
        ],
    ),
    "cp2k": Program(
        "cp2k",
        [
            Case("cp2k, diagonalisation", 2, ["cp2k.psmp", "-i", "silicon.inp"], CP2K),
            Case("cp2k, orbital transformation", 2, ["cp2k.psmp", "-i", "silicon_ot.inp"], CP2K),
        ],
    ),
    "mumps": Program(
        "libmumps-dev",
        [
            Case("mumps, LU", 4, ["./mumps", "0", "1"], MUMPS),
            Case("mumps, LU, grid of all processes but one", 4, ["./mumps", "0", "0"], MUMPS),
            Case("mumps, Cholesky", 4, ["./mumps", "1", "1"], MUMPS),
            Case("mumps, LDL^T", 4, ["./mumps", "2", "1"], MUMPS),
        ],
        preparation=["mpicc.openmpi", "-O2", "-o", "mumps", "mumps.c", "-ldmumps", "-lzmumps", "-lm"],
    ),
    "petsc": Program(
        "python3-petsc4py-real",
        [Case("petsc", 4, ["/usr/bin/python3", "petsc.py"], r"^(mumps|scalapack) ")],
        environment=petsc_path,
    ),
    # Without ARMCI_USE_WIN_ALLOCATE=0 it goes wrong of itself: README.Debian.
    "nwchem": Program(
        "nwchem-mpich",
        [Case("nwchem", 2, ["nwchem.mpich", "water.nw"], r"Total DFT|^ +\d+ [OH] +-?\d|^ Vector +\d+")],
        mpi="MPICH",
        environment=lambda: {"ARMCI_USE_WIN_ALLOCATE": "0"},
    ),
}


def run(command, folder, environment=None):
    """\\return what it printed, standard output and standard error"""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **ENVIRONMENT, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=LIMIT,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout, done.stderr


def install(package):
    query = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", package], capture_output=True, text=True)
    if query.stdout != "installed":
        print(f"installing {package}", flush=True)
        run(["apt-get", "-q", "update"], INPUTS)
        run(["apt-get", "-q", "-y", "install", "--no-install-recommends", package], INPUTS)


NUMBER = re.compile(r"-?\d+\.\d+(?:[EeDd][+-]?\d+)?")


def digits(number):
    """Value of its last digit."""
    mantissa, _, exponent = re.sub("[eDd]", "E", number).partition("E")
    return 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


def difference(expected, found):
    """\\return the first pair of lines that differ; None: all the same, but for rounding: two units of the last digit, and
    1e-6 of the largest number of the line"""
    for one, other in zip(expected, found):
        ours, theirs = NUMBER.findall(one), NUMBER.findall(other)
        values = [[float(re.sub("[Dd]", "E", x)) for x in numbers] for numbers in (ours, theirs)]
        largest = max(map(abs, values[0]), default=0)
        if NUMBER.sub("", one).split() != NUMBER.sub("", other).split() or any(
            not abs(x - y) <= 1e-6 * largest + 2.5 * digits(text) for text, x, y in zip(ours, *values)
        ):
            return one, other
    return None if len(expected) == len(found) else (f"{len(expected)} lines", f"{len(found)} lines")


def calls(journal):
    """Of all processes, from what HETGRID_VERBOSE=1 tells in the end. \\return by routine: calls, uneven, in place, passed through"""
    counts = {}
    summary = r"^hetgrid: in all (\w+): (\d+) calls? .*?, (\d+) uneven .*?, (\d+) in place .*?, (\d+) passed through"
    for name, *numbers in re.findall(summary, journal, re.MULTILINE):
        counts[name] = [x + int(y) for x, y in zip(counts.get(name, [0] * 4), numbers)]
    return counts


def reasons(journal):
    """\\return by routine: why calls were passed through, and how many"""
    found = collections.defaultdict(collections.Counter)
    for name, reason in re.findall(r"^hetgrid: (P\w+) .*?: passed through: (.*)", journal, re.MULTILINE):
        found[name][reason] += 1
    return found


def check(hetgrid, mpiexec, case, folder, environment):
    """\\return whether all runs agree"""
    ranks = str(case.ranks)

    def results(command):
        output, errors = run(command, folder, environment)
        return [line for line in output.splitlines() if case.results.search(line)], errors

    expected, _ = results([mpiexec, "-n", ranks, *case.command])
    if not expected:
        raise RuntimeError(f"{case.name}: no results")
    good = True
    for times in ([1] * case.ranks, CYCLE_TIMES[: case.ranks]):
        chosen = ",".join(map(str, times))
        options = ["run", "-n", ranks, "--mpiexec", mpiexec, "--cycle-times", chosen, "--min-n", "0", "--verbose", "--"]
        found, journal = results([hetgrid, *options, *case.command])
        counts, passed = calls(journal), reasons(journal)
        used = 2 if times[0] == times[-1] else 1  # in place, uneven
        differing = difference(expected, found)
        verdict = "same" if not differing else "DIFFERENT"
        if sum(numbers[used] for numbers in counts.values()) == 0:
            verdict += ", NOTHING INTERCEPTED"
        good = good and verdict == "same"
        print(f"{case.name}, {ranks} processes, cycle-times {chosen}: {len(found)} lines of results, {verdict}")
        for line in differing or []:
            print(f"  {line}")
        for name, numbers in sorted(counts.items()):
            why = "".join(f"; {reason}: {number}" for reason, number in passed[name].items())
            print("  {:8} {} calls: {} uneven, {} in place, {} passed through".format(name, *numbers) + why)
        sys.stdout.flush()
    return good


def mpi_of(mpiexec):
    version = subprocess.run([mpiexec, "--version"], capture_output=True, text=True).stdout
    return "Open MPI" if "Open" in version else "MPICH"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", help=f"of {','.join(PROGRAMS)}; default: all that use this MPI")
    parser.add_argument("hetgrid", type=Path, help="the command")
    options = parser.parse_args()
    mpiexec = shutil.which(os.environ.get("MPIEXEC") or "mpiexec.openmpi")
    if not mpiexec:
        sys.exit("check_programs.py: MPIEXEC: the launcher of the MPI with which hetgrid was built")
    mpi = mpi_of(mpiexec)
    chosen = options.programs.split(",") if options.programs else [x for x in PROGRAMS if PROGRAMS[x].mpi == mpi]

    good = True
    for name in chosen:
        program = PROGRAMS[name]
        if program.mpi != mpi:
            sys.exit(f"check_programs.py: {name} uses {program.mpi}, {mpiexec} is of {mpi}: configure with MPICXX=")
        install(program.package)
        environment = program.environment()
        with tempfile.TemporaryDirectory() as folder:
            for path in INPUTS.iterdir():
                shutil.copy(path, folder)
            if program.preparation:
                run(program.preparation, folder)
            for case in program.cases:
                try:
                    good = check(str(options.hetgrid.resolve()), mpiexec, case, folder, environment) and good
                except (RuntimeError, subprocess.TimeoutExpired) as error:
                    print(f"{case.name}: {error}", flush=True)
                    good = False
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
