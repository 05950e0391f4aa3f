// Parameters as text and in plans.
#define BOOST_TEST_MODULE parameters
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "schedule/parameters.hpp"
#include "testing/support/exception_message.hpp"

#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using schedule::FactorizationParameters;
using schedule::PanelMethod;
using schedule::Parameters;
using schedule::Pivoting;
using schedule::ProductAlgorithm;

Parameters read(std::string_view text, const Parameters& parameters = {}) {
  return schedule::parameters_from_text("X", text, parameters);
}

BOOST_AUTO_TEST_CASE(text_and_back) {
  BOOST_TEST((read(to_text(Parameters())) == Parameters()));
  std::mt19937_64 random(81'000);
  std::uniform_real_distribution<double> fraction(0, 1);
  for (int trial = 0; trial < 1000; ++trial) {
    // Often the same for several factorizations.
    const auto columns = [&] { return random() % 2 == 0 ? 0 : static_cast<int>(random() % 4097); };
    const auto factorization = [&] {
      return FactorizationParameters{
          columns(), columns(), columns(),
          std::array{PanelMethod::automatic, PanelMethod::collected, PanelMethod::distributed}[random() % 3]};
    };
    Parameters parameters;
    parameters.lu = factorization();
    parameters.qr = random() % 2 == 0 ? parameters.lu : factorization();
    parameters.cholesky = random() % 2 == 0 ? parameters.lu : factorization();
    parameters.cholesky.chunk = 0; // has none
    parameters.gemm_depth = columns();
    parameters.gemm_lookahead = static_cast<int>(random() % 8);
    parameters.pivoting = std::array{Pivoting::partial, Pivoting::tournament}[random() % 2];
    parameters.product = std::array{ProductAlgorithm::scb, ProductAlgorithm::pcb, ProductAlgorithm::sco,
                                    ProductAlgorithm::pco, ProductAlgorithm::pio}[random() % 5];
    parameters.machine = {std::exp2(20 * fraction(random)), fraction(random) * 1e-4, fraction(random) * 1e-9};
    BOOST_TEST((read(to_text(parameters)) == parameters), to_text(parameters));
    BOOST_TEST((read(choices_text(parameters), {.machine = parameters.machine}) == parameters));
  }
}

BOOST_AUTO_TEST_CASE(text_of_some) {
  BOOST_TEST(to_text(Parameters()) == "gflops=50,latency=1.9999999999999999e-06,seconds_per_byte=1e-10");
  BOOST_TEST(choices_text(Parameters()) == "");
  Parameters parameters;
  parameters.lu = parameters.qr = parameters.cholesky = {.width = 96, .panel = PanelMethod::distributed};
  parameters.lu.chunk = parameters.qr.chunk = 128;
  parameters.gemm_depth = 256;
  BOOST_TEST(choices_text(parameters) == "width=96,chunk=128,panel=distributed,gemm.depth=256");
  parameters.pivoting = Pivoting::tournament;
  BOOST_TEST(choices_text(parameters) ==
             "width=96,chunk=128,panel=distributed,gemm.depth=256,pivoting=tournament");
  parameters.gemm_lookahead = 5;
  BOOST_TEST(choices_text(parameters) ==
             "width=96,chunk=128,panel=distributed,gemm.depth=256,gemm.lookahead=5,pivoting=tournament");
  parameters.gemm_lookahead = 0;
  parameters.pivoting = Pivoting::partial;
  parameters.qr = {.tail = 64};
  BOOST_TEST(choices_text(parameters) ==
             "lu.width=96,cholesky.width=96,qr.tail=64,lu.chunk=128,lu.panel=distributed,"
             "cholesky.panel=distributed,gemm.depth=256");
}

BOOST_AUTO_TEST_CASE(all_factorizations_or_one) {
  const Parameters parameters = read("width=96,lu.width=128,tail=300,qr.panel=collected,chunk=64");
  BOOST_TEST((parameters.lu == FactorizationParameters{128, 300, 64, PanelMethod::automatic}));
  BOOST_TEST((parameters.qr == FactorizationParameters{96, 300, 64, PanelMethod::collected}));
  BOOST_TEST((parameters.cholesky == FactorizationParameters{96, 300, 0, PanelMethod::automatic}));
  BOOST_TEST(parameters.gemm_depth == 0);
  // The last one counts.
  BOOST_TEST((read("lu.width=128,width=96") == read("width=96")));
  BOOST_TEST((read("width=128,lu.width=0", {.lu = {.width = 7}}) ==
              Parameters{.qr = {.width = 128}, .cholesky = {.width = 128}}));
}

BOOST_AUTO_TEST_CASE(what_is_not_named_stays) {
  const FactorizationParameters factorization{96, 200, 0, PanelMethod::collected};
  const Parameters before{factorization, factorization, factorization, 256, {7, 1e-3, 1e-8}};
  BOOST_TEST((read("", before) == before));
  Parameters after = before;
  after.lu.panel = after.qr.panel = after.cholesky.panel = PanelMethod::distributed;
  BOOST_TEST((read("panel=distributed", before) == after));
  after = before;
  after.qr.width = 64;
  after.machine.latency = 0;
  BOOST_TEST((read("latency=0,qr.width=64", before) == after));
  after = before;
  after.gemm_depth = 128;
  BOOST_TEST((read("gemm.depth=128", before) == after));
  after.gemm_lookahead = 7;
  BOOST_TEST((read("gemm.depth=128,gemm.lookahead=7", before) == after));
  after = before;
  after.pivoting = Pivoting::tournament;
  BOOST_TEST((read("pivoting=tournament", before) == after));
  BOOST_TEST((read("width=1,width=2", before).lu.width == 2));
}

BOOST_AUTO_TEST_CASE(malformed_text_is_named) {
  const std::string
      width = "expected columns factored at a time, 0 (the routine's own) to 4096",
      fields = "expected fields as in width=64,panel=distributed",
      tail = "expected last columns, factored at once, 0 (the routine's own) to 4096",
      chunk = "expected columns updated at a time, 0 (the routine's own) to 4096",
      depth = "expected columns of A multiplied at a time, 0 (the routine's own) to 4096",
      lookahead = "expected windows sent ahead, 0 (the routine's own) to 7",
      names = "expected width, tail, chunk or panel, of one routine as lu.width, qr.width or "
              "cholesky.width, gemm.depth, gemm.lookahead, gemm.algorithm, pivoting, gflops, latency or "
              "seconds_per_byte",
      methods = "expected automatic, collected or distributed";
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"width", "X: width: " + fields},
           {",", "X: \"\": " + fields},
           {"width=1,,panel=collected", "X: \"\": " + fields},
           {"=3", "X: \"\": " + names},
           {"depth=3", "X: depth: " + names},
           {".width=3", "X: .width: " + names},
           {"lu.=3", "X: lu.: " + names},
           {"lu.depth=3", "X: lu.depth: " + names},
           {"gemm.width=3", "X: gemm.width: " + names},
           {"svd.width=3", "X: svd.width: " + names},
           {"cholesky.chunk=3", "X: cholesky.chunk: " + names},
           {"lu.gflops=3", "X: lu.gflops: " + names},
           {"lu.width=-1", "X: lu.width: -1: " + width},
           {"qr.tail=x", "X: qr.tail: x: " + tail},
           {"chunk=4097", "X: chunk: 4097: " + chunk},
           {"gemm.depth=-2", "X: gemm.depth: -2: " + depth},
           {"gemm.lookahead=8", "X: gemm.lookahead: 8: " + lookahead},
           {"gemm.lookahead=-1", "X: gemm.lookahead: -1: " + lookahead},
           {"gemm.lookahead=", "X: gemm.lookahead: \"\": " + lookahead},
           {"gemm.lookahead=2.5", "X: gemm.lookahead: 2.5: " + lookahead},
           {"lookahead=3", "X: lookahead: " + names},
           {"cholesky.panel=x", "X: cholesky.panel: x: " + methods},
           {"Width=3", "X: Width: " + names},
           {" width=3", "X:  width: " + names},
           {"width=", "X: width: \"\": " + width},
           {"width=-1", "X: width: -1: " + width},
           {"width=4097", "X: width: 4097: " + width},
           {"width=64.5", "X: width: 64.5: " + width},
           {"width=99999999999", "X: width: 99999999999: " + width},
           {"width=64 ", "X: width: 64 : " + width},
           {"panel=", "X: panel: \"\": " + methods},
           {"panel=both", "X: panel: both: " + methods},
           {"gemm.algorithm=bsp", "X: gemm.algorithm: bsp: expected scb, pcb, sco, pco or pio"},
           {"pivoting=", "X: pivoting: \"\": expected partial or tournament"},
           {"pivoting=complete", "X: pivoting: complete: expected partial or tournament"},
           {"gflops=0", "X: gflops: 0: expected a number from 1e-06 to 1e+09"},
           {"gflops=nan", "X: gflops: nan: expected a number from 1e-06 to 1e+09"},
           {"gflops=fast", "X: gflops: fast: expected a number from 1e-06 to 1e+09"},
           {"latency=-1e-9", "X: latency: -1e-9: expected a number from 0 to 100000"},
           {"latency=inf", "X: latency: inf: expected a number from 0 to 100000"},
           {"latency=1e999", "X: latency: 1e999: expected a number from 0 to 100000"},
           {"seconds_per_byte=2", "X: seconds_per_byte: 2: expected a number from 0 to 1"},
           {"width=64,seconds_per_byte=1e-9s", "X: seconds_per_byte: 1e-9s: expected a number from 0 to 1"}})
    BOOST_TEST(message<ArgumentError>([&] { read(text); }) == expected);
}

