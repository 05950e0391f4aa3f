// A^-1 = U^-1 L^-1 P by Gauss-Jordan elimination of L U, which is in place, and interchanges of columns, from the last to the
// first. Before the window K = [k, k + w) the inverse of what lies there, P = [0, k), is known; behind it, in R, L and U are
// as they were:
//
//     X(P,P) = U(P,P)^-1 L(P,P)^-1     E(P,R) = U(P,P)^-1 U(P,R)
//     F(R,P) = L(R,P) L(P,P)^-1        L(R,R), U(R,R)
//
// The window moves on by
//
//     E(P,K)  = -E(P,K) U(K,K)^-1      F(K,P)  = -L(K,K)^-1 F(K,P)
//     X(P,P) += E(P,K) F(K,P)          E(P,R) += E(P,K) U(K,R)       F(R,P) += L(R,K) F(K,P)
//     X(P,K)  = E(P,K) L(K,K)^-1       X(K,P)  = U(K,K)^-1 F(K,P)    X(K,K)  = U(K,K)^-1 L(K,K)^-1
//     F(R,K)  = L(R,K) L(K,K)^-1       E(K,R)  = U(K,K)^-1 U(K,R)
//
// These are 4/3 n^3 operations, as many as LAPACK's, nearly all of them in the second line, which changes all of the matrix but
// A(R,R). The result is that of the product of U^-1 and L^-1, neither of which is ever stored as a whole (J. Du Croz, N. Higham,
// Stability of methods for matrix inversion, method D).
//
// Every process gets the columns of K that belong to its rows, E(P,K) and L(R,K), and the rows of K that belong to its columns,
// F(K,P) and U(K,R). The first thing it does with them is to change what the next window consists of, so that this travels
// while the rest is updated. Where one grid column has all columns of K, -E(P,K) U(K,K)^-1 is computed before it travels: U(K,K) is
// as it was given and has travelled ahead. Else those who get E(P,K) do it. The same goes for rows. All is multiplied by inverses
// of triangles instead of being solved for, which takes the BLAS half the time.
#include "linalg/getri.hpp"

#include "kernel/trtri.hpp"
#include "kernel/workspace.hpp"
#include "linalg/axis_runs.hpp"
#include "linalg/diagonal.hpp"
#include "linalg/diagonal_stream.hpp"
#include "linalg/laswp.hpp"
#include "linalg/outer_product.hpp"
#include "linalg/owner_windows.hpp"
#include "linalg/pivots.hpp"
#include "measure/profile.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;
using measure::Phase;
using measure::Profile;

template <typename T>
class Elimination {
public:
  /// Within a Reservation of memory().
  Elimination(Grid& grid, const Submatrix<T>& a)
      : grid_(grid), a_(a), mine_(grid, a),
        windows_(grid, a), panels_{ProductPanels<T>(grid, Operand::a), ProductPanels<T>(grid, Operand::b)},
        diagonal_(grid, comm::as_const(a), windows_.widest()) {}

  static std::size_t memory(const Grid& grid, const Submatrix<T>& a) {
    const Index w = OwnerWindows(grid, a).widest(), rows = a.local_rows(grid),
                columns = a.local_columns(grid);
    return comm::PanelStream::memory(runtime::bytes_of<T>(w * rows), panels_under_way) +
           comm::PanelStream::memory(runtime::bytes_of<T>(w * columns), panels_under_way) +
           DiagonalStream<T>::memory(w) + runtime::bytes_of<T>(w * (rows + columns + blocks * w));
  }

  void eliminate() {
    reserve();
    const kernel::LocalPart<T> local_part(a_.local_rows(grid_) * a_.local_columns(grid_));
    next_ = windows_.at(0);
    open_diagonal_block();
    open_diagonal_block();
    read_next_block();
    open_panels(Operand::a);
    open_panels(Operand::b);
    while (next_.size() > 0) {
      window_ = std::exchange(next_, windows_.at(next_.end));
      std::swap(block_, next_block_);
      open_diagonal_block();
      read_next_block();
      engine_.wait([&] { return panels(Operand::a).ready() & panels(Operand::b).ready(); });
      step();
      panels(Operand::a).release();
      panels(Operand::b).release();
    }
    engine_.finish();
  }

private:
  static constexpr int panels_under_way = 2, blocks = 3;

