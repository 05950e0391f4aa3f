#!/bin/sh
# The capacitance of the plate, in Fortran and in C++, on uniform and uneven layouts: the same values from all of
# them, and an error that falls like 1/M, for M x M patches.
. "${top_srcdir:-.}/testing/environment.sh"
examples=${top_builddir:-.}/examples/capacitance
work=$(mktemp -d)
failures=0

fail() {
  echo "FAILED: $*"
  cat "$work/out"
  failures=$((failures + 1))
}

run() { # RANKS PROGRAM ARGUMENTS...: output to $work/out
  ranks=$1 program=$2
  shift 2
  timeout -k 5 60 "${MPIEXEC:-mpiexec}" -n "$ranks" "$examples/$program" "$@" >"$work/out" 2>&1 </dev/null
}

# Patches and capacitance of every line of $work/out; exit status 1 unless there are three, the values grow towards the
# literature value from below, and halving the side of the patches nearly halves the error.
judge() {
  awk 'NF == 4 && $1 ~ /^[0-9]+$/ {
      error = 0.3667892 - $2
      misprinted = $3 + error
      if (++lines > 1 && !(error > 0.45 * last && error < 0.6 * last)) wrong = 1
      if (!(error > 0) || !(misprinted < 1e-5 && misprinted > -1e-5)) wrong = 1
      last = error
      print $1, $2
    }
    END { exit wrong || lines != 3 }' "$work/out"
}

check() { # RANKS PROGRAM ARGUMENTS...
  run "$@" 4 8 16 || fail "$*: exit status $?"
  judge >"$work/values" || fail "$*: the error does not fall as it should"
  [ -f "$work/reference" ] || cp "$work/values" "$work/reference"
  cmp "$work/values" "$work/reference" || fail "$*: other values than before"
}

for program in capacitance_fortran capacitance_cpp; do
  check 1 $program --uniform
  check 2 $program --uniform
  check 4 $program --uniform
  check 2 $program --cycle-times 1,3
  check 3 $program --cycle-times 2,1,3
  check 4 $program --cycle-times 1,2,3,5
  check 2 $program
  "${top_builddir:-.}/hetgrid" plan --cycle-times 1,3 --grid 2x1 --operation lu --json >"$work/plan.json"
  check 2 $program --plan "$work/plan.json"

  for arguments in "8 x" "0" "--cycle-times 1" "--cycle-times 1,x" "--cycle-times" "--plan $work/none.json"; do
    run 2 $program $arguments && fail "$program $arguments: success"
    grep -q '^capacitance: ' "$work/out" || fail "$program $arguments: no message"
  done
done
rm -rf "$work"
[ "$failures" -eq 0 ]
