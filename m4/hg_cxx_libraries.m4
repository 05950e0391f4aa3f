# HG_CXX_HEADER(HEADER, IF-NOT-FOUND)
# Only preprocessed: these headers take seconds to compile.
AC_DEFUN([HG_CXX_HEADER],
[AC_MSG_CHECKING([for $1])
AC_PREPROC_IFELSE([AC_LANG_SOURCE([[#include <$1>]])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no]); $2])
])

# HG_CXX_LIBRARIES
# The C++ libraries hetgrid builds on. Sets FMT_LIBS and BOOST_TEST_LIBS.
AC_DEFUN([HG_CXX_LIBRARIES],
[AC_REQUIRE([AC_PROG_CXXCPP])
AC_LANG_PUSH([C++])
hg_save_LIBS=$LIBS

HG_CXX_HEADER([nlohmann/json.hpp], [HG_MISSING([nlohmann-json (nlohmann/json.hpp)], [nlohmann-json3-dev])])
HG_CXX_HEADER([CLI/CLI.hpp], [HG_MISSING([CLI11 (CLI/CLI.hpp)], [libcli11-dev])])
HG_CXX_HEADER([boost/math/tools/minima.hpp], [HG_MISSING([Boost.Math], [libboost-math-dev])])

AC_MSG_CHECKING([for fmt])
LIBS="-lfmt $hg_save_LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <fmt/format.h>]], [[return fmt::format("{}", 1.5).size() == 3;]])],
  [FMT_LIBS=-lfmt; AC_MSG_RESULT([$FMT_LIBS])],
  [AC_MSG_RESULT([no]); HG_MISSING([fmt (fmt/format.h)], [libfmt-dev])])

AC_MSG_CHECKING([for Boost.Test])
LIBS="-lboost_unit_test_framework $hg_save_LIBS"
AC_LINK_IFELSE([AC_LANG_SOURCE([[#define BOOST_TEST_DYN_LINK
#define BOOST_TEST_MODULE configure
#include <boost/test/unit_test.hpp>
BOOST_AUTO_TEST_CASE(one) { BOOST_TEST(1 == 1); }]])],
  [BOOST_TEST_LIBS=-lboost_unit_test_framework; AC_MSG_RESULT([$BOOST_TEST_LIBS])],
  [AC_MSG_RESULT([no]); HG_MISSING([Boost.Test], [libboost-test-dev])])

LIBS=$hg_save_LIBS
AC_LANG_POP([C++])
AC_SUBST([FMT_LIBS])
AC_SUBST([BOOST_TEST_LIBS])
])
