// Mutants of what other runs of the command have written and later ones read: the journal of `hetgrid multiply' and the
// report of `hetgrid time'. Each is refused with a line, or taken. HETGRID_MUTANTS="FIRST COUNT" tries these alone.
#define BOOST_TEST_MODULE run_files
#include <boost/test/unit_test.hpp>

#include "cli/assess/assessment.hpp"
#include "cli/multiply/journal.hpp"
#include "cli/multiply/plan.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/server_policies.hpp"
#include "testing/support/mutants.hpp"
#include "testing/support/mutation.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;

/// A folder that goes with the test.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "hetgrid-runs-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(name.data()));
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

const cli::MatrixLayout c{'d', 120, 110, true};
constexpr server::Index k = 100;

/// A journal as a run leaves it.
std::string journal_text(const std::filesystem::path& file) {
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>{1, 2});
  for (plan::ProcessSpeed& process : platform.processes)
    process.memory = 40'000;
  platform.server.computes = true;
  cli::Journal journal(file);
  journal.begin({{"A.h5", 96'128, 1'700'000'000'000'000'000, "/a"},
                 {"B.npy", 88'128, 1'700'000'000'000'000'000},
                 c,
                 R"({"policy": "auto", "memory": "40k", "block_size": 0, "platform": null})",
                 16,
                 "oddoml",
                 plan::to_json(platform),
                 "0123456789abcdef"});
  const std::vector<server::Piece> results{{server::Operand::c, {0, 2}, {0, 3}},
                                           {server::Operand::c, {2, 4}, {0, 3}}};
  journal.add(results);
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// As far as `hetgrid multiply --resume' goes before it looks at the matrices.
void resume(const std::filesystem::path& file) {
  const cli::Journal journal(file);
  if (!journal.head() || journal.head()->c != c)
    return;
  const cli::ProductPlan plan = cli::make_plan(
      journal.head()->platform, cli::product_of(c, k, journal.head()->block_size), journal.head()->policy);
  for (const server::Piece& piece : journal.results())
    if (piece.rows.begin < 0 || piece.rows.end > plan.product.r() || piece.columns.begin < 0 ||
        piece.columns.end > plan.product.s())
      throw InputError("a part that is none");
  if (!plan.on_demand())
    server::remaining(plan.product, plan.star.workers.size(), plan.schedule.transfers, journal.results());
}

std::string report() {
  return R"({"results": [{"operation": "gemm", "precision": "d", "transa": "N", "m": 1000, "n": 1000, "k": 1000,
  "block_size": 64, "grid": [1, 2], "rank_gflops": [3, 1], "measurements": [
    {"routine": "gemm", "library": "ScaLAPACK", "layout": "uniform", "flops": 2e9, "median_seconds": 9},
    {"routine": "gemm", "library": "hetgrid", "layout": "uneven", "flops": 2e9, "median_seconds": 1.5}]}]})";
}

} // namespace

BOOST_AUTO_TEST_CASE(journals) {
  const Folder folder;
  const std::filesystem::path file = folder.path / "C.npy.journal";
  const std::string text = journal_text(file);
  resume(file);
  run_mutants(51, {0.25, 1}, [&](std::uint64_t seed) {
    std::ofstream(file, std::ios::trunc) << Mutator(seed)(text);
    resume(file);
  });
}

/// By a run that keeps none itself, and is killed: what it leaves is not what the one before it had.
BOOST_AUTO_TEST_CASE(forgotten_journals) {
  const Folder folder;
  const std::filesystem::path file = folder.path / "C.npy.journal";
  journal_text(file);
  cli::Journal journal(file);
  BOOST_REQUIRE(journal.head().has_value());
  journal.forget();
  BOOST_TEST(std::filesystem::file_size(file) == 0U);
}

/// What a run has removed it leaves alone: another one may have begun.
BOOST_AUTO_TEST_CASE(removed_journals) {
  const Folder folder;
  const std::filesystem::path file = folder.path / "C.npy.journal";
  std::optional<cli::Journal> first(std::in_place, file);
  first->remove();
  BOOST_TEST(!std::filesystem::exists(file));
  const cli::Journal second(file);
  first.reset();
  BOOST_TEST(std::filesystem::exists(file));
}

BOOST_AUTO_TEST_CASE(deep_journals) {
  const Folder folder;
  const std::filesystem::path file = folder.path / "C.npy.journal";
  std::string text = journal_text(file);
  const std::string field = "\"options\":";
  const std::size_t depth = 100'000, begin = text.find(field) + field.size();
  text.insert(begin, std::string(depth, '[') + std::string(depth, ']') + ", \"were\":");
  std::ofstream(file, std::ios::trunc) << text;
  BOOST_CHECK_THROW(cli::Journal{file}, InputError);
}

BOOST_AUTO_TEST_CASE(reports) {
  BOOST_TEST(cli::runs_of_report(report(), "uneven", "file").size() == 1U);
  run_mutants(52, {0.25, 1}, [&](std::uint64_t seed) {
    for (const cli::TimedRun& run :
         cli::runs_of_report(Mutator(seed)(std::vector{report()}), "uneven", "file"))
      BOOST_TEST((std::isfinite(run.efficiency()) && run.efficiency() > 0), run.efficiency());
  });
}
