// A^-1 = L^-H L^-1 from Cholesky's factor by Gauss-Jordan elimination, in place. Before the window K = [k, k + w) the inverse of
// what lies there, P = [0, k), is known; behind it, in R, L is as it was:
//
//     X(P,P) = L(P,P)^-H L(P,P)^-1     F(R,P) = L(R,P) L(P,P)^-1     L(R,R)
//
// The window moves on by
//
//     Y       = -L(K,K)^-1 F(K,P)      which are rows of L^-1
//     F(R,P) += L(R,K) Y               X(P,P) += Y^H Y
//     F(R,K)  = L(R,K) L(K,K)^-1       X(K,P)  = L(K,K)^-H Y        X(K,K)  = L(K,K)^-H L(K,K)^-1
//
// of which one triangle is kept. These are 2/3 n^3 operations, as many as LAPACK's, nearly all of them in the second line, which
// changes all of the triangle but A(R,R). An upper triangle U = L^H is the same with rows and columns exchanged, and all that is
// said of rows here goes for columns there.
//
// Of what a window consists of L(R,K) is fresh, as it was given, and F(K,P) is running: the windows before have changed it. Every
// process gets L(R,K) for its rows and Y for its columns. The first thing it does with them is to change F(K',P) of the next
// window K', so that this travels while the rest is updated. Where one grid row has all rows of K, Y is computed before it
// travels: L(K,K) has travelled ahead. Else those who get F(K,P) do it. All is multiplied by inverses of triangles instead of
// being solved for, as in getri.cpp.
//
// For X(P,P) every process needs Y for its rows as well, and nobody needs X(P,P) before the end. So Y goes on from the columns to
// the rows when it has come (crossed_panels.hpp), and X(P,P) is changed one window later: no window waits for that.
#include "linalg/potri.hpp"

#include "kernel/lapack.hpp"
#include "kernel/trtri.hpp"
#include "kernel/workspace.hpp"
#include "linalg/axis_runs.hpp"
#include "linalg/crossed_panels.hpp"
#include "linalg/diagonal.hpp"
#include "linalg/diagonal_stream.hpp"
#include "linalg/local_triangle.hpp"
#include "linalg/outer_product.hpp"
#include "linalg/owner_windows.hpp"
#include "linalg/triangle.hpp"
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
class CholeskyInverse {
public:
  /// Within a Reservation of memory().
  CholeskyInverse(Grid& grid, Uplo uplo, const Submatrix<T>& a)
      : grid_(grid), uplo_(uplo), lower_(uplo == Uplo::lower), fresh_(lower_ ? Operand::a : Operand::b),
        running_(other(fresh_)), a_(a), windows_(grid, a), fresh_panels_(grid, fresh_),
        running_panels_(grid, running_), crossed_panels_(grid, fresh_, a),
        diagonal_(grid, comm::as_const(a), windows_.widest()), triangle_(grid, uplo, a) {}

  static std::size_t memory(const Grid& grid, Uplo uplo, const Submatrix<T>& a) {
    const bool lower = uplo == Uplo::lower;
    const Index w = OwnerWindows(grid, a).widest(), rows = a.local_rows(grid),
                columns = a.local_columns(grid), fresh = lower ? rows : columns,
                running = lower ? columns : rows;
    return comm::PanelStream::memory(runtime::bytes_of<T>(w * fresh), fresh_and_crossed_under_way) +
           comm::PanelStream::memory(runtime::bytes_of<T>(w * running), running_under_way) +
           DiagonalStream<T>::memory(w) + LocalTriangle<T>::memory(columns) +
           runtime::bytes_of<T>(w * (fresh + 2 * running + blocks * w));
  }