/// A plan as text, with `from` replaced.
std::string plan_text(const std::string& from, const std::string& to, const Parameters& parameters = {}) {
  plan::Plan plan = plan::uniform_plan(2, 3);
  plan.parameters = parameters;
  std::string text = to_json(plan);
  const std::size_t place = text.find(from);
  BOOST_REQUIRE(place != std::string::npos);
  return text.replace(place, from.size(), to);
}

BOOST_AUTO_TEST_CASE(plans_keep_parameters) {
  const Parameters parameters{.lu = {.width = 96, .panel = PanelMethod::distributed},
                              .gemm_depth = 128,
                              .machine = {7, 1e-3, 1e-8},
                              .gemm_lookahead = 4};
  BOOST_TEST((plan::plan_from_json(plan_text("{", "{", parameters)).parameters == parameters));
}

// Plans of versions that had none.
BOOST_AUTO_TEST_CASE(plans_without_parameters_have_defaults) {
  const std::string field = ",\n  \"parameters\": \"" + to_text(Parameters()) + '"';
  const plan::Plan plan = plan::plan_from_json(plan_text(field, ""));
  BOOST_TEST((plan.parameters == Parameters()));
  BOOST_TEST(to_json(plan) == to_json(plan::uniform_plan(2, 3)));
}

BOOST_AUTO_TEST_CASE(plans_may_name_some) {
  const std::string all = to_text(Parameters());
  BOOST_TEST((plan::plan_from_json(plan_text(all, "width=32")).parameters == read("width=32")));
  BOOST_TEST(message<ArgumentError>([&] { plan::plan_from_json(plan_text(all, "panel=some")); }) ==
             "plan: parameters: panel: some: expected automatic, collected or distributed");
  BOOST_TEST(message<Error>([&] { plan::plan_from_json(plan_text('"' + all + '"', "64")); }) ==
             "parameters: 64: expected a string");
}

} // namespace
