#!/bin/sh
# valgrind finds nothing in hetgrid's code: wrong accesses, undefined values, lost memory. What MPI, UCX and BLAS do
# among themselves is suppressed, memcheck.supp.
. "${top_srcdir:-.}/testing/cli/functions.sh"
command -v valgrind >/dev/null || { echo "SKIPPED: no valgrind"; rm -rf "$work"; exit 77; }
[ -z "$SANITIZER_FLAGS" ] || { echo "SKIPPED: built with sanitizers"; rm -rf "$work"; exit 77; }
# valgrind does not know AVX-512.
OPENBLAS_CORETYPE=Haswell
export OPENBLAS_CORETYPE
builddir=${top_builddir:-.}
suppressions=--suppressions=$top_srcdir/testing/robustness/memcheck.supp
# Open MPI has a list of its own.
of_open_mpi=$(dirname "$MPIEXEC")/../share/openmpi/openmpi-valgrind.supp
case $("$MPIEXEC" --version 2>&1) in
  *"Open MPI"* | *OpenRTE*) [ -f "$of_open_mpi" ] && suppressions="$suppressions --suppressions=$of_open_mpi" ;;
esac

# memcheck RANKS PROGRAM ARGUMENTS...
memcheck() {
  ranks=$1
  shift
  timeout -k 5 1200 "$MPIEXEC" -n "$ranks" valgrind -q --error-exitcode=9 \
    --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --num-callers=30 \
    $suppressions "$builddir/$1" $2 $3 >"$work/out" 2>&1 </dev/null
  status=$?
  echo "$status  $*"
  [ "$status" -eq 0 ] || { fail "$*: exit status $status"; head -n 200 "$work/out"; }
}

HETGRID_MIN_N=0 HETGRID_CYCLE_TIMES=1,3
export HETGRID_MIN_N HETGRID_CYCLE_TIMES
memcheck 2 testing/robustness/calls 40 once
finish
