#!/bin/sh
# --progress: what is being done, on standard error, by whatever takes longer than two seconds.
# Its ranks measure for as long as they are told to, with whatever core they get.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
mpi="${MPIEXEC:-mpiexec} -n 2 $hetgrid"

# is_told COMMAND...: a line that begins with $pattern is on its standard error, and there alone.
is_told() {
  grep -q "^$pattern" "$work/err" || fail "$*: no \"$pattern\" in $(cat "$work/err")"
  ! grep -q "^$pattern" "$work/out" || fail "$*: progress on standard output"
}

# progress PATTERN COMMAND...: the command succeeds, and says PATTERN... on standard error.
progress() {
  pattern=$1
  shift
  timeout -k 5 60 "$@" --progress >"$work/out" 2>"$work/err" </dev/null || fail "$*: exit status $?"
  is_told "$@"
}

# begins PATTERN COMMAND...: likewise, of a command that takes longer than anybody has to wait: it is ended when it has said so.
begins() {
  pattern=$1
  shift
  timeout -k 5 60 "$@" --progress >"$work/out" 2>"$work/err" </dev/null &
  while kill -0 $! 2>/dev/null && ! grep -q "^$pattern" "$work/err"; do
    sleep 0.1
  done
  kill $! 2>/dev/null
  wait $!
  is_told "$@"
}

gemm="time gemm --n 60 --block-size 8 --cycle-times 1,3 --library hetgrid --layout uneven --aggregate-size 100"
progress "[0-9]* s: case 1 of 1: what ranks can do alone" $mpi $gemm --runs 1 --aggregate-seconds 2.5
progress "[0-9]* s: measuring cycle-times" $mpi probe --seconds 2.5 --output "$work/platform.json"
begins "[0-9]* s: [a-z]*, n = 1500, run [0-9]*; about 8 s in all" \
  $mpi tune --operation lu,qr,cholesky --n 1500 --block-size 32 --cycle-times 1,1 --grid 1x2 --seconds 8
begins "[0-9]* s: probing the unequal machine, step 1 of 5" \
  "$hetgrid" assess --cycle-times 1,1 --oversubscribe --n 100 --rounds 1 --runs 1 --probe-seconds 2.5
python3 "$top_srcdir/testing/cli/matrix_files.py" identity "$work/matrix.npy" 3000 || fail "no matrix"
files="$work/matrix.npy $work/matrix.npy $work/result.npy --block-size 2"
begins "[0-9.]* %, [0-9.]* GF/s, " $mpi multiply $files
begins "[0-9]* s: [0-9.]* %, .* left" $mpi solve $files
if [ -e "$top_builddir/hetgrid-simulated" ]; then
  # What is behind -- is the program's.
  begins "[0-9]* s: simulating 16 processes" sh -c 'exec "$0" simulate --cycle-times "$1,$1" --kernels modelled "$2" -- \
    time lu --n 20000 --block-size 8' "$hetgrid" 1,2,3,4,5,6,7,8
fi

# profile RANK: of one of two processes, as HETGRID_PROFILE writes it.
profile() {
  echo "{\"version\": \"\", \"rank\": $1, \"processes\": 2, \"host\": \"\", \"cycle_time\": 1, \"began\": 0, \"seconds\": 1," \
    "\"complete\": true, \"calls\": [], \"events\": [], \"phases\": []}"
}
profile 0 >"$work/profile.0"
mkfifo "$work/profile.1" # takes as long to read as a large one, whenever its reader came to begin
{
  for _ in $(seq 300); do
    grep -q "reading $work/profile.1" "$work/err" && break
    sleep 0.1
  done
  profile 1 >"$work/profile.1"
} &
writer=$!
progress "[0-9]* s: reading $work/profile.1 of 2 processes" "$hetgrid" report "$work/profile"
kill $writer 2>/dev/null # nobody has read it

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
