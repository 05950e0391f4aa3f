#!/bin/sh
# x?llt: Cholesky factorization and solve, upper and lower triangle.
. "${top_srcdir:-.}/testing/testers/functions.sh"
for uplo in U L; do
  sed "s/'@'/'$uplo'/" "$data/LLT.dat" >"$work/LLT.dat"
  tester llt "$work/LLT.dat" 18 POTRF
done
finish
