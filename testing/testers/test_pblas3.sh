#!/bin/sh
# ?pb3tst: level 3 of the PBLAS.
. "${top_srcdir:-.}/testing/testers/functions.sh"
pblas_tester 3 "$data/PBLAS3.dat" 240 300 GEMM TRSM
finish
