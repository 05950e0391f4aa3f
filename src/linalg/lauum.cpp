// L^H L and U U^H as sums over the windows of L's rows and U's columns. With the window K = [k, k + w) and what lies before
// it, P = [0, k):
//
//     A(P,P) += L(K,P)^H L(K,P)      A(P,P) += U(P,K) U(P,K)^H      nearly all of the work
//     A(K,P)  = L(K,K)^H L(K,P)      A(P,K)  = U(P,K) U(K,K)^H
//     A(K,K)  = L(K,K)^H L(K,K)      A(K,K)  = U(K,K) U(K,K)^H
//
// Then P and K hold the product of their part of the triangle. What a window consists of is as it was given until it is its
// turn, so that panels travel ahead of it as those of any product do (outer_product.hpp): L(K,P) to the columns and its
// conjugate transpose to the rows of A, the other way round for U.
#include "linalg/lauum.hpp"

#include "kernel/lapack.hpp"
#include "linalg/diagonal_stream.hpp"
#include "linalg/outer_product.hpp"
#include "linalg/triangle.hpp"

#include <algorithm>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

template <typename T>
class Product {
public:
  Product(Grid& grid, Uplo uplo, const Submatrix<T>& a)
      : grid_(grid), uplo_(uplo), lower_(uplo == Uplo::lower), a_(a),
        window_(std::min(a.m, gemm_depth(grid, a, a.m))), panels_of_columns_(source(Operand::a)),
        panels_of_rows_(source(Operand::b)), diagonal_(grid, comm::as_const(a), window_),
        triangle_(grid, uplo, a) {}

  static std::size_t memory(const Grid& grid, const Submatrix<T>& a) {
    const Index w = std::min<Index>(a.m, grid.parameters().largest_gemm_depth());
    return gemmt_memory(grid, a) + DiagonalStream<T>::memory(w) + 2 * runtime::bytes_of<T>(w * w);
  }

  void multiply() {
    const int windows = std::min(windows_under_way(grid_, a_, a_.m), diagonal_.slots());
    panels_of_columns_.reserve(engine_, windows);
    panels_of_rows_.reserve(engine_, windows);
    diagonal_.reserve(engine_);
    diagonal_block_.resize(static_cast<std::size_t>(window_ * window_));
    mine_.resize(diagonal_block_.size());
    if (grid_.spans_nodes())
      triangle_.attend(std::max(grid_.p(), grid_.q()), [&] { engine_.attend(); });
    const kernel::LocalPart<T> local_part(a_.local_rows(grid_) * a_.local_columns(grid_) / 2);
    WithDiagonal rows{panels_of_rows_, diagonal_};
    outer_product(grid_, a_.m, window_, windows, panels_of_columns_, rows, engine_,
                  [&](Index first, Index w, const LocalFactor<T>& left, const LocalFactor<T>& right) {
                    step(first, w, left, right);
                  });
    make_diagonal_real(grid_, a_); // windows add to what those before them have left
  }

private:
  /// The diagonal blocks beside the panels of a factor.
  struct WithDiagonal {
    PanelSource<T>& panels;
    DiagonalStream<T>& diagonal;

    bool can_open() { return panels.can_open() & diagonal.can_open(); }
    bool ready() { return panels.ready() & diagonal.ready(); }
    void open(Index first, Index last) {
      panels.open(first, last);
      diagonal.open(first, last - first);
    }
    LocalFactor<T> factor() const { return panels.factor(); }
    void release() {
      panels.release();
      diagonal.release();
    }
  };

  /// L(K,P) or U(P,K), and the conjugate transpose of it.
  PanelSource<T> source(Operand side) {
    return source_of(grid_, side, (side == Operand::b) == lower_ ? Transpose::no : Transpose::conjugate, true,
                     a_, window_, [this](Index first, Index last) {
                       const Index w = last - first;
                       return std::pair(
                           comm::as_const(lower_ ? a_.part(first, 0, w, first) : a_.part(0, first, first, w)),
                           Index{0});
                     });
  }

  Index my_rows_before(Index row) const { return a_.rows.local_count(a_.i, row, grid_.myrow()); }
  Index my_columns_before(Index column) const { return a_.columns.local_count(a_.j, column, grid_.mycol()); }
  T* element(Index row, Index column) const { return a_.local_data(grid_) + row + column * a_.ld; }

