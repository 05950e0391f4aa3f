// P routines that know no partitions, called on partitioned operands: they move to a uniform layout and back. IPIV and TAU
// have an element for each row or column of the whole matrix, on all processes.
// ranks: 1 2 3
#include "testing/support/larger.hpp"
#include "testing/support/partition_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

extern "C" {
void HG_FC_GLOBAL(pdgetrf, PDGETRF)(const int*, const int*, double*, const int*, const int*, const int*, int*,
                                    int*);
void HG_FC_GLOBAL(pdgetf2, PDGETF2)(const int*, const int*, double*, const int*, const int*, const int*, int*,
                                    int*);
void HG_FC_GLOBAL(pdgetrs, PDGETRS)(const char*, const int*, const int*, const double*, const int*,
                                    const int*, const int*, const int*, double*, const int*, const int*,
                                    const int*, int*);
void HG_FC_GLOBAL(pdpotrf, PDPOTRF)(const char*, const int*, double*, const int*, const int*, const int*,
                                    int*);
void HG_FC_GLOBAL(pdgeqrf, PDGEQRF)(const int*, const int*, double*, const int*, const int*, const int*,
                                    double*, double*, const int*, int*);
void HG_FC_GLOBAL(pdormqr, PDORMQR)(const char*, const char*, const int*, const int*, const int*,
                                    const double*, const int*, const int*, const int*, const double*, double*,
                                    const int*, const int*, const int*, double*, const int*, int*);
void HG_FC_GLOBAL(pdtrsm, PDTRSM)(const char*, const char*, const char*, const char*, const int*, const int*,
                                  const double*, const double*, const int*, const int*, const int*, double*,
                                  const int*, const int*, const int*);
void HG_FC_GLOBAL(pdsyrk, PDSYRK)(const char*, const char*, const int*, const int*, const double*,
                                  const double*, const int*, const int*, const int*, const double*, double*,
                                  const int*, const int*, const int*);
void HG_FC_GLOBAL(pdtrmr2d, PDTRMR2D)(const char*, const char*, const int*, const int*, const double*,
                                      const int*, const int*, const int*, double*, const int*, const int*,
                                      const int*, const int*);
void HG_FC_GLOBAL(pddot, PDDOT)(const int*, double*, const double*, const int*, const int*, const int*,
                                const int*, const double*, const int*, const int*, const int*, const int*);
}

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

constexpr double tolerance = 1e-11;
constexpr int one = 1, n = 31, ia = 4, ja = 6, order = 41;

/// A context of the partition while it lives.
class Context {
public:
  Context() { BOOST_TEST_REQUIRE(gridinit(file_.name(), context_) == 0, on_rank()); }
  ~Context() { HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context_); }
  operator int() const { return context_; }

private:
  PartitionFile file_{partition::to_json(square_corner())};
  int context_ = -1;
};

/// (i, j) of the submatrix from (ia, ja) on, from 0; well-conditioned, and its pivots are not on the diagonal.
double general(int i, int j) {
  return std::sin(1.0 + 7 * i + 3 * j * j) + (i == (j + 5) % n ? 9 : 0);
}
double symmetric(int i, int j) {
  return 1.0 / (1 + std::abs(i - j)) + (i == j ? 3 : 0);
}
double solution(int i, int j) {
  return std::cos(2.0 * i + j);
}

template <typename Element>
void fill(PartitionedMatrix& matrix, Element&& element) {
  matrix.each([&](int i, int j, double& x) { x = element(i - ia, j - ja); });
}
/// The largest difference on this process, where i, j are within m x columns; what is around it must be `outside`.
template <typename Element, typename Outside>
double difference(PartitionedMatrix& matrix, int m, int columns, Element&& element, Outside&& outside) {
  double largest = 0;
  matrix.each([&](int i, int j, double& x) {
    const int r = i - ia, s = j - ja;
    const bool within = r >= 0 && r < m && s >= 0 && s < columns;
    largest = larger(largest, std::abs(x - (within ? element(r, s) : outside(r, s))));
  });
  return largest;
}

