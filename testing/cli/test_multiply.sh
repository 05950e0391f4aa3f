#!/bin/sh
# hetgrid multiply: products of files in every type and order, with workers and without, interrupted and resumed; what it says
# about files that do not fit.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
. "${top_srcdir:-.}/testing/cli/served_files.sh"
multiply() { # STATUS TEXT RANKS ARGUMENTS...
  on_files multiply "$@"
}

# All types and orders, sizes that are no multiples of the blocks, chunks of some blocks.
for type in f4 f8 c8 c16; do
  for order in C F; do
    matrices write A$order.npy $type $order 75 51 1
    matrices write B$order.npy $type $order 51 66 2
  done
  ranks=1
  all="C C C:F F F"
  [ $type = f8 ] && all="C C C:F F F:C F C:F C C"
  IFS=:
  for orders in $all; do
    IFS=' '
    set -- $orders
    multiply 0 "75 x 66, k = 51" $ranks A$1.npy B$2.npy C.npy --block-size 8 --memory 20k
    matrices check C.npy $type $3 A$1.npy B$2.npy || fail "$type, $orders, $ranks ranks"
    ranks=$((ranks % 3 + 1))
  done
  unset IFS
done
clean "types and orders"

# A server that computes, a policy, and what is said of the run: a picture, JSON; nothing is measured if a file tells it.
multiply 0 "3 of 3 workers by orroml" 3 AC.npy BC.npy C.npy --server-computes --policy orroml --memory 60k,20k,10k \
  --block-size 8 --json run.json --gantt run.svg
matrices check C.npy c16 C AC.npy BC.npy || fail "server computes"
[ "$(grep -c 'class="rank"' run.svg)" = 3 ] || fail "multiply --gantt: not three rows"
python3 - <<'END' || fail "multiply --json"
import json
run = json.load(open("run.json"))
assert [run[x] for x in ("m", "n", "k", "precision", "policy", "blocks_there")] == [75, 66, 51, "z", "orroml", 0], run
chunks = [worker["chunks"] for worker in run["workers"]]
assert len(chunks) == 3 and min(chunks) > 0, run
server, *others = run["workers"]
assert server["bytes_sent"] == 0 and all(worker["bytes_sent"] > 0 for worker in others), run
assert run["bytes"] == sum(worker["bytes_sent"] + worker["bytes_returned"] for worker in others), run
assert run["bytes"] >= run["least_bytes"] > 0, run
for worker, memory in zip(run["workers"], (60e3, 20e3, 10e3)):
    assert 16 * worker["most_elements"] <= memory, run
END
expect 0 "by " "$hetgrid" multiply AC.npy BC.npy C.npy # measured, alone

# Who asks is sent what suits it then: nothing to go on from is left of a run, and speeds need not be true.
for policy in shared-chunks dynamic-2-phases greedy partition; do
  multiply 0 "by $policy" 3 AC.npy BC.npy C.npy --policy $policy --memory 60k,20k --block-size 8 --json run.json --gantt run.svg
  matrices check C.npy c16 C AC.npy BC.npy || fail "$policy"
  python3 -c 'import json; workers = json.load(open("run.json"))["workers"]
assert len(workers) == 2 and min(worker["chunks"] for worker in workers) > 0, workers' || fail "$policy: not all workers"
  multiply 0 "by $policy" 2 AC.npy BC.npy C.npy --policy $policy --memory 20k --block-size 8 --server-computes --resume
  matrices check C.npy c16 C AC.npy BC.npy || fail "$policy, the server computes"
done
clean "on demand"
# The choice by what is known: nobody is told speeds, and those who share work as it goes take part.
multiply 0 "by " 3 AC.npy BC.npy C.npy --speed-error unknown --memory 60k,20k --block-size 8 --json run.json
matrices check C.npy c16 C AC.npy BC.npy || fail "--speed-error unknown"
matrices check C.npy c16 C AC.npy BC.npy || fail "measured"

