// Processes that pass different valid contexts of the same processes to one call: an INFO on all of them, and the
// contexts serve as before.
// ranks: 2 4
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"

#include <string>
#include <vector>

namespace {

using namespace hetgrid::testing;

/// A context of all processes, p x q, in the order of ranks or the reverse of it. Collective.
int make_context(int p, int q, bool reverse = false) {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  std::vector<int> map;
  for (int k = 0; k < p * q; ++k)
    map.push_back(reverse ? p * q - 1 - k : k);
  Cblacs_gridmap(&context, map.data(), p, p, q);
  return context;
}

int last_info() {
  return HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)();
}

/// INFO of a move within a context. Collective over it.
int move_on(int context) {
  const int n = 20;
  SmallMatrix a(Interface::scalapack, context, n, n, 4), b(Interface::scalapack, context, n, n, 5);
  HG_FC_GLOBAL_(hg_pdgemr2d, HG_PDGEMR2D)
  (&n, &n, a.local.data(), &one, &one, a.desc, b.local.data(), &one, &one, b.desc, &context);
  return last_info();
}

/// Likewise of an element that all get.
int get_on(int context) {
  const int n = 20;
  SmallMatrix a(Interface::scalapack, context, n, n, 4);
  double alpha = 0;
  HG_FC_GLOBAL_(hg_pdelget, HG_PDELGET)("A", " ", &alpha, a.local.data(), &n, &n, a.desc);
  return last_info();
}

int choose_policy_on(int context) {
  const int length = 6;
  int info = 1;
  HG_FC_GLOBAL_(hg_server_policy, HG_SERVER_POLICY)(&context, "guided", &length, &info);
  return info;
}

/// Of a product of matrices on process 0.
int serve_on(int context) {
  int server = 0, info = 1, first[] = {0};
  Cblacs_get(-1, 0, &server);
  Cblacs_gridmap(&server, first, one, one, one);
  const int n = 20, desc[9] = {1, mpi_rank() == 0 ? server : -1, n, n, n, n, 0, 0, n};
  const double alpha = 1, beta = 0;
  std::vector<double> a(static_cast<std::size_t>(n * n)), c(a);
  HG_FC_GLOBAL_(hg_pdgemm_server, HG_PDGEMM_SERVER)
  ("N", "N", &n, &n, &n, &alpha, a.data(), &one, &one, desc, a.data(), &one, &one, desc, &beta, c.data(),
   &one, &one, desc, &context, &info);
  if (mpi_rank() == 0)
    Cblacs_gridexit(server);
  return info;
}

struct Shape {
  int p, q;
  bool reverse;
};

} // namespace

BOOST_AUTO_TEST_CASE(different_contexts_are_told) {
  const int size = mpi_size();
  const std::vector<std::pair<Shape, Shape>> pairs{{{1, size, false}, {size, 1, false}},
                                                   {{1, size, false}, {1, size, true}},
                                                   {{2, size / 2, false}, {2, size / 2, true}}};
  for (const auto& [first, second] : pairs)
    for (const bool used_before : {false, true})
      for (const auto call : {multiply_on, factor_on, move_on, get_on, choose_policy_on, serve_on}) {
        int contexts[2] = {make_context(first.p, first.q, first.reverse),
                           make_context(second.p, second.q, second.reverse)};
        BOOST_TEST_CONTEXT(on_rank() << ", " << first.p << " x " << first.q << " and " << second.p << " x "
                                     << second.q << (used_before ? ", used before" : "")) {
          for (const int context : contexts)
            if (used_before)
              BOOST_TEST(call(context) == 0);
          BOOST_TEST(call(contexts[mpi_rank() == 0 ? 0 : 1]) < 0);
          for (const int context : contexts)
            BOOST_TEST(call(context) == 0);
        }
        for (const int context : contexts)
          Cblacs_gridexit(context);
      }
}

BOOST_AUTO_TEST_CASE(the_same_shape_twice) {
  // What two contexts of the same processes in the same places mean is the same.
  for (const auto call : {multiply_on, factor_on}) {
    const int contexts[2] = {make_context(1, mpi_size()), make_context(1, mpi_size())};
    BOOST_TEST_CONTEXT(on_rank()) {
      for (const int context : contexts)
        BOOST_TEST(call(context) == 0);
      BOOST_TEST(call(contexts[mpi_rank() == 0 ? 0 : 1]) == -(call == multiply_on ? 1002 : 602));
      BOOST_TEST(call(contexts[0]) == 0);
    }
    for (const int context : contexts)
      Cblacs_gridexit(context);
  }
}
