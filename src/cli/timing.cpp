#include "cli/timing.hpp"

#include <algorithm>
#include <chrono>
#include <complex>
#include <numeric>

#include "comm/collectives.hpp"

namespace hetgrid::cli {
namespace {

/// Who waits leaves its core, and the quota of its core, to others.
void barrier() {
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Ibarrier(MPI_COMM_WORLD, &request));
  comm::wait(request);
}

/// Seconds from the moment all ranks have arrived until the last has finished.
double time_once(const Variant& variant) {
  using Clock = std::chrono::steady_clock;
  barrier();
  const auto start = Clock::now();
  variant.run();
  const double mine = std::chrono::duration<double>(Clock::now() - start).count();
  barrier();
  double slowest = 0;
  HG_MPI(MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
  return slowest;
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

const Measurement* CaseResult::peer() const {
  const auto found = std::find_if(measurements.begin(), measurements.end(),
                                  [](const Measurement& one) { return one.routine == "ScaLAPACK"; });
  return found == measurements.end() ? nullptr : &*found;
}

template <typename T>
CaseResult measure(const MpiSession& session, const TimingOptions& options,
                   const std::vector<Variant>& variants, const std::vector<Check>& checks) {
  CaseResult result;
  for (std::size_t k = 0; k < variants.size(); ++k)
    result.measurements.push_back({variants[k].routine, variants[k].layout, checks[k], {}});
  AggregateRate<T> aggregate(options);
  aggregate.measure();
  for (int run = 0; run < options.runs; ++run) {
    for (std::size_t k = 0; k < variants.size(); ++k) {
      const std::size_t which = (k + static_cast<std::size_t>(run)) % variants.size();
      variants[which].prepare();
      result.measurements[which].seconds.push_back(time_once(variants[which]));
    }
    aggregate.measure();
  }
  result.rank_rates = aggregate.medians(session);
  return result;
}

template CaseResult measure<float>(const MpiSession&, const TimingOptions&, const std::vector<Variant>&,
                                   const std::vector<Check>&);
template CaseResult measure<double>(const MpiSession&, const TimingOptions&, const std::vector<Variant>&,
                                    const std::vector<Check>&);
template CaseResult measure<std::complex<float>>(const MpiSession&, const TimingOptions&,
                                                 const std::vector<Variant>&, const std::vector<Check>&);
template CaseResult measure<std::complex<double>>(const MpiSession&, const TimingOptions&,
                                                  const std::vector<Variant>&, const std::vector<Check>&);

} // namespace hetgrid::cli
