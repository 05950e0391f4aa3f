// Runs mutants of what a program reads: each ends within its time and memory, well or with an error of one line.
// HETGRID_MUTANTS="FIRST COUNT" tries these alone, which a failure names. After Boost's header.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <sstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

#include "hetgrid/error.hpp"
#include "testing/support/sanitized.hpp"

namespace hetgrid::testing {

constexpr double most_seconds = sanitized ? 25 : 5; ///< of CPU, for a mutant

/// Those that are tried.
struct Mutants {
  std::uint64_t first = 0, count;
  bool chosen = false;

  explicit Mutants(std::uint64_t few) : count(std::getenv("HETGRID_CHECK_LONG") ? 20'000 : few) {
    if (const char* const text = std::getenv("HETGRID_MUTANTS")) {
      std::istringstream(text) >> first >> count;
      chosen = true;
    }
  }
};

/// A part of all: more than the least, less than the most.
struct Part {
  double least, most;
};

/// A process has this many addresses at most, as long as it lives.
class MemoryLimit {
public:
  explicit MemoryLimit(std::size_t bytes) {
    BOOST_TEST(getrlimit(RLIMIT_AS, &before_) == 0);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    BOOST_TEST(setrlimit(RLIMIT_AS, &limit) == 0);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }
  MemoryLimit(const MemoryLimit&) = delete;

private:
  rlimit before_{};
};

/// Calls use(its seed) for every mutant, each within its time and memory; `refusals` of all are refused. `few` are tried in
/// `make check`.
template <typename Use>
void run_mutants(std::uint64_t seed, Part refusals, Use&& use, std::uint64_t few = 500) {
  std::optional<MemoryLimit> limit;
  if (!sanitized)
    limit.emplace(std::size_t{1} << 30);
  const Mutants mutants(few);
  std::uint64_t refused = 0;
  for (std::uint64_t k = mutants.first; k < mutants.first + mutants.count; ++k) {
    BOOST_TEST_CHECKPOINT("seed " << seed << ", mutant " << k);
    BOOST_TEST_CONTEXT("mutant " << k << " of seed " << seed) {
      const std::clock_t begin = std::clock();
      alarm(600); // no end
      try {
        use(1'000'000 * seed + k);
      } catch (const Error& error) {
        const std::string what = error.what();
        BOOST_TEST((!what.empty() && what.size() < 1000 && what.find('\n') == std::string::npos), what);
        ++refused;
      } catch (const std::exception& error) {
        BOOST_ERROR(error.what());
      }
      const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      BOOST_TEST(seconds < most_seconds, seconds << " s");
    }
  }
  alarm(0);
  BOOST_TEST_MESSAGE("seed " << seed << ", from " << mutants.first << ": " << mutants.count << " mutants, "
                             << refused << " refused");
  if (!mutants.chosen) {
    const auto all = static_cast<double>(mutants.count);
    BOOST_TEST(static_cast<double>(refused) > refusals.least * all);
    BOOST_TEST(static_cast<double>(refused) < refusals.most * all);
  }
}

} // namespace hetgrid::testing
