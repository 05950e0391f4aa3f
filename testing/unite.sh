#!/bin/sh
# unite.sh UNIT SOURCE...: writes UNIT, the source of one program of these tests: each is a test suite, which is a namespace,
# named after its source. The headers come first, as none of them may be included in a namespace.
# Environment: top_srcdir.
unit=$1
shift
mkdir -p "$(dirname "$unit")" || exit 1

# A suite is a namespace: what a source says of the whole program would be for all, or for none.
if (cd "$top_srcdir" && grep -n 'gnu::constructor\|operator new\|failing_allocator\|TEST_GLOBAL_FIXTURE\|^int main(\|^int MPI_' "$@") >&2; then
  echo "unite.sh: not a part of $unit: name it in ALONE_TESTS" >&2
  exit 1
fi

# The header with main() first.
headers() {
  (cd "$top_srcdir" && cat "$@") | grep '^#include ' | sort -u |
    awk '/mpi_test.hpp|unit_test.hpp/ { print; next } { others = others $0 "\n" } END { printf "%s", others }'
}
{
  echo '#include "config.h"'
  # It takes sources for headers, whose anonymous namespaces would be one in each source.
  echo '#pragma GCC diagnostic ignored "-Wsubobject-linkage"'
  echo "#define BOOST_TEST_MODULE $(basename "$unit" .cpp)"
  headers "$@"
  for test; do
    echo '#undef BOOST_TEST_MODULE'
    echo "BOOST_AUTO_TEST_SUITE($(basename "$test" .cpp))"
    printf '#include "%s"\n' "$test"
    echo 'BOOST_AUTO_TEST_SUITE_END()'
  done
} >"$unit"
