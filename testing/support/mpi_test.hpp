// main() of an MPI test: runs the Boost.Test suites of the including file on every rank between MPI_Init and
// MPI_Finalize. A failure on any rank fails the program on all, and rank 0 names the ranks that failed.
//
// Include it once, in the test's only source file, instead of boost/test/unit_test.hpp.
#pragma once

#include "kernel/execution.hpp"
#include "testing/support/yield.hpp"

#define BOOST_TEST_NO_MAIN
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <mpi.h>
#include <string>
#include <thread>
#include <vector>

namespace hetgrid::testing {

inline int mpi_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int mpi_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// More processes than cores, here where all are on one host: each waits for cores that others have.
inline bool cores_are_shared() {
  return static_cast<unsigned>(mpi_size()) > std::thread::hardware_concurrency();
}

/// `make check-long'.
inline bool thorough() {
  return std::getenv("HETGRID_CHECK_LONG") != nullptr;
}

/// How many random cases to try: `few`, `many` in check-long. Simulated, at most twice as many as in the short form: one core
/// does the work of all processes.
inline int random_cases(int few, int many) {
  if (!thorough())
    return few;
  return kernel::simulated ? std::min(many, 2 * few) : many;
}

/// Context of Boost messages: which rank speaks. Use as BOOST_TEST_CONTEXT(on_rank()).
inline std::string on_rank() {
  return "rank " + std::to_string(mpi_rank()) + " of " + std::to_string(mpi_size());
}

inline bool init_nothing() {
  return true;
}

/// Runs the tests; every rank returns the number of ranks that failed.
inline int run_mpi_tests(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (const char* const started = std::getenv("HETGRID_TEST_STARTED");
      started && std::atoi(started) != mpi_size()) {
    std::cerr << "expected " << started << " ranks, found " << mpi_size()
              << ": is the launcher that of another MPI?\n";
    MPI_Finalize();
    return 1;
  }
  const int mine = boost::unit_test::unit_test_main(&init_nothing, argc, argv);
  std::vector<int> results(static_cast<std::size_t>(mpi_size()));
  MPI_Allgather(&mine, 1, MPI_INT, results.data(), 1, MPI_INT, MPI_COMM_WORLD);
  int failed = 0;
  std::string names;
  for (std::size_t rank = 0; rank < results.size(); ++rank)
    if (results[rank] != 0) {
      ++failed;
      names += " " + std::to_string(rank);
    }
  if (mpi_rank() == 0) {
    if (failed > 0)
      std::cerr << "tests failed on rank(s)" << names << " of " << results.size() << '\n';
    else
      std::cout << "tests passed on all " << results.size() << " ranks" << std::endl;
  }
  MPI_Finalize();
  return failed;
}

} // namespace hetgrid::testing

int main(int argc, char** argv) {
  return hetgrid::testing::run_mpi_tests(argc, argv);
}
