#!/bin/sh
# hetgrid probe and hetgrid time: results, files, and bad input on every rank in finite time.
# cores: 1
. "${top_srcdir:-.}/testing/cli/functions.sh"
run() { # STATUS TEXT RANKS ARGUMENTS...
  wanted=$1 words=$2 ranks=$3
  shift 3
  expect "$wanted" "$words" "${MPIEXEC:-mpiexec}" -n "$ranks" "$hetgrid" "$@"
}
small="--n 60 --block-size 8 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01"

# Probe: a platform file that the planner takes.
run 0 "cycle-time" 2 probe --seconds 0.2 --output "$work/platform.json"
expect 0 "2 processes" "$hetgrid" plan --platform "$work/platform.json"
run 2 "--block-size: 0: expected" 2 probe --block-size 0
for seconds in 0 -1 nan inf 1e308; do
  run 2 "--seconds: " 2 probe --seconds=$seconds
done

# Curves, kernels, memory and network, which the planner takes as well, and what they predict: of square matrices, of
# hetgrid's own routines.
run 0 "within a host: latency" 2 probe --seconds 0.05 --curve --largest 512 --memory 1e9 --output "$work/curve.json"
PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/testing/cli/check_schema.py" "$top_srcdir/doc/schemas" platform "$work/curve.json" ||
  fail "probe --curve is not as doc/schemas says"
grep -q "within a host: latency .*, measured" "$work/out" || fail "probe: link within the host not told as measured"
grep -q "between hosts: latency 20 us, bandwidth 1.25 GB/s, assumed: all ranks are on one host" "$work/out" ||
  fail "probe: link between hosts not told as assumed"
for field in curve memory kernels getrf_panel network bandwidth within_host; do
  grep -q "\"$field\"" "$work/curve.json" || fail "no $field in the platform file"
done
for field in between_hosts between_segments; do # were not measured
  grep -q "\"$field\"" "$work/curve.json" && fail "$field in the platform file"
done
expect 0 "2 processes" "$hetgrid" plan --platform "$work/curve.json"
run 0 "predicted" 2 time lu $small --platform "$work/curve.json" --grid 1x2 --json "$work/time.json"
[ "$(grep -c '"prediction_error"' "$work/time.json")" = 2 ] || fail "expected a prediction for each layout"
run 0 "PASSED" 2 time lu $small --m 70 --platform "$work/curve.json" --grid 1x2 --json "$work/time.json"
grep -q '"predicted_seconds"' "$work/time.json" && fail "a prediction for a matrix that is not square"
run 2 "--largest" 2 probe --largest 512
run 2 "--memory" 2 probe --curve --memory=-1

# Every precision and transpose letter, uneven and uniform, right results.
run 0 "PASSED" 2 time gemm $small --cycle-times 1,3 --grid 1x2,2x1 --precision s,d,c,z --json "$work/time.json"
[ "$(grep -c 'PASSED$' "$work/out")" = 24 ] || fail "expected 4 precisions x 2 grids x 3 lines: $(cat "$work/out")"
for text in "CPU  " "BLAS  " "MPI  " "cycle-times  1, 3"; do
  grep -qF "$text" "$work/out" || fail "no line \"$text\""
