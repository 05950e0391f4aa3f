# ScaLAPACK's own testers (Debian: scalapack-mpi-test) with libhetgrid-scalapack in front of ScaLAPACK, all calls taken to
# uneven layouts: 4 ranks of cycle-times 1, 3, 2, 5 on the grids that the .dat file names.
#
# Environment: MPIEXEC, CC, top_srcdir, top_builddir; SCALAPACK_TESTERS: the folder of the testers;
# HETGRID_TESTER_TYPES: "s d c z" by default; HETGRID_TESTERS_PLAIN: if not empty, ScaLAPACK alone, for comparison;
# HETGRID_TEST_SECONDS: time limit of a tester.
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
top_builddir=${top_builddir:-$top_srcdir}
data=$top_srcdir/testing/testers
library=$top_builddir/.libs/libhetgrid-scalapack.so
types=${HETGRID_TESTER_TYPES:-s d c z}
seconds=${HETGRID_TEST_SECONDS:-120}
[ -n "$HETGRID_CHECK_LONG" ] && seconds=$((20 * seconds))
failures=0

skip() {
  echo "SKIPPED: $*"
  exit 77
}

[ -n "$MPIEXEC" ] || { echo "MPIEXEC is not set: name the launcher of the MPI hetgrid was built with" >&2; exit 99; }
[ -f "$library" ] || skip "libhetgrid-scalapack is not built as a shared library"
case $(ldd "$library") in
  *libmpich*) mpi=mpich ;;
  *) mpi=openmpi ;;
esac
for testers in ${SCALAPACK_TESTERS:-/usr/lib/*/scalapack/$mpi-tests}; do :; done
[ -x "$testers/xdlu" ] || skip "no testers of ScaLAPACK in $testers; Debian has them in scalapack-mpi-test"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "${top_srcdir:-.}/testing/environment.sh"

preload=$library
# The runtime of the sanitizers has to come first.
[ -n "$SANITIZER_FLAGS" ] && preload=$(${CXX:-c++} -print-file-name=libasan.so):$library
[ -n "$HETGRID_TESTERS_PLAIN" ] && preload=
if ${CC:-cc} -O2 -fPIC -shared "$data/yield.c" -o "$work/yield.so" -ldl 2>/dev/null; then
  preload=${preload:+$preload:}$work/yield.so
fi

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# upper TEXT: in capitals
upper() {
  printf '%s' "$1" | tr '[:lower:]' '[:upper:]'
}

# run_program PROGRAM DATFILE: in a folder of its own; output to $work/out, errors to $work/err.
run_program() {
  folder=$work/run
  rm -rf "$folder"
  mkdir "$folder"
  cp "$2" "$folder"
  (cd "$folder" && timeout -k 5 "$seconds" "$MPIEXEC" -n 4 env LD_PRELOAD="$preload" HETGRID=on HETGRID_MIN_N=0 \
    HETGRID_CYCLE_TIMES=1,3,2,5 HETGRID_VERBOSE=1 "$1" >"$work/out" 2>"$work/err" </dev/null)
  case $? in
    0) return 0 ;;
    124 | 137) fail "$1: not finished after $seconds s" ;;
    *) fail "$1: exit status $?" ;;
  esac
  tail -n 20 "$work/out" "$work/err"
  return 1
}

# uneven ROUTINE...: how often each was computed on an uneven layout; fails if one never was.
uneven() {
  [ -n "$HETGRID_TESTERS_PLAIN" ] && return
  for routine in "$@"; do
    count=$(grep -c "^hetgrid: $routine .*uneven" "$work/err")
    passed_through=$(grep -c "^hetgrid: $routine .*passed through" "$work/err")
    printf '; %s uneven %d, passed through %d' "$routine" "$count" "$passed_through"
    [ "$count" -gt 0 ] || { echo; fail "$1: $routine was never computed on an uneven layout"; }
  done
}

# tester NAME DATFILE PASSED ROUTINE...: runs x?NAME for all types. So many tests have to pass (`some': at least one), none
# may fail, and P?ROUTINE has to have been computed on uneven layouts.
tester() {
  name=$1 dat=$2 expected=$3
  shift 3
  for type in $types; do
    run_program "$testers/x$type$name" "$dat" || continue
    counts=$(awk '/tests completed and passed/ { passed += $1 }
      /tests completed and failed/ { failed += $1 }
      /tests skipped/ { skipped += $1 }
      /^ *Passed / { ++passed } # x?svd
      /^ *Failed / { ++failed }
      END { print passed + 0, failed + 0, skipped + 0 }' "$work/out")
    report "x$type$name" "$type" $counts "$expected" "$@"
  done
}

# pblas_tester LEVEL DATFILE PASSED-REAL PASSED-COMPLEX ROUTINE...: the same for ?pbLEVELtst. In the file, P@ is the
# prefix of the routines, and (ALPHA) and (BETA) stand for scalars; routines that real types do not have are left out
# for them. `delivered': the tester's own files.
pblas_tester() {
  level=$1 dat=$2 expected_real=$3 expected_complex=$4
  shift 4
  for type in $types; do
    T=$(upper "$type")
    case $type in
      s | d)
        expected=$expected_real
        edit='/^P@HE/d; s/(ALPHA)/2.0/; s/(BETA)/3.0/'
        ;;
      c | z)
        expected=$expected_complex
        edit='s/(ALPHA)/(2.0, -4.0)/; s/(BETA)/(3.0, -2.0)/'
        ;;
    esac
    own_dat=P${T}BLAS${level}TST.dat
    if [ "$dat" = delivered ]; then
      cp "$testers/PBLAS/$own_dat" "$work"
    else
      sed "$edit; s/P@/P$T/" "$dat" >"$work/$own_dat"
    fi
    run_program "$testers/PBLAS/${type}pb${level}tst" "$work/$own_dat" || continue
    counts=$(awk '$1 == "|" { total += $3; passed += $4; failed += $5; skipped += $6 }
      END { print passed + 0, total - passed - skipped, skipped + 0 }' "$work/out")
    report "${type}pb${level}tst" "$type" $counts "$expected" "$@"
  done
}

# report PROGRAM TYPE PASSED FAILED SKIPPED EXPECTED ROUTINE...: a line, and the verdict.
report() {
  program=$1 T=$(upper "$2") passed=$3 failed=$4 skipped=$5 expected=$6
  shift 6
  printf '%-9s %4d passed, %d failed, %d skipped' "$program" "$passed" "$failed" "$skipped"
  routines=
  for routine in "$@"; do
    routines="$routines P$T$routine"
  done
  uneven $routines
  echo
  [ "$failed" -eq 0 ] || { fail "$program: $failed tests failed"; grep -n -i 'fail' "$work/out" | head -n 40; }
  [ "$expected" = some ] && [ "$passed" -gt 0 ] && return
  [ "$passed" -eq "$expected" ] || fail "$program: $passed tests passed, expected $expected"
}

finish() {
  [ "$failures" -eq 0 ]
  exit
}
