// What an LU factorization takes beside its matrix, where no process shares memory with another, and a product on a partition:
// measured as the growth of the resident set's peak. ranks: 4
// without sanitizers: they have memory of their own
#include "testing/support/mpi_test.hpp"

#include "linalg/getrf.hpp"
#include "linalg/partition/gemm.hpp"
#include "testing/support/peak_memory.hpp"
#include "testing/support/random_grid.hpp"

#include <cstdlib>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

constexpr layout::Index block = 64;

struct LocalMatrix {
  layout::Axis rows, columns;
  layout::Index n, ld;
  std::vector<double> data;
  std::vector<int> ipiv;

  LocalMatrix(const comm::Grid& grid, layout::Index order)
      : rows{layout::AxisMap::uniform(grid.p()), order, block, 0}, columns{layout::AxisMap::uniform(grid.q()),
                                                                           order, block, 0},
        n(order), ld(rows.local_count(0, n, grid.myrow())) {
    const layout::Index mine = columns.local_count(0, n, grid.mycol());
    data.reserve(static_cast<std::size_t>(ld * mine));
    for (layout::Index j = 0; j < mine; ++j)
      for (layout::Index i = 0; i < ld; ++i)
        data.push_back(element<double>(rows.global(i, grid.myrow()), columns.global(j, grid.mycol()), 1));
    ipiv.resize(static_cast<std::size_t>(n));
  }
  comm::Submatrix<double> submatrix() { return {rows, columns, 0, 0, n, n, data.data(), ld}; }
};

/// Bytes by which the peak grows in a factorization of order n, for which no more than this process has of the matrix is asked for.
double growth(comm::Grid& grid, layout::Index n) {
  LocalMatrix a(grid, n);
  if (n > 1000) // the last windows, on one process, are as large whatever n is
    BOOST_TEST(linalg::getrf_memory(grid, a.submatrix()) <= a.data.size() * sizeof(double));
  const double before = peak_memory();
  BOOST_TEST(linalg::getrf(grid, a.submatrix(), a.ipiv.data()) == 0);
  return peak_memory() - before;
}

} // namespace

BOOST_AUTO_TEST_CASE(lu_takes_a_few_panels_of_local_height) {
  setenv("HETGRID_SHARED_MEMORY", "off", 1);
  comm::Grid& grid = comm::Grid::of_context(make_context(plan::uniform_plan(2, 2)));
  schedule::Parameters parameters = grid.parameters().usual();
  parameters.lu.panel = schedule::PanelMethod::distributed;
  grid.use(parameters);
  growth(grid, 500); // what MPI and the BLAS keep
  constexpr layout::Index n = 4000;
  const double local = static_cast<double>(n / 2) * static_cast<double>(n / 2) * sizeof(double);
  const double panel = static_cast<double>(n / 2) * static_cast<double>(block) * sizeof(double);
  const double extra = growth(grid, n);
  BOOST_TEST_MESSAGE("extra memory of LU: " << extra / 1e6 << " MB beside a local matrix of " << local / 1e6
                                            << " MB and panels of " << panel / 1e6 << " MB");
  BOOST_TEST(extra <= 0.15 * local + 3 * panel);
  Cblacs_gridexit(grid.context());
  unsetenv("HETGRID_SHARED_MEMORY");
}

BOOST_AUTO_TEST_CASE(product_keeps_nothing_for_each_line_of_each_window) {
  comm::Grid& grid = comm::Grid::of_context(make_context(plan::uniform_plan(2, 2)));
  grid.use({.product = schedule::ProductAlgorithm::pio});
  constexpr layout::Index n = 500, k = 1500; // as many windows as k, as many runs as lines
  const layout::OwnerMap map(4, 2, 2, {{0, 0, 1, 1, 0}, {0, 1, 1, 1, 1}, {1, 0, 1, 1, 2}, {1, 1, 1, 1, 3}});
  const layout::PartitionedMatrix of_a{map, n, k, 1, 1}, of_b{map, k, n, 1, 1}, of_c{map, n, n, 1, 1};
  const auto elements = [&](const layout::PartitionedMatrix& matrix) {
    return std::vector<double>(static_cast<std::size_t>(layout::local_elements(matrix, grid.rank())), 1.0);
  };
  std::vector<double> a = elements(of_a), b = elements(of_b), c = elements(of_c);
  using Submatrix = comm::PartitionedSubmatrix<double>;
  const auto multiply = [&](layout::Index depth) {
    linalg::gemm(grid, kernel::Transpose::no, kernel::Transpose::no, 1.0,
                 comm::as_const(Submatrix{of_a, 0, 0, n, depth, a.data()}),
                 comm::as_const(Submatrix{of_b, 0, 0, depth, n, b.data()}), 0.0,
                 Submatrix{of_c, 0, 0, n, n, c.data()});
  };
  multiply(10); // what MPI and the BLAS keep
  const double before = peak_memory();
  multiply(k);
  const double extra = peak_memory() - before;
  BOOST_TEST(c.front() == k);
  BOOST_TEST(extra <= 0.3 * 8 * k * 2 * n, "extra memory " << extra / 1e6 << " MB");
  Cblacs_gridexit(grid.context());
}