done
[ "$(grep -c '"passed": true' "$work/time.json")" = 24 ] || fail "JSON of time"
# Rounding makes the results differ from ScaLAPACK's, but not ScaLAPACK's from itself.
[ "$(grep -c '"difference": 0.0' "$work/time.json")" -ge 8 ] || fail "ScaLAPACK differs from itself"
[ "$(grep -c '"difference"' "$work/time.json")" = 24 ] || fail "JSON of time: differences"
run 0 "PASSED" 2 time gemm --n 50 --m 31 --k 43 --block-size 8 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01 --cycle-times 1,3 --grid 1x2 --transa T --transb C --precision z
# More ranks than cells: some stay idle.
run 0 "PASSED" 3 time gemm $small --cycle-times 5,1,3 --grid 1x2
run 0 "PASSED" 2 time gemm $small --platform "$work/platform.json" --layout uneven
"$hetgrid" plan --cycle-times 1,3 --grid 2x1 --json >"$work/plan.json"
run 0 "grid 2 x 1" 2 time gemm $small --plan "$work/plan.json"
run 2 "--grid" 2 time gemm $small --plan "$work/plan.json" --grid 1x2
# Panels: as asked for; a single one only where it shares the matrix out better than the planner's own.
run 0 "panel 2 x 7 blocks" 2 time gemm $small --cycle-times 1,3 --grid 1x2 --panel 2x7
run 0 "panel 1 x 4 blocks: rows 1, columns 3 1" 2 time gemm $small --cycle-times 1,3 --grid 1x2 --panel matrix
run 2 "--panel" 2 time gemm $small --cycle-times 1,3 --panel 7

# One process has the matrices, the others work: any precision, the server among the workers or not.
run 0 "orroml" 3 time server-gemm $small --m 70 --precision s,z --memory 100k,50k --policy orroml --json "$work/time.json"
[ "$(grep -c 'PASSED$' "$work/out")" = 2 ] || fail "expected 2 precisions: $(cat "$work/out")"
grep -q '"most_elements"' "$work/time.json" || fail "JSON of server-gemm"
run 0 "the server computes, too" 2 time server-gemm $small --platform "$work/platform.json" --server-computes
run 0 "PASSED" 2 time server-gemm $small --precision d,c --memory 100k --policy auto,partition,guided --speed-error unknown
run 2 "one that has --speed-error" 2 time server-lu $small --speed-error 0.1
run 2 "one that has --grid" 2 time server-gemm $small --grid 1x2
run 2 "--block-size: 1: expected blocks or memory so large that at most 1e+06 transfers are simulated" 2 \
  time server-gemm --platform "$work/platform.json" --n 3000 --memory 40k --block-size 1
run 2 "--memory: 1k,1k,1k: expected one size, for one worker" 2 time server-gemm $small --platform "$work/platform.json" --memory 1k,1k,1k
run 2 "needs links and memory" 2 time server-gemm $small --cycle-times 1,3
run 2 "--m: 2147483647: expected 1 to 100000000" 2 time server-gemm --platform "$work/platform.json" --n 2147483647 --memory 1G
# Speeds are not measured with matrices of blocks so large.
run 0 "PASSED" 2 time gemm --n 60 --block-size 1000000 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01
run 0 "guided" 2 time server-lu $small --platform "$work/platform.json" --precision s,z --memory 100k --policy guided --json "$work/time.json"
[ "$(grep -c 'PASSED$' "$work/out")" = 2 ] || fail "expected 2 precisions: $(cat "$work/out")"
grep -q '"predicted_bytes"' "$work/time.json" || fail "JSON of server-lu"
run 0 "the server computes, too" 2 time server-lu $small --platform "$work/platform.json" --server-computes
run 2 "--block-size: 1: expected blocks or memory so large that at most 1e+06 transfers are simulated" 2 \
  time server-lu --platform "$work/platform.json" --n 3000 --memory 40k --block-size 1
run 2 "one that has --m" 2 time server-lu $small --m 70
run 2 "needs links and memory" 2 time server-lu $small --cycle-times 1,3
run 2 "one that has --policy" 2 time gemm $small --policy auto

# Partitions: shapes by name, the best one, one from a file; results are those on grids.
run 0 "square-corner" 2 time gemm $small --cycle-times 1,3 --partition square-corner,auto --transa T
grep -q FAILED "$work/out" && fail "residual or difference on a partition"
cat >"$work/partition.json" <<EOF
{"cells": 5, "processes": 2, "rectangles": [{"row": 0, "column": 0, "rows": 5, "columns": 3, "owner": 1},
 {"row": 0, "column": 3, "rows": 5, "columns": 2, "owner": 0}]}