/// A X of `columns` columns.
template <typename Element>
double product(Element&& a, int i, int j) {
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a(i, k) * solution(k, j);
  return sum;
}

/// LU with partial pivoting of an n x n matrix, column-major. \return row interchanged with each row
std::vector<int> factor(std::vector<double>& a) {
  const auto at = [&](int i, int j) -> double& { return a[static_cast<std::size_t>(i + j * n)]; };
  std::vector<int> pivots;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k; i < n; ++i)
      if (std::abs(at(i, k)) > std::abs(at(pivot, k)))
        pivot = i;
    pivots.push_back(pivot);
    for (int j = 0; j < n; ++j)
      std::swap(at(k, j), at(pivot, j));
    for (int i = k + 1; i < n; ++i) {
      at(i, k) /= at(k, k);
      for (int j = k + 1; j < n; ++j)
        at(i, j) -= at(i, k) * at(k, j);
    }
  }
  return pivots;
}

BOOST_AUTO_TEST_CASE(lu_and_its_pivots) {
  const Context context;
  constexpr int columns = 3;
  PartitionedMatrix a(context, order, order, 3, 4), b(context, order, 30, 5, 2);
  fill(a, general);
  fill(b, [](int i, int j) { return product(general, i, j); });
  std::vector<int> ipiv(order, -7);
  int info = 99;
  HG_FC_GLOBAL(pdgetrf, PDGETRF)(&n, &n, a.data.data(), &ia, &ja, a.desc, ipiv.data(), &info);
  BOOST_TEST(info == 0, on_rank());

  std::vector<double> factors;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      factors.push_back(general(i, j));
  const std::vector<int> pivots = factor(factors);
  const auto of_factors = [&](int i, int j) { return factors[static_cast<std::size_t>(i + j * n)]; };
  BOOST_TEST(difference(a, n, n, of_factors, general) < tolerance, on_rank());
  for (int g = 0; g < order; ++g) {
    const int k = g - (ia - 1);
    const int expected = k >= 0 && k < n ? pivots[static_cast<std::size_t>(k)] + ia : -7;
    BOOST_TEST(ipiv[static_cast<std::size_t>(g)] == expected, on_rank() << ", row " << g);
  }

  HG_FC_GLOBAL(pdgetrs, PDGETRS)
  ("N", &n, &columns, a.data.data(), &ia, &ja, a.desc, ipiv.data(), b.data.data(), &ia, &ja, b.desc, &info);
  BOOST_TEST(info == 0, on_rank());
  const auto before = [](int i, int j) { return product(general, i, j); };
  BOOST_TEST(difference(b, n, columns, solution, before) < tolerance, on_rank());
}

BOOST_AUTO_TEST_CASE(least_squares_of_a_square_system) {
  const Context context;
  constexpr int columns = 2, most = 5000;
  PartitionedMatrix a(context, order, order, 3, 4), b(context, order, 30, 5, 2);
  fill(a, general);
  fill(b, [](int i, int j) { return product(general, i, j); });
  std::vector<double> tau(order, -7), work(most);
  int info = 99;
  HG_FC_GLOBAL(pdgeqrf, PDGEQRF)
  (&n, &n, a.data.data(), &ia, &ja, a.desc, tau.data(), work.data(), &most, &info);
  BOOST_TEST(info == 0, on_rank());
  HG_FC_GLOBAL(pdormqr, PDORMQR)
  ("L", "T", &n, &columns, &n, a.data.data(), &ia, &ja, a.desc, tau.data(), b.data.data(), &ia, &ja, b.desc,
   work.data(), &most, &info);
  BOOST_TEST(info == 0, on_rank());
  const double alpha = 1;
  HG_FC_GLOBAL(pdtrsm, PDTRSM)
  ("L", "U", "N", "N", &n, &columns, &alpha, a.data.data(), &ia, &ja, a.desc, b.data.data(), &ia, &ja,
   b.desc);
  const auto before = [](int i, int j) { return product(general, i, j); };
  BOOST_TEST(difference(b, n, columns, solution, before) < tolerance, on_rank());
  for (int g = 0; g < order; ++g)
    BOOST_TEST((tau[static_cast<std::size_t>(g)] == -7) == (g < ja - 1 || g >= ja - 1 + n),
               on_rank() << ", column " << g);
}

