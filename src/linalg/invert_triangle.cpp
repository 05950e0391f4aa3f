// L^-1, or L^-H L^-1, in the place of L, by Gauss-Jordan elimination. Before the window K = [k, k + w) the inverse of what lies
// there, P = [0, k), is known; behind it, in R, L is as it was:
//
//     X(P,P) = L(P,P)^-1 or L(P,P)^-H L(P,P)^-1     F(R,P) = L(R,P) L(P,P)^-1     L(R,R)
//
// The window moves on by
//
//     Y       = -L(K,K)^-1 F(K,P)      which are rows of L^-1
//     F(R,P) += L(R,K) Y               F(R,K) = L(R,K) L(K,K)^-1
//
//     L^-1:       X(K,P) = Y                X(K,K) = L(K,K)^-1
//     L^-H L^-1:  X(K,P) = L(K,K)^-H Y      X(K,K) = L(K,K)^-H L(K,K)^-1      X(P,P) += Y^H Y
//
// The former takes 1/3 n^3 operations, the latter 2/3 n^3, as LAPACK's TRTRI and POTRI do, nearly all of them in the updates of
// F(R,P) and X(P,P), which together are all of the triangle but L(R,R). An upper triangle is the same with rows and columns
// exchanged, and all that is said of rows here goes for columns there.
//
// Of what a window consists of L(R,K) is fresh, as it was given, and F(K,P) is running: the windows before have changed it. Every
// process gets L(R,K) for its rows and Y for its columns. The first thing it does with them is to change F(K',P) of the next
// window K', so that this travels while the rest is updated. Where one grid row has all rows of K, Y is computed before it
// travels: L(K,K) has travelled ahead. Else those who get F(K,P) do it. All is multiplied by inverses of triangles instead of
// being solved for, as in getri.cpp.
//
// For X(P,P) every process needs Y for its rows as well, and nobody needs X(P,P) before the end. So Y goes on from the columns to
// the rows when it has come (crossed_panels.hpp), and X(P,P) is changed one window later: no window waits for that.
#include "linalg/invert_triangle.hpp"

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
#include <optional>
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
class GaussJordan {
public:
  /// Within a Reservation of memory().
  GaussJordan(Grid& grid, Uplo uplo, Diag diag, const Submatrix<T>& a, InverseOf what)
      : grid_(grid), uplo_(uplo), diag_(diag), lower_(uplo == Uplo::lower),
        fresh_(lower_ ? Operand::a : Operand::b), running_(other_side(fresh_)), a_(a), mine_(grid, a),
        windows_(grid, a), fresh_panels_(grid, fresh_), running_panels_(grid, running_),
        diagonal_(grid, comm::as_const(a), windows_.widest()) {
    if (what == InverseOf::product)
      product_.emplace(Product{{grid, fresh_, a}, {grid, uplo, a}});
  }

  static std::size_t memory(const Grid& grid, Uplo uplo, const Submatrix<T>& a, InverseOf what) {
    const bool lower = uplo == Uplo::lower, product = what == InverseOf::product;
    const Index w = OwnerWindows(grid, a).widest(), rows = a.local_rows(grid),
                columns = a.local_columns(grid), fresh = lower ? rows : columns,
                running = lower ? columns : rows;
    const std::size_t for_both =
        comm::PanelStream::memory(runtime::bytes_of<T>(w * fresh), fresh_under_way(product)) +
        comm::PanelStream::memory(runtime::bytes_of<T>(w * running), running_under_way(product)) +
        DiagonalStream<T>::memory(w) + runtime::bytes_of<T>(w * (running + blocks * w));
    return !product
               ? for_both
               : for_both + LocalTriangle<T>::memory(columns) + runtime::bytes_of<T>(w * (fresh + running));
  }