EOF
run 0 "partition.json" 2 time gemm $small --precision d,z --m 40 --k 30 --cycle-times 1,3 --partition "$work/partition.json"
grep -q FAILED "$work/out" && fail "residual or difference on a partition from a file"
for second in '"column": 4, "columns": 1, "owner": 0|rectangles: expected all cells, found none with cell (0, 3)' \
  '"column": 2, "columns": 3, "owner": 0|rectangles[1]: cell (0, 2): expected cells that no other rectangle has' \
  '"column": 3, "columns": 2, "owner": 2|rectangles[1].owner: 2: expected 0 to 1'; do
  sed "s/\"column\": 3, \"rows\": 5, \"columns\": 2, \"owner\": 0/\"rows\": 5, ${second%|*}/" "$work/partition.json" >"$work/bad.json"
  run 1 "hetgrid: $work/bad.json: ${second#*|}" 2 time gemm $small --cycle-times 1,3 --partition "$work/bad.json"
  [ "$(wc -l <"$work/out")" -eq 1 ] || fail "a bad partition: more than a line: $(cat "$work/out")"
done
run 2 "--partition: triangle: expected a file .json or one of auto, " 2 time gemm $small --cycle-times 1,3 --partition triangle
run 2 "a partition for 3 processes" 3 time gemm $small --cycle-times 1,3,1 --partition "$work/partition.json"
run 2 "OPERATION: lu: expected one that has --partition" 2 time lu $small --cycle-times 1,3 --partition auto

# With tournament pivoting the growth of elements is told: of ScaLAPACK, and of hetgrid on both layouts.
run 0 "growth" 2 time lu $small --cycle-times 1,3 --grid 2x1 --parameters panel=distributed,pivoting=tournament --json "$work/time.json"
grep -q FAILED "$work/out" && fail "residual with tournament pivoting"
[ "$(grep -c '"growth"' "$work/time.json")" = 3 ] || fail "expected a growth of each variant"
run 0 "PASSED" 2 time lu $small --cycle-times 1,3 --grid 2x1 --json "$work/time.json"
grep -q growth "$work/out" "$work/time.json" && fail "growth with partial pivoting"
run 2 "--parameters: pivoting: complete: expected partial or tournament" 2 time lu $small --cycle-times 1,3 --parameters pivoting=complete

# Matrix Market: A 3 x 2 from a file, B random; a product with a known result is checked by the residual.
printf '%%%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n4\n5\n6\n' >"$work/a.mtx"
printf '%%%%MatrixMarket matrix coordinate real general\n2 4 2\n1 1 5\n2 4 -1\n' >"$work/b.mtx"
printf '%%%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n4\nfive\n6\n' >"$work/bad.mtx"
run 0 "m = 3, n = 4, k = 2" 2 time gemm --a "$work/a.mtx" --b "$work/b.mtx" --block-size 1 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01 --cycle-times 1,3 --grid 1x2
grep -q FAILED "$work/out" && fail "residual with Matrix Market operands"
run 0 "m = 2, n = 3, k = 3" 2 time gemm --a "$work/a.mtx" --transa T --block-size 1 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01 --cycle-times 1,3
run 1 "bad.mtx:7: expected a number, found \"five\"" 2 time gemm --a "$work/bad.mtx" --cycle-times 1,3
run 1 "op(B) has 2 rows, expected 3" 2 time gemm --a "$work/a.mtx" --transa T --b "$work/b.mtx" --cycle-times 1,3
run 1 "none.mtx: cannot be read" 2 time gemm --a "$work/none.mtx" --cycle-times 1,3
run 2 "not both" 2 time gemm --a "$work/a.mtx" --n 10 --cycle-times 1,3

