#include "comm/chosen_parameters.hpp"

#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "comm/machine_identity.hpp"
#include "comm/variable_of_first.hpp"
#include "hetgrid/error.hpp"
#include "kernel/process_local.hpp"
#include "plan/text_file.hpp"
#include "schedule/parameters.hpp"

#include <algorithm>
#include <cstdio>
#include <new>
#include <utility>

namespace hetgrid::comm {
namespace {

/// What the first process of a grid reads for all: cases, or what is wrong with the file.
struct TuningText {
  std::string cases, error;
};

TuningText read_tuning(const std::string& file, int hosts) {
  constexpr std::size_t most_cases = 1000; // so that what all get is small
  try {
    std::string text;
    try {
      text = plan::text_of_file(file);
    } catch (const InputError& error) {
      return {{}, error.what()}; // names the file
    }
    std::vector<plan::TunedCase> cases = plan::tuning_from_json(text);
    const plan::TuningMachine machine = tuning_machine(hosts);
    std::erase_if(cases, [&](const plan::TunedCase& one) { return one.machine != machine; });
    if (cases.size() > most_cases)
      return {{}, file + ": cases: expected at most " + std::to_string(most_cases) + " of one machine"};
    return {plan::tuning_to_json(cases), {}};
  } catch (const Error& error) {
    return {{}, file + ": " + error.what()};
  } catch (const std::bad_alloc&) { // the others wait for the text
    return {{}, file + ": no memory to read it"};
  }
}

void warn_once(const std::string& text) {
  struct Warned {
    bool value;
  };
  if (!std::exchange(kernel::process_local<Warned>().value, true))
    std::fprintf(stderr, "hetgrid: %s: not used\n", text.c_str());
}

} // namespace

plan::TuningMachine tuning_machine(int hosts) {
  return {cpu_model(), cores(), mpi_version(), hosts};
}

ParameterEnvironment parameter_environment(MPI_Comm comm, BadTuning bad_tuning) {
  ParameterEnvironment environment{variable_of_first(comm, "HETGRID_TUNING"), {}, ""};
  environment.changes = variable_of_first(comm, "HETGRID_PARAMETERS");
  if (environment.tuning_file.empty())
    return environment;
  const int rank = rank_in(comm);
  const int hosts = count_hosts(all_host_names(comm));
  TuningText text;
  if (rank == 0)
    text = read_tuning(environment.tuning_file, hosts);
  broadcast(text.error, 0, comm);
  broadcast(text.cases, 0, comm);
  if (text.error.empty()) {
    environment.tuned = plan::tuning_from_json(text.cases);
    return environment;
  }
  const std::string message = "HETGRID_TUNING: " + text.error;
  if (bad_tuning == BadTuning::fails)
    throw InputError(message);
  if (rank == 0)
    warn_once(message);
  environment.tuning_file.clear();
  return environment;
}

ChosenParameters::ChosenParameters(const schedule::Parameters& base, const ParameterEnvironment& environment,
                                   int p, int q) {
  file_ = environment.tuning_file;
  const auto changed = [&](const schedule::Parameters& parameters) {
    return schedule::parameters_from_text("HETGRID_PARAMETERS", environment.changes, parameters);
  };
  usual_ = changed(base);
  for (const plan::TunedCase& one : environment.tuned)
    if (one.p == p && one.q == q) {
      tuned_.push_back(one);
      tuned_.back().parameters = changed(plan::with_parameters_of(one.operation, base, one.parameters));
    }
}

const schedule::Parameters& ChosenParameters::of(plan::Operation operation, std::int64_t n) const {
  const plan::TunedCase* const tuned = plan::nearest_case(tuned_, operation, n);
  return tuned ? tuned->parameters : usual_;
}

int ChosenParameters::largest_gemm_depth() const {
  int depth = schedule::gemm_depth(usual_);
  for (const plan::TunedCase& one : tuned_)
    depth = std::max(depth, schedule::gemm_depth(one.parameters));
  return depth;
}

int ChosenParameters::most_gemm_windows() const {
  int windows = schedule::windows_of_product(true, usual_.gemm_lookahead);
  for (const plan::TunedCase& one : tuned_)
    windows = std::max(windows, schedule::windows_of_product(true, one.parameters.gemm_lookahead));
  return windows;
}

std::string ChosenParameters::tuned_text() const {
  if (file_.empty())
    return {};
  std::string text;
  for (const plan::TunedCase& one : tuned_) {
    const std::string choices =
        schedule::choices_text(plan::with_parameters_of(one.operation, {}, one.parameters));
    text += std::string(text.empty() ? "" : ", ") + plan::command_name(one.operation) + " of order " +
            std::to_string(one.n) + " " + (choices.empty() ? "as without" : choices);
  }
  return "HETGRID_TUNING=" + file_ + ": " + (text.empty() ? "nothing for this machine and grid" : text);
}

} // namespace hetgrid::comm
