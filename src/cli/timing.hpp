// Interleaved timing of several variants of one operation, against what the ranks can do at best.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/mpi_session.hpp"
#include "hetgrid/plan.hpp"
#include "kernel/probe.hpp"

namespace hetgrid::cli {

/// One way to do an operation: a routine on a layout.
struct Variant {
  std::string routine;              ///< "hetgrid", "ScaLAPACK"
  std::string layout;               ///< "uniform", "uneven"
  std::function<void()> prepare;    ///< sets the operands; collective over all ranks
  std::function<void()> run;        ///< what is timed; collective over all ranks
  std::function<double()> residual; ///< of the last run, scaled: below residual_limit is right; collective
};

/// A case of an operation: what its variants have in common.
struct Case {
  std::string operation;
  char precision = 'd';
  int m = 0, n = 0, k = 0;
  int block_size = 0;
  char transa = 'N', transb = 'N';
};

/// Results of a variant, equal on all ranks.
struct Measurement {
  std::string routine, layout;
  std::vector<double> seconds; ///< every run, the slowest rank's time
  double residual = 0;

  double median() const { return kernel::summarize(seconds).median; }
};

struct CaseResult {
  Case parameters;
  double flops = 0;
  int p = 0, q = 0;
  std::vector<double> rank_rates; ///< every rank's own gemm, median over the runs, operations a second
  std::vector<Measurement> measurements;

  /// Sum of rank_rates: what all ranks could do together if they never waited.
  double aggregate() const;
  /// The measurement of ScaLAPACK; nullptr if it was not measured.
  const Measurement* peer() const;
};

/// LAPACK's and ScaLAPACK's testers accept residuals below it.
inline constexpr double residual_limit = 30;

struct TimingOptions {
  int runs = 5;
  int aggregate_size = 1536; ///< order of the local multiply that tells a rank\'s own rate
  double aggregate_seconds =
      0.4; ///< of each of its measurements; one before the first and one after each run
};

/// Each run measures every variant once, in changing order, so that all meet the same state of the machine.
/// The first run of each is not timed, but its residual counts.
template <typename T>
CaseResult measure(const MpiSession& session, const TimingOptions& options,
                   const std::vector<Variant>& variants);

extern template CaseResult measure<float>(const MpiSession&, const TimingOptions&,
                                          const std::vector<Variant>&);
extern template CaseResult measure<double>(const MpiSession&, const TimingOptions&,
                                           const std::vector<Variant>&);
extern template CaseResult measure<std::complex<float>>(const MpiSession&, const TimingOptions&,
                                                        const std::vector<Variant>&);
extern template CaseResult measure<std::complex<double>>(const MpiSession&, const TimingOptions&,
                                                         const std::vector<Variant>&);

} // namespace hetgrid::cli