# Factorizations, in every precision: right results, profiles of hetgrid's routines, plans for factorizations.
for operation in lu qr cholesky; do
  run 0 "PASSED" 2 time $operation $small --cycle-times 1,3 --grid 1x2,2x1 --precision s,d,c,z --profile --json "$work/time.json"
  [ "$(grep -c 'PASSED$' "$work/out")" = 24 ] || fail "$operation: expected 4 precisions x 2 grids x 3 lines: $(cat "$work/out")"
  [ "$(grep -c 'where the .* go' "$work/out")" = 16 ] || fail "$operation: expected 16 profiles: $(cat "$work/out")"
  [ "$(grep -c '"passed": true' "$work/time.json")" = 24 ] || fail "$operation: JSON"
  [ "$(grep -c '"panel":' "$work/time.json")" = 32 ] || fail "$operation: JSON of profiles"
done
# The other routines, by the names of the routines for each precision.
tiny="--n 40 --block-size 8 --runs 1 --aggregate-size 100 --aggregate-seconds 0.001 --cycle-times 1,3"
passes() { # PASSED-LINES ARGUMENTS...
  lines=$1
  shift
  run 0 "PASSED" 2 time "$@" --json "$work/time.json"
  [ "$(grep -c 'PASSED$' "$work/out")" = "$lines" ] && [ "$(grep -c '"passed": true' "$work/time.json")" = "$lines" ] ||
    fail "$*: expected $lines results: $(cat "$work/out")"
}
for operation in symm/hemm syrk/herk syr2k/her2k trmm trsm trtri potri getri sygst/hegst ormqr/unmqr orgqr/ungqr; do
  passes 24 ${operation%/*} $tiny --grid 1x2,2x1 --precision s,d,c,z
  for routine in pd${operation%/*}, pz${operation#*/},; do
    grep -q "^$routine" "$work/out" || fail "$operation: no $routine"
  done
done
# The other side, triangle and transpose, and operands that are not square; C means T to real matrices, and T means C to complex
# ones, where one of them alone is the conjugate transpose.
for operation in trmm trsm; do
  passes 12 $operation $tiny --grid 1x2,2x1 --precision s,z --side R --uplo U --transa C --m 56
  passes 6 $operation $tiny --grid 1x2,2x1 --precision c --transa T --m 24
done
passes 12 hemm $tiny --grid 1x2,2x1 --precision d,c --side R --uplo U --m 56
for operation in syrk her2k; do
  passes 12 $operation $tiny --grid 1x2,2x1 --precision d,z --uplo U --transa C --k 24
done
grep -q "^pzher2k, uplo = U, transa = C, n = 40, k = 24," "$work/out" || fail "her2k: the case is told otherwise"
grep -q "^pdsyr2k, uplo = U, transa = T," "$work/out" || fail "syr2k: the case is told otherwise"
for operation in trtri potri hegst; do
  passes 12 $operation $tiny --grid 1x2,2x1 --precision d,z --uplo U
done
passes 12 ormqr $tiny --grid 1x2,2x1 --precision d,z --side R --transa T --m 24
passes 6 orgqr $tiny --grid 1x2,2x1 --precision d --m 72
# A rank that has no part in it.
for operation in symm syr2k trsm potri getri sygst ormqr orgqr; do
  run 0 "PASSED" 3 time $operation --n 24 --block-size 8 --runs 1 --aggregate-size 50 --aggregate-seconds 0.001 --cycle-times 1,3,2 \
    --grid 1x2
  [ "$(grep -c 'PASSED$' "$work/out")" = 3 ] || fail "$operation with an idle rank: $(cat "$work/out")"