# A name whose bytes are no UTF-8 does not end the run in its report.
latin1=$(printf 'C\351.npy')
multiply 0 "by guided" 2 AC.npy BC.npy "$latin1" --policy guided --memory 20k --block-size 8 --json run.json
matrices check "$latin1" c16 C AC.npy BC.npy || fail "a name in Latin-1"
python3 -c 'import json; name = json.load(open("run.json"))["c"]
assert name == "C\ufffd.npy", name' || fail "a name in Latin-1: JSON"
rm -f "$latin1"

# Text, and datasets where there is the library.
{
  echo "%%MatrixMarket matrix array real general"
  echo "2 2"
  printf '1\n0\n2\n1\n'
} >A.mtx
matrices write B.npy f8 C 2 3 5
matrices write A.npy f8 F 2 2 5
printf '\223NUMPY\001\000' >start.npy
multiply 0 "2 x 3, k = 2" 1 A.mtx B.npy C.npy
python3 - "${top_srcdir:-.}" <<'END' || fail "Matrix Market"
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1] + "/testing/cli")
from matrix_files import read
b = read("B.npy")[2]
assert read("C.npy")[2] == [[x + 2 * y for x, y in zip(*b)], b[1]]
END
"$hetgrid" multiply A.mtx B.npy C.h5:/c --platform platform1.json >out 2>&1
hdf5=yes
if grep -q "built without libhdf5" out; then
  hdf5=no
  one_line
else
  multiply 0 "2 x 3, k = 2" 2 A.mtx C.h5:/c D.h5:/group/d
  multiply 0 "2 x 3, k = 2" 1 A.mtx D.h5:/group/d C.npy
  multiply 1 "C.h5: exists: expected the name of a new file" 1 A.mtx B.npy C.h5:/c
  one_line
fi
clean "other formats"

# What does not fit is told in one line, before any work.
cp C.npy old.npy
matrices write single.npy f4 C 2 3 5
head -c 150 B.npy >short.npy
refused() { # TEXT ARGUMENTS...
  words=$1
  shift
  multiply 1 "$words" 2 "$@"
  one_line
}
refused "B.npy: 2 rows: expected 3, as B.npy has columns" B.npy B.npy C.npy
refused "single.npy: type s: expected d, that of A.npy" A.npy single.npy C.npy
refused "short.npy: 150 bytes: expected 176, 2 x 3 elements" A.npy short.npy C.npy
refused "start.npy: 8 bytes: expected a header" start.npy B.npy C.npy
refused "none.npy: cannot be read: No such file" none.npy B.npy C.npy
refused "none/C.npy: cannot be written: No such file" A.npy B.npy none/C.npy
refused "C.txt: unknown format: expected FILE.npy or FILE.h5:/DATASET" A.npy B.npy C.txt
refused "none/run.json: cannot be written" A.npy B.npy C.npy --json none/run.json
ln -sf A.npy link.npy
refused "./A.npy: is an operand: expected the name of another file" A.npy B.npy ./A.npy
refused "A.npy: is an operand" B.npy link.npy A.npy
refused "link.npy: is an operand" A.npy B.npy link.npy
rm link.npy
# What fails only when all is computed: one line, and --resume has the result.
for output in --json --gantt; do
  multiply 1 "hetgrid: /dev/full: cannot be written: No space left on device" 2 A.npy B.npy late.npy $output /dev/full
  one_line
  [ ! -e late.npy ] || fail "$output: C is there, and what was asked for beside it is not"
  multiply 0 "blocks of C were there" 2 A.npy B.npy late.npy --resume
  rm late.npy
done
# Others of the same size and time are known by their elements.
matrices write one.npy f8 C 20 20 1
matrices write two.npy f8 C 20 20 2
touch -d 2026-01-01 one.npy two.npy
multiply 1 "/dev/full: cannot be written" 2 one.npy two.npy late.npy --json /dev/full
multiply 1 "late.npy.journal: made with other elements of one.npy: expected those it had" 2 two.npy one.npy late.npy --resume
one_line
multiply 0 "blocks of C were there" 2 one.npy two.npy late.npy --resume
# What is no journal stays, with and without an end of its line.
for text in hello 'hello\n' '{"hetgrid multiply"' ; do
  printf "$text" >late.npy.journal
  if [ "$text" != '{"hetgrid multiply"' ]; then
    multiply 1 "late.npy.journal: line 1: expected the journal of hetgrid multiply" 2 one.npy two.npy late.npy
    [ -e late.npy.journal ] || fail "a file that was no journal is gone: $text"
  else # of a run that was interrupted while it wrote this
    multiply 0 "blocks of" 2 one.npy two.npy late.npy
  fi
  rm -f late.npy.journal
