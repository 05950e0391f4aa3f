#!/bin/sh
# configure refuses BLAS and ScaLAPACK with integers of 64 bits, by one line: libraries here that have the names of the real ones.
# Environment: CC, top_srcdir.

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
cat >blas.c <<'END_OF_BLAS'
double ddot_(const long long *n, const double *x, const long long *incx, const double *y, const long long *incy) {
  double sum = 0;
  for (long long k = 0; k < *n; ++k)
    sum += x[k * *incx] * y[k * *incy];
  return sum;
}
END_OF_BLAS
cat >scalapack.c <<'END_OF_SCALAPACK'
long long numroc_(const long long *n, const long long *nb, const long long *process, const long long *first, const long long *processes) {
  const long long blocks = *n / *nb, place = (*processes + *process - *first) % *processes;
  const long long extra = blocks % *processes;
  return blocks / *processes * *nb + (place < extra ? *nb : place == extra ? *n % *nb : 0);
}
END_OF_SCALAPACK
# refused VARIABLE LIBRARIES
refused() {
  if "$top_srcdir/configure" --disable-static --without-simgrid --without-hdf5 "$1=$2" >log 2>&1; then
    echo "FAILED: configure accepts $1=$2"
    failed=1
  elif [ "$(grep 'error:' log)" != "configure: error: $1: $2: expected libraries with integers of 32 bits (LP64), these have 64 (ILP64)" ]; then
    tail -n 5 log
    echo "FAILED: no clear line about $1"
    failed=1
  fi
}
for library in blas scalapack; do
  $CC -c $library.c && ar cr libwide$library.a $library.o || exit 1
done
refused BLAS_LIBS "-L$work -lwideblas -lopenblas"
case $MPIEXEC in
  *openmpi*) refused SCALAPACK_LIBS "-L$work -lwidescalapack -lscalapack-openmpi" ;;
  *mpich*) refused SCALAPACK_LIBS "-L$work -lwidescalapack -lscalapack-mpich" ;;
esac
exit $failed
