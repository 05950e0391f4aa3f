// HG_GRIDINIT_PARTITION and what a program does with its context: descriptors, blocks, elements, products; what is
// refused. ranks: 1 2 3
#include "testing/support/partition_program.hpp"

#include "comm/grid.hpp"
#include "hetgrid.h"
#include "hetgrid/partition.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

int last_info() {
  return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
}

BOOST_AUTO_TEST_CASE(a_program_on_a_partition) {
  const PartitionFile file(partition::to_json(square_corner()));
  int context = -1;
  BOOST_TEST_REQUIRE(gridinit(file.name(), context) == 0, on_rank());
  const int n = 57, one = 1;
  PartitionedMatrix a(context, n, n, 6, 6), b(context, n, n, 6, 6), c(context, n, n, 6, 6);
  const auto element_of_a = [](int i, int j) { return static_cast<double>(i % 5 - j % 3); };
  const auto element_of_b = [](int i, int j) { return static_cast<double>(i % 4 + j % 7); };
  a.each([&](int i, int j, double& x) { x = element_of_a(i, j); });
  for (int i = 1; i <= n; ++i) // as a program does that knows nothing of blocks
    for (int j = 1; j <= n; ++j) {
      const double x = element_of_b(i, j);
      HG_FC_GLOBAL_(hg_pdelset, HG_PDELSET)(b.data.data(), &i, &j, b.desc, &x);
    }
  const double alpha = 2, beta = 0;
  HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM)
  ("N", "N", &n, &n, &n, &alpha, a.data.data(), &one, &one, a.desc, b.data.data(), &one, &one, b.desc, &beta,
   c.data.data(), &one, &one, c.desc);
  BOOST_TEST(last_info() == 0, on_rank());
  long long wrong = 0;
  c.each([&](int i, int j, double& x) {
    double expected = 0;
    for (int k = 1; k <= n; ++k)
      expected += 2 * element_of_a(i, k) * element_of_b(k, j);
    wrong += x != expected;
  });
  BOOST_TEST(wrong == 0, on_rank());
  double x = 0;
  const int i = 41, j = 50;
  HG_FC_GLOBAL_(hg_pdelget, HG_PDELGET)("A", " ", &x, a.data.data(), &i, &j, a.desc);
  BOOST_TEST(x == element_of_a(i, j), on_rank());
  HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context);
}

