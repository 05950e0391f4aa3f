#!/bin/sh
# x?lu: LU factorization and solve, condition number, iterative refinement.
. "${top_srcdir:-.}/testing/testers/functions.sh"
tester lu "$data/LU.dat" 40 GETRF
finish
