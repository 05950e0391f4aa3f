# HG_HWLOC
# hwloc, by which `hetgrid run --cores' and `hetgrid emulate' find cores for ranks. HWLOC_CPPFLAGS and HWLOC_LIBS override.
AC_DEFUN([HG_HWLOC],
[AC_ARG_VAR([HWLOC_CPPFLAGS], [preprocessor flags for hwloc; default: none])
AC_ARG_VAR([HWLOC_LIBS], [libraries with hwloc; default: -lhwloc])
: ${HWLOC_LIBS=-lhwloc}
AC_LANG_PUSH([C++])
hg_save_CPPFLAGS=$CPPFLAGS hg_save_LIBS=$LIBS
CPPFLAGS="$HWLOC_CPPFLAGS $CPPFLAGS"
LIBS="$HWLOC_LIBS $LIBS"
AC_MSG_CHECKING([for hwloc])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <hwloc.h>]],
    [[hwloc_topology_t topology; return hwloc_topology_init(&topology);]])],
  [AC_MSG_RESULT([$HWLOC_LIBS])],
  [AC_MSG_RESULT([no]); HG_MISSING([hwloc (hwloc.h)], [libhwloc-dev])])
CPPFLAGS=$hg_save_CPPFLAGS LIBS=$hg_save_LIBS
AC_LANG_POP([C++])
])
