// Triangular matrix products, in one pass over windows. With M = op(A), from the left and M lower triangular, for the windows
// K = [k, k + w) from the last to the first, and what lies behind them, R:
//
//     B(R,:) += alpha M(R,K) B(K,:)
//     B(K,:)  = alpha M(K,K) B(K,:)
//
// Then K and R hold their part of the product. If M is upper triangular the windows go from the first to the last, and R lies
// before them; from the right it is the other way round. No window depends on what another one leaves, so that panels travel
// ahead of it as those of any product do (outer_product.hpp). With M(R,K) goes M(K,K), of which everyone needs no more than
// the rows that are his: each run of them, blocks of B that follow one another, is multiplied by its triangle first.
#include "linalg/trmm.hpp"

#include "kernel/matrix_ops.hpp"
#include "linalg/triangular_operator.hpp"

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

template <typename T>
class TriangularProduct {
public:
  TriangularProduct(Grid& grid, const TriangularOperator& op, T alpha, const Submatrix<const T>& a,
                    const Submatrix<T>& b)
      : grid_(grid), op_(op), alpha_(alpha), b_(b), order_(a.m), window_(product_window(grid, b, a.m)),
        mine_(grid, op, b),
        factor_(source_of_triangle<T>(
            grid, op, a, b, window_, [this](Index first, Index last) { return window(first, last); },
            [this](const IndexRange& k) { return with(k); })),
        lines_(grid, op.lines(), b, window_, [this](Index first, Index last) {
          return comm::as_const(inner_lines(op_, b_, window(first, last)));
        }) {}

  void multiply() {
    const int windows = windows_under_way(grid_, b_, order_);
    factor_.reserve(engine_, windows);
    lines_.reserve(engine_, windows);
    const kernel::LocalPart<T> local_part(b_.local_rows(grid_) * b_.local_columns(grid_));
    outer_product(grid_, order_, window_, windows, op_.left() ? factor_ : lines_,
                  op_.left() ? lines_ : factor_, engine_,
                  [&](Index first, Index w, const LocalFactor<T>& left, const LocalFactor<T>& right) {
                    step(window(first, first + w), op_.left() ? left : right, op_.left() ? right : left);
                  });
  }

private:
  /// The window that is the one [first, last) in the order in which they are multiplied.
  IndexRange window(Index first, Index last) const {
    return op_.forward() ? IndexRange{order_ - last, order_ - first} : IndexRange{first, last};
  }
  /// K and what depends on it.
  IndexRange with(const IndexRange& k) const {
    return op_.forward() ? IndexRange{k.begin, order_} : IndexRange{0, k.end};
  }

  void step(const IndexRange& k, const LocalFactor<T>& factor, const LocalFactor<T>& lines) {
    const IndexRange dependent = op_.dependent(k, order_);
    const Index first = mine_.before(with(k).begin);
    mine_.add_product(engine_, dependent, k.size(), alpha_,
                      lines_from(op_, factor, mine_.before(dependent.begin) - first), lines, T(1));
    if (mine_.outer() > 0)
      mine_.for_each_mine(k, [&](Index offset, Index count, Index local) {
        multiply_run(k, {offset, offset + count}, lines_from(op_, factor, local - first), lines);
      });
  }
  /// Inner lines `run` of the window, counted from its first: the triangle between them, then what the others add.
  void multiply_run(const IndexRange& k, const IndexRange& run, const LocalFactor<T>& factor,
                    const LocalFactor<T>& lines) {
    const Index count = run.size(), outer = mine_.outer();
    T* const to = mine_.line(mine_.before(k.begin + run.begin));
    const LocalFactor<T> own = op_.left() ? lines.rows_from(run.begin) : lines.columns_from(run.begin);
    if (own.data != to) // they have travelled
      op_.left() ? kernel::transpose(outer, count, own.data, own.ld, to, mine_.ld())
                 : kernel::copy(outer, count, own.data, own.ld, to, mine_.ld());
    const bool stored = factor.trans == Transpose::no;
    const LocalFactor<T> triangle = op_.left() ? factor.columns_from(run.begin) : factor.rows_from(run.begin);
    kernel::trmm(op_.side, op_.lower() == stored ? Uplo::lower : Uplo::upper, factor.trans, op_.diag,
                 static_cast<int>(op_.left() ? count : outer), static_cast<int>(op_.left() ? outer : count),
                 alpha_, triangle.data, static_cast<int>(triangle.ld), to, static_cast<int>(mine_.ld()));
    const IndexRange others = op_.forward() ? IndexRange{0, run.begin} : IndexRange{run.end, k.size()};
    if (others.size() > 0)
      mine_.add_product(engine_, {k.begin + run.begin, k.begin + run.end}, others.size(), alpha_,
                        op_.left() ? factor.columns_from(others.begin) : factor.rows_from(others.begin),
                        op_.left() ? lines.rows_from(others.begin) : lines.columns_from(others.begin), T(1));
  }

  Grid& grid_;
  TriangularOperator op_;
  T alpha_;
  Submatrix<T> b_;
  Index order_, window_;
  LocalLines<T> mine_;
  PanelSource<T> factor_, lines_;
  runtime::Engine engine_;
};

} // namespace

template <typename T>
std::size_t trmm_memory(const Grid& grid, const Submatrix<T>& b) {
  return gemm_memory(grid, b);
}

template <typename T>
void trmm(Grid& grid, Side side, Uplo uplo, Transpose trans, Diag diag, T alpha, const Submatrix<const T>& a,
          const Submatrix<T>& b) {
  if (b.m == 0 || b.n == 0)
    return;
  if (alpha == T(0))
    return kernel::scale(b.local_rows(grid), b.local_columns(grid), T(0), b.local_data(grid), b.ld);
  if (grid.p() * grid.q() == 1) {
    const measure::Phase phase(&measure::Profile::update);
    return kernel::trmm(side, uplo, trans, diag, static_cast<int>(b.m), static_cast<int>(b.n), alpha,
                        a.local_data(grid), static_cast<int>(a.ld), b.local_data(grid),
                        static_cast<int>(b.ld));
  }
  const auto memory = runtime::take_memory(grid, "a triangular product", trmm_memory(grid, b));
  TriangularProduct<T>(grid, {side, uplo, trans, diag}, alpha, a, b).multiply();
}

#define HG_TRMM(T)                                                                                           \
  template void trmm(Grid&, Side, Uplo, Transpose, Diag, T, const Submatrix<const T>&, const Submatrix<T>&); \
  template std::size_t trmm_memory(const Grid&, const Submatrix<T>&);
HG_TRMM(float)
HG_TRMM(double)
HG_TRMM(std::complex<float>)
HG_TRMM(std::complex<double>)
#undef HG_TRMM

} // namespace hetgrid::linalg