done
rm -f late.npy one.npy two.npy
refused "A.npy: is an operand: expected the name of another file" A.npy B.npy C.npy --json A.npy
refused "./B.npy: is an operand" A.npy B.npy C.npy --gantt ./B.npy
if [ $hdf5 = yes ]; then
  refused "C.h5:/: unknown format: expected FILE.h5:/DATASET" A.npy B.npy C.h5:/
fi
expect 2 "--policy: thrifty: expected a policy that --help lists" "$hetgrid" multiply A.npy B.npy C.npy --policy thrifty
multiply 2 "--memory: 1k,2k: expected one size, for one worker" 2 A.npy B.npy C.npy --memory 1k,2k
multiply 2 "hetgrid: --memory: 100: expected at least 8192 bytes" 2 A.npy B.npy C.npy --memory 100
expect 2 "--platform: 3 processes: expected one for each of the 2 ranks" ${MPIEXEC:-mpiexec} -n 2 "$hetgrid" multiply \
  A.npy B.npy C.npy --platform platform3.json
expect 2 "--policy: x: expected" "$hetgrid" multiply A.npy B.npy C.npy --policy x
cmp C.npy old.npy || fail "an output that was refused has changed"
clean "refused"
if mkdir small && mount -t tmpfs -o size=64k none small 2>/dev/null; then
  multiply 1 "small/C.npy.part: cannot be written: No space left on device" 2 AC.npy BC.npy small/C.npy
  one_line
  [ -z "$(ls -A small)" ] || fail "full disk: left $(ls -A small)"
  umount small
fi

# A run that is killed goes on, and gives the same bits as one that was not disturbed.
matrices write A.npy f8 C 1200 1000 -1
matrices write B.npy f8 F 1000 1100 -2
chunks="--memory 400k --block-size 32 --policy oddoml"
a=A.npy b=B.npy c=C.npy
start() { # RANKS: in the background, the process of each rank in pid.RANK
  rm -f "${c%%:*}" pid.*
  if [ "$1" -eq 1 ]; then
    "$hetgrid" multiply $a $b $c $chunks --platform platform1.json >run 2>&1 &
    echo $! >pid.0
  else
    ${MPIEXEC:-mpiexec} -n "$1" sh -c 'echo $$ >pid.${PMI_RANK:-$OMPI_COMM_WORLD_RANK}; exec "$@"' sh "$hetgrid" multiply \
      $a $b $c $chunks --platform "platform$1.json" >run 2>&1 &
  fi
}
named_dead() {
  grep -q "^hetgrid: rank [0-9]: process [0-9]* on .* has ended: expected all ranks until $c is complete; .*--resume" run
}
interrupt() { # RANKS: kill -9 of the last rank when some results are kept; again if it was over before
  journal=${c%%:*}.journal
  for attempt in $(seq 20); do
    start "$1"
    while kill -0 $! 2>/dev/null; do
      if [ -f "$journal" ] && [ "$(wc -l <"$journal")" -gt 2 ]; then
        kill -9 "$(cat pid.$(($1 - 1)))" 2>/dev/null
        break
      fi
      sleep 0.01
    done
    wait $! 2>/dev/null
    status=$?
    [ -f "$journal" ] && [ ! -f "${c%%:*}" ] && break
  done
  [ $status -ne 0 ] || fail "$1 ranks: killed, but no failure"
  for _ in $(seq 100); do # of one rank nobody waits for who says it
    named_dead && break
    sleep 0.1
  done
  named_dead || fail "$1 ranks: killed, but: $(cat run)"
  [ ! -f "${c%%:*}" ] || fail "$1 ranks: an output that is not complete"
}
for ranks in 1 2; do
  multiply 0 "oddoml" $ranks A.npy B.npy whole.npy $chunks
  interrupt $ranks # of two, a worker dies
  printf '[0, 1, 0' >>C.npy.journal # as if the machine had stopped then
  multiply 1 "C.npy.journal: left by a run that was interrupted: expected --resume" $ranks A.npy B.npy C.npy $chunks
  one_line
  multiply 1 'made with memory "400k": expected "200k"' $ranks A.npy B.npy C.npy --resume --memory 200k \
    --block-size 32 --policy oddoml
  one_line
  export HETGRID_SHARED_MEMORY=off
  multiply 1 'made with HETGRID_SHARED_MEMORY "on": expected "off"' $ranks A.npy B.npy C.npy $chunks --resume
  unset HETGRID_SHARED_MEMORY
  sed -i '1s/"blas":\["/&Another /' C.npy.journal
  multiply 0 "blocks of C were there" $ranks A.npy B.npy C.npy $chunks --resume
  [ "$(grep -c "^hetgrid: C.npy.journal: rank 0 has computed with Another .*: goes on with .*, which may round otherwise$" out)" = 1 ] ||
    fail "$ranks ranks: no word of another BLAS: $(cat out)"
  cmp C.npy whole.npy || fail "$ranks ranks: other bits after a run that was interrupted"
  clean "resumed on $ranks ranks"