  void step(Index first, Index w, const LocalFactor<T>& left, const LocalFactor<T>& right) {
    triangle_.multiply_part(0, my_rows_before(first), 0, my_columns_before(first), w, T(1), left, right,
                            T(1));
    const Index rows = my_rows_before(first + w) - my_rows_before(first),
                columns = my_columns_before(first + w) - my_columns_before(first);
    if ((lower_ ? rows : columns) == 0)
      return;
    read_diagonal_block(first, w);
    lower_ ? multiply_rows(first, w, rows, right) : multiply_columns(first, w, columns, left);
    if (rows == 0 || columns == 0)
      return;
    kernel::lauum(uplo_, static_cast<int>(w), diagonal_block_.data(), static_cast<int>(w));
    store_diagonal_block(grid_, a_, uplo_, false, first, w, diagonal_block_.data());
  }

  /// With zeros in the other triangle, and a real diagonal.
  void read_diagonal_block(Index first, Index w) {
    diagonal_.read(first, w, diagonal_block_.data());
    if (!kernel::computes())
      return;
    clear_other_triangle(uplo_, w, diagonal_block_.data());
    for (Index j = 0; j < w; ++j) {
      T& element = diagonal_block_[static_cast<std::size_t>(j + j * w)];
      element = std::real(element);
    }
  }

  /// My rows of A(K,P), and my columns of A(P,K). Where the panel is the matrix itself all of K is mine.
  void multiply_rows(Index first, Index w, Index rows, const LocalFactor<T>& panel) {
    const Index columns = my_columns_before(first);
    T* const to = element(my_rows_before(first), 0);
    const int m = static_cast<int>(rows), n = static_cast<int>(columns), k = static_cast<int>(w),
              ld = static_cast<int>(a_.ld);
    if (columns == 0)
      return;
    if (!panels_of_rows_.travel())
      return kernel::trmm(Side::left, uplo_, Transpose::conjugate, Diag::non_unit, k, n, T(1),
                          diagonal_block_.data(), k, to, ld);
    T* mine = mine_.data();
    for_each_run(a_.rows, a_.i + first, w, grid_.myrow(), [&](Index row, Index count) {
      kernel::copy(w, count, diagonal_block_.data() + row * w, w, mine, w);
      mine += count * w;
    });
    kernel::gemm(Transpose::conjugate, panel.trans, m, n, k, T(1), mine_.data(), k, panel.data,
                 static_cast<int>(panel.ld), T(0), to, ld);
  }
  void multiply_columns(Index first, Index w, Index columns, const LocalFactor<T>& panel) {
    const Index rows = my_rows_before(first);
    T* const to = element(0, my_columns_before(first));
    const int m = static_cast<int>(rows), n = static_cast<int>(columns), k = static_cast<int>(w),
              ld = static_cast<int>(a_.ld);
    if (rows == 0)
      return;
    if (!panels_of_columns_.travel())
      return kernel::trmm(Side::right, uplo_, Transpose::conjugate, Diag::non_unit, m, k, T(1),
                          diagonal_block_.data(), k, to, ld);
    T* mine = mine_.data();
    for_each_run(a_.columns, a_.j + first, w, grid_.mycol(), [&](Index column, Index count) {
      kernel::copy(count, w, diagonal_block_.data() + column, w, mine, columns);
      mine += count;
    });
    kernel::gemm(panel.trans, Transpose::conjugate, m, n, k, T(1), panel.data, static_cast<int>(panel.ld),
                 mine_.data(), n, T(0), to, ld);
  }

  Grid& grid_;
  Uplo uplo_;
  bool lower_;
  Submatrix<T> a_;
  Index window_;
  PanelSource<T> panels_of_columns_, panels_of_rows_;
  DiagonalStream<T> diagonal_;
  LocalTriangle<T> triangle_;
  runtime::Engine engine_;
  kernel::Workspace<T> diagonal_block_, mine_; ///< mine: of L(K,K) the columns, of U(K,K) the rows
};

} // namespace

template <typename T>
void lauum(Grid& grid, Uplo uplo, const Submatrix<T>& a) {
  if (a.m == 0)
    return;
  if (grid.p() * grid.q() == 1)
    return kernel::lauum(uplo, static_cast<int>(a.m), a.local_data(grid), static_cast<int>(a.ld));
  const auto memory = runtime::take_memory(grid, "the product of a triangular matrix and its transpose",
                                           Product<T>::memory(grid, a));
  Product<T>(grid, uplo, a).multiply();
}

#define HG_LAUUM(T) template void lauum(Grid&, Uplo, const Submatrix<T>&);
HG_LAUUM(float)
HG_LAUUM(double)
HG_LAUUM(std::complex<float>)
HG_LAUUM(std::complex<double>)
#undef HG_LAUUM

} // namespace hetgrid::linalg
