// The objective of [Boudet99] 4.1: maximise W = (sum_i r_i)(sum_j c_j) under r_i t_ij c_j <= 1.
#pragma once

#include "hetgrid/plan.hpp"

#include <span>
#include <vector>

namespace hetgrid::plan {

/// Cycle-times of a p x q grid: t(i, j) is that of the process at (i, j). Row-major.
class TimeMatrix {
public:
  TimeMatrix(int p, int q, std::vector<double> t) : p_(p), q_(q), t_(std::move(t)) {}
  TimeMatrix(std::span<const double> cycle_times, const Arrangement& arrangement);

  int p() const noexcept { return p_; }
  int q() const noexcept { return q_; }
  double operator()(int i, int j) const noexcept { return t_[static_cast<std::size_t>(i) * q_ + j]; }
  double& operator()(int i, int j) noexcept { return t_[static_cast<std::size_t>(i) * q_ + j]; }
  std::span<const double> all() const noexcept { return t_; }

private:
  int p_, q_;
  std::vector<double> t_;
};

/// The grid with rows and columns exchanged.
TimeMatrix transposed(const TimeMatrix& t);

/// (sum r)(sum c), for shares that respect r_i t_ij c_j <= 1.
double work(const Shares& shares);

/// max_ij r_i t_ij c_j: time in which the slowest process does its share.
double makespan(const TimeMatrix& t, const Shares& shares);

/// W of the shares scaled until they just respect the constraints: work / makespan.
double normalised_work(const TimeMatrix& t, const Shares& shares);

/// The largest shares of the columns for given shares of the rows, c_j = 1 / max_i r_i t_ij, and the reverse.
std::vector<double> best_columns(const TimeMatrix& t, std::span<const double> r);
std::vector<double> best_rows(const TimeMatrix& t, std::span<const double> c);

/// sum 1/t: no arrangement and no shares can do more work per unit time.
double upper_bound(std::span<const double> cycle_times);

/// W of the uniform layout: every process does what the slowest can, p q / max t.
double cyclic_work(const TimeMatrix& t);

} // namespace hetgrid::plan
