# HG_FORTRAN
# hg_fortran = yes or no: does the Fortran compiler work?
AC_DEFUN([HG_FORTRAN],
[AC_LANG_PUSH([Fortran])
hg_fortran=no
AC_MSG_CHECKING([whether the Fortran compiler works])
AS_IF([test -n "$FC"], [AC_COMPILE_IFELSE([AC_LANG_PROGRAM()], [hg_fortran=yes])])
AC_MSG_RESULT([$hg_fortran])
AC_LANG_POP([Fortran])
])

# HG_FORTRAN_MANGLING
# How the Fortran compiler names its global symbols, as the text of two C macros for
# include/hetgrid/fortran_mangling.h, the one place where hetgrid knows about it:
#   HG_FC_GLOBAL(name,NAME)   names without an underscore (pdgemm)
#   HG_FC_GLOBAL_(name,NAME)  names with one (hg_pdgemm, blacs_gridinit)
# and HG_FC_SAMPLE, what it makes of hg_sample.
AC_DEFUN([HG_FORTRAN_MANGLING],
[AC_FC_WRAPPERS
AS_CASE([$ac_cv_fc_mangling],
  ["upper case"*], [hg_fc_name=NAME],
  [hg_fc_name=name])
AS_CASE([$ac_cv_fc_mangling],
  [*", underscore"*], [hg_fc_suffix=' @%:@@%:@ _'],
  [hg_fc_suffix=])
AS_CASE([$ac_cv_fc_mangling],
  [*", extra underscore"*], [hg_fc_extra=' @%:@@%:@ _'],
  [hg_fc_extra=])
HG_FC_GLOBAL="$hg_fc_name$hg_fc_suffix"
HG_FC_GLOBAL_UNDERSCORE="$hg_fc_name$hg_fc_suffix$hg_fc_extra"
HG_FC_SAMPLE=`AS_ECHO(["$HG_FC_GLOBAL_UNDERSCORE"]) | sed 's/NAME/HG_SAMPLE/; s/name/hg_sample/; s/ @%:@@%:@ //g'`
AC_SUBST([HG_FC_GLOBAL])
AC_SUBST([HG_FC_SAMPLE])
AC_SUBST([HG_FC_GLOBAL_UNDERSCORE])
])
