// Triangular inverses, right-looking. With the window K = [k, k + w), what lies before it, P = [0, k), and behind it, R:
//
//     A(R,K) = -A(R,K) A(K,K)^-1
//     A(R,P) += A(R,K) A(K,P)          nearly all of the work
//     A(K,P) = A(K,K)^-1 A(K,P)
//     A(K,K) = A(K,K)^-1
//
// Then P and K hold the inverse of their part of the matrix. An upper triangle is the same with rows and columns exchanged.
//
// Of the two panels of a window one, A(R,K), is fresh: as it was given. The other one, A(K,P), is running: the windows before
// have changed it. So only that one has to travel while the rest of the step before is updated, and its part of the update
// comes first. Every process gets the rows of A(R,K) that belong to its rows, the columns of A(K,P) that belong to its columns,
// and A(K,K), whole, as they were before the step. With one of the panels it solves for all columns, as others that have the
// same part of it do, so that nothing is sent twice: with the one that fewer share.
#include "linalg/trtri.hpp"

#include "kernel/trsm.hpp"
#include "kernel/trtri.hpp"
#include "kernel/workspace.hpp"
#include "linalg/axis_runs.hpp"
#include "linalg/diagonal.hpp"
#include "linalg/diagonal_stream.hpp"
#include "linalg/outer_product.hpp"
#include "measure/profile.hpp"

#include <algorithm>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;
using measure::Phase;
using measure::Profile;

template <typename T>
class Inverter {
public:
  Inverter(Grid& grid, Uplo uplo, Diag diag, const Submatrix<T>& a)
      : grid_(grid), uplo_(uplo), diag_(diag), lower_(uplo == Uplo::lower), a_(a),
        columns_of_a_(grid, Operand::a), rows_of_a_(grid, Operand::b), window_(window_of(grid, a)),
        diagonal_(grid, comm::as_const(a), window_),
        solves_fresh_((lower_ ? grid.q() : grid.p()) <= (lower_ ? grid.p() : grid.q())) {}

  static std::size_t memory(const Grid& grid, const Submatrix<T>& a) {
    const Index w = window_of(grid, a), rows = a.local_rows(grid), columns = a.local_columns(grid);
    const auto panels = [w](Index length) {
      return comm::PanelStream::memory(runtime::bytes_of<T>(w * length), windows);
    };
    return panels(rows) + panels(columns) + DiagonalStream<T>::memory(w) +
           runtime::bytes_of<T>(w * (std::max(rows, columns) + 3 * w));
  }

  void invert() {
    reserve();
    open_fresh(0);
    open_running(0);
    const kernel::LocalPart<T> local_part(a_.local_rows(grid_) * a_.local_columns(grid_) / 2);
    for (first_ = 0; first_ < a_.n; first_ = last_) {
      last_ = end_of(first_);
      if (last_ < a_.n)
        open_fresh(last_);
      engine_.wait([&] { return columns_of_a_.ready() & rows_of_a_.ready() & diagonal_.ready(); });
      step();
      columns_of_a_.release();
      rows_of_a_.release();
      diagonal_.release();
    }
    engine_.finish();
  }

private:
  static constexpr int windows = 2;

  /// Solving takes 1.5 w / n of the flops of the updates, times the processes that share a panel: where there are some, no more
  /// than a twelfth, unless products would become slow.
  static Index window_of(const Grid& grid, const Submatrix<T>& a) {
    constexpr Index widest = 96, narrowest = widest / 2; // deep enough for the BLAS
    const Index members = std::min(grid.p(), grid.q());
    return std::min(a.n, members == 1 ? widest : std::clamp(a.n / (18 * members), narrowest, widest));
  }
  Index end_of(Index first) const { return std::min(a_.n, first + window_); }
  Index width() const { return last_ - first_; }

  void reserve() {
    const Index w = window_, rows = a_.local_rows(grid_), columns = a_.local_columns(grid_);
    columns_of_a_.reserve(engine_, w * rows, windows);
    rows_of_a_.reserve(engine_, w * columns, windows);
    diagonal_.reserve(engine_);
    const auto size = [](Index elements) { return static_cast<std::size_t>(elements); };
    solved_.resize(size(w * (solves_rows() ? rows : columns)));
    diagonal_block_.resize(size(w * w));
    inverse_.resize(size(w * w));
    mine_of_inverse_.resize(size(w * w));
  }

  // ---- Panels ----

  ProductPanels<T>& fresh() { return lower_ ? columns_of_a_ : rows_of_a_; }
  ProductPanels<T>& running() { return lower_ ? rows_of_a_ : columns_of_a_; }