done
# Likewise with datasets, whose elements are compared as what a product with the identity makes of them.
if [ $hdf5 = yes ]; then
  multiply 0 "1200 x 1100" 1 A.npy B.npy W.h5:/w
  matrices write D.npy f8 F 1100 900 -3
  { echo "%%MatrixMarket matrix coordinate real general"; echo 900 900 900; seq 900 | sed 's/.*/& & 1/'; } >identity.mtx
  a=W.h5:/w b=D.npy c=C.h5:/group/c
  for ranks in 1 2; do
    multiply 0 "oddoml" $ranks $a $b whole.npy $chunks
    interrupt $ranks
    multiply 1 "C.h5.journal: left by a run that was interrupted: expected --resume" $ranks $a $b $c $chunks
    one_line
    cp C.h5.journal whole.journal
    for other in '"dataset":"/v"' '"was":"/w"'; do # the second as of a version that did not tell
      sed -i "1s,\"dataset\":\"/w\",$other," C.h5.journal
      multiply 1 ' of W.h5: expected "/w"' $ranks $a $b $c $chunks --resume
      one_line
      cp whole.journal C.h5.journal
    done
    rm whole.journal
    multiply 1 "C.h5.journal: made with memory" $ranks $a $b $c --resume --memory 200k --block-size 32 --policy oddoml
    one_line
    multiply 0 "blocks of C were there" $ranks $a $b $c $chunks --resume
    multiply 0 "1200 x 900" 1 $c identity.mtx elements.npy
    cmp elements.npy whole.npy || fail "$ranks ranks: other bits of a dataset after a run that was interrupted"
    clean "dataset resumed on $ranks ranks"
  done
  a=A.npy b=B.npy c=C.npy
  multiply 0 "oddoml" 2 A.npy B.npy whole.npy $chunks
fi
multiply 0 "oddoml" 2 A.npy B.npy C.npy $chunks --resume # there is nothing to resume
grep -q "were there" out && fail "resumed what was complete"

# Should the process that names the dead be killed itself, the product is complete all the same.
for attempt in $(seq 20); do
  start 1
  witness=
  while kill -0 $! 2>/dev/null && [ -z "$witness" ]; do
    witness=$(sed -n "s/^\([0-9]*\) (hetgrid-ranks) . $! .*/\1/p" /proc/[0-9]*/stat 2>/dev/null)
  done
  kill -9 $witness 2>/dev/null && killed=yes || killed=no
  wait $!
  status=$?
  [ $killed = yes ] && break
done
[ $killed = yes ] || fail "nobody beside rank 0"
[ $status -eq 0 ] || fail "without who names the dead: exit status $status: $(cat run)"
cmp C.npy whole.npy || fail "other bits without who names the dead"
clean "without a witness"