  void invert() {
    reserve();
    const kernel::LocalPart<T> local_part(a_.local_rows(grid_) * a_.local_columns(grid_) / 2);
    next_->k = windows_.at(0);
    open_diagonal_block();
    open_diagonal_block();
    read_next_block();
    open_fresh();
    open_running();
    while (next_->k.size() > 0) {
      move_on();
      open_diagonal_block();
      read_next_block();
      const std::size_t behind = last_->k.size() > 0; // Y of the last window is still in use
      engine_.wait([&] { return running_panels_.ready(behind) & fresh_panels_.ready(); });
      now_->y = running_panels_.factor(behind);
      step();
    }
    move_on();
    finish_last();
    engine_.finish();
    make_diagonal_real(grid_, a_); // windows add to what those before them have left
  }

private:
  /// Beside those of the window under way, Y of the last and of the next one; L(R,K) of the next one, Y for the fresh side of the
  /// last one.
  static constexpr int running_under_way = 3, fresh_and_crossed_under_way = 4;
  static constexpr int blocks = 4;

  /// A window, Y once it is there, and L(K,K)^-1 with zeros in the other triangle.
  struct Step {
    IndexRange k{0, 0};
    LocalFactor<T> y{};
    kernel::Workspace<T> inverse;
  };

  // ---- What a process has ----

  static Operand other(Operand side) { return side == Operand::a ? Operand::b : Operand::a; }
  /// My rows (a), or columns (b), before index `index`.
  Index before(Operand side, Index index) const {
    return side == Operand::a ? a_.rows.local_count(a_.i, index, grid_.myrow())
                              : a_.columns.local_count(a_.j, index, grid_.mycol());
  }
  Index lines(Operand side, const IndexRange& range) const {
    return before(side, range.end) - before(side, range.begin);
  }
  T* element(Index row, Index column) const { return a_.local_data(grid_) + row + column * a_.ld; }
  /// Where the lines of a range begin in the columns (a), or the rows (b), of a window.
  T* place(Operand side, const IndexRange& k, const IndexRange& range) const {
    return side == Operand::a ? element(before(Operand::a, range.begin), before(Operand::b, k.begin))
                              : element(before(Operand::a, k.begin), before(Operand::b, range.begin));
  }
  /// I have lines of L(R,K), or of F(K,P), themselves.
  bool owns_some(Operand side, const IndexRange& k) const { return lines(other(side), k) > 0; }
  static IndexRange before_window(const IndexRange& k) { return {0, k.begin}; }
  Index number(const IndexRange& k) const { return k.begin / windows_.width(); }

  void reserve() {
    const Index w = windows_.widest(), fresh = before(fresh_, a_.n), running = before(running_, a_.n);
    fresh_panels_.reserve(engine_, w * fresh, fresh_and_crossed_under_way);
    crossed_panels_.reserve(engine_, w * fresh, fresh_and_crossed_under_way);
    running_panels_.reserve(engine_, w * running, running_under_way);
    diagonal_.reserve(engine_);
    const auto size = [](Index elements) { return static_cast<std::size_t>(elements); };
    for (kernel::Workspace<T>* const solved : {&solved_, &last_solved_})
      solved->resize(size(w * running));
    for (Step& step : steps_)
      step.inverse.resize(size(w * w));
    mine_of_inverse_.resize(size(w * w));
    if (grid_.spans_nodes())
      triangle_.attend(std::max(grid_.p(), grid_.q()), [this] { engine_.attend(); });
  }

  // ---- Panels ----

