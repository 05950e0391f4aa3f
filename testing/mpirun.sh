#!/bin/sh
# Start one test program or script: mpirun.sh PROGRAM [ARGUMENTS].
#
# A script (NAME.sh) is run as it is. A program's source says how many ranks it wants, in a comment:
#     ranks: 1 2 4          one run each
#     long-ranks: 6 9       as well, in `make check-long'
#     simulated-ranks: 36   of PROGRAM.simulated, which is made from the same source and runs in SimGrid
#     without sanitizers: WHY  skipped in a build that has them (SANITIZER_FLAGS)
# HETGRID_TEST_RANKS="2 4" leaves only these of them. A program that says nothing runs alone. A run that does not end within
# HETGRID_TEST_SECONDS (default 240, twice that with sanitizers, twice for a script, ten times in check-long) is a failure,
# and the processes there were are listed. All runs are made, the exit status is 1 if any failed.
# Environment: MPIEXEC, SMPIRUN, top_srcdir (default: the folder above this script).

program=$1
shift
case $program in
  *.sh) script=yes && [ -f "$program" ] ;;
  *) script= && [ -x "$program" ] ;;
esac || { echo "mpirun.sh: no program $program" >&2; exit 99; }
top_srcdir=${top_srcdir:-$(dirname "$0")/..}
default_seconds=240
[ -n "$SANITIZER_FLAGS" ] && default_seconds=480 # several times as slow
seconds=${HETGRID_TEST_SECONDS:-$default_seconds}
. "$top_srcdir/testing/environment.sh"
BOOST_TEST_COLOR_OUTPUT=no
export BOOST_TEST_COLOR_OUTPUT

name=${program#./}
case $name in
  *.simulated) name=${name%.simulated} simulated=yes key=simulated-ranks long_key=simulated-long-ranks ;;
  *) simulated= key=ranks long_key=long-ranks ;;
esac
source=
for suffix in cpp c f90; do
  [ -f "$top_srcdir/$name.$suffix" ] && source=$top_srcdir/$name.$suffix
done
if [ -n "$SANITIZER_FLAGS" ] && [ -n "$source" ] && grep 'without sanitizers: ' "$source"; then
  exit 77
fi
# ranks_of KEY: the numbers behind KEY in the source.
ranks_of() {
  sed -n "/\(^\|[^-a-z]\)$1: *[0-9]/{s/.*\(^\|[^-a-z]\)$1: *\([0-9 ]*\).*/\2/p; q}" "$source"
}

[ -n "$HETGRID_CHECK_LONG" ] && seconds=$((10 * seconds))
ranks=
if [ -n "$source" ]; then
  ranks=$(ranks_of $key)
  [ -n "$HETGRID_CHECK_LONG" ] && ranks="$ranks $(ranks_of $long_key)"
fi

# watch SECONDS: unless it is ended before, lists the processes then.
watch() {
  trap 'kill $! 2>/dev/null; exit' TERM
  sleep "$1" &
  wait $!
  echo "== processes after $1 s"
  ps -eo pid,ppid,pgid,stat,etimes,args --forest | grep -v '\]$' | cut -c 1-240
}

# run COMMAND...: within the time limit; says what went wrong.
run() {
  watch $((seconds - 2)) &
  watcher=$!
  timeout -k 10 "$seconds" "$@" </dev/null
  status=$?
  kill $watcher 2>/dev/null && wait $watcher
  case $status in
    0 | 77) return $status ;;
    124 | 137) echo "FAILED: not finished after $seconds s" ;;
    *) echo "FAILED: exit status $status" ;;
  esac
  return 1
}

if [ -n "$script" ]; then
  seconds=$((2 * seconds))
  run sh "$program" "$@"
  exit
fi
if [ -z "$(echo $ranks)" ]; then
  case $(basename "$program") in
    mpi_*) echo "mpirun.sh: $program: no line \"$key: N\" in its source" >&2; exit 99 ;;
  esac
  run "$program" "$@"
  exit
fi
if [ -n "$HETGRID_TEST_RANKS" ]; then
  wanted=
  for n in $ranks; do
    case " $HETGRID_TEST_RANKS " in *" $n "*) wanted="$wanted $n" ;; esac
  done
  ranks=$wanted
  [ -n "$ranks" ] || { echo "mpirun.sh: $program: not for $HETGRID_TEST_RANKS ranks"; exit 77; }
fi

# Another MPI's launcher would start n processes that know nothing of each other: the program looks how many they are.
[ -n "$MPIEXEC$simulated" ] || { echo "mpirun.sh: MPIEXEC is not set: name the launcher of the MPI hetgrid was built with" >&2; exit 99; }
failed=
for n in $ranks; do
  echo "== $program on $n ranks"
  HETGRID_TEST_STARTED=$n
  export HETGRID_TEST_STARTED
  if [ -n "$simulated" ]; then
    run sh "$top_srcdir/testing/smpirun.sh" "$n" "$program" "$@"
  else
    run "$MPIEXEC" -n "$n" "$program" "$@"
  fi || failed="$failed $n"
done
[ -z "$failed" ] && exit 0
echo "FAILED: $program on$failed ranks"
exit 1
