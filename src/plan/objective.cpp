#include "plan/objective.hpp"

#include <algorithm>
#include <numeric>

namespace hetgrid::plan {
namespace {

double sum(std::span<const double> x) {
  return std::accumulate(x.begin(), x.end(), 0.0);
}

} // namespace

TimeMatrix::TimeMatrix(std::span<const double> cycle_times, const Arrangement& arrangement)
    : p_(arrangement.p), q_(arrangement.q) {
  for (const int process : arrangement.process)
    t_.push_back(cycle_times[static_cast<std::size_t>(process)]);
}

TimeMatrix transposed(const TimeMatrix& t) {
  std::vector<double> values;
  for (int j = 0; j < t.q(); ++j)
    for (int i = 0; i < t.p(); ++i)
      values.push_back(t(i, j));
  return TimeMatrix(t.q(), t.p(), std::move(values));
}

double work(const Shares& shares) {
  return sum(shares.r) * sum(shares.c);
}

double makespan(const TimeMatrix& t, const Shares& shares) {
  double longest = 0;
  for (int i = 0; i < t.p(); ++i)
    for (int j = 0; j < t.q(); ++j)
      longest = std::max(longest, shares.r[static_cast<std::size_t>(i)] * t(i, j) *
                                      shares.c[static_cast<std::size_t>(j)]);
  return longest;
}

double normalised_work(const TimeMatrix& t, const Shares& shares) {
  return work(shares) / makespan(t, shares);
}

std::vector<double> best_columns(const TimeMatrix& t, std::span<const double> r) {
  std::vector<double> c;
  for (int j = 0; j < t.q(); ++j) {
    double longest = 0;
    for (int i = 0; i < t.p(); ++i)
      longest = std::max(longest, r[static_cast<std::size_t>(i)] * t(i, j));
    c.push_back(1 / longest);
  }
  return c;
}

std::vector<double> best_rows(const TimeMatrix& t, std::span<const double> c) {
  std::vector<double> r;
  for (int i = 0; i < t.p(); ++i) {
    double longest = 0;
    for (int j = 0; j < t.q(); ++j)
      longest = std::max(longest, t(i, j) * c[static_cast<std::size_t>(j)]);
    r.push_back(1 / longest);
  }
  return r;
}

double upper_bound(std::span<const double> cycle_times) {
  double bound = 0;
  for (const double t : cycle_times)
    bound += 1 / t;
  return bound;
}

double cyclic_work(const TimeMatrix& t) {
  return static_cast<double>(t.all().size()) / *std::ranges::max_element(t.all());
}

} // namespace hetgrid::plan
