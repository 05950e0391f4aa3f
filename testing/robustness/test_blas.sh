#!/bin/sh
# The algorithms on every BLAS of Debian's alternatives that is installed: OpenBLAS, BLIS, the reference, each with its LAPACK or the
# reference's. The system's choice stays as it is: the libraries are loaded in front of it.
# Environment: MPIEXEC, top_srcdir, top_builddir.
libraries=/usr/lib/$(${CC:-cc} -print-multiarch 2>/dev/null)
unset HETGRID_CHECK_LONG # the short forms: the BLAS is new here, not the algorithms
HETGRID_TEST_RANKS=2
OPENBLAS_NUM_THREADS=1 BLIS_NUM_THREADS=1 OMP_NUM_THREADS=1
export HETGRID_TEST_RANKS OPENBLAS_NUM_THREADS BLIS_NUM_THREADS OMP_NUM_THREADS
output=$(mktemp)
trap 'rm -f "$output"' EXIT
cd "$top_builddir" || exit 1 # where mpirun.sh finds the sources of programs
tried=
failed=0
for folder in openblas-pthread openblas-openmp openblas-serial blis-pthread blis-openmp blis-serial blas; do
  blas=$libraries/$folder/libblas.so.3
  [ -f "$blas" ] || continue
  lapack=$libraries/$folder/liblapack.so.3
  [ -f "$lapack" ] || lapack=$libraries/lapack/liblapack.so.3
  [ -f "$lapack" ] || { echo "$folder: no LAPACK for it (liblapack3): skipped"; continue; }
  tried="$tried $folder"
  used=$(env LD_PRELOAD="$blas $lapack" "$MPIEXEC" -n 1 "$top_builddir/hetgrid" time gemm --n 60 --runs 1 --cycle-times 1 \
    --aggregate-size 100 --aggregate-seconds 0.01 | sed -n 's/^BLAS *//p')
  echo "== $folder: $used"
  case $folder in
    openblas-*) expected=OpenBLAS ;;
    *) expected=/$folder/libblas.so ;;
  esac
  case $used in
    *"$expected"*) ;;
    *) echo "FAILED: $folder is not what is called"; failed=1 ;;
  esac
  for program in linalg/mpi_gemm linalg/mpi_getrf linalg/mpi_geqrf linalg/mpi_potrf scalapack/mpi_transparent; do
    if LD_PRELOAD="$blas $lapack" sh "$top_srcdir/testing/mpirun.sh" testing/$program >"$output" 2>&1; then
      echo "ok      $program"
    else
      cat "$output"
      echo "FAILED: $program on $folder"
      failed=1
    fi
  done
done
[ -n "$tried" ] || { echo "no alternatives in $libraries: skipped"; exit 77; }
exit $failed
