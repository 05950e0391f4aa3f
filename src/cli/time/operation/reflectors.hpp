// Q of P?GEQRF as an operator on vectors, in double precision, for checks.
#pragma once

#include <algorithm>
#include <complex>
#include <vector>

#include "cli/time/distributed_matrix.hpp"

namespace hetgrid::cli {

/// Q = H_1 ... H_k of order m, H_j = I - tau_j v_j v_j^H, v_j = (0 ... 0, 1, column j below the diagonal).
template <typename T>
class Reflectors {
public:
  /// Columns that every rank holds at a time, in double precision and complex.
  static constexpr Index width = 64;

  /// \param factors  which must live as long as this, m rows, at least k columns
  /// \param tau      of the local columns. Collective over MPI_COMM_WORLD, as the products are.
  Reflectors(const DistributedMatrix<T>& factors, Index m, Index k, const std::vector<T>& tau)
      : factors_(factors), m_(m), k_(k), tau_(factors.gather_columns(tau)) {}

  /// z = Q z = H_1 ... H_k z.
  void multiply(Vector& z) const {
    for (Index first = (k_ - 1) / width * width; first >= 0; first -= width) {
      const Index count = std::min(width, k_ - first);
      const Vector v = factors_.columns(first, count);
      for (Index j = count; j-- > 0;)
        reflect(z, first + j, v.data() + j * m_, tau_[static_cast<std::size_t>(first + j)]);
    }
  }

  /// z = Q^H z = H_k^H ... H_1^H z.
  void multiply_conjugate(Vector& z) const {
    for (Index first = 0; first < k_; first += width) {
      const Index count = std::min(width, k_ - first);
      const Vector v = factors_.columns(first, count);
      for (Index j = 0; j < count; ++j)
        reflect(z, first + j, v.data() + j * m_, std::conj(tau_[static_cast<std::size_t>(first + j)]));
    }
  }

private:
  /// z = H z, H = I - tau v v^H, v = (0 ... 0, 1, column(j+1 : m)).
  void reflect(Vector& z, Index j, const std::complex<double>* column, std::complex<double> tau) const {
    std::complex<double> sum = z[static_cast<std::size_t>(j)];
    for (Index i = j + 1; i < m_; ++i)
      sum += std::conj(column[i]) * z[static_cast<std::size_t>(i)];
    sum *= tau;
    z[static_cast<std::size_t>(j)] -= sum;
    for (Index i = j + 1; i < m_; ++i)
      z[static_cast<std::size_t>(i)] -= sum * column[i];
  }

  const DistributedMatrix<T>& factors_;
  Index m_, k_;
  Vector tau_;
};

} // namespace hetgrid::cli
