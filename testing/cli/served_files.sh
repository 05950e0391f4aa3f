# For tests of commands whose matrices are in files of rank 0, behind functions.sh: goes to $work.
matrices() { # ARGUMENTS...
  python3 "${top_srcdir:-.}/testing/cli/matrix_files.py" "$@"
}
processes='{"cycle_time": 1, "gflops": 10}'
for ranks in 1 2 3; do
  echo "{\"block_size\": 64, \"processes\": [$processes]}" >"$work/platform$ranks.json"
  processes="$processes, {\"cycle_time\": $ranks}"
done
on_files() { # COMMAND STATUS TEXT RANKS ARGUMENTS...: the command, on a platform that nobody has to measure
  command=$1 wanted=$2 words=$3 ranks=$4
  shift 4
  launcher="${MPIEXEC:-mpiexec} -n $ranks"
  [ "$ranks" -eq 1 ] && launcher=
  expect "$wanted" "$words" $launcher "$hetgrid" "$command" "$@" --platform "$work/platform$ranks.json"
}
# continue_rank_1 SECONDS RUN: SIGCONT to the process in pid.1 after these seconds, if the run has not ended. In the background: who
# is stopped for ever when all is over would be waited for in MPI_Finalize.
continue_rank_1() {
  (for second in $(seq "$1"); do sleep 1; kill -0 "$2" 2>/dev/null || exit 0; done
   kill -CONT "$(cat pid.1)" 2>/dev/null) &
}
clean() { # nothing is left beside the output
  [ -z "$(ls -A "$work" | grep 'part$\|journal$\|^\.hetgrid')" ] || fail "$1: left $(ls -A "$work")"
}
cd "$work" || exit 1
