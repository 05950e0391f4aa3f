// linalg::gemm against a serial product: random grids, panels, block sizes, submatrices, transposes, depths and
// scalars. ranks: 1 2 4; long-ranks: 6
// simulated-ranks: 9 16; simulated-long-ranks: 12 36
#include "testing/support/mpi_test.hpp"

#include "linalg/gemm.hpp"
#include "schedule/parameters.hpp"
#include "testing/linalg/op_element.hpp"
#include "testing/support/distributed_matrix.hpp"
#include "testing/support/late_updates.hpp"

#include <algorithm>
#include <boost/mpl/list.hpp>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <vector>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Transpose;
using layout::Index;

constexpr int number_of_a = 1, number_of_b = 2, number_of_c = 3;

/// Compares the local part of c with the serial product. \return what is wrong, empty if nothing is.
template <typename T>
std::string difference(Transpose ta, Transpose tb, T alpha, const DistributedMatrix<T>& a,
                       const DistributedMatrix<T>& b, T beta, const DistributedMatrix<T>& c, Index k) {
  using Real = kernel::Real<T>;
  const Real tolerance = 30 * std::numeric_limits<Real>::epsilon() * static_cast<Real>(k + 3);
  std::ostringstream text;
  if (!c.surroundings_untouched())
    text << "elements or padding outside the submatrix changed";
  c.each([&](Index gi, Index gj, const T& computed) {
    if (!c.inside(gi, gj) || !text.str().empty())
      return;
    const Index i = gi - c.layout().i, j = gj - c.layout().j;
    T expected = beta == T(0) ? T(0) : beta * element<T>(gi, gj, number_of_c);
    for (Index l = 0; l < k && alpha != T(0); ++l)
      expected += alpha * op_element<T>(a.layout(), number_of_a, ta, i, l) *
                  op_element<T>(b.layout(), number_of_b, tb, l, j);
    if (!(std::abs(computed - expected) <= tolerance))
      text << "C(" << i << ", " << j << ") = " << computed << ", expected " << expected;
  });
  return text.str();
}

template <typename T>
void check_random_product(Random& random, comm::Grid& grid, int size_limit) {
  grid.use(random_parameters(random));
  const Transpose letters[] = {Transpose::no, Transpose::transpose, Transpose::conjugate};
  const Transpose ta = letters[uniform_int(random, 0, 2)], tb = letters[uniform_int(random, 0, 2)];
  const Index m = uniform_int(random, 0, size_limit), n = uniform_int(random, 0, size_limit);
  const Index k = uniform_int(random, 0, 9) == 0 ? 0 : uniform_int(random, 0, 6 * size_limit);
  const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
  const bool plain_a = ta == Transpose::no, plain_b = tb == Transpose::no;
  const DistributedMatrix<T> a(grid, random_layout(random, grid, plain_a ? m : k, plain_a ? k : m),
                               number_of_a);
  const DistributedMatrix<T> b(grid, random_layout(random, grid, plain_b ? k : n, plain_b ? n : k),
                               number_of_b);
  DistributedMatrix<T> c(grid, random_layout(random, grid, m, n), number_of_c);
  if (beta == T(0)) // then C must not be read
    c.fill(SerialMatrix<T>(m, n, not_a_number<T>()));

  const LateUpdates late(random);
  linalg::gemm(grid, ta, tb, alpha, a.const_view(), b.const_view(), beta, c.view());

  const std::string wrong = difference(ta, tb, alpha, a, b, beta, c, k);
  BOOST_CHECK_MESSAGE(wrong.empty(), on_rank() << ": " << wrong << "; grid " << grid.p() << " x " << grid.q()
                                               << ", m n k " << m << ' ' << n << ' ' << k << ", op "
                                               << static_cast<char>(ta) << static_cast<char>(tb) << ", alpha "
                                               << alpha << ", beta " << beta << ", "
                                               << to_text(grid.parameters().usual()));
}

