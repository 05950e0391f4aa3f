// HETGRID_TUNING, as grids read it: cases of this machine and grid, from the first process's file; files that are wrong.
// ranks: 1 2 4
#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "comm/grid.hpp"
#include "comm/machine_identity.hpp"
#include "hetgrid.h"
#include "hetgrid/plan.hpp"
#include "plan/tuning.hpp"

#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using plan::Operation;

/// A file that the first process has, named in its environment alone: the others have another one.
class TuningFile {
public:
  explicit TuningFile(const std::string& text) : name_("mpi_tuning." + std::to_string(getpid()) + ".json") {
    if (mpi_rank() == 0)
      std::ofstream(name_) << text;
    setenv("HETGRID_TUNING", mpi_rank() == 0 ? name_.c_str() : "/nowhere/else", 1);
  }
  ~TuningFile() {
    unsetenv("HETGRID_TUNING");
    unsetenv("HETGRID_PARAMETERS");
    if (mpi_rank() == 0)
      std::remove(name_.c_str());
  }
  TuningFile(const TuningFile&) = delete;
  TuningFile& operator=(const TuningFile&) = delete;

private:
  std::string name_;
};

plan::TunedCase tuned(Operation operation, std::int64_t n, const schedule::Parameters& parameters) {
  return {comm::tuning_machine(1), 1, mpi_size(), operation, n, parameters, 1, 1.1};
}

std::string file_for_all_operations() {
  std::vector<plan::TunedCase> cases{tuned(Operation::getrf, 1000, {.lu = {.width = 32}}),
                                     tuned(Operation::getrf, 4000, {.lu = {.width = 96, .tail = 128}}),
                                     tuned(Operation::gemm, 4000, {.gemm_depth = 256})};
  for (const plan::TunedCase& one : std::vector(cases)) { // of other machines and grids
    cases.push_back(one);
    cases.back().machine.cpu += "another";
    cases.back().parameters =
        plan::with_parameters_of(one.operation, {}, {.lu = {.width = 7}, .gemm_depth = 7});
    cases.push_back(cases.back());
    cases.back().machine = one.machine;
    cases.back().p = 7;
  }
  return plan::tuning_to_json(cases);
}

int make_context(int& info) {
  int context = 0, p = 1, q = mpi_size();
  Cblacs_get(-1, 0, &context);
  const std::vector<double> cycle_times(static_cast<std::size_t>(mpi_size()), 1.0);
  HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&context, "R", &p, &q, cycle_times.data(), &info);
  return context;
}

BOOST_AUTO_TEST_CASE(cases_of_this_machine_and_grid) {
  const TuningFile file(file_for_all_operations());
  int info = 0;
  const int context = make_context(info);
  BOOST_TEST_REQUIRE(info == 0, on_rank());
  const comm::ChosenParameters& chosen = comm::Grid::of_context(context).parameters();
  BOOST_TEST(chosen.of(Operation::getrf, 900).lu.width == 32, on_rank());
  BOOST_TEST(chosen.of(Operation::getrf, 5000).lu.width == 96, on_rank());
  BOOST_TEST(chosen.of(Operation::getrf, 5000).lu.tail == 128, on_rank());
  BOOST_TEST(chosen.of(Operation::getrf, 50'000).lu.width == 0, on_rank());
  BOOST_TEST(chosen.of(Operation::gemm, 4000).gemm_depth == 256, on_rank());
  BOOST_TEST(chosen.of(Operation::geqrf, 4000).qr.width == 0, on_rank());
  BOOST_TEST(chosen.largest_gemm_depth() == 256, on_rank());
  Cblacs_gridexit(context);
}

BOOST_AUTO_TEST_CASE(hetgrid_parameters_overrides_field_by_field) {
  const TuningFile file(file_for_all_operations());
  setenv("HETGRID_PARAMETERS", mpi_rank() == 0 ? "lu.width=48,qr.width=40" : "lu.width=1", 1);
  int info = 0;
  const int context = make_context(info);
  BOOST_TEST_REQUIRE(info == 0, on_rank());
  const comm::ChosenParameters& chosen = comm::Grid::of_context(context).parameters();
  BOOST_TEST(chosen.of(Operation::getrf, 4000).lu.width == 48, on_rank());
  BOOST_TEST(chosen.of(Operation::getrf, 4000).lu.tail == 128, on_rank());
  BOOST_TEST(chosen.of(Operation::geqrf, 4000).qr.width == 40, on_rank());
  BOOST_TEST(chosen.of(Operation::gemm, 4000).gemm_depth == 256, on_rank());
  Cblacs_gridexit(context);
}

// The plan's own parameters are what tuning changes.
BOOST_AUTO_TEST_CASE(tuning_comes_behind_the_plan) {
  const TuningFile file(file_for_all_operations());
  plan::Plan plan = plan::uniform_plan(1, mpi_size());
  plan.parameters.lu = {.width = 64, .chunk = 100};
  plan.parameters.qr.width = 50;
  const int context = comm::Grid::create(MPI_COMM_WORLD, plan);
  const comm::ChosenParameters& chosen = comm::Grid::of_context(context).parameters();
  BOOST_TEST((chosen.of(Operation::getrf, 1000).lu == schedule::FactorizationParameters{.width = 32}),
             on_rank());
  BOOST_TEST(chosen.of(Operation::geqrf, 1000).qr.width == 50, on_rank());
  BOOST_TEST(chosen.of(Operation::getrf, 10).lu.width == 64, on_rank());
  Cblacs_gridexit(context);
}

/// INFO of hg_gridinit, and whether a context of the BLACS works all the same, without what the file says.
void check_bad_file() {
  int info = 0;
  make_context(info);
  BOOST_TEST(info == -9999, on_rank());
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "R", 1, mpi_size());
  BOOST_TEST(comm::Grid::of_context(context).parameters().of(Operation::getrf, 4000).lu.width == 0,
             on_rank());
  Cblacs_gridexit(context);
}

BOOST_AUTO_TEST_CASE(malformed_file) {
  const TuningFile file("{\"version\": 1, \"cases\": [7]}");
  check_bad_file();
}

BOOST_AUTO_TEST_CASE(missing_file) {
  setenv("HETGRID_TUNING", "/nowhere/at/all", 1);
  check_bad_file();
  unsetenv("HETGRID_TUNING");
}

// Grids are as without where only other processes than the first one have a file.
BOOST_AUTO_TEST_CASE(the_first_process_has_none) {
  if (mpi_rank() > 0)
    setenv("HETGRID_TUNING", "/nowhere/at/all", 1);
  int info = -1;
  const int context = make_context(info);
  BOOST_TEST(info == 0, on_rank());
  Cblacs_gridexit(context);
  unsetenv("HETGRID_TUNING");
}

} // namespace
