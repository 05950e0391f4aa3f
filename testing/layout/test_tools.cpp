// The index functions on the uniform map against ScaLAPACK's TOOLS. No MPI run: TOOLS are pure arithmetic.
#define BOOST_TEST_MODULE tools
#include <boost/test/unit_test.hpp>

#include "hetgrid/fortran_mangling.h"
#include "hetgrid/layout.hpp"

#include <random>

extern "C" {
int HG_FC_GLOBAL(numroc, NUMROC)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxg2p, INDXG2P)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxg2l, INDXG2L)(const int*, const int*, const int*, const int*, const int*);
int HG_FC_GLOBAL(indxl2g, INDXL2G)(const int*, const int*, const int*, const int*, const int*);
}

using namespace hetgrid::layout;

namespace {

/// One case: an axis of n elements in blocks of nb over nprocs processes, the first block on process src.
struct Case {
  int n, nb, nprocs, src;
};

void compare(const Case& c, const AxisMap& map, std::mt19937& random) {
  const auto [n, nb, nprocs, src] = c;
  BOOST_TEST_CONTEXT("n " << n << ", nb " << nb << ", nprocs " << nprocs << ", src " << src) {
    for (int iproc = 0; iproc < nprocs; ++iproc)
      BOOST_TEST(numroc(n, nb, iproc, src, map) ==
                 HG_FC_GLOBAL(numroc, NUMROC)(&n, &nb, &iproc, &src, &nprocs));
    const int iproc = static_cast<int>(random() % static_cast<unsigned>(nprocs));
    const int index = 1 + static_cast<int>(random() % 100'000); // 1-based, as TOOLS count
    const int owner = indxg2p(index - 1, nb, src, map);
    BOOST_TEST(owner == HG_FC_GLOBAL(indxg2p, INDXG2P)(&index, &nb, &iproc, &src, &nprocs));
    BOOST_TEST(indxg2l(index - 1, nb, owner, src, map) + 1 ==
               HG_FC_GLOBAL(indxg2l, INDXG2L)(&index, &nb, &iproc, &src, &nprocs));
    BOOST_TEST(indxl2g(index - 1, nb, iproc, src, map) + 1 ==
               HG_FC_GLOBAL(indxl2g, INDXL2G)(&index, &nb, &iproc, &src, &nprocs));
  }
}

BOOST_AUTO_TEST_CASE(uniform_maps_give_the_numbers_of_tools) {
  const unsigned seed = 71;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 5000; ++trial) {
    const int nprocs = 1 + static_cast<int>(random() % 12);
    const Case c{static_cast<int>(random() % 3000), 1 + static_cast<int>(random() % 80), nprocs,
                 static_cast<int>(random() % static_cast<unsigned>(nprocs))};
    compare(c, AxisMap::uniform(nprocs), random);
  }
}

BOOST_AUTO_TEST_CASE(a_panel_that_repeats_the_uniform_one_gives_the_same_numbers) {
  // 0 1 2 0 1 2 is stored by tables, the uniform map is computed: both are ScaLAPACK's layout.
  const unsigned seed = 73;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 1000; ++trial) {
    const int nprocs = 1 + static_cast<int>(random() % 5);
    std::vector<int> order;
    for (int block = 0; block < 2 * nprocs; ++block)
      order.push_back(block % nprocs);
    const Case c{static_cast<int>(random() % 500), 1 + static_cast<int>(random() % 9), nprocs,
                 static_cast<int>(random() % static_cast<unsigned>(nprocs))};
    compare(c, AxisMap(nprocs, order), random);
  }
}

} // namespace
