// linalg::gemm on partitions against a serial product: random partitions, block sizes, submatrices, transposes, depths
// and scalars; what it sends. ranks: 1 2 3 4
// simulated-ranks: 9 16
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "comm/traffic.hpp"
#include "linalg/partition/gemm.hpp"
#include "schedule/parameters.hpp"
#include "testing/linalg/op_element.hpp"
#include "testing/linalg/partition/partitioned_matrix.hpp"

#include <boost/mpl/list.hpp>
#include <cstdlib>
#include <limits>

namespace {

double asked_for = 0; ///< bytes of the messages that this process has received or waits for

} // namespace

/// In front of MPI's own.
extern "C" int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                         MPI_Request* request) {
  int bytes = 0;
  PMPI_Type_size(type, &bytes);
  asked_for += static_cast<double>(count) * bytes;
  return PMPI_Irecv(data, count, type, from, tag, comm, request);
}

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Transpose;
using layout::Index;

template <typename T>
void check_random_product(Random& random, comm::Grid& grid, int size_limit) {
  auto parameters = random_parameters(random);
  parameters.product = static_cast<schedule::ProductAlgorithm>(uniform_int(random, 0, 4));
  parameters.gemm_lookahead = uniform_int(random, 0, schedule::furthest_lookahead);
  grid.use(parameters);
  const int nprocs = grid.p() * grid.q(), rank = grid.rank();
  const Transpose letters[] = {Transpose::no, Transpose::transpose, Transpose::conjugate};
  const Transpose ta = letters[uniform_int(random, 0, 2)], tb = letters[uniform_int(random, 0, 2)];
  const Index m = uniform_int(random, 0, size_limit), n = uniform_int(random, 0, size_limit);
  const Index k = uniform_int(random, 0, 9) == 0 ? 0 : uniform_int(random, 0, 3 * size_limit);
  const T alpha = random_scalar<T>(random), beta = random_scalar<T>(random);
  const bool plain_a = ta == Transpose::no, plain_b = tb == Transpose::no, alike = uniform_int(random, 0, 1);
  const layout::OwnerMap map = random_owner_map(random, nprocs, 12);
  const auto another = [&] { return alike ? map : random_owner_map(random, nprocs, 5); };
  PartitionedTestMatrix<T> a(random, another(), rank, plain_a ? m : k, plain_a ? k : m, 1),
      b(random, another(), rank, plain_b ? k : n, plain_b ? n : k, 2), c(random, map, rank, m, n, 3);
  if (beta == T(0)) // then C must not be read
    c.each([&](Index i, Index j, T& x) { x = c.inside(i, j) ? not_a_number<T>() : x; });

  linalg::gemm(grid, ta, tb, alpha, a.const_view(), b.const_view(), beta, c.view());

  const auto tolerance =
      30 * std::numeric_limits<kernel::Real<T>>::epsilon() * static_cast<kernel::Real<T>>(k + 3);
  Index wrong = 0;
  const auto view = c.view();
  c.each([&](Index gi, Index gj, const T& computed) {
    if (!c.inside(gi, gj))
      return;
    T expected = beta == T(0) ? T(0) : beta * element<T>(gi, gj, 3);
    for (Index l = 0; l < k && alpha != T(0); ++l)
      expected += alpha * op_element<T>(a.const_view(), 1, ta, gi - view.i, l) *
                  op_element<T>(b.const_view(), 2, tb, l, gj - view.j);
    wrong += !(std::abs(computed - expected) <= tolerance);
  });
  BOOST_CHECK_MESSAGE(wrong == 0 && c.changed_outside() == 0,
                      on_rank() << ": " << wrong << " wrong elements, " << c.changed_outside()
                                << " changed outside; m n k " << m << ' ' << n << ' ' << k << ", op "
                                << static_cast<char>(ta) << static_cast<char>(tb) << ", alpha " << alpha
                                << ", beta " << beta << ", " << to_text(grid.parameters().usual()));
}

using Scalars = boost::mpl::list<float, double, std::complex<float>, std::complex<double>>;

