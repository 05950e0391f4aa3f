#!/bin/sh
# Every routine of hetgrid.h has its case in the tests that call all of them: of failing memory and of bits that stay the same;
# every intercepted one in that of failures behind ScaLAPACK's names. A routine that is added there is found here.
# cores: 1
# Environment: top_srcdir.
source=${top_srcdir:-.}
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# Without the letter of the type.
routines=$(sed -n 's/.*HG_FC_GLOBAL_(hg_\([a-z0-9_]*\),.*/\1/p' "$source/include/hetgrid.h" |
  sed 's/^p[isdcz]\(..*\)$/\1/' | sort -u)
[ "$(echo "$routines" | wc -l)" -ge 50 ] || fail "only these in hetgrid.h: $routines"

for routine in $routines; do
  name=$routine
  case $routine in
    # Neither memory nor another process is asked for.
    descinit | descinit_partition | gridexit | indxg2l | indxg2p | indxl2g | lastinfo | numroc | partition_blocks | \
      partition_size) continue ;;
    # The same code with another letter, for another type.
    ungqr) name=orgqr ;;
    unmqr) name=ormqr ;;
    tranc | tranu) name=tran ;;
  esac
  grep -q "HG(\(p[dz]\)\{0,1\}$name," "$source/testing/robustness/mpi_failing_memory.cpp" ||
    grep -q "hg_\(pd\|##p##\)\{0,1\}$name," "$source/testing/api/mpi_server_routines.cpp" ||
    fail "hg_$routine: not in testing/robustness/mpi_failing_memory.cpp"

  name=$routine
  case $routine in
    # Nothing is computed; what a server gets back is compared in testing/cli/test_multiply.sh.
    elget | elset | gridinit* | probe | *_server | server_policy) continue ;;
    # Parts of others, or the same code.
    gemr2d) name=lacpy ;;
    getrs) name=gesv ;;
    lapiv) name=laswp ;;
    orgqr) name=ungqr ;;
    ormqr) name=unmqr ;;
    potrs) name=posv ;;
    sygst) name=hegst ;;
    tran | tranc | tranu) name=geadd ;;
  esac
  grep -q "linalg::$name\>" "$source/testing/numerics/mpi_same_bits.cpp" ||
    fail "hg_$routine: linalg::$name is not in testing/numerics/mpi_same_bits.cpp"
done

intercepted=$(sed -n 's/^\([a-z0-9]*\) *|[^|]*| *intercepted .*/\1/p' "$source/src/scalapack/routines.txt")
[ "$(echo "$intercepted" | wc -l)" -ge 20 ] || fail "only these are intercepted: $intercepted"
for routine in $intercepted; do
  case_of="names::$routine,"
  [ "$routine" = hegst ] && case_of='"PZHEGST"' # names::sygst of complex matrices
  grep -q "$case_of" "$source/testing/robustness/mpi_drop_in_faults.cpp" ||
    fail "$routine: not in testing/robustness/mpi_drop_in_faults.cpp"
done
echo "$(echo "$routines" | wc -l) routines, $(echo "$intercepted" | wc -l) intercepted"
[ "$failures" -eq 0 ]
