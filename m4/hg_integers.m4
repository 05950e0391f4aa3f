# HG_INTEGERS
# Integers of BLAS, LAPACK and ScaLAPACK must have 32 bits (LP64). ILP64 libraries may have the same symbols: programs link with
# them, and fail when they run. Needs what HG_BLAS_LAPACK and HG_MPI_SCALAPACK found, and does nothing if they found less.
AC_DEFUN([HG_INTEGERS],
[AC_LANG_PUSH([C])
AC_FC_FUNC([ddot])
AC_FC_FUNC([ilaver])
AC_FC_FUNC([numroc])
AS_IF([test -z "$hg_missing"],
  [hg_save_LIBS=$LIBS
   LIBS="$LAPACK_LIBS -lm $hg_save_LIBS"
   AC_MSG_CHECKING([for integers of 32 bits in lapacke.h])
   AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <lapacke.h>]], [[char lp64[sizeof(lapack_int) == 4 ? 1 : -1]; (void)lp64;]])],
     [AC_MSG_RESULT([yes])],
     [_HG_ILP64([CPPFLAGS], [$CPPFLAGS])])
   # A count of 1 in 32 bits is negative in 64.
   _HG_LP64([BLAS], [BLAS_LIBS], [[double $ddot(int*, double*, int*, double*, int*);]],
     [[int n[2] = {1, -1}, one[2] = {1, 0};
       double x = 3;
       wide = $ddot(n, &x, one, &x, one) != 9;]])
   # 64 bits of a result overwrite the next 32, too.
   _HG_LP64([LAPACK], [LAPACK_LIBS], [[void $ilaver(int*, int*, int*);]],
     [[int major[2] = {-1, -1}, minor[2] = {-1, -1}, patch[2] = {-1, -1};
       $ilaver(major, minor, patch);
       wide = major[1] != -1;]])
   # 8 columns in 32 bits are 2^32 + 8 in 64.
   LIBS="$SCALAPACK_LIBS $LAPACK_LIBS $MPI_LIBS -lm $hg_save_LIBS"
   _HG_LP64([ScaLAPACK], [SCALAPACK_LIBS], [[int $numroc(int*, int*, int*, int*, int*);]],
     [[int n[2] = {8, 1}, nb[2] = {4, 0}, zero[2] = {0, 0}, two[2] = {2, 0};
       wide = $numroc(n, nb, zero, zero, two) != 4;]])
   LIBS=$hg_save_LIBS])
AC_LANG_POP([C])
])

# _HG_ILP64(VARIABLE, ITS VALUE): stop.
AC_DEFUN([_HG_ILP64],
[AC_MSG_RESULT([no])
AC_MSG_ERROR([$1: $2: expected libraries with integers of 32 bits (LP64), these have 64 (ILP64)])])

# _HG_LP64(WHAT, VARIABLE THAT NAMES IT, DECLARATION, STATEMENTS THAT SET int wide): stop if a program finds it wide. One that does not
# run at all, or is for another machine, says nothing of integers.
AC_DEFUN([_HG_LP64],
[AC_MSG_CHECKING([for integers of 32 bits in $1])
AC_RUN_IFELSE([AC_LANG_PROGRAM([$3], [int wide = 0;
$4
return wide ? 64 : 0;])],
  [AC_MSG_RESULT([yes])],
  [AS_IF([test $? -eq 64], [_HG_ILP64([$2], [$$2])])
   AC_MSG_RESULT([cannot be tried])],
  [AC_MSG_RESULT([cannot be tried])])
])
