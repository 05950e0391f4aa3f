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
  std::string routine;           ///< "hetgrid", "ScaLAPACK"
  std::string layout;            ///< "uniform", "uneven"
  std::function<void()> prepare; ///< sets the operands; collective over all ranks
  std::function<void()> run;     ///< what is timed; collective over all ranks
};

/// LAPACK's and ScaLAPACK's testers accept scaled errors below it.
inline constexpr double residual_limit = 30;

/// How wrong a result is, in units of the rounding errors that have to be expected. NaN counts as infinite.
struct Check {
  double residual = 0;   ///< against the operands
  double difference = 0; ///< the largest of an element from that of ScaLAPACK's result

  bool passed() const { return residual < residual_limit && difference < residual_limit; }
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
  Check check;
  std::vector<double> seconds; ///< every run, the slowest rank's time

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

struct TimingOptions {
  int runs = 5;
  int aggregate_size = 1536;      ///< order of the local multiply that tells a rank's own rate
  double aggregate_seconds = 0.4; ///< of each measurement of it: one before the first and one after each run
};

/// Each run measures every variant once, in changing order, so that all meet the same state of the machine.
/// The variants have run before, for their checks: nothing happens for the first time.
template <typename T>
CaseResult measure(const MpiSession& session, const TimingOptions& options,
                   const std::vector<Variant>& variants, const std::vector<Check>& checks);

extern template CaseResult measure<float>(const MpiSession&, const TimingOptions&,
                                          const std::vector<Variant>&, const std::vector<Check>&);
extern template CaseResult measure<double>(const MpiSession&, const TimingOptions&,
                                           const std::vector<Variant>&, const std::vector<Check>&);
extern template CaseResult measure<std::complex<float>>(const MpiSession&, const TimingOptions&,
                                                        const std::vector<Variant>&,
                                                        const std::vector<Check>&);
extern template CaseResult measure<std::complex<double>>(const MpiSession&, const TimingOptions&,
                                                         const std::vector<Variant>&,
                                                         const std::vector<Check>&);

} // namespace hetgrid::cli
