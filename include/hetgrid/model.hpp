// Predicted time of an operation on a layout, for a platform: computing, master steps, communication, memory.
#pragma once

#include "hetgrid/platform.hpp"

#include <cstdint>
#include <vector>

namespace hetgrid::plan {

struct Plan;
struct Distribution;

/// What is computed. The trailing matrix of the factorizations shrinks, which decides the order of the blocks in a panel
/// ([Boudet99] 2.3.2 and 3.2.2).
enum class Operation { gemm, getrf, geqrf, potrf };

inline constexpr bool is_factorization(Operation operation) {
  return operation != Operation::gemm;
}

/// An operation on square matrices.
struct Problem {
  Operation operation = Operation::gemm;
  std::int64_t n = 4000; ///< order of the matrices, elements
  int block_size = 64;   ///< r, elements
  int element_bytes = 8; ///< 4, 8 or 16: single, double precision or single complex, double complex

  std::int64_t blocks() const { return (n + block_size - 1) / block_size; }
  /// Floating-point operations as LAPACK counts them, real: 2 n^3, 2/3 n^3, 4/3 n^3, 1/3 n^3.
  double operations() const;
  /// Bytes of all operands, on all processes together: A, B and C of a product, A of a factorization.
  double matrix_bytes() const {
    return (is_factorization(operation) ? 1.0 : 3.0) * static_cast<double>(n) * static_cast<double>(n) *
           element_bytes;
  }
};

/// \throws ArgumentError unless n and block_size are positive and element_bytes is 4, 8 or 16
void validate(const Problem& problem);

/// Parts of a predicted time on one process, seconds.
struct ProcessPrediction {
  double update = 0;        ///< of C or of the trailing matrix
  double panel = 0;         ///< master steps: factoring panels, triangular solves
  double communication = 0; ///< sending and receiving
  double idle = 0;          ///< the rest: waiting for others
  double bytes = 0;         ///< received from other processes
  double memory = 0;        ///< bytes of matrices and panels
};

struct Prediction {
  double seconds = 0;
  std::vector<ProcessPrediction> processes; ///< one for each process of the platform
  double gflops = 0;                        ///< operations / seconds, 1e9 a second
  double efficiency = 0; ///< gflops of all that the processes could do together, at their local sizes
  double bytes = 0;      ///< moved between processes
  bool fits = true;      ///< in the memory of every process
};

/// Predicted run of hetgrid's own algorithm on the plan's layout; platform processes that the plan does not know are idle.
/// \throws ArgumentError if the plan has more processes than the platform, or the problem is illegal
Prediction predict(const Plan& plan, const Platform& platform, const Problem& problem);

/// The same for any distribution of blocks, by the same rules, as far as it need not be a grid. Processes without blocks
/// take no part, not even in passing on panels, which they do in a grid.
/// \throws ArgumentError on an owner that the platform has not, a wrong number of blocks, or an illegal problem
Prediction predict(const Distribution& distribution, const Platform& platform, const Problem& problem);

} // namespace hetgrid::plan