BOOST_AUTO_TEST_CASE(copies_constants_and_norms) {
  const PartitionFile file(partition::to_json(square_corner()));
  int context = -1;
  BOOST_TEST_REQUIRE(gridinit(file.name(), context) == 0, on_rank());
  PartitionedMatrix a(context, 41, 37, 3, 4),
      b(context, 50, 50, 5, 5); // a partition that repeats, and one that does not
  const auto value = [](int i, int j) { return static_cast<double>((7 * i + 3 * j) % 11 - 5); };
  // Of A(3:30, 2:25), told apart from B(9:36, 4:27).
  const int m = 28, n = 24, ia = 3, ja = 2, ib = 9, jb = 4;
  a.each([&](int i, int j, double& x) { x = value(i, j); });
  for (const char uplo : {'U', 'L', 'A'}) {
    b.each([](int, int, double& x) { x = 99; });
    HG_FC_GLOBAL_(hg_pdlacpy, HG_PDLACPY)
    (&uplo, &m, &n, a.data.data(), &ia, &ja, a.desc, b.data.data(), &ib, &jb, b.desc);
    BOOST_TEST(last_info() == 0, on_rank());
    long long wrong = 0;
    b.each([&](int i, int j, double& x) {
      const int k = i - ib, l = j - jb;
      const bool copied =
          k >= 0 && k < m && l >= 0 && l < n && (uplo == 'A' || (uplo == 'U' ? k <= l : k >= l));
      wrong += x != (copied ? value(k + ia, l + ja) : 99);
    });
    BOOST_TEST(wrong == 0, on_rank() << ", " << uplo);
    const double alpha = 2, beta = 3;
    HG_FC_GLOBAL_(hg_pdlaset, HG_PDLASET)
    (&uplo, &m, &n, &alpha, &beta, b.data.data(), &ib, &jb, b.desc);
    b.each([&](int i, int j, double& x) {
      const int k = i - ib, l = j - jb;
      const bool set = k >= 0 && k < m && l >= 0 && l < n && (uplo == 'A' || (uplo == 'U' ? k <= l : k >= l));
      wrong += x != (set ? (k == l ? 3 : 2) : 99);
    });
    BOOST_TEST(wrong == 0, on_rank() << ", " << uplo);
  }
  double largest = 0, of_rows = 0, squares = 0;
  std::vector<double> columns(static_cast<std::size_t>(n));
  for (int k = 0; k < m; ++k) {
    double row = 0;
    for (int l = 0; l < n; ++l) {
      const double x = std::abs(value(k + ia, l + ja));
      largest = std::max(largest, x);
      row += x;
      columns[static_cast<std::size_t>(l)] += x;
      squares += x * x;
    }
    of_rows = std::max(of_rows, row);
  }
  const auto norm = [&](const char* letter) {
    return HG_FC_GLOBAL_(hg_pdlange, HG_PDLANGE)(letter, &m, &n, a.data.data(), &ia, &ja, a.desc, nullptr);
  };
  BOOST_TEST(norm("M") == largest, on_rank());
  BOOST_TEST(norm("1") == *std::max_element(columns.begin(), columns.end()), on_rank());
  BOOST_TEST(norm("I") == of_rows, on_rank());
  BOOST_TEST(std::abs(norm("F") - std::sqrt(squares)) < 1e-12 * squares, on_rank());
  HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context);
}

BOOST_AUTO_TEST_CASE(illegal_arguments) {
  const PartitionFile file(partition::to_json(square_corner()));
  int context = -1, info = 1;
  BOOST_TEST_REQUIRE(gridinit(file.name(), context) == 0, on_rank());
  PartitionedMatrix a(context, 20, 20, 2, 2);
  const auto info_of = [&](int m, int n, int mb, int nb, int ictxt) {
    int desc[9];
    HG_FC_GLOBAL_(hg_descinit_partition, HG_DESCINIT_PARTITION)(desc, &m, &n, &mb, &nb, &ictxt, &info);
    return info;
  };
  int plain = 0;
  Cblacs_get(-1, 0, &plain);
  Cblacs_gridinit(&plain, "Row", 1, mpi_size());
  comm::Grid::of_context(plain); // known, but without a partition
  BOOST_TEST(info_of(-1, 20, 2, 2, context) == -2, on_rank());
  BOOST_TEST(info_of(20, -1, 2, 2, context) == -3, on_rank());
  BOOST_TEST(info_of(20, 20, 0, 2, context) == -4, on_rank());
  BOOST_TEST(info_of(20, 20, 2, 0, context) == -5, on_rank());
  BOOST_TEST(info_of(20, 20, 2, 2, plain) == -6, on_rank());
  const auto product = [&](int entry, int value, int m = 20) {
    int changed[9];
    std::copy_n(a.desc, 9, changed);
    if (entry > 0)
      changed[entry - 1] = value;
    const int one = 1, n = 20;
    const double alpha = 1, beta = 0;
    std::vector<double> c = a.data;
    HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM)
    ("N", "N", &m, &n, &n, &alpha, a.data.data(), &one, &one, changed, a.data.data(), &one, &one, a.desc,
     &beta, c.data(), &one, &one, a.desc);
    return last_info();
  };
  BOOST_TEST(product(0, 0) == 0, on_rank());
  BOOST_TEST(product(1, HG_DTYPE) == -1001, on_rank()); // all operands are partitioned or none is
  BOOST_TEST(product(2, plain) == -1002, on_rank());
  BOOST_TEST(product(3, -1) == -1003, on_rank());
  BOOST_TEST(product(7, 1) == -1007, on_rank());
  BOOST_TEST(product(0, 0, 21) == -1003, on_rank());
  // B is on another partition, which is that of another context.
  partition::Partition columns(10, mpi_size());
  columns.assign({0, 4, 10, 6, mpi_size() - 1});
  const PartitionFile other_file(partition::to_json(columns));
  int other = -1;
  BOOST_TEST_REQUIRE(gridinit(other_file.name(), other) == 0, on_rank());
  const int n = 20, one = 1;
  {
    const PartitionedMatrix b(other, 20, 20, 2, 2);
    std::vector<double> c(a.data.size(), 7);
    const double alpha = 1, beta = 0;
    HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM)
    ("N", "N", &n, &n, &n, &alpha, a.data.data(), &one, &one, a.desc, b.data.data(), &one, &one, b.desc,
     &beta, c.data(), &one, &one, a.desc);
    BOOST_TEST(last_info() == -1402, on_rank());
    BOOST_TEST((c == std::vector<double>(a.data.size(), 7)), on_rank());
  }
  HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&other);
  // Other routines say so by DTYPE_.
  std::vector<int> ipiv(100);
  HG_FC_GLOBAL_(hg_pdgetrf, HG_PDGETRF)(&n, &n, a.data.data(), &one, &one, a.desc, ipiv.data(), &info);
  BOOST_TEST(info == -601, on_rank());
  Cblacs_gridexit(plain);
  Cblacs_gridexit(context);
}

