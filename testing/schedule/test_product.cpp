// Strips of a multiply: enough of them, and not many that are so narrow that the BLAS is slow.
#define BOOST_TEST_MODULE product
#include <boost/test/unit_test.hpp>

#include "hetgrid/kernel_rates.hpp"
#include "schedule/product.hpp"

#include <algorithm>

using namespace hetgrid;
using layout::Index;

// Cut at multiples of 48 columns, as linalg::multiply does.
BOOST_AUTO_TEST_CASE(many_strips_are_not_narrow) {
  constexpr Index unit = 48;
  for (const Index m : {1, 100, 4000})
    for (Index n = 1; n <= 3000; n += n < 700 ? 1 : 37)
      for (const Index k : {1, 64, 192})
        for (const Index processes : {1, 2, 8, 64}) {
          const Index strips = schedule::product_strips(m, n, k, processes);
          BOOST_TEST_REQUIRE(strips >= 1);
          Index begin = 0, narrowest = n;
          for (Index s = 1; s <= strips; ++s) {
            const Index end = s == strips ? n : n * s / strips / unit * unit;
            narrowest = std::min(narrowest, end - begin);
            begin = end;
          }
          BOOST_TEST((strips <= 3 || narrowest > plan::narrow),
                     m << " x " << n << ", depth " << k << ", " << processes << " processes: " << narrowest);
        }
}

BOOST_AUTO_TEST_CASE(strips_are_as_many_as_a_panel_passes_processes) {
  BOOST_TEST(schedule::product_strips(4000, 4000, 192, 8) >= 8);
  BOOST_TEST(schedule::product_strips(4000, 576, 192, 8) == 6); // of 96 columns
  BOOST_TEST(schedule::product_strips(4000, 448, 192, 8) == 4);
  BOOST_TEST(schedule::product_strips(4000, 190, 192, 8) == 3); // of 48 columns and more
  BOOST_TEST(schedule::product_strips(4000, 448, 192, 2) == 3);
  BOOST_TEST(schedule::product_strips(10, 4000, 64, 8) == 1); // too little work
}