  /// The next one that has not left: L(K,K) is as it was given until it is its turn.
  void open_diagonal_block() {
    const IndexRange k = windows_.at(opened_);
    if (k.size() == 0)
      return;
    engine_.wait([&] { return diagonal_.can_open(); });
    const Phase phase(&Profile::exchange, number(k));
    diagonal_.open(k.begin, k.size());
    opened_ = k.end;
  }
  /// Of those who need it the block becomes its inverse.
  void read_next_block() {
    const IndexRange k = next_->k;
    if (k.size() == 0)
      return;
    engine_.wait([&] { return diagonal_.ready(); });
    const Phase phase(&Profile::update, number(k));
    T* const block = next_->inverse.data();
    diagonal_.read(k.begin, k.size(), block);
    diagonal_.release();
    if (!owns_some(fresh_, k) && !owns_some(running_, k) && windows_.has_one_owner(running_, k))
      return;
    clear_other_triangle(k.size(), block);
    kernel::trtri(uplo_, Diag::non_unit, static_cast<int>(k.size()), block, static_cast<int>(k.size()));
  }
  void clear_other_triangle(Index w, T* block) const {
    if (!kernel::computes())
      return;
    for (Index j = 0; j < w; ++j) {
      T* const column = block + j * w;
      std::fill(lower_ ? column : column + j + 1, lower_ ? column + j : column + w, T(0));
    }
  }
  /// L(R,K) of the next window.
  void open_fresh() {
    const auto [first, end] = next_->k;
    engine_.wait([&] { return fresh_panels_.can_open(); });
    const Phase phase(&Profile::exchange, number(next_->k));
    const Index w = end - first, behind = a_.n - end;
    fresh_panels_.open(
        comm::as_const(lower_ ? a_.part(end, first, behind, w) : a_.part(first, end, w, behind)));
  }
  /// Y of the next window, or F(K,P) if it is solved for where it comes.
  void open_running() {
    const auto [first, end] = next_->k;
    engine_.wait([&] { return running_panels_.can_open(); });
    const Phase phase(&Profile::exchange, number(next_->k));
    const Index w = end - first;
    running_panels_.open(comm::as_const(lower_ ? a_.part(first, 0, w, first) : a_.part(0, first, first, w)));
  }
  /// Y of this window for the other dimension.
  void open_crossed() {
    engine_.wait([&] { return crossed_panels_.can_open(); });
    const Phase phase(&Profile::exchange, number(now_->k));
    crossed_panels_.open(now_->k.begin, now_->k.size(), now_->y);
  }

  // ---- One window ----

  /// The next window becomes the current one.
  void move_on() {
    std::swap(solved_, last_solved_);
    last_ = std::exchange(now_, std::exchange(next_, last_));
    next_->k = windows_.at(now_->k.end);
  }

  void step() {
    solve_received();
    if (next_->k.size() > 0) {
      advance();
      open_fresh();
    }
    open_crossed();
    const IndexRange behind_next{next_->k.end, a_.n};
    update(behind_next);
    store_fresh(behind_next);
    fresh_panels_.release();
    if (last_->k.size() > 0)
      finish_last();
  }

  /// F(K,P) of the next window becomes what it is when it is its turn, and leaves as Y.
  void advance() {
    update(next_->k);
    store_fresh(next_->k);
    {
      const Phase phase(&Profile::update, number(now_->k));
      const IndexRange range = before_window(next_->k);
      if (owns_some(running_, next_->k) && windows_.has_one_owner(running_, next_->k))
        apply(running_, Transpose::no, lines(running_, range), T(-1), *next_,
              place(running_, next_->k, range), a_.ld);
    }
    open_running();
  }
  /// Y of this window, of more than one owner, for my columns: as the transpose, as F(K,P) has come. Of an upper triangle for my
  /// rows.
  void solve_received() {
    if (windows_.has_one_owner(running_, now_->k))
      return;
    const Phase phase(&Profile::update, number(now_->k));
    const Index count = before(running_, now_->k.begin), ld = std::max<Index>(1, count);
    kernel::copy(count, now_->k.size(), now_->y.data, now_->y.ld, solved_.data(), ld);
    apply(Operand::a, lower_ ? Transpose::transpose : Transpose::no, count, T(-1), *now_, solved_.data(), ld);
    now_->y.data = solved_.data();
    now_->y.ld = ld;
  }
  /// X = alpha X op(L(K,K)^-1), count x w, or alpha op(L(K,K)^-1) X, w x count.
  void apply(Operand side, Transpose trans, Index count, T alpha, const Step& step, T* x, Index ld) const {
    const bool right = side == Operand::a;
    const int m = static_cast<int>(count), w = static_cast<int>(step.k.size());
    if (count > 0)
      kernel::trmm(right ? Side::right : Side::left, uplo_, trans, Diag::non_unit, right ? m : w,
                   right ? w : m, alpha, step.inverse.data(), w, x, static_cast<int>(ld));
  }

