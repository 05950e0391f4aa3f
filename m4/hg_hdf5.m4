# HG_HDF5
# HDF5's C library, of matrices in files: --with-hdf5[=PREFIX]; without it `hetgrid multiply' refuses such files.
# Debian has a serial and a parallel one beside each other: the one that pkg-config calls hdf5 is serial.
# Sets with_hdf5, HDF5_CPPFLAGS and HDF5_LIBS.
AC_DEFUN([HG_HDF5],
[AC_ARG_VAR([HDF5_CPPFLAGS], [preprocessor flags for HDF5; default: those of pkg-config])
AC_ARG_VAR([HDF5_LIBS], [libraries with HDF5; default: those of pkg-config, else -lhdf5])
AS_CASE([$with_hdf5],
  [no], [HDF5_CPPFLAGS= HDF5_LIBS=],
  [/*], [HDF5_CPPFLAGS=-I$with_hdf5/include HDF5_LIBS="-L$with_hdf5/lib -lhdf5"],
  [: ${HDF5_CPPFLAGS=`pkg-config --cflags hdf5 2>/dev/null`}
   : ${HDF5_LIBS=`pkg-config --libs hdf5 2>/dev/null || echo -lhdf5`}])
AS_IF([test "$with_hdf5" != no],
  [AC_LANG_PUSH([C++])
   hg_save_CPPFLAGS=$CPPFLAGS hg_save_LIBS=$LIBS
   CPPFLAGS="$HDF5_CPPFLAGS $CPPFLAGS"
   LIBS="$HDF5_LIBS $LIBS"
   AC_MSG_CHECKING([for HDF5])
   AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <hdf5.h>]], [[return H5open();]])],
     [AC_MSG_RESULT([$HDF5_LIBS])
      with_hdf5=yes
      AC_DEFINE([HAVE_HDF5], [1], [Define if matrices can be in files of HDF5])],
     [AC_MSG_RESULT([no])
      AS_IF([test "$with_hdf5" != auto], [HG_MISSING([HDF5 (hdf5.h)], [libhdf5-dev])])
      with_hdf5=no HDF5_CPPFLAGS= HDF5_LIBS=])
   CPPFLAGS=$hg_save_CPPFLAGS LIBS=$hg_save_LIBS
   AC_LANG_POP([C++])])
])
