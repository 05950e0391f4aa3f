#include "cli/timing.hpp"

#include <algorithm>
#include <chrono>
#include <complex>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

#include "comm/collectives.hpp"
#include "comm/mpi_check.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

/// Who waits leaves its core, and the quota of its core, to others.
void barrier() {
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Ibarrier(MPI_COMM_WORLD, &request));
  comm::wait(request);
}

/// Every rank knows of a failure on any, also those outside of the grid.
void require_success(const MpiSession& session, const Variant& variant, int info) {
  session.together([&] {
    if (info != 0)
      throw SystemError(fmt::format("p?{} of {}, {} layout: INFO = {}", variant.routine, variant.library,
                                    variant.layout, info));
  });
}

/// Seconds from the moment all ranks have arrived until the last has finished.
double time_once(const MpiSession& session, const Variant& variant) {
  using Clock = std::chrono::steady_clock;
  barrier();
  const auto start = Clock::now();
  const int info = variant.run();
  const double mine = std::chrono::duration<double>(Clock::now() - start).count();
  barrier();
  double slowest = 0;
  HG_MPI(MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
  require_success(session, variant, info);
  return slowest;
}

void warm_up(const MpiSession& session, const std::vector<Variant>& variants) {
  for (const Variant& variant : variants) {
    variant.prepare();
    require_success(session, variant, variant.run());
  }
}

void add(linalg::Profile& sum, const linalg::Profile& run) {
  sum.panel += run.panel;
  sum.exchange += run.exchange;
  sum.update += run.update;
  sum.swap += run.swap;
  sum.idle += run.idle;
}

/// The mean of `runs` runs on every rank, from the sums of each.
std::vector<linalg::Profile> gather_means(const MpiSession& session, const linalg::Profile& sum, int runs) {
  constexpr int count = sizeof(linalg::Profile) / sizeof(double);
  static_assert(std::is_trivially_copyable_v<linalg::Profile> && count == 5);
  std::vector<linalg::Profile> all(static_cast<std::size_t>(session.size()));
  HG_MPI(MPI_Allgather(&sum, count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, MPI_COMM_WORLD));
  for (linalg::Profile& one : all)
    one = {one.panel / runs, one.exchange / runs, one.update / runs, one.swap / runs, one.idle / runs};
  return all;
}

/// Every rank's rate, all at the same time, repeated.
template <typename T>
class AggregateRate {
public:
  explicit AggregateRate(const TimingOptions& options)
      : timer_({options.aggregate_size, options.aggregate_size, options.aggregate_size}),
        seconds_(options.aggregate_seconds) {}

  void measure() {
    barrier();
    rates_.push_back(timer_.run(seconds_));
  }

  std::vector<double> medians(const MpiSession& session) const {
    const double mine = kernel::summarize(rates_).median;
    std::vector<double> all(static_cast<std::size_t>(session.size()));
    HG_MPI(MPI_Allgather(&mine, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD));
    return all;
  }

private:
  kernel::GemmTimer<T> timer_;
  double seconds_;
  std::vector<double> rates_;
};

} // namespace

double CaseResult::aggregate() const {
  return std::accumulate(rank_rates.begin(), rank_rates.end(), 0.0);
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

template <typename T>
CaseResult measure(const MpiSession& session, const TimingOptions& options,
                   const std::vector<Variant>& variants) {
  CaseResult result;
  for (const Variant& one : variants)
    result.measurements.push_back({one.routine, one.library, one.layout, one.flops, {}, {}, {}, one.bytes});
  std::vector<linalg::Profile> profiles(variants.size());
  warm_up(session, variants);
  AggregateRate<T> aggregate(options);
  aggregate.measure();
  for (int run = 0; run < options.runs; ++run) {
    const auto first = static_cast<std::size_t>(options.runs - 1 - run); // 0 in the last run
    for (std::size_t k = 0; k < variants.size(); ++k) {
      const std::size_t which = (first + k) % variants.size();
      variants[which].prepare();
      linalg::profile() = {};
      result.measurements[which].seconds.push_back(time_once(session, variants[which]));
      add(profiles[which], linalg::profile());
      if (first == 0)
        result.measurements[which].errors = variants[which].check();
    }
    aggregate.measure();
  }
  for (std::size_t k = 0; options.profile && k < variants.size(); ++k)
    if (variants[k].library == "hetgrid")
      result.measurements[k].profiles = gather_means(session, profiles[k], options.runs);
  result.rank_rates = aggregate.medians(session);
  return result;
}

template CaseResult measure<float>(const MpiSession&, const TimingOptions&, const std::vector<Variant>&);
template CaseResult measure<double>(const MpiSession&, const TimingOptions&, const std::vector<Variant>&);
template CaseResult measure<std::complex<float>>(const MpiSession&, const TimingOptions&,
                                                 const std::vector<Variant>&);
template CaseResult measure<std::complex<double>>(const MpiSession&, const TimingOptions&,
                                                  const std::vector<Variant>&);

} // namespace hetgrid::cli
