#!/bin/sh
# Every public header compiles alone: C headers as C and as C++, C++ headers as C++20, and those of libhetgrid-plan
# without MPI on the include path.
# cores: 1
# Environment: CC, CXX, CPPFLAGS, MPIEXEC (empty: without MPI), top_srcdir, top_builddir.

failed=0

# check NAME COMMAND...: the command compiles standard input.
check() {
  name=$1
  shift
  if "$@" -Wall -Wextra -Werror -fsyntax-only -; then
    echo "ok      $name"
  else
    echo "FAILED  $name"
    failed=1
  fi
}

for header in $(cd "$top_srcdir/include" && echo hetgrid/*.hpp); do
  echo "#include <$header>" | check "$header without MPI" $CXX -I"$top_srcdir/include" -x c++
done
[ -z "$MPIEXEC" ] && exit $failed

for root in "$top_srcdir/include" "$top_builddir/include"; do
  for header in $(cd "$root" && find . \( -name '*.h' -o -name '*.hpp' \) | sed 's,^\./,,' | sort); do
    case $header in
      *.h)
        echo "#include <$header>" | check "$header as C" $CC $CPPFLAGS -x c
        echo "#include <$header>" | check "$header as C++" $CXX $CPPFLAGS -x c++ ;;
      hetgrid/*) ;; # compiled above
      *.hpp)
        echo "#include <$header>" | check "$header" $CXX $CPPFLAGS -x c++ ;;
    esac
  done
  [ "$top_srcdir" -ef "$top_builddir" ] && break
done
exit $failed
