// Tuning files: what is written is read again, cases are replaced and found, and what is wrong is told in a line.
#define BOOST_TEST_MODULE tuning
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "plan/tuning.hpp"
#include "testing/support/exception_message.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace hetgrid;
using namespace hetgrid::plan;
using namespace hetgrid::testing;

const TuningMachine here{"a processor", 2, "an MPI 1.0", 1}, there{"another \"one\"", 64, "an MPI 1.0", 4};

TunedCase lu_case(std::int64_t n, int width, const TuningMachine& machine = here) {
  return {machine, 1, 2, Operation::getrf, n, {.lu = {.width = width}}, 1.5, 1.25};
}

void require_equal(const std::vector<TunedCase>& a, const std::vector<TunedCase>& b) {
  BOOST_REQUIRE(a.size() == b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    BOOST_TEST(a[k].same_runs(b[k]));
    BOOST_TEST((a[k].parameters == b[k].parameters));
    BOOST_TEST(a[k].seconds == b[k].seconds);
    BOOST_TEST(a[k].ratio == b[k].ratio);
  }
}

BOOST_AUTO_TEST_CASE(text_and_back) {
  const std::vector<TunedCase> cases{
      lu_case(4000, 96),
      {there, 8, 8, Operation::gemm, 2'000'000'000, {.gemm_depth = 256}, 1e-3, 0.1 + 0.2},
      {here, 2, 1, Operation::geqrf, 1, {.qr = {1, 2, 3, schedule::PanelMethod::collected}}, 7, 1},
      {here, 2, 1, Operation::potrf, 500, {}, 7, 1}};
  require_equal(tuning_from_json(tuning_to_json(cases)), cases);
  BOOST_TEST(tuning_from_json(tuning_to_json({})).empty());
}

BOOST_AUTO_TEST_CASE(cases_of_the_same_runs_are_replaced) {
  std::vector<TunedCase> other_grid{lu_case(4000, 48)}, other_operation{lu_case(4000, 0)};
  other_grid[0].p = 2;
  other_operation[0].operation = Operation::potrf;
  std::vector<TunedCase> known{lu_case(4000, 64), lu_case(2000, 80), lu_case(4000, 128, there), other_grid[0],
                               other_operation[0]};
  const std::vector<TunedCase> found{lu_case(4000, 96), lu_case(1000, 32)};
  require_equal(merged(known, found), {known[1], known[2], known[3], known[4], found[0], found[1]});
  require_equal(merged({}, found), found);
  require_equal(merged(known, {}), known);
}

BOOST_AUTO_TEST_CASE(nearest_order) {
  const std::vector<TunedCase> cases{lu_case(1000, 32), lu_case(4000, 96)};
  const auto order = [&](std::int64_t n) {
    const TunedCase* const found = nearest_case(cases, Operation::getrf, n);
    return found ? found->n : 0;
  };
  for (const auto& [n, expected] : std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 0},
                                                                                      {249, 0},
                                                                                      {250, 1000},
                                                                                      {1000, 1000},
                                                                                      {1999, 1000},
                                                                                      {2000, 1000},
                                                                                      {2001, 4000},
                                                                                      {16'000, 4000},
                                                                                      {16'001, 0}})
    BOOST_TEST(order(n) == expected, n << " has " << order(n));
  BOOST_TEST(nearest_case(cases, Operation::geqrf, 1000) == nullptr);
  BOOST_TEST(nearest_case({}, Operation::getrf, 1000) == nullptr);
}

BOOST_AUTO_TEST_CASE(an_operation_takes_its_own) {
  const schedule::Parameters all{.lu = {.width = 1},
                                 .qr = {.width = 2},
                                 .cholesky = {.width = 3},
                                 .gemm_depth = 4,
                                 .machine = {.gflops = 5},
                                 .gemm_lookahead = 6};
  BOOST_TEST((with_parameters_of(Operation::getrf, {}, all) == schedule::Parameters{.lu = {.width = 1}}));
  BOOST_TEST((with_parameters_of(Operation::geqrf, {}, all) == schedule::Parameters{.qr = {.width = 2}}));
  BOOST_TEST(
      (with_parameters_of(Operation::potrf, {}, all) == schedule::Parameters{.cholesky = {.width = 3}}));
  BOOST_TEST((with_parameters_of(Operation::gemm, {}, all) ==
              schedule::Parameters{.gemm_depth = 4, .gemm_lookahead = 6}));
  BOOST_TEST((with_parameters_of(Operation::gemm, all, {}).lu == all.lu));
}

/// The text of one case, with `from` replaced.
std::string altered(const std::string& from, const std::string& to) {
  const std::vector<TunedCase> cases{lu_case(4000, 96)};
  std::string text = tuning_to_json(cases);
  const std::size_t place = text.find(from);
  BOOST_REQUIRE(place != std::string::npos);
  return text.replace(place, from.size(), to);
}

BOOST_AUTO_TEST_CASE(malformed_files_are_told_in_a_line) {
  for (const auto& [from, to, expected] : std::vector<std::array<std::string, 3>>{
           {"\"version\": 1", "\"version\": 2", "version: 2: expected 1"},
           {"\"version\": 1,", "", "version is missing"},
           {"\"n\": 4000", "\"n\": 0", "cases[0].n: 0: expected at least 1"},
           {"\"n\": 4000", "\"n\": 1e99", "cases[0].n: 1e+99: expected an integer of 32 bits"},
           {"\"p\": 1", "\"p\": -1", "cases[0].p: -1: expected at least 1"},
           {"\"cores\": 2", "\"cores\": 0", "cases[0].machine.cores: 0: expected at least 1"},
           {"\"cpu\": \"a processor\"", "\"cpu\": 7", "cases[0].machine.cpu: 7: expected a string"},
           {"\"lu\"", "\"svd\"", "cases[0].operation: \"svd\": expected gemm, lu, qr or cholesky"},
           {"lu.width=96", "qr.width=96", "cases[0].parameters: \"qr.width=96\": expected those of lu alone"},
           {"lu.width=96", "gflops=7", "cases[0].parameters: \"gflops=7\": expected those of lu alone"},
           {"lu.width=96", "lu.width=x",
            "cases[0].parameters: lu.width: x: expected columns factored at a time, 0 (the routine's own) to "
            "4096"}})
    BOOST_TEST(message<Error>([&] { tuning_from_json(altered(from, to)); }) == expected);
  for (const std::string& text :
       {altered("\"ratio\": 1.25", "\"ratio\": -1"), altered("\"seconds\": 1.5", "\"seconds\": 1e300"),
        altered("\"ratio\"", "\"rotia\""), std::string("[]"), std::string("{"), std::string(),
        altered("\"cases\": [", "\"cases\": [[],")}) {
    const std::string told = message<Error>([&] { tuning_from_json(text); });
    BOOST_TEST(!told.empty());
    BOOST_TEST(told.find('\n') == std::string::npos);
  }
}

} // namespace