  /// Also the diagonal block.
  void open_fresh(Index first) {
    engine_.wait([&] { return fresh().can_open() & diagonal_.can_open(); });
    const Phase phase(&Profile::exchange, first / window_);
    const Index w = end_of(first) - first, end = first + w, behind = a_.n - end;
    fresh().open(comm::as_const(lower_ ? a_.part(end, first, behind, w) : a_.part(first, end, w, behind)));
    diagonal_.open(first, w);
  }
  void open_running(Index first) {
    engine_.wait([&] { return running().can_open(); });
    const Phase phase(&Profile::exchange, first / window_);
    const Index w = end_of(first) - first;
    running().open(comm::as_const(lower_ ? a_.part(first, 0, w, first) : a_.part(0, first, first, w)));
  }

  // ---- One window ----

  void step() {
    {
      const Phase phase(&Profile::update, first_ / window_);
      invert_diagonal_block();
      solve();
      left_ = solves_rows() ? LocalFactor<T>{solved_.data(), length(true), Transpose::no}
                            : columns_of_a_.factor();
      right_ = solves_rows() ? rows_of_a_.factor()
                             : LocalFactor<T>{solved_.data(), length(false), Transpose::transpose};
      store(lower_);
    }
    const Index of_next = next_is_there() ? local(lower_, end_of(last_)) - local(lower_, last_) : 0;
    update(0, of_next);
    if (next_is_there())
      open_running(last_);
    update(of_next, length(lower_));
    const Phase phase(&Profile::update, first_ / window_);
    store(!lower_);
    store_diagonal_block(grid_, a_, uplo_, diag_ == Diag::unit, first_, width(), inverse_.data());
  }

  bool next_is_there() const { return last_ < a_.n; }
  /// Rows of A(R,K) or of the transpose of A(K,P) are solved for; else columns.
  bool solves_rows() const { return solves_fresh_ == lower_; }
  Index local_row(Index row) const { return a_.rows.local_count(a_.i, row, grid_.myrow()); }
  Index local_column(Index column) const { return a_.columns.local_count(a_.j, column, grid_.mycol()); }
  Index local(bool rows, Index line) const { return rows ? local_row(line) : local_column(line); }
  /// Local rows or columns of a panel: where they begin, and how many.
  Index begin_of(bool rows) const { return rows != lower_ ? 0 : local(rows, last_); }
  Index length(bool rows) const {
    return rows == lower_ ? local(rows, a_.n) - local(rows, last_) : local(rows, first_);
  }
  T* element(Index row, Index column) const { return a_.local_data(grid_) + row + column * a_.ld; }

  /// A(K,K) and its inverse, here with zeros in the other triangle.
  void invert_diagonal_block() {
    const Index w = width();
    diagonal_.read(first_, w, diagonal_block_.data());
    if (kernel::computes())
      for (Index j = 0; j < w; ++j)
        for (Index i = 0; i < w; ++i) {
          const auto k = static_cast<std::size_t>(i + j * w);
          inverse_[k] = i == j && diag_ == Diag::unit ? T(1)
                        : (lower_ ? i >= j : i <= j)  ? diagonal_block_[k]
                                                      : T(0);
        }
    kernel::trtri(uplo_, diag_, static_cast<int>(w), inverse_.data(), static_cast<int>(w));
  }

  /// -A(R,K) A(K,K)^-1, or the transpose of A(K,K)^-1 A(K,P); of an upper triangle the other way round.
  void solve() {
    const bool rows = solves_rows();
    const Index w = width(), m = length(rows);
    if (m == 0)
      return;
    const LocalFactor<T> panel = (rows ? columns_of_a_ : rows_of_a_).factor();
    if (rows || panel.trans == Transpose::transpose)
      kernel::copy(m, w, panel.data, panel.ld, solved_.data(), m);
    else
      kernel::transpose(w, m, panel.data, panel.ld, solved_.data(), m);
    kernel::trsm(Side::right, uplo_, rows ? Transpose::no : Transpose::transpose, diag_, static_cast<int>(m),
                 static_cast<int>(w), solves_fresh_ ? T(-1) : T(1), diagonal_block_.data(),
                 static_cast<int>(w), solved_.data(), static_cast<int>(m));
  }

