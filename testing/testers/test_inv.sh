#!/bin/sh
# x?inv: inverses of general, triangular and positive definite matrices.
. "${top_srcdir:-.}/testing/testers/functions.sh"
tester inv "$data/INV.dat" 120 GETRF POTRF
finish
