#!/bin/sh
# Installs into an empty folder and compiles the installed examples there with nothing but hetgrid.pc: with the shared
# libraries, with the static ones, and a C++ program that only plans with hetgrid-plan.pc.
# It runs alone: make install links the libraries anew in the place from which other tests load them.
# Environment: CC, CXX, FC, MAKE, MPIEXEC, SANITIZER_FLAGS, top_srcdir, top_builddir, pkgconfigdir.

pkg_config=${PKG_CONFIG:-pkg-config}
$pkg_config --version >/dev/null 2>&1 || { echo "no pkg-config: skipped"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*"
  exit 1
}

(cd "$top_builddir" && MAKEFLAGS= $MAKE install DESTDIR="$work/root") >"$work/install.log" 2>&1 ||
  { cat "$work/install.log"; fail "make install"; }

# Where everything went: DESTDIR stands in front of the prefix that the .pc files name.
PKG_CONFIG_PATH=$work/root$pkgconfigdir${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
prefix=$($pkg_config --variable=prefix hetgrid-plan)
flags() { $pkg_config --define-variable=prefix="$work/root$prefix" "$@"; }
# As with the prefix /usr: a Fortran compiler does not look into /usr/include, and pkg-config takes it for a folder that all do.
fortran_flags() { PKG_CONFIG_SYSTEM_INCLUDE_PATH=$includedir flags "$@"; }
libdir=$(flags --variable=libdir hetgrid-plan)
includedir=$(flags --variable=includedir hetgrid-plan)
LD_LIBRARY_PATH=$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH

# Every public header is installed.
for header in $(cd "$top_srcdir/include" && find . -name '*.h' -o -name '*.hpp'); do
  [ -f "$includedir/$header" ] || fail "header $header is not installed"
done
for header in hetgrid/fortran_mangling.h hetgrid/version.h hetgrid/fortran/hetgrid.fh hetgrid/fortran/hetgrid.f90 \
  hetgrid/fortran/hetgrid.mod; do
  [ -f "$includedir/$header" ] || fail "$header is not installed"
done

[ -n "$(find "$work/root" -path '*/man3/hg_pdgemm.3')" ] || fail "manual page hg_pdgemm.3 is not installed"
[ -n "$(find "$work/root" -path '*/bash-completion/completions/hetgrid')" ] || fail "the completion for bash is not installed"

# A page that was installed by somebody else stays, even if there are no pages in the build tree.
man3=$(dirname "$(find "$work/root" -path '*/man3/hg_pdgemm.3')")
: >"$man3/other.3"
mv "$top_builddir/man" "$top_builddir/man.away" && (cd "$top_builddir" && MAKEFLAGS= $MAKE uninstall-manual-pages DESTDIR="$work/root") >/dev/null
status=$?
mv "$top_builddir/man.away" "$top_builddir/man"
[ $status -eq 0 ] && [ -f "$man3/other.3" ] || fail "make uninstall without manual pages removes those of others"
(cd "$top_builddir" && MAKEFLAGS= $MAKE uninstall-manual-pages DESTDIR="$work/root") >/dev/null
[ "$(ls "$man3")" = other.3 ] || fail "make uninstall leaves manual pages: $(ls "$man3")"

# run NAME: the program just built, as the tests of the tree are.
run() {
  "$MPIEXEC" -n 4 "$work/$1" </dev/null >"$work/$1.log" 2>&1 || { cat "$work/$1.log"; fail "$1 gives a wrong result"; }
  echo "ok      $1"
}
. "${top_srcdir:-.}/testing/environment.sh"

c_example=$(find "$work/root" -path '*/examples/c/multiply_hetgrid.c')
fortran_example=$(find "$work/root" -path '*/examples/fortran/multiply_hetgrid.f90')
[ -n "$c_example" ] && [ -n "$fortran_example" ] || fail "the examples are not installed"

if ls "$libdir"/libhetgrid.so* >/dev/null 2>&1; then
  $CC $SANITIZER_FLAGS "$c_example" -o "$work/c_shared" $(flags --cflags --libs hetgrid) -lm || fail "C, shared"
  run c_shared
  $FC $SANITIZER_FLAGS "$fortran_example" -o "$work/fortran_shared" $(fortran_flags --cflags --libs hetgrid) || fail "Fortran, shared"
  run fortran_shared
fi

if [ -f "$libdir/libhetgrid.a" ]; then
  # A folder without the shared libraries, first on the path: the linker can only take the static ones.
  mkdir "$work/static"
  cp "$libdir"/libhetgrid*.a "$work/static"
  $CC $SANITIZER_FLAGS "$c_example" -o "$work/c_static" -L"$work/static" $(flags --static --cflags --libs hetgrid) -lm || fail "C, static"
  run c_static
  ldd "$work/c_static" | grep -q libhetgrid && fail "c_static is linked with a shared libhetgrid"
fi

if [ -f "$libdir/libhetgrid.a" ] && ls "$libdir"/libhetgrid.so* >/dev/null 2>&1; then
  # They have the same objects, so that the static ones can become part of another shared library.
  $CXX $SANITIZER_FLAGS -shared -o "$work/whole.so" -Wl,--whole-archive "$work"/static/libhetgrid*.a \
    -Wl,--no-whole-archive || fail "a shared library of the static ones"
  echo "ok      a shared library of the static ones"
fi

cat >"$work/planner.cpp" <<'END'
#include <hetgrid/plan.hpp>
#include <vector>
int main() {
  const std::vector<double> cycle_times{1, 2, 3, 6};
  hetgrid::plan::Options options;
  options.p = options.q = 2;
  const auto plan = hetgrid::plan::make_plan(cycle_times, options);
  return plan.work > 1.999 && plan.work < 2.001 ? 0 : 1; // rank 1: every process is fully used, sum 1/t = 2
}
END
$CXX $SANITIZER_FLAGS "$work/planner.cpp" -o "$work/planner" $(flags --cflags --libs hetgrid-plan) || fail "C++, hetgrid-plan"
"$work/planner" || fail "planner gives a wrong result"
echo "ok      planner"

# The Fortran module, by what pkg-config says.
cat >"$work/module.f90" <<'END'
program module_test
  use hetgrid
  implicit none
  double precision :: a(1, 1) = 1
  integer :: desc(9) = 0, ipiv(1), info
  desc(2) = -1 ! a descriptor of no context: an error, and nothing happens
  call hg_pgetrf(1, 1, a, 1, 1, desc, ipiv, info)
  if (info == 0) error stop 'INFO of a descriptor that is none'
end program
END
static=--static
ls "$libdir"/libhetgrid.so* >/dev/null 2>&1 && static=
$FC $SANITIZER_FLAGS "$work/module.f90" -o "$work/module" $(fortran_flags $static --cflags --libs hetgrid) || fail "Fortran module"
echo "ok      Fortran module"

command -v cmake >/dev/null || echo "no cmake: its package is not tried"
if command -v cmake >/dev/null && ls "$libdir"/libhetgrid.so* >/dev/null 2>&1; then
  mkdir "$work/cmake"
  cp "$work/planner.cpp" "$c_example" "$fortran_example" "$work/cmake"
  cat >"$work/cmake/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.21)
project(uses_hetgrid C CXX Fortran)
set(CMAKE_CXX_STANDARD 20)
find_package(hetgrid 0.1 REQUIRED)
add_executable(planner planner.cpp)
target_link_libraries(planner hetgrid::plan)
add_executable(multiply multiply_hetgrid.c)
target_link_libraries(multiply hetgrid::hetgrid m)
add_executable(multiply_fortran multiply_hetgrid.f90)
target_link_libraries(multiply_fortran hetgrid::hetgrid)
add_executable(two_names multiply_hetgrid.c)
target_link_libraries(two_names hetgrid::scalapack m)
END
  (CXXFLAGS="$SANITIZER_FLAGS" CFLAGS="$SANITIZER_FLAGS" FFLAGS="$SANITIZER_FLAGS" cmake -S "$work/cmake" -B "$work/cmake/build" \
    -Dhetgrid_DIR="$libdir/cmake/hetgrid" && cmake --build "$work/cmake/build") >"$work/cmake.log" 2>&1 ||
    { cat "$work/cmake.log"; fail "CMake"; }
  "$work/cmake/build/planner" || fail "planner, CMake"
  for program in multiply multiply_fortran two_names; do
    run cmake/build/$program
  done
fi