  /// My part of what one of the panels becomes: of the one that travels along rows (of A's columns), or of the other one.
  void store(bool rows) {
    if (length(rows) == 0)
      return;
    rows == solves_rows() ? store_solved(rows) : store_product(rows);
  }
  void store_solved(bool rows) {
    const Index m = length(rows), begin = begin_of(rows);
    Index mine = local(!rows, first_);
    for_each_mine(rows, [&](Index offset, Index count) {
      const T* const from = solved_.data() + offset * m;
      if (rows)
        kernel::copy(m, count, from, m, element(begin, mine), a_.ld);
      else
        kernel::transpose(m, count, from, m, element(mine, begin), a_.ld);
      mine += count;
    });
  }
  /// The product with my columns or rows of A(K,K)^-1.
  void store_product(bool rows) {
    const Index w = width(), m = length(rows), begin = begin_of(rows);
    Index mine = 0;
    for_each_mine(rows, [&](Index offset, Index count) {
      if (rows)
        kernel::copy(w, count, inverse_.data() + offset * w, w, mine_of_inverse_.data() + mine * w, w);
      else
        kernel::copy(count, w, inverse_.data() + offset, w, mine_of_inverse_.data() + mine, w);
      mine += count;
    });
    if (mine == 0)
      return;
    const T alpha = rows == lower_ ? T(-1) : T(1);
    if (rows)
      multiply(m, mine, w, alpha, left_, {mine_of_inverse_.data(), w, Transpose::no}, T(0),
               element(begin, local_column(first_)), a_.ld, 1, [] {});
    else
      multiply(mine, m, w, alpha, {mine_of_inverse_.data(), w, Transpose::no}, right_, T(0),
               element(local_row(first_), begin), a_.ld, 1, [] {});
  }
  /// Calls visit(offset, count) for the runs of the window's indices that are mine in a panel.
  template <typename Visit>
  void for_each_mine(bool rows, Visit&& visit) const {
    if (rows)
      for_each_run(a_.columns, a_.j + first_, width(), grid_.mycol(), visit);
    else
      for_each_run(a_.rows, a_.i + first_, width(), grid_.myrow(), visit);
  }

  /// A(R,P) += A(R,K) A(K,P) for some of my rows R, of an upper triangle some of my columns; counted from the first.
  void update(Index begin, Index end) {
    const Index m = lower_ ? end - begin : length(true), n = lower_ ? length(false) : end - begin,
                w = width();
    if (m == 0 || n == 0)
      return;
    const LocalFactor<T> left = lower_ ? left_.rows_from(begin) : left_,
                         right = lower_ ? right_ : right_.columns_from(begin);
    T* const c = lower_ ? element(begin_of(true) + begin, 0) : element(0, begin_of(false) + begin);
    engine_.wait(updates_, updates_.submit([&] {
      const Phase phase(&Profile::update, first_ / window_);
      multiply(grid_, engine_, m, n, w, solves_fresh_ ? T(1) : T(-1), left, right, T(1), c, a_.ld);
    }));
  }

  Grid& grid_;
  Uplo uplo_;
  Diag diag_;
  bool lower_;
  Submatrix<T> a_;
  ProductPanels<T> columns_of_a_, rows_of_a_;
  Index window_; ///< indices of one
  DiagonalStream<T> diagonal_;
  bool solves_fresh_; ///< the fresh panel; else the running one
  runtime::Engine engine_;
  kernel::UpdateQueue updates_;
  Index first_ = 0, last_ = 0;  ///< the window
  LocalFactor<T> left_, right_; ///< of the update
  /// What is solved for, column by column of the window; A(K,K); its inverse, and my columns or rows of that.
  kernel::Workspace<T> solved_, diagonal_block_, inverse_, mine_of_inverse_;
};

} // namespace

template <typename T>
Index trtri(Grid& grid, Uplo uplo, Diag diag, const Submatrix<T>& a) {
  if (a.m == 0)
    return 0;
  if (const Index k = diag == Diag::unit ? 0 : first_zero_on_diagonal(grid, a); k > 0)
    return k;
  if (grid.p() * grid.q() == 1) {
    kernel::trtri(uplo, diag, static_cast<int>(a.n), a.local_data(grid), static_cast<int>(a.ld));
    return 0;
  }
  const auto memory =
      runtime::take_memory(grid, "the inverse of a triangular matrix", Inverter<T>::memory(grid, a));
  Inverter<T>(grid, uplo, diag, a).invert();
  return 0;
}

#define HG_TRTRI(T) template Index trtri(Grid&, Uplo, Diag, const Submatrix<T>&);
HG_TRTRI(float)
HG_TRTRI(double)
HG_TRTRI(std::complex<float>)
HG_TRTRI(std::complex<double>)
#undef HG_TRTRI

} // namespace hetgrid::linalg
