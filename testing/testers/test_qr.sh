#!/bin/sh
# x?qr: orthogonal factorizations.
. "${top_srcdir:-.}/testing/testers/functions.sh"
tester qr "$data/QR.dat" 136 GEQRF
finish