  void invert() {
    reserve();
    const kernel::LocalPart<T> local_part(a_.local_rows(grid_) * a_.local_columns(grid_) / 2);
    for (int block = 0; block < diagonal_.slots(); ++block)
      open_diagonal_block();
    for (int window = 0; window < fresh_ahead(product_.has_value()); ++window)
      open_fresh();
    read_blocks();
    open_running();
    while (next().k.size() > 0) {
      move_on();
      open_diagonal_block();
      read_blocks();
      const std::size_t behind = product_ && last().k.size() > 0; // Y of the last window is still in use
      engine_.wait([&] { return running_panels_.ready(behind) & fresh_panels_.ready(); });
      now().y = running_panels_.factor(behind);
      step();
    }
    if (product_) {
      move_on();
      finish_last();
      make_diagonal_real(grid_, a_); // windows add to what those before them have left
    }
    engine_.finish();
  }

private:
  /// Windows by which diagonal blocks and L(R,K), which are as they were given, are ahead; and by which a process may lag behind
  /// before the others have to wait for it. Fewer for a product, whose windows take twice as long and whose panels twice the memory.
  static constexpr int ahead = 2;
  static constexpr int fresh_ahead(bool product) { return product ? 1 : ahead; }
  static constexpr int lag(bool product) { return product ? 0 : 2; }
  /// L(R,K) of the window under way, of those ahead and of those before that someone still needs; for a product each is followed
  /// by Y of a window for the fresh side.
  static constexpr int fresh_under_way(bool product) {
    return (fresh_ahead(product) + 1 + lag(product)) * (product ? 2 : 1);
  }
  /// Y of the window under way and of the next one; for a product also of the last one.
  static constexpr int running_under_way(bool product) { return product ? 3 : 2; }
  static constexpr int steps = ahead + 2, blocks = steps + 1;

  /// What X(P,P) += Y^H Y takes.
  struct Product {
    CrossedPanels<T> crossed_panels;
    LocalTriangle<T> triangle;
  };
  /// A window, Y once it is there, and L(K,K)^-1 with zeros in the other triangle.
  struct Step {
    IndexRange k{0, 0};
    LocalFactor<T> y{};
    kernel::Workspace<T> inverse;
  };

  Step& at(Index number) { return steps_[static_cast<std::size_t>(number) % steps]; }
  Step& last() { return at(window_ - 1); }
  Step& now() { return at(window_); }
  Step& next() { return at(window_ + 1); }

  // ---- What a process has ----

  static IndexRange before_window(const IndexRange& k) { return {0, k.begin}; }

  void reserve() {
    const Index w = windows_.widest(), fresh = mine_.before(fresh_, a_.n),
                running = mine_.before(running_, a_.n);
    const int fresh_slots = fresh_under_way(product_.has_value());
    fresh_panels_.reserve(engine_, w * fresh, fresh_slots);
    running_panels_.reserve(engine_, w * running, running_under_way(product_.has_value()));
    diagonal_.reserve(engine_);
    const auto size = [](Index elements) { return static_cast<std::size_t>(elements); };
    solved_.resize(size(w * running));
    for (Step& step : steps_)
      step.inverse.resize(size(w * w));
    mine_of_inverse_.resize(size(w * w));
    if (!product_)
      return;
    product_->crossed_panels.reserve(engine_, w * fresh, fresh_slots);
    last_solved_.resize(size(w * running));
    crossed_.resize(size(w * fresh));
    if (grid_.spans_nodes())
      product_->triangle.attend(std::max(grid_.p(), grid_.q()), [this] { engine_.attend(); });
  }

  // ---- Panels ----

