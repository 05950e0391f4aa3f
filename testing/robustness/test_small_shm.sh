#!/bin/sh
# A /dev/shm smaller than what the ranks of a node share, as containers have it: no rank dies at the first touch, and the
# results are right. Needs to mount a /dev/shm of its own: skipped where that is not allowed.
# Environment: MPIEXEC, top_builddir.

OPENBLAS_NUM_THREADS=1
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OPENBLAS_NUM_THREADS OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe
in_shm() { # MEGABYTES COMMAND...
  size=$1
  shift
  unshare -m sh -c 'mount -t tmpfs -o size="$1"m none /dev/shm && shift && exec "$@"' sh "$size" "$@" </dev/null
}
in_shm 20 true 2>/dev/null || { echo "no mount of its own here: skipped"; exit 77; }

failed=0
for case in "20 gemm" "22 gemm" "34 lu" "34 cholesky"; do
  set -- $case
  # What MPI itself takes is none of ours.
  in_shm "$1" "$MPIEXEC" -n 4 "$top_builddir/hetgrid" time "$2" --n 64 --grid 2x2 --runs 1 >/dev/null 2>&1 ||
    { echo "skip    $2: MPI does not start with $1 MB"; continue; }
  if output=$(in_shm "$1" timeout 120 "$MPIEXEC" -n 4 "$top_builddir/hetgrid" time "$2" --n 1000 --grid 2x2 --runs 1 2>&1); then
    echo "ok      $2, n = 1000, 4 ranks, /dev/shm of $1 MB"
  else
    echo "$output" | tail -n 5
    echo "FAILED: $2, n = 1000, 4 ranks, /dev/shm of $1 MB"
    failed=1
  fi
done
exit $failed
