// Cases of numerical rules: a table of kinds, each tried again and again on operands that a seed chooses.
//
// Case number s is of kind s modulo the length of the table; its type, its grid, the panel method and everything else come from s as well.
// A failure names s, and
//
//     HETGRID_NUMERICS_SEED=s testing/mpirun.sh PROGRAM
//
// runs this case alone. `make check` runs few cases, `make check-long` many.
#pragma once

#include "testing/support/distributed_matrix.hpp"
#include "testing/support/mpi_test.hpp"
#include "testing/support/test_grids.hpp"

#include <csignal>
#include <functional>
#include <iomanip>
#include <map>
#include <unistd.h>

namespace hetgrid::testing {

/// One try: what a case needs to choose its operands.
struct Trial {
  Random random;
  comm::Grid& grid;

  int integer(int low, int high) { return uniform_int(random, low, high); }
  bool coin() { return integer(0, 1) == 0; }
  template <typename U>
  U one_of(std::initializer_list<U> values) {
    return values.begin()[integer(0, static_cast<int>(values.size()) - 1)];
  }
  /// Mostly small, sometimes 1, sometimes larger than a window of a factorization.
  Index extent() {
    return std::array{1, integer(1, 12), integer(13, 40), integer(13, 40),
                      integer(41, 130)}[static_cast<std::size_t>(integer(0, 4))];
  }
  /// Any place of any layout; blocks of 1 to 65.
  MatrixLayout layout(Index m, Index n) { return random_layout(random, grid, m, n, one_of({4, 16, 65})); }
  template <typename T>
  DistributedMatrix<T> distribute(const SerialMatrix<T>& a) {
    return {grid, layout(a.m, a.n), a};
  }
  /// Results are looked at by one process: what it compares with is one process's work.
  bool first() const { return grid.rank() == 0; }
};

/// A kind of case for each of the four types.
struct CaseKind {
  std::string name;
  std::array<std::function<void(Trial&)>, 4> of_type;
};

/// run.template operator()<T>(trial)
template <typename Run>
CaseKind case_kind(const std::string& name, Run run) {
  return {name,
          {[run](Trial& t) { run.template operator()<float>(t); },
           [run](Trial& t) { run.template operator()<double>(t); },
           [run](Trial& t) { run.template operator()<std::complex<float>>(t); },
           [run](Trial& t) { run.template operator()<std::complex<double>>(t); }}};
}

/// The case under way, for a time limit that ends it.
inline std::string& case_under_way() {
  static std::string text;
  return text;
}

class CaseTable {
public:
  explicit CaseTable(std::vector<CaseKind> kinds) : kinds_(std::move(kinds)) {
    std::signal(SIGTERM, [](int) {
      const std::string& text = case_under_way();
      [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
      _exit(1);
    });
  }

  /// `count` cases, or `long_count` in check-long, or the one of HETGRID_NUMERICS_SEED; at least one of each kind.
  void run(std::uint64_t count, std::uint64_t long_count) {
    if (const char* const seed = std::getenv("HETGRID_NUMERICS_SEED"))
      return run_case(std::strtoull(seed, nullptr, 10));
    count = std::max<std::uint64_t>(std::getenv("HETGRID_CHECK_LONG") ? long_count : count, kinds_.size());
    for (std::uint64_t seed = 0; seed < count; ++seed)
      run_case(seed);
    if (mpi_rank() == 0)
      report(count);
  }

private:
  void run_case(std::uint64_t seed) {
    static constexpr std::array type_names{"float", "double", "complex float", "complex double"};
    const CaseKind& kind = kinds_[seed % kinds_.size()];
    const std::size_t type = (seed / kinds_.size() + seed % kinds_.size()) % type_names.size();
    const auto& grids = TestGrids::grids();
    Random random(seed * 1000 + static_cast<std::uint64_t>(mpi_size()));
    Trial trial{random, *grids[random() % grids.size()]};
    trial.random.discard(3);
    trial.grid.use(random_parameters(trial.random));
    std::ostringstream text;
    text << "HETGRID_NUMERICS_SEED=" << seed << ": " << kind.name << ", " << type_names[type] << ", grid "
         << trial.grid.p() << " x " << trial.grid.q() << ", " << on_rank() << '\n';
    case_under_way() = text.str();
    BOOST_TEST_CONTEXT(text.str()) {
      try {
        kind.of_type[type](trial);
      } catch (const std::exception& error) {
        BOOST_ERROR(error.what());
      }
    }
    ++done_[kind.name];
  }

  void report(std::uint64_t count) const {
    for (const auto& [name, number] : done_)
      std::cout << std::setw(7) << number << "  " << name << '\n';
    std::cout << std::setw(7) << count << "  cases on " << mpi_size() << " ranks" << std::endl;
  }

  std::vector<CaseKind> kinds_;
  std::map<std::string, std::uint64_t> done_;
};

} // namespace hetgrid::testing