  /// The next one that has not left: L(K,K) is as it was given until it is its turn.
  void open_diagonal_block() {
    const IndexRange k = windows_.at(opened_);
    if (k.size() == 0)
      return;
    engine_.wait([&] { return diagonal_.can_open(); });
    const Phase phase(&Profile::exchange, windows_.number(k));
    diagonal_.open(k.begin, k.size());
    opened_ = k.end;
  }
  /// That of the next window, and those behind it that are there.
  void read_blocks() {
    for (; read_ <= window_ + ahead; ++read_) {
      const IndexRange k = windows_.at(read_to_);
      if (read_ > window_ + 1 && k.size() > 0 && !diagonal_.ready())
        return;
      at(read_).k = k;
      if (k.size() > 0)
        read_block(at(read_));
      read_to_ = k.end;
    }
  }
  /// Of those who need it the block becomes its inverse.
  void read_block(Step& step) {
    engine_.wait([&] { return diagonal_.ready(); });
    const IndexRange k = step.k;
    const Phase phase(&Profile::update, windows_.number(k));
    T* const block = step.inverse.data();
    diagonal_.read(k.begin, k.size(), block);
    diagonal_.release();
    if (!mine_.owns_some(fresh_, k) && !mine_.owns_some(running_, k) && windows_.has_one_owner(running_, k))
      return;
    clear_other_triangle(uplo_, k.size(), block);
    for (Index j = 0; kernel::computes() && diag_ == Diag::unit && j < k.size(); ++j)
      block[j + j * k.size()] = T(1);
    kernel::trtri(uplo_, diag_, static_cast<int>(k.size()), block, static_cast<int>(k.size()));
  }
  /// L(R,K) of the next window that has not left.
  void open_fresh() {
    const IndexRange k = windows_.at(opened_fresh_);
    if (k.size() == 0)
      return;
    engine_.wait([&] { return fresh_panels_.can_open(); });
    const Phase phase(&Profile::exchange, windows_.number(k));
    const Index behind = a_.n - k.end;
    fresh_panels_.open(comm::as_const(lower_ ? a_.part(k.end, k.begin, behind, k.size())
                                             : a_.part(k.begin, k.end, k.size(), behind)));
    opened_fresh_ = k.end;
  }
  /// Y of the next window, or F(K,P) if it is solved for where it comes.
  void open_running() {
    const auto [first, end] = next().k;
    engine_.wait([&] { return running_panels_.can_open(); });
    const Phase phase(&Profile::exchange, windows_.number(next().k));
    const Index w = end - first;
    running_panels_.open(comm::as_const(lower_ ? a_.part(first, 0, w, first) : a_.part(0, first, first, w)));
  }
  /// Y of this window for the other dimension.
  void open_crossed() {
    CrossedPanels<T>& panels = product_->crossed_panels;
    engine_.wait([&] { return panels.can_open(); });
    const Phase phase(&Profile::exchange, windows_.number(now().k));
    panels.open(before_window(now().k), now().k.size(), now().y);
  }

  // ---- One window ----

  /// The next window becomes the current one.
  void move_on() {
    if (product_)
      std::swap(solved_, last_solved_);
    ++window_;
  }

  void step() {
    open_fresh();
    solve_received();
    if (next().k.size() > 0)
      advance();
    if (product_)
      open_crossed();
    const IndexRange behind_next{next().k.end, a_.n};
    update(behind_next);
    store_fresh(behind_next);
    fresh_panels_.release();
    if (!product_)
      finish(now());
    else if (last().k.size() > 0)
      finish_last();
  }

  /// F(K,P) of the next window becomes what it is when it is its turn, and leaves as Y.
  void advance() {
    update(next().k);
    store_fresh(next().k);
    {
      const Phase phase(&Profile::update, windows_.number(now().k));
      const IndexRange range = before_window(next().k);
      if (mine_.owns_some(running_, next().k) && windows_.has_one_owner(running_, next().k))
        apply(running_, Transpose::no, mine_.lines(running_, range), T(-1), next(),
              mine_.place(running_, next().k, range), a_.ld);
    }
    open_running();
  }
  /// Y of this window, of more than one owner, for my columns: as the transpose, as F(K,P) has come. Of an upper triangle for my
  /// rows.
  void solve_received() {
    if (windows_.has_one_owner(running_, now().k))
      return;
    const Phase phase(&Profile::update, windows_.number(now().k));
    const Index count = mine_.before(running_, now().k.begin), ld = std::max<Index>(1, count);
    kernel::copy(count, now().k.size(), now().y.data, now().y.ld, solved_.data(), ld);
    apply(Operand::a, lower_ ? Transpose::transpose : Transpose::no, count, T(-1), now(), solved_.data(), ld);
    now().y.data = solved_.data();
    now().y.ld = ld;
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
    const IndexRange rows = lower_ ? range : before_window(now().k),
                     columns = lower_ ? before_window(now().k) : range;
    const Index m = mine_.lines(Operand::a, rows), n = mine_.lines(Operand::b, columns);
    if (m == 0 || n == 0)
      return;
    engine_.wait(updates_, updates_.submit([=, this] {
      const Phase phase(&Profile::update, windows_.number(now().k));
      const LocalFactor<T> l = fresh_factor(range);
      multiply(grid_, engine_, m, n, now().k.size(), T(1), lower_ ? l : now().y, lower_ ? now().y : l, T(1),
               mine_.block(rows, columns), a_.ld);
    }));
  }
  /// L(R,K) from the first of a range of R on.
  LocalFactor<T> fresh_factor(const IndexRange& range) {
    const Index first = mine_.before(fresh_, range.begin) - mine_.before(fresh_, now().k.end);
    const LocalFactor<T> all = fresh_panels_.factor();
    return lower_ ? all.rows_from(first) : all.columns_from(first);
  }

