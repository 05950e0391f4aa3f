# HG_VERSION_SCRIPTS
# Conditional VERSION_SCRIPTS: the linker reads which symbols a shared library exports.
AC_DEFUN([HG_VERSION_SCRIPTS],
[AC_MSG_CHECKING([whether the linker reads version scripts])
hg_ldflags=$LDFLAGS
AS_ECHO(['V { global: main; local: *; };']) >conftest.map
LDFLAGS="$LDFLAGS -Wl,--version-script=conftest.map"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[]], [[]])], [hg_version_scripts=yes], [hg_version_scripts=no])
LDFLAGS=$hg_ldflags
rm -f conftest.map
AC_MSG_RESULT([$hg_version_scripts])
AM_CONDITIONAL([VERSION_SCRIPTS], [test $hg_version_scripts = yes])
])
