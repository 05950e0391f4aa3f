# HG_CXX20
# Add the flag, if one is needed, that makes $CXX a C++20 compiler with the parts of the library hetgrid uses.
# Sets hg_cxx20 to yes or no.
AC_DEFUN([HG_CXX20],
[AC_LANG_PUSH([C++])
hg_cxx20=no
hg_cxx_plain=$CXX
AC_MSG_CHECKING([how $CXX compiles C++20])
for hg_flag in '' -std=c++20 -std=c++2a; do
  CXX="$hg_cxx_plain${hg_flag:+ $hg_flag}"
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
#include <concepts>
#include <span>
#if __cplusplus < 202002L
#error "not C++20"
#endif
template <std::floating_point T> T sum(std::span<const T> x) {
  T s{};
  for (auto v : x) s += v;
  return s;
}]], [[double a[2] = {1, 2}; return sum(std::span<const double>(a)) == 3 ? 0 : 1;]])],
    [hg_cxx20=yes])
  AS_IF([test $hg_cxx20 = yes], [break])
done
AS_IF([test $hg_cxx20 = yes],
  [AC_MSG_RESULT([${hg_flag:-no flag needed}])],
  [CXX=$hg_cxx_plain; AC_MSG_RESULT([it does not])])
AC_LANG_POP([C++])
])
