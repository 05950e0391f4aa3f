#!/bin/sh
# --progress: what is being done, on standard error, by whatever takes longer than two seconds.
# Its ranks measure for as long as they are told to, with whatever core they get.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
mpi="${MPIEXEC:-mpiexec} -n 2 $hetgrid"

# is_told COMMAND...: "SECONDS s: $text..." is on its standard error, and there alone.
is_told() {
  grep -q "^[0-9]* s: $text" "$work/err" || fail "$*: no \"$text\" in $(cat "$work/err")"
  ! grep -q "^[0-9]* s: $text" "$work/out" || fail "$*: progress on standard output"
}

# progress TEXT COMMAND...: the command succeeds, and says "SECONDS s: TEXT..." on standard error.
progress() {
  text=$1
  shift
  timeout -k 5 60 "$@" --progress >"$work/out" 2>"$work/err" </dev/null || fail "$*: exit status $?"
  is_told "$@"
}

# begins TEXT COMMAND...: likewise, of a command that takes longer than anybody has to wait: it is ended when it has said so.
begins() {
  text=$1
  shift
  timeout -k 5 60 "$@" --progress >"$work/out" 2>"$work/err" </dev/null &
  while kill -0 $! 2>/dev/null && ! grep -q "^[0-9]* s: $text" "$work/err"; do
    sleep 0.1
  done
  kill $! 2>/dev/null
  wait $!
  is_told "$@"
}

gemm="time gemm --n 60 --block-size 8 --cycle-times 1,3 --library hetgrid --layout uneven --aggregate-size 100"
progress "case 1 of 1: what ranks can do alone" $mpi $gemm --runs 1 --aggregate-seconds 2.5
progress "measuring cycle-times" $mpi probe --seconds 2.5 --output "$work/platform.json"
begins "[a-z]*, n = 1500, run [0-9]*; about 8 s in all" \
  $mpi tune --operation lu,qr,cholesky --n 1500 --block-size 32 --cycle-times 1,1 --grid 1x2 --seconds 8
begins "probing the unequal machine, step 1 of 5" \
  "$hetgrid" assess --cycle-times 1,1 --oversubscribe --n 100 --rounds 1 --runs 1 --probe-seconds 2.5
# Nobody is told who does not ask, nor of what takes less.
for words in "$gemm --runs 1 --aggregate-seconds 2.5" "$gemm --runs 1 --aggregate-seconds 0.1 --progress"; do
  $mpi $words >"$work/out" 2>"$work/err" </dev/null || fail "$words: exit status $?"
  ! grep -q "[0-9] s: " "$work/err" || fail "$words: $(cat "$work/err")"
done
"$hetgrid" shape --speeds 10:1:1 --progress >"$work/out" 2>"$work/err" || fail "shape: exit status $?"
[ ! -s "$work/err" ] || fail "shape: $(cat "$work/err")"

# On a terminal one line, which is blank in the end.
if command -v script >/dev/null; then
  script -qec "$hetgrid probe --seconds 2.5 --output $work/platform.json" "$work/terminal" </dev/null >/dev/null ||
    fail "on a terminal: exit status $?"
  tr '\r' '\n' <"$work/terminal" | grep -q "^2 s: measuring cycle-times" || fail "on a terminal: $(cat "$work/terminal")"
  tr '\r' '\n' <"$work/terminal" | grep "^[0-9]* s: \|^  *$" | tail -1 | grep -q "^  *$" ||
    fail "on a terminal a line is left: $(cat "$work/terminal")"
fi
finish