using Scalars = boost::mpl::list<float, double, std::complex<float>, std::complex<double>>;

BOOST_AUTO_TEST_CASE_TEMPLATE(random_products_on_random_grids, T, Scalars) {
  const std::uint64_t seed = 20'000 + sizeof(T) + 100 * static_cast<std::uint64_t>(mpi_size());
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed); // the same on every rank: so are all sizes and layouts
  for (const char* const sharing : shared_memory_values) {
    setenv("HETGRID_SHARED_MEMORY", sharing, 1);
    for (const auto& [p, q] : grid_shapes(mpi_size())) {
      const int context = make_context(random_plan(random, p, q));
      comm::Grid& grid = comm::Grid::of_context(context);
      for (int trial = 0; trial < random_cases(12, 400); ++trial)
        check_random_product<T>(random, grid, trial % 6 == 5 ? 90 : 25);
      Cblacs_gridexit(context);
    }
  }
  unsetenv("HETGRID_SHARED_MEMORY");
  BOOST_TEST(true, on_rank());
}

BOOST_AUTO_TEST_CASE(same_input_gives_the_same_bits) {
  Random random(4711);
  const int context = make_context(random_plan(random, 1, mpi_size()));
  comm::Grid& grid = comm::Grid::of_context(context);
  const DistributedMatrix<double> a(grid, random_layout(random, grid, 70, 500), 1),
      b(grid, random_layout(random, grid, 500, 60), 2);
  DistributedMatrix<double> first(grid, random_layout(random, grid, 70, 60), 3), second = first;
  for (const int depth : {0, 33, 192}) {
    grid.use({.gemm_depth = depth});
    linalg::gemm(grid, Transpose::no, Transpose::no, 1.0, a.const_view(), b.const_view(), 0.5, first.view());
    linalg::gemm(grid, Transpose::no, Transpose::no, 1.0, a.const_view(), b.const_view(), 0.5, second.view());
    BOOST_CHECK_MESSAGE(first.data() == second.data(), on_rank() << ", depth " << depth);
  }
  Cblacs_gridexit(context);
}

/// Whatever is under way, by messages and in shared memory, and whatever was before.
BOOST_AUTO_TEST_CASE(same_bits_with_any_lookahead) {
  Random random(4712);
  for (const char* const sharing : {"off", "on"}) {
    setenv("HETGRID_SHARED_MEMORY", sharing, 1);
    for (const auto& [p, q] : grid_shapes(mpi_size())) {
      const int context = make_context(random_plan(random, p, q));
      comm::Grid& grid = comm::Grid::of_context(context);
      const DistributedMatrix<double> a(grid, random_layout(random, grid, 50, 170), 1),
          b(grid, random_layout(random, grid, 170, 40), 2);
      const DistributedMatrix<double> before(grid, random_layout(random, grid, 50, 40), 3);
      std::vector<double> first;
      for (const int lookahead : {2, 0, 1, 5, 7, 5, 2}) {
        grid.use({.gemm_depth = 8, .gemm_lookahead = lookahead});
        DistributedMatrix<double> c = before;
        linalg::gemm(grid, Transpose::no, Transpose::no, 1.0, a.const_view(), b.const_view(), 0.5, c.view());
        if (grid.spans_nodes() && q > 1)
          BOOST_TEST(grid.stream(comm::Channel::row_panels).slots() == (lookahead > 0 ? lookahead + 1 : 3));
        if (first.empty())
          first.assign(c.data().begin(), c.data().end());
        BOOST_TEST(std::ranges::equal(first, c.data()), on_rank() << ": other bits with a lookahead of "
                                                                  << lookahead << " on " << p << " x " << q
                                                                  << ", shared memory " << sharing);
      }
      Cblacs_gridexit(context);
    }
  }
  unsetenv("HETGRID_SHARED_MEMORY");
}

} // namespace