  // ---- What the window itself becomes ----

  /// F(R,K) for a range of R.
  void store_fresh(const IndexRange& range) {
    const Phase phase(&Profile::update, windows_.number(now().k));
    if (mine_.owns_some(fresh_, now().k) && mine_.lines(fresh_, range) > 0)
      store(fresh_, Transpose::no, T(1), now(), fresh_factor(range), range);
  }
  /// X(K,P) and X(K,K). Nobody reads them any more but to add to them.
  void finish(Step& step) {
    const Phase phase(&Profile::update, windows_.number(step.k));
    const IndexRange range = before_window(step.k);
    if (mine_.owns_some(running_, step.k) && mine_.lines(running_, range) > 0)
      finish_running(step, range);
    running_panels_.release();
    if (!mine_.owns_some(fresh_, step.k) || !mine_.owns_some(running_, step.k))
      return;
    const Index w = step.k.size();
    T* const block = step.inverse.data();
    if (product_)
      kernel::lauum(uplo_, static_cast<int>(w), block, static_cast<int>(w));
    store_diagonal_block(grid_, a_, uplo_, diag_ == Diag::unit, step.k.begin, w, block);
  }
  /// Y is in its place already if it has one owner; else that is where F(K,P) still is.
  void finish_running(const Step& step, const IndexRange& range) {
    if (product_)
      store(running_, Transpose::conjugate, T(1), step, step.y, range);
    else if (!windows_.has_one_owner(running_, step.k))
      store(running_, Transpose::no, T(-1), step, running_panels_.factor(), range);
  }
  /// X(P,P) += Y^H Y of the last window, and all that is left of it.
  void finish_last() {
    engine_.wait([&] { return product_->crossed_panels.ready(); });
    update_inverse();
    product_->crossed_panels.release();
    finish(last());
  }
  void update_inverse() {
    const Index k = last().k.begin, rows = mine_.before(Operand::a, k), columns = mine_.before(Operand::b, k);
    if (rows == 0 || columns == 0)
      return;
    engine_.wait(updates_, updates_.submit([=, this] {
      const Phase phase(&Profile::update, windows_.number(last().k));
      const Index w = last().k.size();
      const LocalFactor<T> crossed =
          product_->crossed_panels.load(before_window(last().k), w, last().y, crossed_.data(), w);
      product_->triangle.multiply_part(0, rows, 0, columns, w, T(1), lower_ ? crossed : last().y,
                                       lower_ ? last().y : crossed, T(1));
    }));
  }

