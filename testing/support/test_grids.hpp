// The grids of a test program, made once: streams of a grid cost a good part of a second when there are more
// processes than cores.
#pragma once

#include "testing/support/mpi_test.hpp"
#include "testing/support/random_grid.hpp"

#include <array>
#include <cstdlib>

namespace hetgrid::testing {

/// Makes the streams of a grid: HETGRID_SHARED_MEMORY is read when a stream is made.
inline void make_streams(comm::Grid& grid) {
  for (const auto channel :
       {comm::Channel::row_panels, comm::Channel::column_panels, comm::Channel::collected_panels,
        comm::Channel::factored_panels, comm::Channel::contributions, comm::Channel::solutions})
    grid.stream(channel);
}

/// One grid of each shape over all processes: uneven, with processes of unequal speed in random places. Lives from the
/// first use, which is collective, to the last test; shared memory of the streams is used by some of the grids only.
class TestGrids {
public:
  ~TestGrids() {
    for (const comm::Grid* grid : made())
      Cblacs_gridexit(grid->context());
    made().clear();
  }

  static const std::vector<comm::Grid*>& grids() {
    if (made().empty())
      make();
    return made();
  }

private:
  static std::vector<comm::Grid*>& made() {
    static std::vector<comm::Grid*> all;
    return all;
  }

  static void make() {
    Random random(5000 + static_cast<std::uint64_t>(mpi_size()));
    const auto& sharing = shared_memory_values;
    for (const auto& [p, q] : grid_shapes(mpi_size())) {
      setenv("HETGRID_SHARED_MEMORY", sharing[made().size() % sharing.size()], 1);
      made().push_back(&comm::Grid::of_context(make_context(random_plan(random, p, q))));
      make_streams(*made().back());
    }
    unsetenv("HETGRID_SHARED_MEMORY");
  }
};
BOOST_TEST_GLOBAL_FIXTURE(TestGrids);

/// Calls visit.template operator()<T>() for the four types.
template <typename Visit>
void for_each_type(Visit&& visit) {
  visit.template operator()<float>();
  visit.template operator()<double>();
  visit.template operator()<std::complex<float>>();
  visit.template operator()<std::complex<double>>();
}

} // namespace hetgrid::testing