  // ---- What a process has ----

  static std::size_t at(Operand side) { return static_cast<std::size_t>(side); }
  /// Of a window the columns, which lie along rows, or the rows.
  ProductPanels<T>& panels(Operand side) { return panels_[at(side)]; }
  /// Room for those of a window of more than one owner, an array of lines x w.
  T* solved(Operand side) { return solved_[at(side)].data(); }

  IndexRange before_window() const { return {0, window_.begin}; }
  IndexRange behind_next() const { return {next_.end, a_.n}; }

  void reserve() {
    const Index w = windows_.widest();
    const auto size = [](Index elements) { return static_cast<std::size_t>(elements); };
    for (const Operand side : {Operand::a, Operand::b}) {
      const Index length = mine_.before(side, a_.n);
      panels(side).reserve(engine_, w * length, panels_under_way);
      solved_[at(side)].resize(size(w * length));
    }
    diagonal_.reserve(engine_);
    for (kernel::Workspace<T>* const block : {&block_, &next_block_, &inverse_})
      block->resize(size(w * w));
  }

  // ---- Panels ----

  /// The next one that has not left: L(K,K) and U(K,K) are as they were given until it is their turn.
  void open_diagonal_block() {
    const IndexRange k = windows_.at(opened_);
    if (k.size() == 0)
      return;
    engine_.wait([&] { return diagonal_.can_open(); });
    const Phase phase(&Profile::exchange, windows_.number(k));
    diagonal_.open(k.begin, k.size());
    opened_ = k.end;
  }
  /// Of those who need it the block becomes its inverses.
  void read_next_block() {
    if (next_.size() == 0)
      return;
    engine_.wait([&] { return diagonal_.ready(); });
    const Phase phase(&Profile::update, windows_.number(next_));
    const int w = static_cast<int>(next_.size());
    diagonal_.read(next_.begin, next_.size(), next_block_.data());
    diagonal_.release();
    const bool has_some = mine_.lines(Operand::a, next_) > 0 || mine_.lines(Operand::b, next_) > 0;
    if (!has_some && windows_.has_one_owner(Operand::a, next_) && windows_.has_one_owner(Operand::b, next_))
      return;
    kernel::trtri(Uplo::lower, Diag::unit, w, next_block_.data(), w);
    kernel::trtri(Uplo::upper, Diag::non_unit, w, next_block_.data(), w);
  }
  void open_panels(Operand side) {
    engine_.wait([&] { return panels(side).can_open(); });
    const Phase phase(&Profile::exchange, windows_.number(next_));
    const Index w = next_.size();
    panels(side).open(comm::as_const(side == Operand::a ? a_.part(0, next_.begin, a_.n, w)
                                                        : a_.part(next_.begin, 0, w, a_.n)));
  }

  // ---- One window ----

  void step() {
    {
      const Phase phase(&Profile::update, windows_.number(window_));
      solve_received(Operand::a);
      solve_received(Operand::b);
    }
    if (next_.size() > 0) {
      // What travels goes first.
      const Operand first = panels(Operand::a).travel() ? Operand::a : Operand::b;
      advance(first);
      advance(other_side(first));
    }
    update(before_window(), before_window());
    update(before_window(), behind_next());
    update(behind_next(), before_window());
    const Phase phase(&Profile::update, windows_.number(window_));
    for (const Operand side : {Operand::a, Operand::b}) {
      store(side, before_window());
      store(side, behind_next());
    }
    store_block();
  }

  /// The next window's columns, or rows, become what they are when it is their turn, and leave.
  void advance(Operand side) {
    side == Operand::a ? update(before_window(), next_) : update(next_, before_window());
    {
      const Phase phase(&Profile::update, windows_.number(window_));
      store(other_side(side), next_);
      solve_next(side);
    }
    open_panels(side);
  }

