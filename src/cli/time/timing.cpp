#include "cli/time/timing.hpp"

#include <algorithm>
#include <complex>
#include <numeric>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "cli/time/trace/gather_trace.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "kernel/execution.hpp"

namespace hetgrid::cli {
namespace {

/// Every rank knows of a failure on any, also those outside of the grid.
void require_success(const MpiSession& session, const Variant& variant, int info) {
  session.together([&] {
    if (info != 0)
      throw SystemError(fmt::format("p?{} of {}, {} layout: INFO = {}", variant.routine, variant.library,
                                    variant.layout, info));
  });
}

/// What this rank knows of a run.
struct Run {
  double begin = 0, end = 0; ///< on the clock kernel::now()
  double slowest = 0;        ///< seconds from the moment all ranks have arrived until the last has finished
};

/// \param emulated  on rank 0, if speeds change from the beginning on
Run time_once(const MpiSession& session, const Variant& variant,
              const std::optional<EmulatedRuns>& emulated = {}) {
  Run run;
  comm::barrier(MPI_COMM_WORLD);
  if (emulated)
    emulated->begin();
  run.begin = kernel::now();
  const int info = variant.run();
  run.end = kernel::now();
  comm::barrier(MPI_COMM_WORLD);
  if (emulated)
    emulated->end();
  run.slowest = comm::all_reduced(run.end - run.begin, MPI_MAX, MPI_COMM_WORLD);
  require_success(session, variant, info);
  return run;
}

/// \throws InputError
std::optional<EmulatedRuns> emulated_runs_of(const MpiSession& session) {
  if (kernel::simulated) // in no time that an emulator knows
    return {};
  const std::optional<EmulatedRuns> runs = EmulatedRuns::from_environment();
  if (runs && runs->ranks() != static_cast<std::size_t>(session.size()))
    throw InputError(fmt::format("{}: {} ranks: expected {}, as there are", emulated_runs_variable,
                                 runs->ranks(), session.size()));
  return runs;
}

/// "getrf of hetgrid, uneven layout"
std::string described(const Variant& variant) {
  return fmt::format("{} of {}, {} layout", variant.routine, variant.library, variant.layout);
}

void warm_up(const MpiSession& session, const TimingOptions& options, const std::vector<Variant>& variants) {
  for (const Variant& variant : variants) {
    options.tell(described(variant) + ", for the first time");
    variant.prepare();
    require_success(session, variant, variant.run());
  }
}

/// The values of all ranks on rank 0, nothing elsewhere. Collective.
template <typename T>
std::vector<T> gather(const T& mine) {
  return comm::gather(std::vector{mine}, 0, MPI_COMM_WORLD);
}

/// The profiles of a variant's runs on this rank.
class ProfileSum {
public:
  static void reset() {
    measure::profile() = {};
    comm::traffic() = {};
  }
  /// What has come together since reset(), in a run that stands for so many.
  void add(int runs) {
    for (double measure::Profile::*entry : measure::profile_entries)
      sum_.seconds.*entry += runs * measure::profile().*entry;
    sum_.sent.bytes += runs * comm::traffic().bytes;
    sum_.sent.messages += runs * comm::traffic().messages;
    runs_ += runs;
  }
  RankProfile mean() const {
    RankProfile mean;
    for (double measure::Profile::*entry : measure::profile_entries)
      mean.seconds.*entry = sum_.seconds.*entry / runs_;
    mean.sent = {sum_.sent.bytes / runs_, sum_.sent.messages / runs_};
    return mean;
  }

private:
  RankProfile sum_;
  int runs_ = 0;
};

/// The speed of this rank's host in a simulation, where it does not change.
class SpeedOfHost {
public:
  SpeedOfHost(const TimingOptions&, std::size_t) {}
  void measure(const std::optional<EmulatedRuns>&) {}
  std::vector<double> medians() const { return {kernel::host_speed()}; }
};

/// This rank's rates, measured on all at the same time, repeated: at the first speeds, and at those after every change of them. What a
/// rank reaches under a quota is not that part of what it reaches alone: it depends on the timers of the kernel, and on what the
/// others leave of caches and clocks.
template <typename T>
class MeasuredRates {
public:
  MeasuredRates(const TimingOptions& options, std::size_t states)
      : timer_({options.aggregate_size, options.aggregate_size, options.aggregate_size}),
        seconds_(options.aggregate_seconds), rates_(states) {}

  /// \param emulated  on rank 0, if speeds change
  void measure(const std::optional<EmulatedRuns>& emulated) {
    for (std::vector<double>& rates : rates_) {
      comm::barrier(MPI_COMM_WORLD);
      if (&rates != &rates_.front()) {
        if (emulated)
          emulated->change();
        timer_.run(settling_seconds);
        comm::barrier(MPI_COMM_WORLD);
      }
      rates.push_back(timer_.run(seconds_));
    }
    comm::barrier(MPI_COMM_WORLD);
    if (emulated)
      emulated->end();
  }
  std::vector<double> medians() const {
    std::vector<double> medians;
    for (const std::vector<double>& rates : rates_)
      medians.push_back(measure::summarize(rates).median);
    return medians;
  }

private:
  /// After a change, until the quota is the new one.
  static constexpr double settling_seconds = 0.05;

