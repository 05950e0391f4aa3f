#!/bin/sh
# The programs of the Users' Guide and of the eigenvalues in the three ways to hetgrid: unchanged with LD_PRELOAD, with
# two names changed, with the hg_ interface; processes of unequal speed. All check their results; here it is checked
# that the uneven layouts were used.
. "${top_srcdir:-.}/testing/environment.sh"
builddir=${top_builddir:-.}
examples=$builddir/examples
preload=$(cd "$builddir/.libs" 2>/dev/null && pwd)/libhetgrid-scalapack.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
  echo "FAILED: $*"
  cat "$work/out"
  failures=$((failures + 1))
}

run() { # RANKS COMMAND...: output to $work/out
  ranks=$1
  shift
  timeout -k 5 60 "${MPIEXEC:-mpiexec}" -n "$ranks" "$@" >"$work/out" 2>&1 </dev/null || fail "$*: exit status $?"
}

# Columns of processes (0,0) and (0,1), which takes three times as long: the first owns more than twice as many.
uneven() {
  awk '/^process \(0,[01]\) owns/ { columns[$2] = $NF }
    END { exit !(columns["(0,0)"] > 2 * columns["(0,1)"] && columns["(0,1)"] > 0) }' "$work/out" ||
    fail "$1: the shares are not those of the speeds"
}

# The first way, without hetgrid at all and with it.
unchanged() { # PROGRAM ROUTINE RANKS...
  program=$1 routine=$2
  run 1 "$examples/$program"
  run 2 "$examples/$program"
  grep -q hetgrid: "$work/out" && fail "$program: hetgrid speaks without having been asked"
  [ -f "$preload" ] && [ -z "$SANITIZER_FLAGS" ] || return
  shift 2
  for ranks in "$@"; do
    run "$ranks" env LD_PRELOAD="$preload" HETGRID_MIN_N=0 HETGRID_VERBOSE=1 \
      HETGRID_CYCLE_TIMES="$(echo 1 3 2 5 | cut -d ' ' -f "1-$ranks" | tr ' ' ,)" "$examples/$program"
    grep -q "^hetgrid: $routine .* uneven" "$work/out" || fail "$program: $routine was not uneven on $ranks ranks"
  done
  run 2 env LD_PRELOAD="$preload" HETGRID=off HETGRID_VERBOSE=1 "$examples/$program"
  grep -q " uneven" "$work/out" && fail "$program: $routine was uneven, though HETGRID=off"
}
unchanged users_guide/system PDGESV 2 4
unchanged eigenvalues/eigenvalues PDGEMM 2

# The second way: the speeds are taken from the same variable.
run 4 env HETGRID_CYCLE_TIMES=1,3,2,5 "$examples/users_guide/system_two_names"
run 2 env HETGRID_CYCLE_TIMES=1,3 "$examples/eigenvalues/eigenvalues_two_names"
uneven eigenvalues_two_names
run 2 env HETGRID_CYCLE_TIMES=1,1 "$examples/users_guide/system_two_names"
grep -q "process (0,0) owns 5 x 9" "$work/out" || fail "system_two_names: not ScaLAPACK's shares at equal speeds"

# The third way.
run 1 "$examples/users_guide/system_hetgrid"
run 4 "$examples/users_guide/system_hetgrid"
run 2 "$examples/eigenvalues/eigenvalues_hetgrid"
uneven eigenvalues_hetgrid
[ "$failures" -eq 0 ]
