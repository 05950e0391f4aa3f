# HG_MPI_SCALAPACK
# MPI, the ScaLAPACK that was built for it, and its mpiexec. MPICXX, MPIEXEC and SCALAPACK_LIBS override.
# The first MPI that has its ScaLAPACK wins. Sources are compiled by $CXX itself with the flags that the MPI wrapper
# shows, so that libhetgrid-plan is not linked with MPI. Needs C++, the Fortran mangling, BLAS and LAPACK.
# Sets MPICXX, MPIEXEC, MPI_CPPFLAGS, MPI_LIBS, SCALAPACK_LIBS, hg_mpi_name and hg_cv_mpi_together.
AC_DEFUN([HG_MPI_SCALAPACK],
[AC_ARG_VAR([MPICXX], [C++ compiler wrapper of MPI; default: mpicxx.mpich, mpicxx.openmpi or mpicxx])
AC_ARG_VAR([MPIEXEC], [launcher of the same MPI; default: the mpiexec beside MPICXX])
AC_ARG_VAR([SCALAPACK_LIBS], [ScaLAPACK with BLACS, built for the same MPI, e.g. -lscalapack-mpich])
AC_SUBST([MPI_CPPFLAGS])
AC_SUBST([MPI_LIBS])
AC_FC_FUNC([pdgemm])
AC_FC_FUNC([blacs_gridinit])
AC_LANG_PUSH([C++])
hg_save_CPPFLAGS=$CPPFLAGS
hg_save_LIBS=$LIBS
hg_mpicxx=
hg_mpi_complete=no

for hg_try in ${MPICXX:-mpicxx.mpich mpicxx.openmpi mpicxx}; do
  AC_MSG_CHECKING([for MPI with $hg_try])
  _HG_MPI_FLAGS([$hg_try])
  CPPFLAGS="$hg_save_CPPFLAGS $hg_try_cppflags"
  LIBS="$hg_try_libs $hg_save_LIBS"
  _HG_MPI_NAME
  AC_MSG_RESULT([$hg_try_name])
  AS_IF([test "$hg_try_name" = no], [continue])

  AC_MSG_CHECKING([for the ScaLAPACK of $hg_try_name])
  _HG_SCALAPACK([$hg_try_name])
  AC_MSG_RESULT([$hg_try_scalapack])

  # Keep the first MPI, unless a later one is the first to have its ScaLAPACK.
  AS_IF([test -z "$hg_mpicxx" || test "$hg_try_scalapack" != no],
    [hg_mpicxx=$hg_try
     hg_mpi_name=$hg_try_name
     MPI_CPPFLAGS=$hg_try_cppflags
     MPI_LIBS=$hg_try_libs])
  AS_IF([test "$hg_try_scalapack" != no],
    [SCALAPACK_LIBS=$hg_try_scalapack
     hg_mpi_complete=yes
     break])
done

CPPFLAGS=$hg_save_CPPFLAGS
LIBS=$hg_save_LIBS
AC_LANG_POP([C++])

AS_IF([test -z "$hg_mpicxx"],
    [HG_MISSING([MPI (no working ${MPICXX:-mpicxx.mpich, mpicxx.openmpi or mpicxx})], [mpich libmpich-dev])
     HG_MISSING([ScaLAPACK for MPICH], [libscalapack-mpich-dev])],
  [test $hg_mpi_complete = no],
    [AS_CASE([$hg_mpi_name],
       ["Open MPI"], [HG_MISSING([ScaLAPACK for Open MPI], [libscalapack-openmpi-dev])],
       [HG_MISSING([ScaLAPACK for $hg_mpi_name], [libscalapack-mpich-dev])])])

AS_IF([test -n "$hg_mpicxx"],
  [MPICXX=$hg_mpicxx
   # mpicxx.mpich -> mpiexec.mpich, in the same directory if one was named.
   hg_mpiexec=`AS_ECHO(["$MPICXX"]) | sed ['s,mpi\(cxx\|c++\|CC\|icpc\|icpx\)\([^/]*\)$,mpiexec\2,']`
   AC_PATH_PROGS([MPIEXEC], [$hg_mpiexec mpiexec mpirun])
   AS_IF([test -z "$MPIEXEC"], [HG_MISSING([the launcher of $hg_mpi_name ($hg_mpiexec)], [mpich])],
     [_HG_MPI_TOGETHER])])
AC_DEFINE_UNQUOTED([HETGRID_MPIEXEC], ["$MPIEXEC"], [The launcher that belongs to the MPI hetgrid is built with])
])