// C = A - L L^T is 0 in the lower triangle.
BOOST_AUTO_TEST_CASE(cholesky_and_a_symmetric_update) {
  const Context context;
  PartitionedMatrix a(context, order, order, 3, 4), c(context, order, order, 3, 4);
  fill(a, symmetric);
  fill(c, symmetric);
  int info = 99;
  HG_FC_GLOBAL(pdpotrf, PDPOTRF)("L", &n, a.data.data(), &ia, &ja, a.desc, &info);
  BOOST_TEST(info == 0, on_rank());
  a.each([](int i, int j, double& x) {
    if (j - ja > i - ia)
      x = 0;
  });
  const double minus = -1, plus = 1;
  HG_FC_GLOBAL(pdsyrk, PDSYRK)
  ("L", "N", &n, &n, &minus, a.data.data(), &ia, &ja, a.desc, &plus, c.data.data(), &ia, &ja, c.desc);
  const auto rest = [](int i, int j) { return j > i ? symmetric(i, j) : 0; };
  BOOST_TEST(difference(c, n, n, rest, symmetric) < tolerance, on_rank());
}

BOOST_AUTO_TEST_CASE(a_triangle_moves_to_a_partition) {
  const Context context;
  PartitionedMatrix a(context, order, order, 3, 4), b(context, order, order, 5, 2);
  fill(a, general);
  fill(b, symmetric);
  const int all = context;
  HG_FC_GLOBAL(pdtrmr2d, PDTRMR2D)
  ("U", "N", &n, &n, a.data.data(), &ia, &ja, a.desc, b.data.data(), &ia, &ja, b.desc, &all);
  const auto moved = [](int i, int j) { return j >= i ? general(i, j) : symmetric(i, j); };
  BOOST_TEST(difference(b, n, n, moved, symmetric) == 0, on_rank());
}

BOOST_AUTO_TEST_CASE(scalars_of_vectors_come_to_all) {
  const Context context;
  PartitionedMatrix a(context, order, order, 3, 4);
  fill(a, general);
  double dot = -1, expected = 0;
  // A row and a column.
  HG_FC_GLOBAL(pddot, PDDOT)
  (&n, &dot, a.data.data(), &ia, &ja, a.desc, &order, a.data.data(), &ia, &ja, a.desc, &one);
  for (int k = 0; k < n; ++k)
    expected += general(0, k) * general(k, 0);
  BOOST_TEST(std::abs(dot - expected) < tolerance, on_rank());
}

BOOST_AUTO_TEST_CASE(what_is_refused_says_so_and_touches_nothing) {
  const Context context;
  PartitionedMatrix a(context, order, order, 3, 4);
  fill(a, general);
  std::vector<int> ipiv(order, -7);
  int info = 99;
  HG_FC_GLOBAL(pdgetf2, PDGETF2)(&n, &n, a.data.data(), &ia, &ja, a.desc, ipiv.data(), &info);
  BOOST_TEST(info == -601, on_rank());
  // Ranges beyond the matrix, of a wrapped routine.
  const int last = order - 2;
  HG_FC_GLOBAL(pdgetrf, PDGETRF)(&n, &n, a.data.data(), &last, &ja, a.desc, ipiv.data(), &info);
  BOOST_TEST((info < 0 && info != -601), on_rank() << ": " << info);
  // LLD_ of 0.
  std::array<int, 9> desc;
  std::copy_n(a.desc, 9, desc.begin());
  desc[8] = 0;
  HG_FC_GLOBAL(pdgetrf, PDGETRF)(&n, &n, a.data.data(), &ia, &ja, desc.data(), ipiv.data(), &info);
  BOOST_TEST(info == -609, on_rank());
  BOOST_TEST(difference(a, 0, 0, general, general) == 0, on_rank());
  BOOST_TEST((ipiv == std::vector<int>(order, -7)), on_rank());
}

} // namespace
