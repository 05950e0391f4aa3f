# HG_BLAS_LAPACK
# BLAS with its C interface, LAPACK with its C interface. OpenBLAS is preferred; BLAS_LIBS and LAPACK_LIBS override.
# Needs the Fortran mangling. Sets BLAS_LIBS and LAPACK_LIBS (LAPACK_LIBS includes BLAS_LIBS).
AC_DEFUN([HG_BLAS_LAPACK],
[AC_ARG_VAR([BLAS_LIBS], [libraries with the BLAS and CBLAS, e.g. -lopenblas])
AC_ARG_VAR([LAPACK_LIBS], [libraries with LAPACK and LAPACKE, without those of BLAS_LIBS, e.g. -llapacke])
AC_LANG_PUSH([C])
AC_FC_FUNC([dgemm])
AC_FC_FUNC([dgetrf])
hg_save_LIBS=$LIBS

AC_CHECK_HEADER([cblas.h], [hg_blas_header=yes], [hg_blas_header=no])
AC_CHECK_HEADER([lapacke.h], [hg_lapack_header=yes], [hg_lapack_header=no])

hg_found=no
AC_MSG_CHECKING([for BLAS and CBLAS])
for hg_try in "${BLAS_LIBS:--lopenblas}" ${BLAS_LIBS:+end} -lblis -lblas '-lcblas -lblas'; do
  AS_IF([test "$hg_try" = end], [break])
  LIBS="$hg_try -lm $hg_save_LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[void cblas_dgemm(void); void $dgemm(void);]],
                                  [[cblas_dgemm(); $dgemm();]])],
    [hg_found=yes])
  AS_IF([test $hg_found = yes], [break])
done
AS_IF([test $hg_found = yes],
  [BLAS_LIBS=$hg_try; AC_MSG_RESULT([$BLAS_LIBS])],
  [AC_MSG_RESULT([none])])
AS_IF([test $hg_found$hg_blas_header != yesyes],
  [HG_MISSING([BLAS with its C interface (cblas.h)], [libopenblas-dev])])

hg_found=no
AC_MSG_CHECKING([for LAPACK and LAPACKE])
for hg_try in "${LAPACK_LIBS- }" ${LAPACK_LIBS:+end} -llapacke '-llapacke -llapack'; do
  AS_IF([test "$hg_try" = end], [break])
  LIBS="$hg_try $BLAS_LIBS -lm $hg_save_LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[void LAPACKE_dgetrf(void); void $dgetrf(void);]],
                                  [[LAPACKE_dgetrf(); $dgetrf();]])],
    [hg_found=yes])
  AS_IF([test $hg_found = yes], [break])
done
AS_IF([test $hg_found = yes],
  [LAPACK_LIBS="$hg_try $BLAS_LIBS"; AC_MSG_RESULT([$LAPACK_LIBS])],
  [AC_MSG_RESULT([none])])
AS_IF([test $hg_found$hg_lapack_header != yesyes],
  [HG_MISSING([LAPACK with its C interface (lapacke.h)], [liblapacke-dev])])

LIBS=$hg_save_LIBS
AC_LANG_POP([C])
])
