#!/bin/sh
# x?ls: least squares.
. "${top_srcdir:-.}/testing/testers/functions.sh"
tester ls "$data/LS.dat" 72 GELS
finish