  /// -E(P,K) U(K,K)^-1, or -L(K,K)^-1 F(K,P), of the next window.
  void solve_next(Operand side) {
    const IndexRange range{0, next_.begin};
    if (windows_.has_one_owner(side, next_) && mine_.owns_some(side, next_))
      apply(side, triangle_before(side), mine_.lines(side, range), T(-1), next_.size(), next_block_,
            mine_.place(side, next_, range), a_.ld);
  }
  /// The same of this one, of more than one owner, for my rows; for my columns the transpose.
  void solve_received(Operand side) {
    is_solved_[at(side)] = !windows_.has_one_owner(side, window_);
    if (!is_solved_[at(side)])
      return;
    take(side, before_window());
    apply_to_taken(side, triangle_before(side), before_window(), T(-1));
  }

  /// What E(P,K) or F(K,P) is multiplied by before it is a factor; its result is multiplied by the other one.
  static Uplo triangle_before(Operand side) { return side == Operand::a ? Uplo::upper : Uplo::lower; }
  static Uplo triangle_after(Operand side) { return triangle_before(other_side(side)); }
  /// alpha X V, X count x w, or alpha V X, X w x count, V being a triangle of the inverses of a block.
  static void apply(Operand side, Uplo uplo, Index count, T alpha, Index w,
                    const kernel::Workspace<T>& inverses, T* x, Index ld,
                    Transpose transpose = Transpose::no) {
    const bool right = side == Operand::a;
    if (count > 0)
      kernel::trmm(right ? Side::right : Side::left, uplo, transpose,
                   uplo == Uplo::upper ? Diag::non_unit : Diag::unit, static_cast<int>(right ? count : w),
                   static_cast<int>(right ? w : count), alpha, inverses.data(), static_cast<int>(w), x,
                   static_cast<int>(ld));
  }
  /// The same of some lines in solved().
  void apply_to_taken(Operand side, Uplo uplo, const IndexRange& range, T alpha) {
    apply(Operand::a, uplo, mine_.lines(side, range), alpha, window_.size(), block_,
          solved(side) + mine_.before(side, range.begin), mine_.before(side, a_.n),
          side == Operand::a ? Transpose::no : Transpose::transpose);
  }
  /// These lines of a panel, which has travelled, into solved().
  void take(Operand side, const IndexRange& range) {
    const Index first = mine_.before(side, range.begin);
    const LocalFactor<T> panel = panels(side).factor();
    kernel::copy(mine_.lines(side, range), window_.size(), panel.data + first, panel.ld, solved(side) + first,
                 mine_.before(side, a_.n));
  }

  /// E(P,K) and L(R,K), or F(K,P) and U(K,R), from the first line of a range on.
  LocalFactor<T> factor(Operand side, const IndexRange& range) {
    const Index first = mine_.before(side, range.begin);
    LocalFactor<T> all = panels(side).factor();
    if (is_solved_[at(side)] && range.begin < window_.begin)
      all.data = solved(side);
    return side == Operand::a ? all.rows_from(first) : all.columns_from(first);
  }
  void update(const IndexRange& rows, const IndexRange& columns) {
    const Index m = mine_.lines(Operand::a, rows), n = mine_.lines(Operand::b, columns);
    if (m == 0 || n == 0)
      return;
    engine_.wait(updates_, updates_.submit([=, this] {
      const Phase phase(&Profile::update, windows_.number(window_));
      multiply(grid_, engine_, m, n, window_.size(), T(1), factor(Operand::a, rows),
               factor(Operand::b, columns), T(1), mine_.block(rows, columns), a_.ld);
    }));
  }

  // ---- What the window itself becomes ----

