#!/bin/sh
# The testers of the factorizations and of level 3 of the PBLAS on the files they are delivered with. Without iterative
# refinement: PxPORFS hangs now and then, also without hetgrid, since processes see different residuals.
. "${top_srcdir:-.}/testing/testers/functions.sh"
for name in LU LLT; do
  sed 's/^T\(.*Test Cond\)/F\1/' "$testers/$name.dat" >"$work/$name.dat"
done
tester lu "$work/LU.dat" some GETRF
tester llt "$work/LLT.dat" some POTRF
tester qr "$testers/QR.dat" some GEQRF
tester ls "$testers/LS.dat" some GELS
tester inv "$testers/INV.dat" some GETRF POTRF
pblas_tester 3 delivered some some GEMM TRSM
finish
