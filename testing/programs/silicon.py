"""8 atoms of silicon with gpaw: silicon.py K-POINTS PROCESSES, on a grid of PROCESSES x 1 for ScaLAPACK."""

import sys

from ase.build import bulk
from gpaw import GPAW, FermiDirac
from gpaw.mpi import world

k_points, processes = int(sys.argv[1]), int(sys.argv[2])
atoms = bulk("Si", cubic=True)
atoms.positions[0, 0] += 0.1
atoms.positions[5, 2] += 0.1
atoms.calc = GPAW(
    mode="lcao",
    basis="dzp",
    xc="LDA",
    h=0.3,
    kpts=(k_points, 1, 1),
    occupations=FermiDirac(0.05),
    convergence={"density": 1e-2, "energy": 1e-2},  # a few iterations, the same with either library
    parallel={"sl_default": (processes, 1, 16), "kpt": 1},
    txt=None,
)
energy = atoms.get_potential_energy()
forces = atoms.get_forces()
eigenvalues = atoms.calc.get_eigenvalues(kpt=0)
if world.rank == 0:
    print(f"energy {energy:.8f}")
    for force in forces:
        print("force", *(f"{x:.6f}" for x in force))
    print("eigenvalues", *(f"{x:.6f}" for x in eigenvalues))