BOOST_AUTO_TEST_CASE_TEMPLATE(random_products_on_random_partitions, T, Scalars) {
  const std::uint64_t seed = 30'000 + sizeof(T) + 100 * static_cast<std::uint64_t>(mpi_size());
  BOOST_TEST_MESSAGE("seed " << seed);
  Random random(seed); // the same on every rank: so are all sizes and partitions
  for (const char* const sharing : shared_memory_values) {
    setenv("HETGRID_SHARED_MEMORY", sharing, 1);
    const int context = make_context(random_plan(random, 1, mpi_size()));
    comm::Grid& grid = comm::Grid::of_context(context);
    for (int trial = 0; trial < random_cases(20, 400); ++trial)
      check_random_product<T>(random, grid, trial % 6 == 5 ? 90 : 25);
    Cblacs_gridexit(context);
  }
  unsetenv("HETGRID_SHARED_MEMORY");
  BOOST_TEST(true, on_rank());
}

/// Large enough that lines are read where they are stored.
BOOST_AUTO_TEST_CASE(long_lines) {
  const int nprocs = mpi_size();
  Random random(91);
  const int context = make_context(random_plan(random, 1, nprocs));
  comm::Grid& grid = comm::Grid::of_context(context);
  const int rank = grid.rank();
  const layout::OwnerMap map(
      nprocs, 2, 2, {{0, 0, 1, 1, 0}, {0, 1, 1, 1, 1 % nprocs}, {1, 0, 1, 1, 2 % nprocs}, {1, 1, 1, 1, 0}});
  for (int algorithm = 0; algorithm < 5; ++algorithm) {
    const Transpose trans = algorithm % 2 ? Transpose::no : Transpose::transpose;
    grid.use({.product = static_cast<schedule::ProductAlgorithm>(algorithm)});
    using Submatrix = comm::PartitionedSubmatrix<double>;
    const layout::PartitionedMatrix matrix{map, 700, 700, 300, 300};
    std::vector<double> a(static_cast<std::size_t>(layout::local_elements(matrix, rank))), c = a;
    for (const auto& array : layout::arrays_of(matrix, rank))
      for (Index j = 0; j < array.n; ++j)
        for (Index i = 0; i < array.m; ++i) {
          const Index gi = array.rows.global(i, layout::RectangleArray::inside),
                      gj = array.columns.global(j, layout::RectangleArray::inside);
          a[static_cast<std::size_t>(array.offset + i + j * array.ld)] =
              static_cast<double>(gi % 7) - static_cast<double>(gj % 5);
        }
    const Submatrix all{matrix, 0, 0, 700, 700, a.data()}, result{matrix, 0, 0, 700, 700, c.data()};
    linalg::gemm(grid, trans, trans, 1.0, comm::as_const(all), comm::as_const(all), 0.0, result);
    // sum over k of (i % 7 - k % 5)(k % 7 - j % 5), or of (k % 7 - i % 5)(j % 7 - k % 5): integers, exact
    Index wrong = 0;
    for (const auto& array : layout::arrays_of(matrix, rank))
      for (Index j = 0; j < array.n; j += 13)
        for (Index i = 0; i < array.m; i += 11) {
          const Index gi = array.rows.global(i, layout::RectangleArray::inside),
                      gj = array.columns.global(j, layout::RectangleArray::inside);
          double expected = 0;
          for (Index k = 0; k < 700; ++k)
            expected += static_cast<double>(trans == Transpose::no ? (gi % 7 - k % 5) * (k % 7 - gj % 5)
                                                                   : (k % 7 - gi % 5) * (gj % 7 - k % 5));
          wrong += c[static_cast<std::size_t>(array.offset + i + j * array.ld)] != expected;
        }
    BOOST_CHECK_MESSAGE(wrong == 0,
                        on_rank() << ": " << wrong << " wrong elements, op " << static_cast<char>(trans));
  }
  Cblacs_gridexit(context);
}