  /// F(R,P) += L(R,K) Y for a range of R.
  void update(const IndexRange& range) {
    const IndexRange rows = lower_ ? range : before_window(now_->k),
                     columns = lower_ ? before_window(now_->k) : range;
    const Index m = lines(Operand::a, rows), n = lines(Operand::b, columns);
    if (m == 0 || n == 0)
      return;
    engine_.wait(updates_, updates_.submit([=, this] {
      const Phase phase(&Profile::update, number(now_->k));
      const LocalFactor<T> l = fresh_factor(range);
      multiply(grid_, engine_, m, n, now_->k.size(), T(1), lower_ ? l : now_->y, lower_ ? now_->y : l, T(1),
               element(before(Operand::a, rows.begin), before(Operand::b, columns.begin)), a_.ld);
    }));
  }
  /// L(R,K) from the first of a range of R on.
  LocalFactor<T> fresh_factor(const IndexRange& range) const {
    const Index first = before(fresh_, range.begin) - before(fresh_, now_->k.end);
    const LocalFactor<T> all = fresh_panels_.factor();
    return lower_ ? all.rows_from(first) : all.columns_from(first);
  }

  // ---- What the window itself becomes ----

  /// F(R,K) for a range of R.
  void store_fresh(const IndexRange& range) {
    const Phase phase(&Profile::update, number(now_->k));
    if (owns_some(fresh_, now_->k) && lines(fresh_, range) > 0)
      store(fresh_, Transpose::no, *now_, fresh_factor(range), range);
  }
  /// X(P,P) += Y^H Y of the last window, X(K,P) and X(K,K). Nobody reads them any more but to add to them.
  void finish_last() {
    engine_.wait([&] { return crossed_panels_.ready(); });
    update_inverse();
    crossed_panels_.release();
    const Phase phase(&Profile::update, number(last_->k));
    const IndexRange range = before_window(last_->k);
    if (owns_some(running_, last_->k) && lines(running_, range) > 0)
      store(running_, Transpose::conjugate, *last_, last_->y, range);
    running_panels_.release();
    if (owns_some(fresh_, last_->k) && owns_some(running_, last_->k)) {
      const Index w = last_->k.size();
      T* const block = last_->inverse.data();
      kernel::lauum(uplo_, static_cast<int>(w), block, static_cast<int>(w));
      store_diagonal_block(grid_, a_, uplo_, false, last_->k.begin, w, block);
    }
  }
  void update_inverse() {
    const Index k = last_->k.begin, rows = before(Operand::a, k), columns = before(Operand::b, k);
    if (rows == 0 || columns == 0)
      return;
    engine_.wait(updates_, updates_.submit([=, this] {
      const Phase phase(&Profile::update, number(last_->k));
      const Index w = last_->k.size();
      const LocalFactor<T> crossed = crossed_panels_.load(k, w, last_->y);
      triangle_.multiply_part(0, rows, 0, columns, w, T(1), lower_ ? crossed : last_->y,
                              lower_ ? last_->y : crossed, T(1));
    }));
  }

