"""Systems with PETSc: petsc.py [OPTIONS OF PETSC]. Finite elements in a cube, boundary elements on its surface, by MUMPS, whose
last front has the surface and is ScaLAPACK's; the boundary elements alone by PETSc's own matrices for ScaLAPACK."""

import sys

import petsc4py

petsc4py.init([*sys.argv, "-mat_mumps_icntl_7", "0", "-mat_mumps_icntl_13", "0"])

import numpy  # noqa: E402: as petsc4py says
from petsc4py import PETSc  # noqa: E402

POINTS = 14
place = numpy.indices((POINTS,) * 3).reshape(3, -1).T
surface = numpy.flatnonzero(((place == 0) | (place == POINTS - 1)).any(axis=1)).astype(numpy.int32)


def kernel(rows, columns):
    """Of the distances of points of the surface: positive definite."""
    return numpy.exp(-numpy.linalg.norm(place[rows][:, None] - place[columns][None], axis=2) / 4)


def coupled(wind):
    """Laplacian, convection, and the kernel. wind = 0: positive definite."""
    n = len(place)
    A = PETSc.Mat().createAIJ((n, n), nnz=len(surface) + 7)
    on_surface = numpy.isin(numpy.arange(n), surface)
    for i in range(*A.getOwnershipRange()):
        A.setValue(i, i, 6.0, addv=True)
        for d, step in enumerate((POINTS * POINTS, POINTS, 1)):
            if place[i, d] > 0:
                A.setValue(i, i - step, -1.0 - wind, addv=True)
            if place[i, d] < POINTS - 1:
                A.setValue(i, i + step, -1.0 + wind, addv=True)
        if on_surface[i]:
            A.setValues(i, surface, kernel([i], surface), addv=True)
    A.assemble()
    A.setOption(PETSc.Mat.Option.SYMMETRIC, wind == 0)
    A.setOption(PETSc.Mat.Option.SPD, wind == 0)
    return A


def boundary(wind):
    n = len(surface)
    A = PETSc.Mat().createDense((n, n))
    A.setUp()
    first, last = A.getOwnershipRange()
    values = kernel(surface[first:last], surface)
    values *= 1 + wind * numpy.sin(numpy.arange(first, last))[:, None]
    A.setValues(numpy.arange(first, last, dtype=numpy.int32), numpy.arange(n, dtype=numpy.int32), values)
    A.assemble()
    return A.convert("scalapack")


def report(name, x, residual):
    gathered = PETSc.Scatter.toZero(x)
    gathered[0].scatter(x, gathered[1])
    if PETSc.COMM_WORLD.rank == 0:
        values = gathered[1].array
        for i in range(0, len(values), len(values) // 7):
            print(f"{name} entry {i} {values[i]:.8e}")
        print(f"{name} sum {values.sum():.8e}")
        print(f"{name} residual {'small' if residual < 1e-10 else 'LARGE'}", flush=True)


def solve(name, A, kind, package):
    x, b = A.createVecs()
    first, last = b.getOwnershipRange()
    b.array = numpy.sin(0.1 * numpy.arange(first, last)) + 1
    ksp = PETSc.KSP().create()
    ksp.setOperators(A)
    ksp.setType("preonly")
    ksp.getPC().setType(kind)
    ksp.getPC().setFactorSolverType(package)
    ksp.setFromOptions()
    ksp.solve(b, x)
    r = b.duplicate()
    A.mult(x, r)
    r -= b
    report(name, x, r.norm() / b.norm())
    ksp.destroy()


def multiply(name, A):
    """A A and A A^T, times a vector."""
    for C, of in ((A.matMult(A), "product"), (A.matTransposeMult(A), "product with the transpose")):
        x, y = C.createVecs()
        z, w = y.duplicate(), y.duplicate()
        first, last = x.getOwnershipRange()
        x.array = numpy.cos(numpy.arange(first, last))
        C.mult(x, y)
        (A.mult if of == "product" else A.multTranspose)(x, z)
        A.mult(z, w)
        w -= y
        report(f"{name} {of}", y, w.norm() / y.norm())


solve("mumps lu", coupled(0.1), "lu", "mumps")
solve("mumps cholesky", coupled(0.0), "cholesky", "mumps")
solve("scalapack lu", boundary(0.3), "lu", "scalapack")
solve("scalapack cholesky", boundary(0.0), "cholesky", "scalapack")
multiply("scalapack", boundary(0.3))
