// Factors that operations other than factorizations begin with: made by hetgrid, on any layout, before anything is timed.
// Where kernels do not compute there is nothing to factor.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/time/comparison.hpp"
#include "cli/time/operation/queried_work.hpp"
#include "kernel/lapack.hpp"

namespace hetgrid::cli {

/// factor(info) on processes of the grid. Collective over the session. \throws SystemError, on all ranks, unless INFO = 0
template <typename Factor>
void make_factors(const MpiSession& session, const Context& context, const char* routine, Factor&& factor) {
  session.together([&] {
    int info = 0;
    if (context.inside() && kernel::computes())
      factor(&info);
    if (info != 0)
      throw SystemError("hg_p?" + std::string(routine) + " of an operand: INFO = " + std::to_string(info) +
                        ": expected 0");
  });
}

/// The Cholesky factor of `matrix`, n x n, in its place.
template <typename T>
void factor_cholesky(const MpiSession& session, const Context& context, char uplo, int n,
                     DistributedMatrix<T>& matrix) {
  make_factors(session, context, "potrf", [&](int* info) {
    const int one = 1;
    routines::potrf.of<T>(Library::hetgrid)(&uplo, &n, matrix.data(), &one, &one, matrix.descriptor(), info);
  });
}

/// L and U of `matrix`, n x n, in its place. \return IPIV; of a matrix that is not factored that of a random one
template <typename T>
std::vector<int> factor_lu(const MpiSession& session, const Context& context, int n, int block_size,
                           DistributedMatrix<T>& matrix) {
  std::vector<int> pivots(static_cast<std::size_t>(matrix.local_rows() + block_size));
  if (!kernel::computes()) {
    std::vector<int> all(static_cast<std::size_t>(n));
    kernel::modelled_pivots(n, n, all.data());
    for (Index i = 0; i < matrix.local_rows(); ++i)
      pivots[static_cast<std::size_t>(i)] = all[static_cast<std::size_t>(matrix.global_row(i))];
  }
  make_factors(session, context, "getrf", [&](int* info) {
    const int one = 1;
    routines::getrf.of<T>(Library::hetgrid)(&n, &n, matrix.data(), &one, &one, matrix.descriptor(),
                                            pivots.data(), info);
  });
  return pivots;
}

/// R and the reflectors of `matrix`, m x n, in its place. \return TAU
template <typename T>
std::vector<T> factor_qr(const MpiSession& session, const Context& context, int m, int n,
                         DistributedMatrix<T>& matrix) {
  std::vector<T> tau(static_cast<std::size_t>(std::max<Index>(1, matrix.local_columns())));
  make_factors(session, context, "geqrf", [&](int* info) {
    const int one = 1;
    QueriedWork<T> queried;
    *info = queried.call(Library::hetgrid, [&](const Work<T>& work, int* info_of_call) {
      routines::geqrf.of<T>(Library::hetgrid)(&m, &n, matrix.data(), &one, &one, matrix.descriptor(),
                                              tau.data(), work.work, &work.lwork, info_of_call);
    });
  });
  return tau;
}

} // namespace hetgrid::cli