  /// My part of alpha `panel` op(L(K,K)^-1) (a), or of alpha op(L(K,K)^-1) `panel` (b), for a range of lines with which the panel
  /// begins: what is mine of the columns, or the rows, of a window. Of one owner the panel is in its place.
  void store(Operand side, Transpose trans, T alpha, const Step& step, const LocalFactor<T>& panel,
             const IndexRange& range) {
    const int w = static_cast<int>(step.k.size()), count = static_cast<int>(mine_.lines(side, range)),
              mine = static_cast<int>(mine_.lines(other_side(side), step.k)), ld = static_cast<int>(a_.ld);
    T* const to = mine_.place(side, step.k, range);
    if (windows_.has_one_owner(side, step.k))
      return apply(side, trans, count, alpha, step, to, a_.ld);
    const LocalFactor<T> factor = mine_of_inverse(side, trans, step);
    if (side == Operand::a)
      kernel::gemm(panel.trans, factor.trans, count, mine, w, alpha, panel.data, static_cast<int>(panel.ld),
                   factor.data, static_cast<int>(factor.ld), T(0), to, ld);
    else
      kernel::gemm(factor.trans, panel.trans, mine, count, w, alpha, factor.data, static_cast<int>(factor.ld),
                   panel.data, static_cast<int>(panel.ld), T(0), to, ld);
  }
  /// Those of the columns (a), or the rows (b), of op(L(K,K)^-1) that belong to mine of the window.
  LocalFactor<T> mine_of_inverse(Operand side, Transpose trans, const Step& step) {
    const bool columns = side == Operand::a, of_columns = columns == (trans == Transpose::no);
    const Index w = step.k.size(), mine = mine_.lines(other_side(side), step.k);
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
  Diag diag_;
  bool lower_;
  Operand fresh_, running_; ///< sides of L(R,K) and of Y
  Submatrix<T> a_;
  OwnPart<T> mine_;
  OwnerWindows windows_;
  ProductPanels<T> fresh_panels_, running_panels_;
  DiagonalStream<T> diagonal_;
  std::optional<Product> product_; ///< if it is the inverse of a product
  /// Where the windows begin whose diagonal block, and whose L(R,K), are the next to leave.
  Index opened_ = 0, opened_fresh_ = 0;
  runtime::Engine engine_;
  kernel::UpdateQueue updates_;
  std::array<Step, steps> steps_; ///< by number
  Index window_ = 0;              ///< number of the one under way; the first is 1
  Index read_ = 1,
        read_to_ = 0; ///< number and begin of the window whose diagonal block is the next to be read
  kernel::Workspace<T> solved_, last_solved_; ///< Y of a window of more than one owner: lines x w
  kernel::Workspace<T> crossed_;              ///< Y of the last window for the fresh side: w x lines
  kernel::Workspace<T> mine_of_inverse_;
};

template <typename T>
void invert_alone(const Grid& grid, Uplo uplo, Diag diag, const Submatrix<T>& a, InverseOf what) {
  const int n = static_cast<int>(a.n), ld = static_cast<int>(a.ld);
  kernel::trtri(uplo, diag, n, a.local_data(grid), ld);
  if (what == InverseOf::product)
    kernel::lauum(uplo, n, a.local_data(grid), ld);
}

} // namespace

template <typename T>
Index invert_triangle(Grid& grid, Uplo uplo, Diag diag, const Submatrix<T>& a, InverseOf what) {
  if (a.n == 0)
    return 0;
  const bool alone = grid.p() * grid.q() == 1;
  const auto memory = runtime::take_memory(
      grid, what == InverseOf::product ? "the inverse from Cholesky's factor" : "the inverse of a triangle",
      alone ? 0 : GaussJordan<T>::memory(grid, uplo, a, what));
  if (const Index k = diag == Diag::unit ? 0 : first_zero_on_diagonal(grid, a); k > 0)
    return k;
  if (alone)
    invert_alone(grid, uplo, diag, a, what);
  else
    GaussJordan<T>(grid, uplo, diag, a, what).invert();
  return 0;
}

#define HG_INVERT_TRIANGLE(T)                                                                                \
  template Index invert_triangle(Grid&, Uplo, Diag, const Submatrix<T>&, InverseOf);
HG_INVERT_TRIANGLE(float)
HG_INVERT_TRIANGLE(double)
HG_INVERT_TRIANGLE(std::complex<float>)
HG_INVERT_TRIANGLE(std::complex<double>)
#undef HG_INVERT_TRIANGLE

} // namespace hetgrid::linalg
