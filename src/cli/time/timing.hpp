// Interleaved timing of several variants of one operation, against what the ranks can do at best.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/mpi/mpi_session.hpp"
#include "cli/output/progress_clock.hpp"
#include "cli/output/trace.hpp"
#include "cli/process/emulated_runs.hpp"
#include "comm/traffic.hpp"
#include "hetgrid/plan.hpp"
#include "measure/gemm_timer.hpp"
#include "measure/profile.hpp"

namespace hetgrid::cli {

/// LAPACK's and ScaLAPACK's testers accept scaled errors below it.
inline constexpr double residual_limit = 30;

/// How wrong a result is, in units of the rounding errors that have to be expected. NaN counts as infinite.
struct ScaledError {
  std::string name;            ///< for the table and, with underscores, for JSON
  std::optional<double> value; ///< nothing if kernels do not compute, so that there is no result

  bool passed() const { return !value || *value < residual_limit; }
};

/// Where the time of a rank goes and what it sends.
struct RankProfile {
  measure::Profile seconds;
  comm::Traffic sent;
};

/// One way to do an operation: a routine of a library on a layout.
struct Variant {
  std::string routine;                  ///< "gemm", "getrf" ...
  std::string library;                  ///< "hetgrid", "ScaLAPACK"
  std::string layout;                   ///< "uniform", "uneven"
  double flops;                         ///< floating-point operations
  std::function<void()> prepare;        ///< sets the operands; collective over all ranks
  std::function<int()> run;             ///< what is timed; collective over all ranks. \return INFO
  std::vector<std::string> error_names; ///< of what check returns
  std::function<std::vector<double>()>
      check;        ///< scaled errors of the result of run; collective over all ranks
  double bytes = 0; ///< moved, of a routine that only moves
  std::function<double()>
      growth{}; ///< of elements, by the last run; empty: not told. Collective over all ranks
  std::function<void(const schedule::Parameters&)> use{}; ///< how it works from now on; collective
};

/// A case of an operation: what its variants have in common. Which of the sizes and letters matter depends
/// on the operation.
struct Case {
  std::string operation;
  char precision = 'd';
  int m = 0, n = 0, k = 0, nrhs = 0;
  int block_size = 0;
  char side = 'L', transa = 'N', transb = 'N', uplo = 'L';

  /// Of the operand that stands on that side of an m x n matrix.
  int order() const { return side == 'L' ? m : n; }
};

/// Results of a variant, equal on all ranks but for what rank 0 alone has.
struct Measurement {
  std::string routine, library, layout;
  double flops = 0;
  std::vector<double> seconds;         ///< every run, the slowest rank's time
  std::vector<ScaledError> errors;     ///< of the last run
  std::vector<RankProfile> profiles{}; ///< of every rank, mean over the runs, on rank 0, if asked for
  std::vector<RankTrace> traces{};     ///< of every rank, of the last run, on rank 0, if asked for
  double bytes = 0;                    ///< moved, of a routine that only moves
  std::optional<double> growth{};      ///< of elements, by the last run; nothing: not told

  double median() const { return measure::summarize(seconds).median; }
  double mean() const;
  bool passed() const;
};

/// What ranks with these rates can do if they never wait: the sum.
double together(const std::vector<double>& rates);

struct CaseResult {
  Case parameters;
  int p = 0, q = 0;
  std::vector<double> rank_rates; ///< every rank's own gemm, median over the runs, operations a second
  std::vector<Measurement> measurements;
  std::optional<EmulatedRuns> emulated{};           ///< on rank 0, if speeds change during runs
  std::vector<std::vector<double>> changed_rates{}; ///< then, after each change; rank_rates are those before

  /// Of rank_rates.
  double aggregate() const;
  /// That a run of so many operations would take then, as rates change. On rank 0.
  double ideal_seconds(double flops) const;
  /// The measurement of `routine` of a library on a layout; nullptr if there is none.
  const Measurement* find(const std::string& routine, const std::string& library,
                          const std::string& layout) const;
};

struct TimingOptions {
  int runs = 5;
  int aggregate_size = 1536;      ///< order of the local multiply that tells a rank's own rate
  double aggregate_seconds = 0.4; ///< of each measurement of it: one before the first and one after each run
  bool profile = false;           ///< where the time of hetgrid's routines goes
  bool trace = false;             ///< the same, over time
  ProgressClock* clock = nullptr; ///< hears what is being done; nullptr: nobody does
  std::string subject{};          ///< of what it hears

  void tell(const std::string& what) const;
};

/// Each run measures every variant once, in changing order, so that all meet the same state of the machine.
/// Before, every variant runs once without being timed: nothing happens for the first time. The results of
/// the last run are checked, in the order of the variants.
/// \throws SystemError, on all ranks, if a routine fails
template <typename T>
CaseResult measure(const MpiSession& session, const TimingOptions& options,
                   const std::vector<Variant>& variants);

/// Seconds of a run, those of the slowest rank, the same on all. Collective. \throws SystemError, on all ranks
double seconds_of_run(const MpiSession& session, const Variant& variant);

extern template CaseResult measure<float>(const MpiSession&, const TimingOptions&,
                                          const std::vector<Variant>&);
extern template CaseResult measure<double>(const MpiSession&, const TimingOptions&,
                                           const std::vector<Variant>&);
extern template CaseResult measure<std::complex<float>>(const MpiSession&, const TimingOptions&,
                                                        const std::vector<Variant>&);
extern template CaseResult measure<std::complex<double>>(const MpiSession&, const TimingOptions&,
                                                         const std::vector<Variant>&);

} // namespace hetgrid::cli