  /// A range of the columns of K, E(P,K) and L(R,K), times L(K,K)^-1; or U(K,K)^-1 times its rows, F(K,P) and U(K,R).
  void store(Operand side, const IndexRange& range) {
    const Index count = mine_.lines(side, range);
    if (!mine_.owns_some(side, window_) || count == 0)
      return;
    T* const to = mine_.place(side, window_, range);
    if (windows_.has_one_owner(side, window_))
      apply(side, triangle_after(side), count, T(1), window_.size(), block_, to, a_.ld);
    else
      store_mine(side, range, to);
  }
  /// The same where others have some of K. E(P,K) and F(K,P) will not be read any more.
  void store_mine(Operand side, const IndexRange& range, T* to) {
    if (range.begin > window_.begin)
      take(side, range);
    apply_to_taken(side, triangle_after(side), range, T(1));
    const bool columns = side == Operand::a;
    const Index length = mine_.before(side, a_.n), count = mine_.lines(side, range);
    const T* const from = solved(side) + mine_.before(side, range.begin);
    for_each_run(columns ? a_.columns : a_.rows, (columns ? a_.j : a_.i) + window_.begin, window_.size(),
                 columns ? grid_.mycol() : grid_.myrow(), [&](Index offset, Index mine) {
                   const T* const run = from + offset * length;
                   columns ? kernel::copy(count, mine, run, length, to, a_.ld)
                           : kernel::transpose(count, mine, run, length, to, a_.ld);
                   to += columns ? mine * a_.ld : mine;
                 });
  }
  /// X(K,K).
  void store_block() {
    const Index w = window_.size();
    if (mine_.lines(Operand::a, window_) == 0 || mine_.lines(Operand::b, window_) == 0)
      return;
    T* const x = inverse_.data();
    if (kernel::computes())
      for (Index j = 0; j < w; ++j) {
        std::copy_n(block_.data() + j * w, j + 1, x + j * w);
        std::fill_n(x + j * w + j + 1, w - j - 1, T(0));
      }
    apply(Operand::a, Uplo::lower, w, T(1), w, block_, x, w);
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
      store_diagonal_block(grid_, a_, uplo, false, window_.begin, w, x);
  }

  Grid& grid_;
  Submatrix<T> a_;
  OwnPart<T> mine_;
  OwnerWindows windows_;
  IndexRange window_{0, 0}, next_{0, 0};
  std::array<ProductPanels<T>, 2> panels_; ///< by side
  DiagonalStream<T> diagonal_;
  Index opened_ = 0; ///< where the window begins whose diagonal block is the next to leave
  runtime::Engine engine_;
  kernel::UpdateQueue updates_;
  std::array<bool, 2> is_solved_{};            ///< by side: the window's E(P,K) or F(K,P) is in solved_
  std::array<kernel::Workspace<T>, 2> solved_; ///< by side: lines x w
  kernel::Workspace<T> block_, next_block_;    ///< L(K,K)^-1 and U(K,K)^-1
  kernel::Workspace<T> inverse_;               ///< X(K,K)
};

} // namespace

template <typename T>
Index getri(Grid& grid, const Submatrix<T>& a, const int* ipiv) {
  if (a.n == 0)
    return 0;
  if (const Index k = first_zero_on_diagonal(grid, a); k > 0)
    return k;
  const auto memory =
      runtime::take_memory(grid, "the inverse of a matrix",
                           row_permutation_memory(a.m) + std::max(Elimination<T>::memory(grid, a),
                                                                  laswp_memory(grid, Lines::columns, a)));
  std::vector<Index> pivots = all_pivots(grid, {Lines::rows, a.rows, a.i, a.m, ipiv});
  for (Index& pivot : pivots)
    pivot -= a.i + 1; // IPIV counts rows of the whole matrix, from 1
  Elimination<T>(grid, a).eliminate();
  laswp(grid, Order::backward, Lines::columns, a, 0, pivots);
  return 0;
}

#define HG_GETRI(T) template Index getri(Grid&, const Submatrix<T>&, const int*);
HG_GETRI(float)
HG_GETRI(double)
HG_GETRI(std::complex<float>)
HG_GETRI(std::complex<double>)
#undef HG_GETRI

} // namespace hetgrid::linalg