# _HG_MPI_FLAGS(WRAPPER): hg_try_cppflags and hg_try_libs as the wrapper shows them.
# The obsolete C++ bindings of MPI are left out.
AC_DEFUN([_HG_MPI_FLAGS],
[hg_try_cppflags='-DMPICH_SKIP_MPICXX=1 -DOMPI_SKIP_MPICXX=1'
hg_try_libs=
for hg_word in `$1 -show 2>/dev/null`; do
  AS_CASE([$hg_word],
    [-lmpichcxx|-lmpicxx|-lmpi_cxx|-lmpi++], [],
    [-I*|-D*|-isystem*], [hg_try_cppflags="$hg_try_cppflags $hg_word"],
    [-L*|-l*|-pthread|-Wl,-rpath*|*.a|*.so], [hg_try_libs="$hg_try_libs $hg_word"])
done
])

# _HG_MPI_NAME: hg_try_name = the implementation that CPPFLAGS and LIBS give, or no.
AC_DEFUN([_HG_MPI_NAME],
[hg_try_name=no
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[MPI_Init(nullptr, nullptr); return MPI_Finalize();]])],
  [hg_try_name=MPI
   AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
#ifndef OPEN_MPI
#error
#endif]])], [hg_try_name='Open MPI'],
     [AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
#ifndef MPICH_VERSION
#error
#endif]])], [hg_try_name=MPICH])])])
])

# _HG_MPI_TOGETHER: hg_cv_mpi_together = yes if two processes of MPIEXEC are one program, no if each is alone, unknown if that
# does not run here. MPICH of Ubuntu 24.04 expects a launcher that speaks PMIx, and its own does not.
AC_DEFUN([_HG_MPI_TOGETHER],
[AC_CACHE_CHECK([whether processes of $MPIEXEC know each other], [hg_cv_mpi_together],
[hg_cv_mpi_together=unknown
AS_IF([test "$cross_compiling" != yes && timeout 1 true 2>/dev/null],
  [AC_LANG_PUSH([C++])
   CPPFLAGS="$hg_save_CPPFLAGS $MPI_CPPFLAGS"
   LIBS="$MPI_LIBS $hg_save_LIBS"
   AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cstdio>
#include <mpi.h>]], [[int size = 0;
MPI_Init(nullptr, nullptr);
MPI_Comm_size(MPI_COMM_WORLD, &size);
std::printf("of %d\n", size);
return MPI_Finalize();]])],
     [hg_said=`OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
        timeout -k 1 20 $MPIEXEC -n 2 ./conftest$ac_exeext 2>/dev/null </dev/null`
      AS_CASE([$hg_said], [*"of 2"*], [hg_cv_mpi_together=yes], [*"of 1"*], [hg_cv_mpi_together=no])])
   CPPFLAGS=$hg_save_CPPFLAGS
   LIBS=$hg_save_LIBS
   AC_LANG_POP([C++])])])
])

# _HG_SCALAPACK(MPI-NAME): hg_try_scalapack = libraries, or no.
AC_DEFUN([_HG_SCALAPACK],
[AS_CASE(["$1"],
  [MPICH], [hg_scalapack_candidates='-lscalapack-mpich -lscalapack'],
  ["Open MPI"], [hg_scalapack_candidates='-lscalapack-openmpi -lscalapack'],
  [hg_scalapack_candidates=-lscalapack])
hg_try_scalapack=no
for hg_candidate in "${SCALAPACK_LIBS:-none}" $hg_scalapack_candidates; do
  AS_IF([test "$hg_candidate" = none], [continue])
  hg_candidate_LIBS=$LIBS
  LIBS="$hg_candidate $LAPACK_LIBS $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[extern "C" { void $pdgemm(); void $blacs_gridinit(); }]],
                                  [[$pdgemm(); $blacs_gridinit();]])],
    [hg_try_scalapack=$hg_candidate])
  LIBS=$hg_candidate_LIBS
  AS_IF([test "$hg_try_scalapack" != no || test -n "$SCALAPACK_LIBS"], [break])
done
])
