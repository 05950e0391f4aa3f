#!/bin/sh
# cores: 1
# What the shared libraries export: the routines of hetgrid.h, ScaLAPACK's names in the library that is preloaded, and of the
# inside only what is in namespace hetgrid.
[ -f "$top_builddir/.libs/libhetgrid.so" ] || exit 77 # only static ones
grep -q '^VERSION_SCRIPTS_TRUE=.#' "$top_builddir/config.status" && exit 77
failed=0

exported() {
  nm -D --defined-only "$top_builddir/.libs/$1.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort
}

# only LIBRARY PATTERN: nothing else is exported, and something is.
only() {
  names=$(exported "$1")
  others=$(printf '%s\n' "$names" | grep -v "$2")
  [ -n "$names" ] && [ -z "$others" ] && return
  echo "$1.so exports, besides $2:" $(printf '%s\n' "$others" | head -n 20)
  failed=1
}

inside='_ZN[VK]*7hetgrid\|_ZT[ISV]N7hetgrid'
only libhetgrid-plan "^\($inside\)"
only libhetgrid "^\(hg_\|$inside\)"
only libhetgrid-scalapack '^p.*_$\|^Cp.*mr2do\{0,1\}$'

# It is loaded into whatever runs in an emulated network, shells as well.
if nm -D --undefined-only "$top_builddir/hetgrid-finalize" | grep -i mpi; then
  echo "hetgrid-finalize needs an MPI library"
  failed=1
fi

# What a process has one of must not be in two libraries, each with its own.
if nm "$top_builddir/.libs/libhetgrid-scalapack.so" 2>/dev/null | grep process_local; then
  echo "libhetgrid-scalapack.so has variables of the process of its own"
  failed=1
fi

declared=$(cpp -P "$top_srcdir/include/hetgrid.h" -I"$top_srcdir/include" -I"$top_builddir/include" |
  grep -o '\bhg_[a-z0-9_]*_\b *(' | tr -d '( ' | sort -u)
missing=$(exported libhetgrid | grep '^hg_' | sort -u | { printf '%s\n' "$declared" >declared.$$; comm -3 - declared.$$; rm -f declared.$$; })
if [ -n "$missing" ]; then
  echo "hg_ routines either declared or exported, not both:" $missing
  failed=1
fi
exit $failed
