#!/bin/sh
# The pictures of these pages: make pictures, or pictures.sh HETGRID, writes them to doc/pictures.
set -e
cd "$(dirname "$0")/pictures"
"$1" plan --cycle-times 1,3,2,5 --grid 2x2 --svg plan.svg
"$1" shape --speeds 10:1:1 --algorithm SCB --svg shape.svg --map map.svg
"$1" plan --server --cycle-times 1,1,2,3,5 --memory 200M,1G,500M,2G --n 20000 --block-size 256 --svg server.svg