  /// My part of L(R,K) op(L(K,K)^-1), or of op(L(K,K)^-1) Y, of a range of lines with which `panel` begins: what is mine of the
  /// columns, or the rows, of a window. Of one owner the panel is in its place.
  void store(Operand side, Transpose trans, const Step& step, const LocalFactor<T>& panel,
             const IndexRange& range) {
    const int w = static_cast<int>(step.k.size()), count = static_cast<int>(lines(side, range)),
              mine = static_cast<int>(lines(other(side), step.k)), ld = static_cast<int>(a_.ld);
    T* const to = place(side, step.k, range);
    if (windows_.has_one_owner(side, step.k))
      return apply(side, trans, count, T(1), step, to, a_.ld);
    const LocalFactor<T> factor = mine_of_inverse(side, trans, step);
    if (side == Operand::a)
      kernel::gemm(panel.trans, factor.trans, count, mine, w, T(1), panel.data, static_cast<int>(panel.ld),
                   factor.data, static_cast<int>(factor.ld), T(0), to, ld);
    else
      kernel::gemm(factor.trans, panel.trans, mine, count, w, T(1), factor.data, static_cast<int>(factor.ld),
                   panel.data, static_cast<int>(panel.ld), T(0), to, ld);
  }
  /// Those of the columns (a), or the rows (b), of op(L(K,K)^-1) that belong to mine of the window.
  LocalFactor<T> mine_of_inverse(Operand side, Transpose trans, const Step& step) {
    const bool columns = side == Operand::a, of_columns = columns == (trans == Transpose::no);
    const Index w = step.k.size(), mine = lines(other(side), step.k);
    const T* const inverse = step.inverse.data();
    T* to = mine_of_inverse_.data();
    for_each_run(columns ? a_.columns : a_.rows, (columns ? a_.j : a_.i) + step.k.begin, w,
                 columns ? grid_.mycol() : grid_.myrow(), [&](Index offset, Index count) {
                   if (of_columns)
                     kernel::copy(w, count, inverse + offset * w, w, to, w);
                   else
                     kernel::copy(count, w, inverse + offset, w, to, mine);
                   to += of_columns ? count * w : count;
                 });
    return {mine_of_inverse_.data(), of_columns ? w : mine, trans};
  }

  Grid& grid_;
  Uplo uplo_;
  bool lower_;
  Operand fresh_, running_; ///< sides of L(R,K) and of Y
  Submatrix<T> a_;
  OwnerWindows windows_;
  ProductPanels<T> fresh_panels_, running_panels_;
  CrossedPanels<T> crossed_panels_;
  DiagonalStream<T> diagonal_;
  LocalTriangle<T> triangle_;
  Index opened_ = 0; ///< where the window begins whose diagonal block is the next to leave
  runtime::Engine engine_;
  kernel::UpdateQueue updates_;
  std::array<Step, 3> steps_;
  Step *last_ = &steps_[0], *now_ = &steps_[1], *next_ = &steps_[2];
  kernel::Workspace<T> solved_, last_solved_; ///< Y of a window of more than one owner: lines x w
  kernel::Workspace<T> mine_of_inverse_;
};

template <typename T>
void invert_alone(const Grid& grid, Uplo uplo, const Submatrix<T>& a) {
  const int n = static_cast<int>(a.n), ld = static_cast<int>(a.ld);
  kernel::trtri(uplo, Diag::non_unit, n, a.local_data(grid), ld);
  kernel::lauum(uplo, n, a.local_data(grid), ld);
}

} // namespace

template <typename T>
Index potri(Grid& grid, kernel::Uplo uplo, const Submatrix<T>& a) {
  if (a.n == 0)
    return 0;
  const bool alone = grid.p() * grid.q() == 1;
  const auto memory = runtime::take_memory(grid, "the inverse from Cholesky's factor",
                                           alone ? 0 : CholeskyInverse<T>::memory(grid, uplo, a));
  if (const Index k = first_zero_on_diagonal(grid, a); k > 0)
    return k;
  if (alone)
    invert_alone(grid, uplo, a);
  else
    CholeskyInverse<T>(grid, uplo, a).invert();
  return 0;
}

#define HG_POTRI(T) template Index potri(Grid&, kernel::Uplo, const Submatrix<T>&);
HG_POTRI(float)
HG_POTRI(double)
HG_POTRI(std::complex<float>)
HG_POTRI(std::complex<double>)
#undef HG_POTRI

} // namespace hetgrid::linalg
