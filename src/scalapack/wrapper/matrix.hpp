// Submatrices and PBLAS vectors of a wrapped call.
#pragma once

#include "comm/redistribute.hpp"
#include "scalapack/wrapper/call.hpp"
#include "scalapack/wrapper/zeroed.hpp"

#include <vector>

namespace hetgrid::scalapack::wrapper {

/// A submatrix, whatever its type: where it is and where it moves to.
class AnyMatrix : public Argument {
public:
  /// Rows, columns of the submatrix.
  Index m() const noexcept { return m_; }
  Index n() const noexcept { return n_; }
  bool empty() const noexcept { return m_ == 0 || n_ == 0; }
  /// The whole matrix of the caller, of which the submatrix begins at (i, j), from 0.
  const layout::Descriptor& caller() const noexcept { return caller_; }
  bool is_partitioned() const noexcept { return caller_.dtype == layout::dtype_partitioned; }
  Index i() const noexcept { return i_; }
  Index j() const noexcept { return j_; }
  /// Descriptor in the uniform layout, where the submatrix begins at (0, 0).
  const int* desc() const noexcept { return uniform_; }

  void check(api::ArgumentChecker& check, const comm::Grid& grid) override;
  Index extent() const override { return std::max(m_, n_); }

protected:
  /// position: of the local storage in the argument list; then I and J if `placed`, then the descriptor.
  AnyMatrix(Call& call, int position, bool placed, int i, int j, const int* desc, Index m, Index n,
            bool referenced);
  void lay_out(const Call& call);
  bool referenced() const noexcept { return referenced_; }
  int position() const noexcept { return position_; }

private:
  int position_;
  bool placed_, referenced_;
  layout::Descriptor caller_;
  Index i_, j_, m_, n_;
  int uniform_[9] = {};
};

inline Index lld(const AnyMatrix& a) noexcept {
  return a.desc()[8];
}

/// An m x n submatrix from (i, j), from 1.
template <typename T>
class Matrix : public AnyMatrix {
public:
  Matrix(Call& call, int position, Intent intent, const T* data, const int* i, const int* j, const int* desc,
         Index m, Index n, bool referenced = true)
      : Matrix(call, position, true, intent, data, *i, *j, desc, m, n, referenced) {}

  T* data() noexcept { return moved_.get(); }

  void allocate(const Call& call) override;
  std::size_t moving_memory(const Call& call) const override;
  /// Also what the routine should only write: it need not do so if it finds nothing to do.
  void move_in(const Call& call) override;
  void move_out(const Call& call) override;

protected:
  Matrix(Call& call, int position, bool placed, Intent intent, const T* data, int i, int j, const int* desc,
         Index m, Index n, bool referenced)
      : AnyMatrix(call, position, placed, i, j, desc, m, n, referenced), intent_(intent),
        callers_(const_cast<T*>(data)) {}

private:
  comm::Submatrix<T> callers(const Call& call) const;
  comm::Submatrix<T> moved(const Call& call) const;
  void list_rectangles(const Call& call);

  Intent intent_;
  T* callers_;
  Zeroed<T> moved_;
  // Of a partitioned matrix of the caller: its rectangles, to be read and to be written.
  std::vector<comm::Side<const T>> read_;
  std::vector<comm::Side<T>> written_;
};

/// One without I and J in the argument list: from (1, 1).
template <typename T>
class WholeMatrix : public Matrix<T> {
public:
  WholeMatrix(Call& call, int position, Intent intent, const T* data, const int* desc, Index m, Index n,
              bool referenced = true)
      : Matrix<T>(call, position, false, intent, data, 1, 1, desc, m, n, referenced) {}
};

/// A vector of the PBLAS, whatever its type: a row if INCX = M_X, a column if INCX = 1.
class AnyVector {
public:
  bool is_row() const noexcept { return row_; }
  const AnyMatrix& matrix() const noexcept { return *matrix_; }
  /// This process is one of the caller's processes that own the vector, which get scalars computed from it: all, if the
  /// matrix is partitioned.
  bool in_scope(const comm::Grid& grid) const;
  /// Rank in grid.all() of the caller's process that owns its first element.
  int owner(const comm::Grid& grid) const;
  /// Index, from 0, of its first element in the whole matrix.
  Index first() const noexcept { return row_ ? matrix_->j() : matrix_->i(); }

protected:
  AnyVector(const AnyMatrix& matrix, const int* desc, int increment, Index n)
      : matrix_(&matrix), row_(increment == desc[2]), single_(increment == 1 && desc[2] == 1 && n == 1) {}

private:
  const AnyMatrix* matrix_;
  bool row_;
  bool single_; ///< for the PBLAS a scalar, which only one process has
};

template <typename T>
class Vector : public Matrix<T>, public AnyVector {
public:
  Vector(Call& call, int position, Intent intent, const T* data, const int* i, const int* j, const int* desc,
         const int* increment, Index n)
      : Matrix<T>(call, position, intent, data, i, j, desc, *increment == desc[2] ? 1 : n,
                  *increment == desc[2] ? n : 1),
        AnyVector(*this, desc, *increment, n), callers_increment_(*increment) {}

  /// In the uniform layout.
  const int* increment() const noexcept { return is_row() ? this->desc() + 2 : &one; }

  void check(api::ArgumentChecker& check, const comm::Grid& grid) override;

private:
  int callers_increment_;
};

inline bool is_row(const AnyVector& x) noexcept {
  return x.is_row();
}

} // namespace hetgrid::scalapack::wrapper
