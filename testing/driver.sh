#!/bin/sh
# Automake's test driver with the seconds of a test behind its line, and with turns: in `make -j check' tests that use
# one core run beside each other, those that use more run alone.
#
# A program uses one core unless its source names ranks; NAME.simulated does, whatever its ranks. A script uses more. Both are
# content with one if they say so in a comment, because their ranks wait more than they compute, and not in MPI, which spins:
#     cores: 1
# Environment: top_srcdir, top_builddir.

for test; do :; done # the last argument
name=${test#./}
shared=-s
case $name in
  *.simulated) ;;
  *.sh) grep -q '^# cores: 1$' "$test" || shared=-x ;;
  *)
    for suffix in cpp c f90; do
      source=$top_srcdir/$name.$suffix
      grep -qs '\(^\|[^-a-z]\)ranks: *[0-9]' "$source" && ! grep -q '^// cores: 1$' "$source" && shared=-x
    done ;;
esac

# The test itself must not keep the lock when it leaves something running.
if command -v flock >/dev/null; then
  exec 9>"$top_builddir/testing/turns.lock" && flock $shared 9
fi
start=$(date +%s.%N)
line=$("$top_srcdir/m4/aux/test-driver" "$@" 9>&-)
status=$?
awk -v line="$line" -v start="$start" -v end="$(date +%s.%N)" 'BEGIN { printf "%-66s %6.1f s\n", line, end - start }'
exit $status