/// However many windows are under way.
BOOST_AUTO_TEST_CASE(same_bits_with_any_lookahead) {
  Random random(53);
  for (const char* const sharing : shared_memory_values) {
    setenv("HETGRID_SHARED_MEMORY", sharing, 1);
    const int context = make_context(random_plan(random, 1, mpi_size()));
    comm::Grid& grid = comm::Grid::of_context(context);
    const layout::OwnerMap map = random_owner_map(random, mpi_size(), 12);
    PartitionedTestMatrix<double> a(random, map, grid.rank(), 60, 90, 1),
        b(random, map, grid.rank(), 90, 70, 2), c(random, map, grid.rank(), 60, 70, 3);
    std::vector<double> first;
    for (const int lookahead : {2, 0, 1, 5, 7, 5, 2}) {
      grid.use({.gemm_depth = 8, .gemm_lookahead = lookahead});
      linalg::gemm(grid, Transpose::no, Transpose::no, 1.0, a.const_view(), b.const_view(), 0.0, c.view());
      if (first.empty())
        first = c.data();
      BOOST_TEST((c.data() == first), on_rank() << ": other bits with a lookahead of " << lookahead);
    }
    Cblacs_gridexit(context);
  }
  unsetenv("HETGRID_SHARED_MEMORY");
}

/// Elements.
struct Volume {
  Index sent = 0, received = 0;
};

/// v_X of [DeFlumere14] (3.x): every element of A goes to each process, but its owner, that owns elements of C in its row;
/// of B, in its column. So a process receives what it does not own of its rows of A and its columns of B.
Volume volume_of(const layout::PartitionedMatrix& c, int process) {
  Volume volume;
  Index owned = 0;
  const auto owners_in_line = [&](Index line, bool row) {
    std::vector<char> there(static_cast<std::size_t>(c.map.nprocs()), 0);
    for (Index g = 0; g < (row ? c.n : c.m); ++g)
      there[static_cast<std::size_t>(row ? c.owner(line, g) : c.owner(g, line))] = 1;
    return there;
  };
  const auto is_in_line = [&](Index line, bool row) {
    return owners_in_line(line, row)[static_cast<std::size_t>(process)] != 0;
  };
  for (Index i = 0; i < c.m; ++i)
    for (Index j = 0; j < c.n; ++j)
      if (c.owner(i, j) == process) {
        ++owned;
        volume.sent += std::ranges::count(owners_in_line(i, true), 1) +
                       std::ranges::count(owners_in_line(j, false), 1) - 2;
      }
  for (Index i = 0; i < c.m; ++i)
    volume.received += is_in_line(i, true) ? c.n : 0;
  for (Index j = 0; j < c.n; ++j)
    volume.received += is_in_line(j, false) ? c.m : 0;
  volume.received -= 2 * owned;
  return volume;
}

BOOST_AUTO_TEST_CASE(volume_is_that_of_the_model) {
  Random random(17);
  setenv("HETGRID_SHARED_MEMORY", "off", 1);
  const int context = make_context(random_plan(random, 1, mpi_size()));
  comm::Grid& grid = comm::Grid::of_context(context);
  for (int trial = 0; trial < 10; ++trial) {
    grid.use({.product = static_cast<schedule::ProductAlgorithm>(trial % 5)});
    const layout::PartitionedMatrix matrix{random_owner_map(random, mpi_size(), 12), 40, 40, 5, 5};
    std::vector<double> a(static_cast<std::size_t>(layout::local_elements(matrix, grid.rank())) + 1, 1.0),
        c = a;
    const comm::PartitionedSubmatrix<double> all{matrix, 0, 0, 40, 40, a.data()},
        result{matrix, 0, 0, 40, 40, c.data()};
    const double before = comm::traffic().bytes, before_asked_for = asked_for;
    linalg::gemm(grid, Transpose::no, Transpose::no, 1.0, comm::as_const(all), comm::as_const(all), 0.0,
                 result);
    const double sent = comm::traffic().bytes - before, received = asked_for - before_asked_for;
    const Volume volume = volume_of(matrix, grid.rank());
    const auto check = [&](const char* what, double bytes, Index elements) {
      const auto expected = static_cast<double>(elements) * sizeof(double);
      BOOST_CHECK_MESSAGE(bytes >= expected && bytes <= expected + 4096, // and the agreement on memory
                          on_rank() << ": " << what << ' ' << bytes << " bytes, the model says " << expected);
    };
    check("sent", sent, volume.sent);
    if (!kernel::simulated) // whose MPI is not asked through names of this program
      check("received", received, volume.received);
  }
  unsetenv("HETGRID_SHARED_MEMORY");
  Cblacs_gridexit(context);
}

} // namespace
