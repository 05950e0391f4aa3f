#!/bin/sh
# The testers of eigenvalues, singular values and reductions to condensed form. They go to ScaLAPACK, whose own calls of
# PDGEMM and PDTRSM must stay its own: what is taken are the calls that the testers make themselves.
. "${top_srcdir:-.}/testing/testers/functions.sh"
for name in brd hrd trd; do
  tester $name "$testers/$(upper $name).dat" some
done
tester sep "$testers/SEP.dat" some
tester gsep "$testers/SEP.dat" some
tester nep "$testers/NEP.dat" some
types=$(echo "$types" | tr -d cz)
tester svd "$testers/SVD.dat" some
finish