BOOST_AUTO_TEST_CASE(a_shape_for_speeds) {
  std::vector<double> t(static_cast<std::size_t>(mpi_size()), 4.0);
  t[0] = 1;
  const auto init = [&](int n, int nb, int& context) {
    Cblacs_get(-1, 0, &context);
    int info = 1;
    HG_FC_GLOBAL_(hg_gridinit_shape, HG_GRIDINIT_SHAPE)(&context, &n, &nb, t.data(), &info);
    return info;
  };
  int context = -1;
  BOOST_TEST_REQUIRE(init(400, 10, context) == 0, on_rank());
  const PartitionedMatrix a(context, 400, 400, 10, 10);
  const double share = static_cast<double>(a.elements) / (400 * 400), parts = 4 + mpi_size() - 1;
  BOOST_TEST(std::abs(share - (mpi_rank() == 0 ? 4 : 1) / parts) < 0.02, on_rank());
  HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context);
  BOOST_TEST(init(0, 10, context) == -2, on_rank());
  BOOST_TEST(init(7, 10, context) == 0, on_rank()); // a single cell: all but one process own nothing
  HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context);
  BOOST_TEST(init(400, 0, context) == -3, on_rank());
  BOOST_TEST(init(400'000, 1, context) == -3, on_rank());
  t[0] = -1;
  BOOST_TEST(init(400, 10, context) == -4, on_rank());
}

BOOST_AUTO_TEST_CASE(bad_files) {
  partition::Partition too_many(10, mpi_size() + 1, mpi_size());
  const auto two_columns = [](const std::string& second) {
    return R"({"cells": 2, "processes": 1, "rectangles": [{"row": 0, "column": 0, "rows": 2, "columns": 1, "owner": 0}, )" +
           second + "]}";
  };
  const std::string missing = two_columns(R"({"row": 1, "column": 1, "rows": 1, "columns": 1, "owner": 0})"),
                    twice = two_columns(R"({"row": 0, "column": 0, "rows": 2, "columns": 2, "owner": 0})"),
                    nobody = two_columns(R"({"row": 0, "column": 1, "rows": 2, "columns": 1, "owner": 1})");
  for (const std::string& text :
       {std::string("no JSON"), std::string("{}"), partition::to_json(too_many), missing, twice, nobody}) {
    const PartitionFile file(text);
    int context = -1;
    BOOST_TEST(gridinit(file.name(), context) == -2, on_rank());
  }
  int context = -1;
  BOOST_TEST(gridinit("there is no such file", context) == -2, on_rank());
  BOOST_TEST(gridinit("", context) == -3, on_rank());
}

} // namespace
