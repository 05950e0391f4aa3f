#!/bin/sh
# Outside of src/comm nobody waits in MPI: a blocking call would burn the core that another rank needs. Within, collective
# operations wait in one place.
[ -d "${top_srcdir:-.}/src/linalg" ] || { echo "no sources in ${top_srcdir:-.}"; exit 99; }
calls='Recv|Send|Ssend|Bsend|Rsend|Mrecv|Sendrecv|Sendrecv_replace|Probe|Mprobe|Wait|Waitall|Waitany|Waitsome'
collectives="Barrier|Bcast|Allgatherv?|Allreduce|Alltoall[vw]?|Exscan|Gatherv?|Reduce|Reduce_scatter|Scan|Scatterv?"
find_calls() { # names, and what find is to leave out
  find "${top_srcdir:-.}/src" \( -name '*.cpp' -o -name '*.hpp' \) ! -path "$2" -exec grep -nE "\\bMPI_($1) *\\(" {} +
}
found=$(find_calls "$calls|$collectives" '*/src/comm/*'
  find_calls "$collectives" '*/src/comm/collectives.hpp')
[ -z "$found" ] && exit 0
echo "FAILED: blocking calls of MPI (comm/collectives.hpp, comm/messages.hpp have polite ones):"
echo "$found"
exit 1
