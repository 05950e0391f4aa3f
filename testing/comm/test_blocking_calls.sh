#!/bin/sh
# Outside of src/comm nobody waits in MPI: a blocking call would burn the core that another rank needs.
[ -d "${top_srcdir:-.}/src/linalg" ] || { echo "no sources in ${top_srcdir:-.}"; exit 99; }
calls='Recv|Send|Ssend|Bsend|Rsend|Mrecv|Sendrecv|Sendrecv_replace|Probe|Mprobe|Wait|Waitall|Waitany|Waitsome'
calls="$calls|Barrier|Bcast|Allgatherv?|Allreduce|Alltoall[vw]?|Exscan|Gatherv?|Reduce|Reduce_scatter|Scan|Scatterv?"
found=$(find "${top_srcdir:-.}/src" \( -name '*.cpp' -o -name '*.hpp' \) ! -path '*/src/comm/*' \
  -exec grep -nE "\\bMPI_($calls) *\\(" {} +)
[ -z "$found" ] && exit 0
echo "FAILED: blocking calls of MPI outside of src/comm (comm/collectives.hpp, comm/messages.hpp have polite ones):"
echo "$found"
exit 1
