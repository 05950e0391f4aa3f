// Matrices of the timing driver: filled by global index, so that every layout holds the same matrix.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/files/matrix_market.hpp"
#include "cli/mpi/mpi_session.hpp"
#include "comm/collectives.hpp"
#include "comm/grid.hpp"
#include "hetgrid/layout.hpp"
#include "kernel/blas.hpp"
#include "kernel/workspace.hpp"

namespace hetgrid::cli {

using layout::Index;

/// Uniformly distributed in [-1/2, 1/2): the number `index` of the stream `seed`, a hash of both
/// (SplitMix64).
double random_number(std::uint64_t seed, std::uint64_t index);

/// Vectors of the checks: whole on every rank, in double precision whatever the matrix.
using Vector = std::vector<std::complex<double>>;

/// Sums over MPI_COMM_WORLD, in place.
void sum_over_ranks(Vector& x);

/// max_i |x_i|, and max_i |x - y|_i of vectors of one length; infinite if any is NaN.
double norm_infinity(const Vector& x);
double norm_infinity_of_difference(Vector x, const Vector& y);

/// |x_i|.
Vector absolute(Vector x);

/// Vector number `seed` of n random real numbers.
Vector random_vector(Index n, std::uint64_t seed);

/// Elements of a matrix that count; the others are taken as zero, and the diagonal of a unit triangle as one.
enum class Part { all, upper, lower, unit_lower };

/// A matrix on a grid, uneven, block-cyclic or partitioned; ranks outside of the grid hold none of it.
template <typename T>
class DistributedMatrix {
public:
  /// \param grid       nullptr on ranks outside
  /// \param descriptor of the m x n matrix; not used on ranks outside
  DistributedMatrix(const comm::Grid* grid, const layout::Descriptor& descriptor);
  DistributedMatrix(const DistributedMatrix& other);
  DistributedMatrix(DistributedMatrix&&) noexcept = default;
  DistributedMatrix& operator=(const DistributedMatrix&) = delete;
  DistributedMatrix& operator=(DistributedMatrix&&) noexcept = default;

  T* data() noexcept { return data_.data(); }
  const T* data() const noexcept { return data_.data(); }
  const int* descriptor() const noexcept { return desc_; }

  // Where kernels do not compute, neither a copy nor anything below touches an element.

  /// Every element random, stream `seed`.
  void fill_random(std::uint64_t seed);
  /// Likewise, but n on the diagonal: well conditioned, and so are its triangles.
  void fill_diagonally_dominant(std::uint64_t seed);
  /// Hermitian: the lower triangle from the stream `seed`.
  void fill_hermitian(std::uint64_t seed);
  /// Likewise, and positive definite: 2 sqrt(n) on the diagonal, which makes the condition small.
  void fill_positive_definite(std::uint64_t seed);
  /// The entries of `source`, which only rank 0 has to hold. Collective over the session.
  void fill(const MpiSession& session, const EntryList& source);
  /// The elements of `other`, which has the same layout.
  void copy(const DistributedMatrix& other);
  /// Every element NaN: what is not written later is found out.
  void poison();
  /// The elements outside of the triangle, upper or lower: that they are read is found out.
  void poison_beside(Part triangle);

  /// op(part of this) x. Collective over MPI_COMM_WORLD.
  Vector multiply(kernel::Transpose op, const Vector& x, Part part = Part::all) const;
  /// |op(part of this)| x, with the absolute value of every element. Collective over MPI_COMM_WORLD.
  Vector multiply_absolute(kernel::Transpose op, const Vector& x, Part part = Part::all) const;
  /// The largest row sum of |op(this)|. Collective over MPI_COMM_WORLD.
  double norm_infinity(kernel::Transpose op = kernel::Transpose::no) const;
  /// Of the Hermitian matrix whose `triangle`, upper or lower, is this one's: its product with x, and that of absolute
  /// values. Collective over MPI_COMM_WORLD.
  Vector multiply_hermitian(Part triangle, const Vector& x) const;
  Vector multiply_hermitian_absolute(Part triangle, const Vector& x) const;
  /// Columns first ... first + count - 1, by columns, on every rank. Collective over MPI_COMM_WORLD.
  Vector columns(Index first, Index count) const;
  /// The largest absolute value of an element of part of this; infinite if any is NaN. Collective over MPI_COMM_WORLD.
  double largest(Part part = Part::all) const;
  /// The largest absolute difference between elements of this and `other`, which has the same layout;
  /// infinite if any is NaN. Collective over MPI_COMM_WORLD.
  double largest_difference(const DistributedMatrix& other) const;

