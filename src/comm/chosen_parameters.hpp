// Where the parameters of a grid's operations come from: its plan, HETGRID_TUNING, HETGRID_PARAMETERS, in this order. The
// environment is that of the first process, as the others may have been started with another one.
#pragma once

#include "comm/mpi_check.hpp"
#include "plan/tuning.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace hetgrid::comm {

struct ParameterEnvironment {
  std::string tuning_file;              ///< HETGRID_TUNING; empty: none
  std::vector<plan::TunedCase> tuned{}; ///< its cases of this machine
  std::string changes;                  ///< HETGRID_PARAMETERS
};

/// What becomes of a tuning file that is missing or malformed.
enum class BadTuning {
  fails, ///< an exception, on all processes
  warns  ///< the first process tells it, once; then it is as if there were none
};

/// Collective over `comm`. \throws InputError, on all processes
ParameterEnvironment parameter_environment(MPI_Comm comm, BadTuning bad_tuning);

class ChosenParameters {
public:
  ChosenParameters() = default;
  /// \param base  of the plan \param p, q  of the grid
  /// \throws ArgumentError where HETGRID_PARAMETERS is malformed
  ChosenParameters(const schedule::Parameters& base, const ParameterEnvironment& environment, int p, int q);
  /// These, for all operations of any order.
  explicit ChosenParameters(const schedule::Parameters& parameters) : usual_(parameters) {}

  /// Of what was not tuned.
  const schedule::Parameters& usual() const noexcept { return usual_; }
  /// \param n  order of the matrices
  const schedule::Parameters& of(plan::Operation operation, std::int64_t n) const;
  /// For memory that is taken for several products.
  int largest_gemm_depth() const;
  int most_gemm_windows() const; ///< by messages
  /// For people: "HETGRID_TUNING=FILE: lu of order 4000 lu.width=96, ..."; empty: no file is named
  std::string tuned_text() const;

private:
  std::string file_;
  schedule::Parameters usual_;
  std::vector<plan::TunedCase> tuned_; ///< of the grid; parameters complete
};

/// The machine that a tuning file is looked up for. \param hosts  of the processes of the grid
plan::TuningMachine tuning_machine(int hosts);

} // namespace hetgrid::comm
