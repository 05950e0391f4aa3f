#!/bin/sh
# A /dev/shm smaller than what the ranks of a node share, as containers have it: no rank dies at the first touch, and the
# results are right. Needs to mount a /dev/shm of its own: skipped where that is not allowed.
# Environment: MPIEXEC, top_builddir.
# cores: 1

. "${top_srcdir:-.}/testing/environment.sh"
in_shm() { # MEGABYTES COMMAND...
  size=$1
  shift
  unshare -m sh -c 'mount -t tmpfs -o size="$1"m none /dev/shm && shift && exec "$@"' sh "$size" "$@" </dev/null
}
in_shm 20 true 2>/dev/null || { echo "no mount of its own here: skipped"; exit 77; }

# in_grid MEGABYTES OPERATION N
in_grid() {
  in_shm "$1" timeout 120 "$MPIEXEC" -n 4 "$top_builddir/hetgrid" time "$2" --library hetgrid --n "$3" --cycle-times 1,1,1,1 --grid 2x2 --runs 1 \
    --aggregate-size 100 --aggregate-seconds 0.01 2>&1
}
failed=0
for case in "20 gemm" "34 lu"; do
  set -- $case
  if output=$(in_grid "$1" "$2" 1000); then
    echo "ok      $2, n = 1000, 4 ranks, /dev/shm of $1 MB"
  elif ! in_grid "$1" "$2" 8 >/dev/null; then
    echo "skip    $2: MPI does not start with $1 MB" # what it takes itself is none of ours
  else
    echo "$output" | tail -n 5
    echo "FAILED: $2, n = 1000, 4 ranks, /dev/shm of $1 MB"
    failed=1
  fi
done
exit $failed