done
passes 3 trsm $tiny --grid 2x1 --profile --trace "$work/trace.json" --gantt "$work/gantt.svg"
[ "$(grep -c 'where the .* go' "$work/out")" = 2 ] || fail "trsm: expected 2 profiles: $(cat "$work/out")"
run 2 "OPERATION: lu: expected one that has --side" 2 time lu $tiny --side R
run 2 "OPERATION: getri: expected one that has --uplo" 2 time getri $tiny --uplo U
run 2 "OPERATION: trsm: expected one that has --a" 2 time trsm $tiny --a "$work/a.mtx"
run 2 "--m: 30: expected at least 40, as Q has columns" 2 time orgqr $tiny --m 30
printf '%%%%MatrixMarket matrix array real symmetric\n3 3\n4\n1\n2\n5\n3\n6\n' >"$work/spd.mtx"
run 0 "B/s " 2 time redistribute $small --m 70 --cycle-times 1,3 --grid 1x2,2x1 --precision s,d,c,z --json "$work/time.json"
[ "$(grep -c 'PASSED$' "$work/out")" = 24 ] || fail "redistribute: expected 4 precisions x 2 grids x 3 lines: $(cat "$work/out")"
[ "$(grep -c '"gigabytes_per_second":' "$work/time.json")" = 24 ] || fail "redistribute: JSON"

run 0 "time of gesv / time of getrf" 2 time solve $small --nrhs 5 --cycle-times 1,3 --grid 1x2,2x1 --precision s,d,c,z --profile --json "$work/time.json"
[ "$(grep -c 'PASSED$' "$work/out")" = 48 ] || fail "solve: expected 4 precisions x 2 grids x 2 routines x 3 lines: $(cat "$work/out")"
[ "$(grep -c '"passed": true' "$work/time.json")" = 48 ] || fail "solve: JSON"
[ "$(grep -c '"time_to_getrf":' "$work/time.json")" = 24 ] || fail "solve: JSON of the ratio"
run 0 "nrhs = 1," 2 time gesv $small --cycle-times 1,3 --grid 2x1
run 0 "n = 3, nrhs = 2," 2 time solve --a "$work/spd.mtx" --b "$work/a.mtx" --block-size 1 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01 --cycle-times 1,3
grep -q FAILED "$work/out" && fail "residual of solve with matrices from files"
run 1 "B has 2 rows, expected 3" 2 time solve --a "$work/spd.mtx" --b "$work/b.mtx" --block-size 1 --cycle-times 1,3
for size in "--m 90 --n 37" "--m 37 --n 90"; do
  for operation in getrf geqrf; do
    run 0 "PASSED" 2 time $operation $size --block-size 8 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01 --cycle-times 1,3 --grid 1x2,2x1
  done
done
run 0 "uplo = U, n = 60" 2 time potrf $small --cycle-times 1,3 --grid 1x2,2x1 --uplo U --precision d,z
run 0 "PASSED" 2 time lu $small --cycle-times 1,3 --grid 1x2 --library hetgrid --layout uneven --json "$work/time.json"
grep -q "ScaLAPACK  uniform\|hetgrid    uniform" "$work/out" && fail "--library, --layout: more than asked for"
grep -q '"ratio_to_scalapack"' "$work/time.json" && fail "JSON of time: a ratio to what was not measured"
run 0 "ScaLAPACK  uniform" 2 time lu $small --cycle-times 1,3 --grid 1x2 --library scalapack
grep -q "hetgrid    u" "$work/out" && fail "--library scalapack: more than asked for"
run 2 "--library: scalapack: expected hetgrid, whose --layout is given" 2 time lu $small --library scalapack --layout uneven
run 0 "panel 4 x 1 blocks: rows 3 1" 2 time lu $small --cycle-times 1,3 --grid 2x1 --panel 4x1
printf '%%%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n1\n' >"$work/indefinite.mtx"
for operation in lu qr cholesky; do
  run 0 "n = 3," 2 time $operation --a "$work/spd.mtx" --block-size 1 --runs 1 --aggregate-size 100 --aggregate-seconds 0.01 --cycle-times 1,3
  grep -q FAILED "$work/out" && fail "residual of $operation with a matrix from a file"
