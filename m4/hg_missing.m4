# HG_MISSING(WHAT, DEBIAN-PACKAGES)
# Remember that WHAT is missing; HG_REPORT_MISSING tells everything at once.
AC_DEFUN([HG_MISSING],
[hg_missing="$hg_missing
    $1: install $2"
hg_missing_packages="$hg_missing_packages $2"
])

# HG_REPORT_MISSING
# Stop with the list of all that is missing, if anything is.
AC_DEFUN([HG_REPORT_MISSING],
[AS_IF([test -n "$hg_missing"],
  [AC_MSG_ERROR([hetgrid cannot be built here. Missing (with the Debian package that has it):
$hg_missing

  On Debian or Ubuntu, as root:

    apt-get install$hg_missing_packages
])])
])
