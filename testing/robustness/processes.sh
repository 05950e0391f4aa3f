# For tests in which programs are ended, stopped or killed: what is sourced by them after functions.sh. Programs of the test
# have the folder $work among their words, and keep their temporary files in $work/tmp.
TMPDIR=$work/tmp
export TMPDIR
unset HETGRID HETGRID_PLATFORM HETGRID_CYCLE_TIMES HETGRID_MIN_N HETGRID_VERBOSE
mkdir "$TMPDIR"
calls=${top_builddir:-.}/testing/robustness/calls

# Processes of this test. The grep that looks for them has its folder among its words, too, and is gone when the others are
# looked at. A zombie is dead.
survivors() {
  grep -lsaF "$work" /proc/[0-9]*/cmdline | while IFS=/ read -r root proc pid file; do
    grep -qs '^State:.[^ZX]' "/proc/$pid/status" && echo "$pid"
  done
}

# programs NAME: those of them that are a program of this name, and not a launcher or a script that started it.
programs() {
  for pid in $(survivors); do
    case $(readlink "/proc/$pid/exe") in */"$1" | */lt-"$1") echo "$pid" ;; esac
  done
}

# Shared memory that was not there and that no process has: others beside this test have theirs.
ls /dev/shm >"$work/shm"
left_segments() {
  ls /dev/shm | grep -vxF -f "$work/shm" | grep -i 'mpich\|vader\|sm_segment\|hetgrid' | while read -r segment; do
    grep -qsF "/dev/shm/$segment" /proc/[0-9]*/maps || echo "$segment"
  done
}

# Processes, shared memory, temporary files and control groups $groups.
groups=
left_behind() {
  survivors
  left_segments
  ls -A "$TMPDIR"
  [ -n "$groups" ] && ls -d $groups 2>/dev/null
}

# Open MPI's mpiexec removes its folder and its shared memory; killed by SIGKILL it cannot, and nobody else knows them.
left_by_open_mpi() {
  rm -rf "$TMPDIR"/ompi.*
  left_segments | grep '^vader_segment' | while read -r segment; do rm -f "/dev/shm/$segment"; done
}

# gone WHAT: after a while nothing is left.
gone() {
  for i in $(seq 150); do
    case $1 in SIGKILL*) [ -n "$(survivors)" ] || left_by_open_mpi ;; esac
    [ -z "$(left_behind)" ] && return
    sleep 0.2
  done
  fail "$1 left behind: $(left_behind | tr '\n' ' ')"
  for pid in $(survivors); do kill -KILL "$pid"; done
}

# start COMMAND...: in the background, as $shell, until its programs compute.
start() {
  : >"$work/out"
  env --default-signal=INT "$@" >"$work/out" 2>&1 </dev/null & # a shell would have it ignore SIGINT
  shell=$!
  for i in $(seq 600); do
    grep -q running "$work/out" && return
    sleep 0.1
  done
  fail "$*: does not start: $(cat "$work/out")"
}