done
run 1 "INFO = 2" 2 time cholesky --a "$work/indefinite.mtx" --block-size 1 --cycle-times 1,3
run 1 "expected a square matrix" 2 time cholesky --a "$work/a.mtx" --cycle-times 1,3
run 2 "one that has --transa" 2 time lu $small --transa T --cycle-times 1,3
run 2 "one that has --uplo" 2 time qr $small --uplo U --cycle-times 1,3
run 2 "one that has --profile" 2 time redistribute $small --profile --cycle-times 1,3

# Bad input.
for times in 0,1 1,-1 nan,1 1,inf 1,x; do
  run 2 "--cycle-times" 2 time gemm $small "--cycle-times=$times"
done
run 2 "one for each of the 2 ranks" 2 time gemm $small --cycle-times 1,2,3
run 2 "at most as many cells as ranks (2)" 2 time gemm $small --cycle-times 1,2 --grid 2x2
run 2 "--grid" 2 time gemm $small --cycle-times 1,2 --grid 2
echo '{' >"$work/bad.json"
run 1 "bad.json: " 2 time gemm $small --platform "$work/bad.json"
run 1 "bad.json: " 2 time gemm $small --plan "$work/bad.json"
run 1 "none.json: cannot be read" 2 time gemm $small --plan "$work/none.json"
run 1 "cannot be written" 2 time gemm $small --cycle-times 1,2 --json "$work/none/x.json"
for option in "--n 0" "--n x" "--block-size 0" "--precision q" "--transa X" "--layout wavy" "--library mine" "--runs 0"; do
  run 2 "${option%% *}" 2 time gemm $option --cycle-times 1,2
done
run 2 "OPERATION" 2 time sort

# One line, told by one rank, before anything is measured.
time_line() { # STATUS TEXT ARGUMENTS...
  wanted=$1 words=$2
  shift 2
  run "$wanted" "$words" 2 "$@"
  [ "$(grep -c '^hetgrid: ' "$work/out")" = 1 ] || fail "$*: expected one line: $(cat "$work/out")"
  grep -q 'GF/s\|cycle-time  ' "$work/out" && fail "$*: measured before: $(cat "$work/out")"
}
time_line 2 "--n: 0: expected a whole number" time gemm --n 0
time_line 1 "cannot be written" time gemm $small --json "$work/none/x.json"
time_line 1 "Is a directory" time gemm $small --trace "$work"
time_line 2 "--grid: 3x1: expected at most as many cells as ranks (2)" time gemm $small --grid 1x2,3x1
time_line 2 "--parameters: pivoting: complete: expected" time lu $small --parameters pivoting=complete
time_line 1 "cannot be written" probe --output "$work/none/x.json"
# Matrices that no machine here holds.
for problem in "gemm --n 1000000" "lu --n 2147483647" "qr --m 2147483647 --n 1000" "cholesky --n 1000000 --precision z" \
  "solve --n 100 --nrhs 2147483647" "redistribute --n 1000000" "trsm --n 100 --m 1000000" "syrk --n 100 --k 2147483647" \
  "potri --n 1000000"; do
  time_line 1 "expected matrices that fit into memory: " time $problem --cycle-times 1,3
done
printf '%%%%MatrixMarket matrix coordinate real general\n2000000 2000000 1\n1 1 5\n' >"$work/huge.mtx"
time_line 1 "expected matrices that fit into memory: " time lu --a "$work/huge.mtx"
printf '%%%%MatrixMarket matrix coordinate real general\n0 2000000 0\n' >"$work/none.mtx"
time_line 1 "at least one row" time lu --a "$work/none.mtx"
printf '%%%%MatrixMarket matrix array real general\n99999999999 99999999999\n1\n' >"$work/huge.mtx"
time_line 1 "huge.mtx:2: " time lu --a "$work/huge.mtx"
rm "$work/none.mtx"

finish