  // Of a matrix that is not partitioned.

  Index local_rows() const noexcept { return inside() ? std::ssize(arrays_[0].rows) : 0; }
  Index local_columns() const noexcept { return inside() ? std::ssize(arrays_[0].columns) : 0; }
  /// Global, of a local one.
  Index global_row(Index local) const noexcept { return arrays_[0].rows[static_cast<std::size_t>(local)]; }
  /// An entry for each global row, on every rank, from one for each local row, which all processes of a grid
  /// row have alike: IPIV. Collective over MPI_COMM_WORLD.
  template <typename Value>
  Vector gather_rows(const std::vector<Value>& local) const;
  /// Likewise for columns: TAU.
  template <typename Value>
  Vector gather_columns(const std::vector<Value>& local) const;

private:
  /// Elements in some rows and columns, which are those of a local array, or of one of them.
  struct LocalArray {
    std::vector<Index> rows, columns; ///< global
    Index offset = 0, ld = 1;
  };

  bool inside() const noexcept { return !arrays_.empty(); }
  void add_array(const layout::Axis& rows, int row, const layout::Axis& columns, int column, Index offset,
                 Index ld);
  /// body(global row, global column, element) of every local element; Self is this class, const or not.
  template <typename Self, typename Body>
  static void for_each(Self& self, Body&& body);
  /// The sum of coefficient(global row, global column, element) times an element of x.
  template <typename Coefficient>
  Vector multiply_by(Coefficient&& coefficient, bool transposed, const Vector& x) const;
  /// Likewise of a Hermitian matrix, coefficient(element) for each in its triangle.
  template <typename Coefficient>
  Vector multiply_hermitian_by(Coefficient&& coefficient, Part triangle, const Vector& x) const;
  /// Hermitian, diagonal(random number) on the diagonal.
  template <typename Diagonal>
  void fill_hermitian_with(std::uint64_t seed, Diagonal&& diagonal);

  int desc_[9] = {};
  Index m_ = 0, n_ = 0;
  bool first_row_ = false, first_column_ = false; ///< of the grid: this rank is there
  std::vector<LocalArray> arrays_;                ///< one, unless partitioned
  kernel::Workspace<T> data_;
};

template <typename T>
template <typename Value>
Vector DistributedMatrix<T>::gather_rows(const std::vector<Value>& local) const {
  Vector all(static_cast<std::size_t>(m_));
  for (Index i = 0; first_column_ && i < local_rows(); ++i)
    all[static_cast<std::size_t>(arrays_[0].rows[static_cast<std::size_t>(i)])] =
        local[static_cast<std::size_t>(i)];
  sum_over_ranks(all);
  return all;
}

template <typename T>
template <typename Value>
Vector DistributedMatrix<T>::gather_columns(const std::vector<Value>& local) const {
  Vector all(static_cast<std::size_t>(n_));
  for (Index j = 0; first_row_ && j < local_columns(); ++j)
    all[static_cast<std::size_t>(arrays_[0].columns[static_cast<std::size_t>(j)])] =
        local[static_cast<std::size_t>(j)];
  sum_over_ranks(all);
  return all;
}

extern template class DistributedMatrix<float>;
extern template class DistributedMatrix<double>;
extern template class DistributedMatrix<std::complex<float>>;
extern template class DistributedMatrix<std::complex<double>>;

} // namespace hetgrid::cli
