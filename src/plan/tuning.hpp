// What `hetgrid tune` has found: parameters that were measured to be the best of those tried, kept as FFTW keeps wisdom.
#pragma once

#include "hetgrid/model.hpp"
#include "hetgrid/parameters.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hetgrid::plan {

/// What a measurement holds for.
struct TuningMachine {
  std::string cpu; ///< model name, of the host of the first process
  int cores = 0;   ///< the same
  std::string mpi; ///< library and version
  int hosts = 0;   ///< of the grid

  bool operator==(const TuningMachine&) const = default;
};

struct TunedCase {
  TuningMachine machine;
  int p = 0, q = 0; ///< grid
  Operation operation = Operation::gemm;
  std::int64_t n = 0;              ///< order of the matrices
  schedule::Parameters parameters; ///< of the operation; all others are as a routine has them
  double seconds = 0;              ///< median
  double ratio = 1;                ///< of the default's time, measured in turns, to it

  /// Do both tell of the same runs?
  bool same_runs(const TunedCase& other) const;
};

/// The names that the command has for operations: gemm, lu, qr, cholesky.
const char* command_name(Operation operation);

/// `target` with what the operation takes of `source`.
schedule::Parameters with_parameters_of(Operation operation, schedule::Parameters target,
                                        const schedule::Parameters& source);

/// Of an operation the case nearest in order, by the ratio of the orders, up to 4; the smaller one of two. nullptr if
/// there is none.
const TunedCase* nearest_case(std::span<const TunedCase> cases, Operation operation, std::int64_t n);

/// `known` with the cases of `found`, in place of those of the same runs.
std::vector<TunedCase> merged(std::vector<TunedCase> known, std::span<const TunedCase> found);

std::string tuning_to_json(std::span<const TunedCase> cases);
/// \throws InputError naming the place
std::vector<TunedCase> tuning_from_json(const std::string& text);

} // namespace hetgrid::plan
