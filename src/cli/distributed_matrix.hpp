// Matrices of the timing driver: filled by global index, so that every layout holds the same matrix.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/matrix_market.hpp"
#include "cli/mpi_session.hpp"
#include "comm/grid.hpp"
#include "comm/mpi_check.hpp"
#include "hetgrid/layout.hpp"
#include "kernel/blas.hpp"

namespace hetgrid::cli {

using layout::Index;

/// Uniformly distributed in [-1/2, 1/2): the number `index` of the stream `seed`, a hash of both
/// (SplitMix64).
double random_number(std::uint64_t seed, std::uint64_t index);

/// Vectors of the checks: whole on every rank, in double precision whatever the matrix.
using Vector = std::vector<std::complex<double>>;

/// Vector number `seed` of n random real numbers.
Vector random_vector(Index n, std::uint64_t seed);

/// A matrix on a grid, uneven or block-cyclic; ranks outside of the grid hold none of it.
template <typename T>
class DistributedMatrix {
public:
  /// \param grid       nullptr on ranks outside
  /// \param descriptor of the m x n matrix; not used on ranks outside
  DistributedMatrix(const comm::Grid* grid, const layout::Descriptor& descriptor);

  T* data() noexcept { return data_.data(); }
  const T* data() const noexcept { return data_.data(); }
  const int* descriptor() const noexcept { return desc_; }

  /// Every element random, stream `seed`.
  void fill_random(std::uint64_t seed);
  /// The entries of `source`, which only rank 0 has to hold. Collective over the session.
  void fill(const MpiSession& session, const EntryList& source);
  /// Every element NaN: what is not written later is found out.
  void poison();

  /// op(this) x, or with absolute values of the elements |op(this)| x. Collective over MPI_COMM_WORLD.
  Vector multiply(kernel::Transpose op, const Vector& x, bool absolute = false) const;
  /// The largest absolute value of an element; infinite if any is NaN. Collective over MPI_COMM_WORLD.
  double largest() const;
  /// The largest absolute difference between elements of this and `other`, which has the same layout;
  /// infinite if any is NaN. Collective over MPI_COMM_WORLD.
  double largest_difference(const DistributedMatrix& other) const;

private:
  /// body(global row, global column, element) of every local element; Self is this class, const or not.
  template <typename Self, typename Body>
  static void for_each(Self& self, Body&& body);

  int desc_[9] = {};
  Index m_ = 0, n_ = 0, ld_ = 1;
  std::vector<Index> rows_, columns_; ///< global index of every local row and column
  std::vector<T> data_;
};

extern template class DistributedMatrix<float>;
extern template class DistributedMatrix<double>;
extern template class DistributedMatrix<std::complex<float>>;
extern template class DistributedMatrix<std::complex<double>>;

} // namespace hetgrid::cli