  measure::GemmTimer<T> timer_;
  double seconds_;
  std::vector<std::vector<double>> rates_;
};

template <typename T>
using AggregateRates = std::conditional_t<kernel::simulated, SpeedOfHost, MeasuredRates<T>>;

std::vector<ScaledError> check(const Variant& variant) {
  std::vector<ScaledError> errors;
  for (const std::string& name : variant.error_names)
    errors.push_back({name, std::nullopt});
  if (kernel::computes()) {
    const std::vector<double> values = variant.check();
    for (std::size_t k = 0; k < errors.size(); ++k)
      errors[k].value = values.at(k);
  }
  return errors;
}

/// A run, which stands for so many, and, if it is to be traced, who did what.
void measure_once(const MpiSession& session, const Variant& variant, int runs, bool traced,
                  const std::optional<EmulatedRuns>& emulated, Measurement& measured, ProfileSum& profile) {
  constexpr std::size_t most_phases = 250'000; // of a process
  variant.prepare();
  ProfileSum::reset();
  if (traced)
    measure::trace().start(most_phases);
  const Run run = time_once(session, variant, emulated);
  measured.seconds.insert(measured.seconds.end(), static_cast<std::size_t>(runs), run.slowest);
  profile.add(runs);
  if (!traced)
    return;
  std::vector<measure::Interval> intervals = measure::trace().stop();
  measured.traces =
      gather_trace(session, {run.begin, run.end, std::move(intervals), {}, measure::trace().is_complete()});
}

} // namespace

void TimingOptions::tell(const std::string& what) const {
  if (clock)
    clock->tell(what.empty() || subject.empty() ? what : subject + ": " + what);
}

double together(const std::vector<double>& rates) {
  return std::accumulate(rates.begin(), rates.end(), 0.0);
}

double CaseResult::aggregate() const {
  return together(rank_rates);
}

double CaseResult::ideal_seconds(double flops) const {
  std::vector<double> rates{aggregate()};
  for (const std::vector<double>& changed : changed_rates)
    rates.push_back(together(changed));
  return cli::ideal_seconds(flops, rates, emulated ? emulated->changes() : std::vector<SpeedChange>());
}

double Measurement::mean() const {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
}

bool Measurement::passed() const {
  return std::all_of(errors.begin(), errors.end(), [](const ScaledError& one) { return one.passed(); });
}

const Measurement* CaseResult::find(const std::string& routine, const std::string& library,
                                    const std::string& layout) const {
  const auto found = std::find_if(measurements.begin(), measurements.end(), [&](const Measurement& one) {
    return one.routine == routine && one.library == library && one.layout == layout;
  });
  return found == measurements.end() ? nullptr : &*found;
}

double seconds_of_run(const MpiSession& session, const Variant& variant) {
  variant.prepare();
  return time_once(session, variant).slowest;
}

template <typename T>
CaseResult measure(const MpiSession& session, const TimingOptions& options,
                   const std::vector<Variant>& variants) {
  CaseResult result;
  session.together([&] {
    if (session.root())
      result.emulated = emulated_runs_of(session);
  });
  for (const Variant& one : variants) {
    Measurement& measured = result.measurements.emplace_back();
    measured.routine = one.routine;
    measured.library = one.library;
    measured.layout = one.layout;
    measured.flops = one.flops;
    measured.bytes = one.bytes;
  }
  std::vector<ProfileSum> profiles(variants.size());
  if (kernel::computes()) // else nothing but streams would be made, in next to no virtual time
    warm_up(session, options, variants);
  std::size_t states = result.emulated ? 1 + result.emulated->changes().size() : 1;
  comm::broadcast(&states, 1, 0, MPI_COMM_WORLD);
  AggregateRates<T> aggregate(options, states);
  const auto measure_aggregate = [&] {
    options.tell("what ranks can do alone");
    aggregate.measure(result.emulated);
  };
  measure_aggregate();
  // Where kernels do not compute nothing is left to chance: after the first run, which makes streams, each takes the
  // time of the second.
  const int runs = kernel::computes() ? options.runs : std::min(options.runs, 2);
  for (int run = 0; run < runs; ++run) {
    const auto first = static_cast<std::size_t>(runs - 1 - run); // 0 in the last run
    for (std::size_t k = 0; k < variants.size(); ++k) {
      const std::size_t which = (first + k) % variants.size();
      const Variant& variant = variants[which];
      Measurement& measured = result.measurements[which];
      options.tell(fmt::format("{}, run {} of {}", described(variant), run + 1, runs));
      measure_once(session, variant, first == 0 ? options.runs - run : 1,
                   options.trace && first == 0 && variant.library == "hetgrid", result.emulated, measured,
                   profiles[which]);
      if (first == 0)
        measured.errors = check(variant);
      if (first == 0 && variant.growth && kernel::computes())
        measured.growth = variant.growth();
    }
    measure_aggregate();
  }
  options.tell("");
  for (std::size_t k = 0; options.profile && k < variants.size(); ++k)
    if (variants[k].library == "hetgrid")
      result.measurements[k].profiles = gather(profiles[k].mean());
  const std::vector<double> rates = aggregate.medians();
  result.rank_rates = gather(rates.front());
  for (std::size_t state = 1; state < states; ++state)
    result.changed_rates.push_back(gather(rates[state]));
  return result;
}

template CaseResult measure<float>(const MpiSession&, const TimingOptions&, const std::vector<Variant>&);
template CaseResult measure<double>(const MpiSession&, const TimingOptions&, const std::vector<Variant>&);
template CaseResult measure<std::complex<float>>(const MpiSession&, const TimingOptions&,
                                                 const std::vector<Variant>&);
template CaseResult measure<std::complex<double>>(const MpiSession&, const TimingOptions&,
                                                  const std::vector<Variant>&);

} // namespace hetgrid::cli
