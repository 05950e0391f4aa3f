# HG_SIMGRID
# SimGrid's SMPI, an MPI whose processes live in one process and in virtual time: hetgrid-simulated is built with it.
# --with-simgrid=PREFIX, SMPICXX and SMPIRUN say where it is; without them it is used if it is found.
# As with MPI, $CXX compiles with the flags that the wrapper shows. Of these the C++ standard and smpi_helpers.h are
# left out: that header makes macros of malloc, free, exit and the clocks, which the C++ library's headers do not
# survive. Memory and time go through src/kernel/execution.hpp instead.
# Sets with_simgrid, SMPICXX, SMPIRUN, SIMGRID_CPPFLAGS, SIMGRID_LIBS and hg_simgrid_version.
AC_DEFUN([HG_SIMGRID],
[AC_ARG_VAR([SMPICXX], [C++ compiler wrapper of SimGrid's MPI; default: smpicxx])
AC_ARG_VAR([SMPIRUN], [launcher of SimGrid's MPI; default: smpirun])
AC_SUBST([SIMGRID_CPPFLAGS])
AC_SUBST([SIMGRID_LIBS])
hg_simgrid_version=none
# The sanitizers do not follow SimGrid from the stack of one process to that of another.
AS_IF([test "$enable_sanitizers" = yes],
  [AS_CASE([$with_simgrid], [auto|no], [with_simgrid=no],
     [AC_MSG_ERROR([--with-simgrid and --enable-sanitizers exclude each other])])])

AS_IF([test "$with_simgrid" != no],
  [hg_simgrid_path=$PATH
   AS_CASE([$with_simgrid], [/*], [hg_simgrid_path=$with_simgrid/bin$PATH_SEPARATOR$PATH])
   AC_PATH_PROGS([SMPICXX], [smpicxx], [], [$hg_simgrid_path])
   AC_PATH_PROGS([SMPIRUN], [smpirun], [], [$hg_simgrid_path])
   AC_MSG_CHECKING([for SimGrid's MPI])
   AS_IF([test -n "$SMPICXX" && test -n "$SMPIRUN"], 
     [_HG_SIMGRID_FLAGS
      _HG_SIMGRID_VERSION])
   AC_MSG_RESULT([$hg_simgrid_version])
   AS_IF([test "$hg_simgrid_version" != none], [with_simgrid=yes],
     [AS_IF([test "$with_simgrid" != auto],
        [HG_MISSING([SimGrid's MPI (no working ${SMPICXX:-smpicxx} and ${SMPIRUN:-smpirun})],
           [libsimgrid-dev])])
      with_simgrid=no])])

AS_IF([test "$with_simgrid" = yes],
  [AC_DEFINE_UNQUOTED([HETGRID_SMPIRUN], ["$SMPIRUN"], [The launcher of SimGrid's MPI, if hetgrid-simulated is built])])
])

# _HG_SIMGRID_FLAGS: SIMGRID_CPPFLAGS and SIMGRID_LIBS as the wrapper shows them. $CXX finds /usr/include by itself.
AC_DEFUN([_HG_SIMGRID_FLAGS],
[SIMGRID_CPPFLAGS= SIMGRID_LIBS=
for hg_word in `$SMPICXX -show 2>/dev/null`; do
  AS_CASE([$hg_word],
    [-I/usr/include], [],
    [-I*|-D*|-isystem*], [SIMGRID_CPPFLAGS="$SIMGRID_CPPFLAGS $hg_word"],
    [-L*|-l*|-pthread|-Wl,*], [SIMGRID_LIBS="$SIMGRID_LIBS $hg_word"])
done
])

# _HG_SIMGRID_VERSION: hg_simgrid_version = that of a SimGrid with which a program can be linked, or none.
AC_DEFUN([_HG_SIMGRID_VERSION],
[AC_LANG_PUSH([C++])
hg_save_CPPFLAGS=$CPPFLAGS hg_save_LDFLAGS=$LDFLAGS hg_save_LIBS=$LIBS
CPPFLAGS="$SIMGRID_CPPFLAGS $CPPFLAGS"
LDFLAGS="$LDFLAGS -fPIC -shared"
LIBS="$SIMGRID_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
#include <simgrid/host.h>
#ifndef SMPI_H
#error
#endif]], [[MPI_Init(nullptr, nullptr);
smpi_execute_flops_benched(sg_host_get_speed(sg_host_self()));
return MPI_Finalize();]])],
  [hg_simgrid_version=`$SMPIRUN -version 2>/dev/null | sed -n '1s/[[^0-9]]*//p'`
   hg_simgrid_version=${hg_simgrid_version:-unknown}])
CPPFLAGS=$hg_save_CPPFLAGS LDFLAGS=$hg_save_LDFLAGS LIBS=$hg_save_LIBS
AC_LANG_POP([C++])
])
