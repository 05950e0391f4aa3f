// What tasks on demand cost: the analysis of [Beaumont14] 3.3 and 4.2, corrected (n tasks a side, shares rs_k of the speeds, the
// second phase begins with e^-beta of the tasks):
//
//                   outer product                         matrix product
//   lower bound     2 n sum rs^(1/2)                      3 n^2 sum rs^(2/3)            blocks
//   x_k             sqrt(1 - exp(-beta rs_k))             cbrt(1 - exp(-beta rs_k))     part of each axis known to worker k
//   first phase     2 n sum x_k                           3 n^2 sum x_k^2
//   second phase    e^-beta n^2 sum rs_k 2 / (1 + x_k)    e^-beta n^3 sum rs_k 3 (1 - x_k^2) / (1 - x_k^3)
//
// x_k solves t_k(x_k) = (1 - e^-beta) T with Lemma 2, (1 - x^2)^(1 / rs_k) = e^-beta; Form::first_order expands it in rs_k.
#pragma once

#include "hetgrid/dynamic.hpp"

namespace hetgrid::dynamic {

enum class Form {
  exact,
  first_order, ///< theorem 6, and 4.2 with the coefficient 1/3, which the expansion has
  printed,     ///< 4.2 with the coefficient 1: what the paper's figures for matrices are computed with
};

/// n of the formulas: that of as many tasks.
double blocks_per_side(const Tasks& tasks);

/// Shares of the work. \throws ArgumentError unless there is at least one speed, and all are positive and finite
std::vector<double> relative_speeds(std::span<const double> speeds);

/// Blocks that are sent at least if all workers end together: each has a square, a cube of tasks.
/// \param shares of the work; 0: nothing to do
double lower_bound(Kernel kernel, double n, std::span<const double> shares);

/// Blocks that are sent.
struct Volumes {
  double first = 0, second = 0; ///< phase

  double sum() const { return first + second; }
};

/// Of dynamic-2-phases. \param beta positive
Volumes volumes(Kernel kernel, double n, std::span<const double> shares, double beta,
                Form form = Form::exact);

/// Beta with the smallest sum of volumes.
double optimal_beta(Kernel kernel, double n, std::span<const double> shares, Form form = Form::exact);
/// Of equal speeds: known before anybody's speed is.
double optimal_beta(Kernel kernel, double n, int workers, Form form = Form::exact);

/// What `hetgrid plan --server --dynamic` tells.
struct Analysis {
  double lower_bound = 0;   ///< blocks
  double beta = 0;          ///< optimal for the speeds
  Volumes volumes;          ///< with it
  double agnostic_beta = 0; ///< of equal speeds
  Volumes agnostic;         ///< with it
  double threshold = 0;     ///< tasks with which the second phase begins, for agnostic_beta

  double ratio() const { return volumes.sum() / lower_bound; }
  double agnostic_ratio() const { return agnostic.sum() / lower_bound; }
};

/// \param tasks may be more than most_tasks \throws ArgumentError on illegal speeds
Analysis analyse(const Tasks& tasks, std::span<const double> speeds, Form form = Form::exact);

} // namespace hetgrid::dynamic
