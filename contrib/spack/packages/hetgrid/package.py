try:  # Spack 1 has build systems beside its recipes, Spack 0 in spack.package
    from spack_repo.builtin.build_systems.autotools import AutotoolsPackage
except ImportError:
    pass

from spack.package import *


class Hetgrid(AutotoolsPackage):
    """Dense linear algebra on machines of unequal speed, as a library called like ScaLAPACK and as a command."""

    # No release is published yet: spack dev-build hetgrid@0.1.0, in a checkout, builds what is there.
    version("0.1.0")

    license("BSD-3-Clause")

    variant("mpi", default=True, description="Distributed routines; without, the planner only")
    variant("hdf5", default=False, when="+mpi", description="Matrices in files of HDF5")
    variant("simgrid", default=False, when="+mpi", description="hetgrid simulate")
    variant("shared", default=True, description="Shared libraries; hetgrid run preloads one")
    variant("static", default=True, description="Static libraries")
    conflicts("~shared~static", msg="a kind of library is needed: shared, static or both")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+mpi")
    depends_on("autoconf@2.71:", type="build")
    depends_on("automake@1.16:", type="build")
    depends_on("libtool", type="build")
    depends_on("m4", type="build")
    depends_on("help2man", type="build")
    depends_on("pkgconfig", type="build", when="+hdf5")
    depends_on("python@3:", type="build", when="+mpi")

    depends_on("boost+math+test")  # configure looks for Boost.Test even if no test is run
    depends_on("cli11")
    depends_on("fmt")
    depends_on("nlohmann-json")
    with when("+mpi"):
        depends_on("mpi")
        depends_on("openblas")  # BLAS with CBLAS, LAPACK with LAPACKE
        depends_on("scalapack")
        depends_on("hwloc")
    depends_on("hdf5~mpi+hl", when="+hdf5")  # one process has the files
    depends_on("simgrid+smpi", when="+simgrid")

    conflicts("%gcc@:9", msg="C++20 is needed")

    def configure_args(self):
        spec = self.spec
        args = ["--enable-unity"] + self.enable_or_disable("shared") + self.enable_or_disable("static")
        if spec.satisfies("~mpi"):
            return args + ["--without-mpi", "--without-hdf5", "--without-simgrid"]
        args += [
            f"MPICXX={spec['mpi'].mpicxx}",
            f"BLAS_LIBS={spec['openblas'].libs.ld_flags}",
            f"LAPACK_LIBS={spec['openblas'].libs.ld_flags}",
            f"SCALAPACK_LIBS={spec['scalapack'].libs.ld_flags}",
        ]
        # Named either way: what the machine has beside spack does not count.
        for package in "hdf5", "simgrid":
            found = spec.satisfies(f"+{package}")
            args.append(f"--with-{package}={spec[package].prefix}" if found else f"--without-{package}")
        return args