# A worker that is stopped, for some time or for ever, holds up nobody, nor does it change a bit.
results_are_kept() { [ "$(cat C.npy.journal 2>/dev/null | wc -l)" -gt 2 ]; }
there_are_results() { [ "$(cat C.npy.part 2>/dev/null | tr -d '\0' | head -c 1000 | wc -c)" -eq 1000 ]; }
stop_rank_1() { # RUN: for ever, or for a minute if all was done before
  kill -STOP "$(cat pid.1)" 2>/dev/null && stopped=yes || stopped=no
  continue_rank_1 60 "$1"
}
stall() { # SECONDS [WHEN]: SIGSTOP of rank 1 when some results are kept, or WHEN; again if it was over before
  for attempt in $(seq 20); do
    start 2
    run=$!
    while kill -0 $run 2>/dev/null && ! ${2:-results_are_kept}; do
      sleep 0.01
    done
    if [ "$1" = "for ever" ]; then
      stop_rank_1 $run
    else
      kill -STOP "$(cat pid.1)" 2>/dev/null
      sleep "$1"
      kill -CONT "$(cat pid.1)" 2>/dev/null
    fi
    wait $run
    status=$?
    grep -q "process 1 stalled" run && return
  done
  fail "stopped for $1: nobody noticed: $(cat run)"
}
stall 3
[ $status -eq 0 ] || fail "stopped for 3 s: exit status $status: $(cat run)"
cmp C.npy whole.npy || fail "other bits after a worker was stopped"
stall "for ever"
grep -q "hetgrid: .*no answer from rank 1: C.npy is complete" run || fail "stopped for ever: $(cat run)"
[ $status -ne 0 ] || fail "stopped for ever, but no failure"
cmp C.npy whole.npy || fail "other bits without a worker"
clean "stopped"
# Of several workers others do what one has begun.
start 3
while kill -0 $! 2>/dev/null && [ "$(cat C.npy.journal 2>/dev/null | wc -l)" -le 2 ]; do
  sleep 0.01
done
run=$!
stop_rank_1 $run
wait $run
status=$?
multiply 0 "oddoml" 3 A.npy B.npy whole.npy $chunks
if [ $stopped = yes ] && [ $status -ne 0 ]; then # else it was over before
  grep -q "hetgrid: .*no answer from rank 1: C.npy is complete" run || fail "one of two stopped: $(cat run)"
fi
cmp C.npy whole.npy || fail "other bits without one of two workers"
clean "one of two stopped"
# Nor where who asks is sent what suits it; the server's own results tell that it has begun. Whole numbers have the same sums in any
# order.
matrices write A.npy f8 C 1200 1000 1
matrices write B.npy f8 F 1000 1100 2
multiply 0 "oddoml" 2 A.npy B.npy whole.npy $chunks
plan=$chunks
for policy in shared-chunks dynamic-2-phases greedy partition; do
  chunks="--memory 400k --block-size 32 --policy $policy --server-computes"
  stall 2 there_are_results
  [ $status -eq 0 ] || fail "$policy, stopped for 2 s: exit status $status: $(cat run)"
  cmp C.npy whole.npy || fail "$policy: stopped for 2 s"
done
chunks=$plan
clean "stopped, on demand"

interrupt 1
multiply 1 "C.npy.journal: made with 1 rank: expected 2" 2 A.npy B.npy C.npy $chunks --resume
touch -r B.npy stamp
touch -d '2001-01-01' B.npy
multiply 1 "C.npy.journal: made with B.npy, 8800128 bytes, changed at" 1 A.npy B.npy C.npy $chunks --resume
one_line
touch -r stamp B.npy
sed -i '2s/.*/[0, 1, 0, 39]/' C.npy.journal
multiply 1 "C.npy.journal: made with blocks 0 to 1, 0 to 39 of C: expected 35 x 38 blocks" 1 A.npy B.npy C.npy $chunks --resume
one_line
sed -i '2s/.*/x/' C.npy.journal
multiply 1 "C.npy.journal: line 2: expected a part of C" 1 A.npy B.npy C.npy $chunks --resume
rm C.npy.part # as if it were in its place
sed -i '2d' C.npy.journal
multiply 0 "oddoml" 1 A.npy B.npy C.npy $chunks
clean "anew"

cd / || exit 1
finish
