# For the tests of the command: run it, look at its exit status and words. $hetgrid is the program, $work a directory.
hetgrid=${top_builddir:-.}/hetgrid
libraries=$(cd "${top_builddir:-.}" && pwd)/.libs
if [ -x "$libraries/hetgrid" ]; then # the other is libtool's script, which takes longer than the command does
  hetgrid=$libraries/hetgrid
  LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export LD_LIBRARY_PATH
fi
work=$(mktemp -d)
failures=0
. "${top_srcdir:-.}/testing/environment.sh"
# Open MPI's launcher says nothing of its own where a process fails.
OMPI_MCA_orte_execute_quiet=1
export OMPI_MCA_orte_execute_quiet

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# expect STATUS TEXT COMMAND...: the command ends with the status within $expect_seconds, and its output or errors contain the text.
expect_seconds=60
expect() {
  status=$1 text=$2
  shift 2
  timeout -k 5 $expect_seconds "$@" >"$work/out" 2>&1 </dev/null
  got=$?
  [ "$got" -eq "$status" ] || { fail "$*: exit status $got, expected $status"; cat "$work/out"; }
  grep -qF -e "$text" "$work/out" || { fail "$*: expected to read \"$text\""; cat "$work/out"; }
}

# one_line: what the last command of expect() said is one line of hetgrid's, and no long one.
one_line() {
  [ "$(wc -l <"$work/out")" -eq 1 ] && grep -q '^hetgrid: ' "$work/out" && [ "$(wc -c <"$work/out")" -lt 1100 ] ||
    fail "expected one line of hetgrid: $(head -c 2000 "$work/out")"
}

finish() {
  rm -rf "$work"
  [ "$failures" -eq 0 ] || exit 1
  exit 0
}
