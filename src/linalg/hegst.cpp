// L^-1 A L^-H and its kin, one window after the other. With the window K = [k, k + w), what lies before it, P = [0, k), and behind
// it, R:
//
//     L^-1 A L^-H                                        L^H A L
//
//     A(K,P) = L(K,K)^-1 A(K,P)                          A(R,P) += A(R,K) L(K,P)
//     A(R,P) -= L(R,K) A(K,P)                            G = A(K,P) + A(K,K) L(K,P) / 2
//     A(K,K) = L(K,K)^-1 A(K,K) L(K,K)^-H                A(P,P) += L(K,P)^H G + G^H L(K,P)
//     G = A(R,K) L(K,K)^-H - L(R,K) A(K,K) / 2           A(K,P) = L(K,K)^H (G + A(K,K) L(K,P) / 2)
//     A(R,R) -= L(R,K) G^H + G L(R,K)^H                  A(K,K) = L(K,K)^H A(K,K) L(K,K)
//     A(R,K) = G - L(R,K) A(K,K) / 2                     A(R,K) = A(R,K) L(K,K)
//
// of which one triangle is kept. These are n^3 operations, as many as LAPACK's, nearly all of them in the updates of A(R,P) and of
// A(S,S), S = R or P; no window waits for a triangular solve with what lies behind it (J. Poulson, R. van de Geijn, J. Bennighof,
// Parallel algorithms for reducing the generalized Hermitian-definite eigenvalue problem, variants 4). An upper triangle U^H = L
// is the same with rows and columns exchanged. L(R,K) L(K,K)^-1 known ahead would spare the solves with L(K,K) between one window
// and the next, but where B is nearly singular it is much less accurate.
//
// With O for the other one of P and R, every process gets L(S,K), or L(K,S)^H, and G for its rows and for its columns, and A(K,O)
// for the lines of it that it has. What has one owner in its dimension is G, or solved for, before it travels; else all that get it
// do the same. It leaves as soon as the window before has changed it, while that changes the rest. It comes along one dimension of
// the grid and is passed on along the other one (crossed_panels.hpp).
#include "linalg/hegst.hpp"

#include "kernel/lapack.hpp"
#include "kernel/trsm.hpp"
#include "linalg/crossed_panels.hpp"
#include "linalg/diagonal_stream.hpp"
#include "linalg/local_triangle.hpp"
#include "linalg/outer_product.hpp"
#include "linalg/owner_windows.hpp"
#include "linalg/triangle.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;
using measure::Phase;
using measure::Profile;

template <typename T>
class Reduction {
public:
  /// Within a Reservation of memory().
  Reduction(Grid& grid, Problem problem, Uplo uplo, const Submatrix<T>& a, const Submatrix<const T>& b)
      : grid_(grid), problem_(problem), uplo_(uplo), inverse_(problem == Problem::a_x),
        lower_(uplo == Uplo::lower), sign_(inverse_ ? T(-1) : T(1)),
        direct_(inverse_ == lower_ ? Operand::a : Operand::b), cross_(other_side(direct_)), a_(a), b_(b),
        mine_(grid, a), windows_(grid, a), factor_panels_(grid, direct_), direct_panels_(grid, direct_),
        other_panels_(grid, cross_), crossed_factors_(grid, cross_, a), crossed_(grid, cross_, a),
        diagonal_of_factor_(grid, b, windows_.widest(), comm::Channel::factored_panels),
        diagonal_(grid, comm::as_const(a), windows_.widest(), comm::Channel::collected_panels),
        triangle_(grid, uplo, a) {
    const bool aligned = direct_ == Operand::a ? layout::aligned(b.rows, b.i, a.rows, a.i, a.m)
                                               : layout::aligned(b.columns, b.j, a.columns, a.j, a.m);
    for (int copy = 0; !aligned && copy < (factor_panels_.travel() ? 1 : factors_ahead + 1); ++copy)
      factor_copies_.emplace_back(grid, direct_, a, windows_.widest());
    reserve();
    if (grid.spans_nodes())
      triangle_.attend(std::max(grid.p(), grid.q()), [this] { engine_.attend(); });
  }

  static std::size_t memory(const Grid& grid, const Submatrix<T>& a) {
    const Index w = OwnerWindows(grid, a).widest(), rows = a.local_rows(grid),
                columns = a.local_columns(grid), longest = std::max(rows, columns);
    return comm::PanelStream::memory(runtime::bytes_of<T>(w * rows), panels_under_way) +
           comm::PanelStream::memory(runtime::bytes_of<T>(w * columns), panels_under_way) +
           runtime::bytes_of<T>(w * (2 * (rows + columns) + (3 + factors_ahead) * (longest + 1)) +
                                4 * w * w) +
           DiagonalStream<T>::memory(w, comm::Channel::factored_panels) +
           DiagonalStream<T>::memory(w, comm::Channel::collected_panels) + LocalTriangle<T>::memory(columns) +
           runtime::redistribution_memory(grid, a.m, w);
  }

  void reduce() {
    const kernel::LocalPart<T> local_part(a_.local_rows(grid_) * a_.local_columns(grid_) / 2);
    for (int window = 0; window < factors_ahead; ++window)
      open_factor();
    next_->k = windows_.at(0);
    prepare();
    while (next_->k.size() > 0) {
      std::swap(now_, next_);
      *next_ = {windows_.at(now_->k.end)};
      load();
      finish(next_->k);
      if (next_->k.size() > 0) {
        submit([this] { update_next(); });
        prepare();
      }
      finish({0, now_->k.begin});
      finish(behind_next());
      finish_block();
      submit([this] { update_rest(); });
    }
    engine_.finish();
    if (!inverse_) // windows go on to change what those before them were
      make_diagonal_real(grid_, a_);
  }

private:
  /// Windows by which L(S,K) and L(K,K) are ahead.
  static constexpr int factors_ahead = 2;
  /// L(S,K) and G of the window under way, of the next one, and of those ahead; along the other dimension, both of them and A(K,O)
  /// of two windows.
  static constexpr int panels_under_way = 5;

  struct Step {
    IndexRange k{0, 0};
    bool has_diagonal = false; ///< its block has been read
  };

  /// S and O of a window.
  IndexRange changed(const IndexRange& k) const {
    return inverse_ ? IndexRange{k.end, a_.m} : IndexRange{0, k.begin};
  }
  IndexRange unchanged(const IndexRange& k) const {
    return inverse_ ? IndexRange{0, k.begin} : IndexRange{k.end, a_.m};
  }
  IndexRange behind_next() const { return {next_->k.end, a_.m}; }

  bool is_solved_before_it_travels(Operand side, const IndexRange& k) const {
    return windows_.has_one_owner(side, k);
  }
  bool block_has_one_owner(const IndexRange& k) const {
    return windows_.has_one_owner(Operand::a, k) && windows_.has_one_owner(Operand::b, k);
  }

  /// Some lines of the columns or rows `k` of a matrix.
  template <typename Matrix>
  static Matrix slice(const Matrix& x, Operand side, const IndexRange& lines, const IndexRange& k) {
    return side == Operand::a ? x.part(lines.begin, k.begin, lines.size(), k.size())
                              : x.part(k.begin, lines.begin, k.size(), lines.size());
  }

  void reserve() {
    const Index w = windows_.widest();
    const auto all_lines = [this](Operand side) { return mine_.before(side, a_.m); };
    for (ProductPanels<T>* const panels : {&factor_panels_, &direct_panels_, &other_panels_})
      panels->reserve(engine_, w * all_lines(panels->side()), panels_under_way);
    for (CrossedPanels<T>* const panels : {&crossed_factors_, &crossed_})
      panels->reserve(engine_, w * all_lines(cross_), panels_under_way);
    diagonal_of_factor_.reserve(engine_);
    diagonal_.reserve(engine_);
    const auto size = [](Index elements) { return static_cast<std::size_t>(elements); };
    for (const Operand side : {Operand::a, Operand::b})
      factors_[at(side)].resize(size(2 * w * all_lines(side)));
    other_lines_.resize(size(w * all_lines(cross_)));
    finished_.resize(size(w * std::max(all_lines(Operand::a), all_lines(Operand::b))));
    for (Blocks& blocks : blocks_)
      for (kernel::Workspace<T>* const block : {&blocks.factor, &blocks.diagonal})
        block->resize(size(w * w));
    engine_.add([this] { return cross_early(); });
  }

  // ---- Panels ----

  void open(ProductPanels<T>& panels, const Submatrix<const T>& part) {
    engine_.wait([&] { return panels.can_open(); });
    panels.open(part);
  }
  /// L(S,K) and L(K,K) of the next window that have not left.
  void open_factor() {
    const IndexRange k = windows_.at(opened_), s = changed(k);
    if (k.size() == 0)
      return;
    engine_.wait([&] { return diagonal_of_factor_.can_open(); });
    const Phase phase(&Profile::exchange, windows_.number(k));
    diagonal_of_factor_.open(k.begin, k.size());
    Submatrix<const T> factor = slice(b_, direct_, s, k);
    if (!factor_copies_.empty()) {
      engine_.settle(); // no channel moves meanwhile
      factor = comm::as_const(factor_copies_[factor_panels_.opened() % factor_copies_.size()].load(
          grid_, Transpose::no, factor, s.begin));
    }
    open(factor_panels_, factor);
    opened_ = k.end;
  }

  /// The next window, which is as it was when it was its turn, leaves.
  void prepare() {
    const IndexRange k = next_->k, s = changed(k), o = unchanged(k);
    engine_.wait([&] { return diagonal_of_factor_.ready() & factor_panels_.ready(); });
    diagonal_of_factor_.read(k.begin, k.size(), blocks(*next_).factor.data());
    diagonal_of_factor_.release();
    open_diagonal();
    if (inverse_ && mine_.owns_some(cross_, k) && is_solved_before_it_travels(cross_, k)) {
      const Phase phase(&Profile::update, windows_.number(k));
      apply(cross_, Transpose::no, *next_, mine_.lines(cross_, o), mine_.place(cross_, k, o), a_.ld);
    }
    {
      const Phase phase(&Profile::exchange, windows_.number(k));
      open(other_panels_, slice(comm::as_const(a_), cross_, o, k));
      engine_.wait([&] { return crossed_factors_.can_open(); });
      crossed_factors_.open(s, k.size(), factor_panels_.factor());
    }
    if (mine_.owns_some(direct_, k) && is_solved_before_it_travels(direct_, k)) {
      read_diagonal(*next_);
      const Phase phase(&Profile::update, windows_.number(k));
      make_symmetric(*next_, mine_.lines(direct_, s), factor_panels_.factor(), mine_.place(direct_, k, s),
                     a_.ld);
    }
    {
      const Phase phase(&Profile::exchange, windows_.number(k));
      open(direct_panels_, slice(comm::as_const(a_), direct_, s, k));
    }
    open_factor();
    if (is_solved_before_it_travels(direct_, k))
      to_cross_ = next_; // not before: panels are opened in the same order everywhere, and settled in between
  }
  /// A(K,K), for L^-1 A L^-H reduced if one process has it.
  void open_diagonal() {
    const IndexRange k = next_->k;
    if (inverse_ && block_has_one_owner(k) && mine_.owns_some(Operand::a, k) &&
        mine_.owns_some(Operand::b, k)) {
      const Phase phase(&Profile::update, windows_.number(k));
      reduce_block(*next_, mine_.place(Operand::a, k, k), a_.ld);
    }
    engine_.wait([&] { return diagonal_.can_open(); });
    const Phase phase(&Profile::exchange, windows_.number(k));
    diagonal_.open(k.begin, k.size());
  }
  /// The same with both triangles.
  void read_diagonal(Step& step) {
    if (std::exchange(step.has_diagonal, true))
      return;
    engine_.wait([&] { return diagonal_.ready(); });
    const Phase phase(&Profile::update, windows_.number(step.k));
    T* const block = blocks(step).diagonal.data();
    diagonal_.read(step.k.begin, step.k.size(), block);
    diagonal_.release();
    if (inverse_ && !block_has_one_owner(step.k))
      reduce_block(step, block, step.k.size());
    mirror(step.k.size(), block);
  }

  /// As soon as G has come it goes on: those who wait for it have nothing else to do between two windows.
  runtime::Outcome cross_early() {
    if (!to_cross_ || !direct_panels_.ready() || !crossed_.can_open())
      return runtime::Outcome::nothing;
    const IndexRange k = std::exchange(to_cross_, nullptr)->k;
    const Phase phase(&Profile::exchange, windows_.number(k));
    crossed_.open(changed(k), k.size(), direct_panels_.factor());
    return runtime::Outcome::done;
  }

  // ---- What a window's updates are made of: arrays of my lines x w of the rows, w x lines of the columns ----

  static std::size_t at(Operand side) { return static_cast<std::size_t>(side); }
  Index width() const { return now_->k.size(); }
  /// Products take L(S,K) and G of a side at once, in other orders on the two sides.
  Index leading_dimension(Operand side, const IndexRange& range, Index w) const {
    return side == Operand::a ? std::max<Index>(1, mine_.lines(side, range)) : w;
  }
  /// Of the array of a side: first L(S,K) and then G, of columns the other way round.
  T* half(Operand side, bool first) {
    T* const both = factors_[at(side)].data();
    if (first)
      return both;
    return both +
           (side == direct_ && side == Operand::a ? width() * mine_.lines(side, changed(now_->k)) : width());
  }
  T* factor_lines(Operand side) { return half(side, side == Operand::a); }
  T* symmetric_lines(Operand side) { return half(side, side == Operand::b); }
  Index leading_dimension_of_both(Operand side) const {
    return side == direct_ ? leading_dimension(side, changed(now_->k), 2 * width()) : 2 * width();
  }
  Index leading_dimension_of_other() const { return leading_dimension(cross_, unchanged(now_->k), width()); }

  void load() {
    engine_.wait([&] { return direct_panels_.ready() & other_panels_.ready(); });
    read_diagonal(*now_);
    const IndexRange k = now_->k, s = changed(k), o = unchanged(k);
    const Index w = width(), ld = leading_dimension_of_both(direct_);
    {
      const Phase phase(&Profile::update, windows_.number(k));
      take(factor_panels_, s, factor_lines(direct_), ld);
      take(direct_panels_, s, symmetric_lines(direct_), ld);
      take(other_panels_, o, other_lines_.data(), leading_dimension_of_other());
      if (!is_solved_before_it_travels(direct_, k))
        make_symmetric(*now_, mine_.lines(direct_, s), direct_factor(factor_lines(direct_)),
                       symmetric_lines(direct_), ld);
      if (inverse_ && !is_solved_before_it_travels(cross_, k))
        apply(cross_, Transpose::no, *now_, mine_.lines(cross_, o), other_lines_.data(),
              leading_dimension_of_other());
    }
    cross();
    const Phase phase(&Profile::update, windows_.number(k));
    crossed_factors_.load(s, w, direct_factor(factor_lines(direct_)), factor_lines(cross_), 2 * w);
    crossed_factors_.release();
    crossed_.load(s, w, direct_factor(symmetric_lines(direct_)), symmetric_lines(cross_), 2 * w);
    crossed_.release();
  }
  LocalFactor<T> direct_factor(const T* from) const {
    return {from, leading_dimension_of_both(direct_), Transpose::no};
  }
  void take(ProductPanels<T>& panels, const IndexRange& range, T* to, Index ld) {
    const Index count = mine_.lines(panels.side(), range), w = width();
    const LocalFactor<T> from = panels.factor();
    if (count > 0 && panels.side() == Operand::a)
      kernel::copy(count, w, from.data, from.ld, to, ld);
    else if (count > 0 && from.trans == Transpose::no)
      kernel::copy(w, count, from.data, from.ld, to, ld);
    else if (count > 0)
      kernel::transpose(count, w, from.data, from.ld, to, ld);
    panels.release();
  }
  /// L(S,K) and G along the other dimension.
  void cross() {
    // Of several owners G has been made since it came.
    if (std::exchange(to_cross_, nullptr) || !is_solved_before_it_travels(direct_, now_->k)) {
      engine_.wait([&] { return crossed_.can_open(); });
      const Phase phase(&Profile::exchange, windows_.number(now_->k));
      crossed_.open(changed(now_->k), width(), direct_factor(symmetric_lines(direct_)));
    }
    engine_.wait([&] { return crossed_factors_.ready() & crossed_.ready(); });
  }

  // ---- Small operations with L(K,K) and A(K,K) ----

  /// X := X op(L(K,K)), count x w (a), or op(L(K,K)) X, w x count (b); with its inverse for L^-1 A L^-H. Of an upper triangle with
  /// U(K,K).
  void apply(Operand side, Transpose trans, const Step& step, Index count, T* x, Index ld) {
    if (count == 0)
      return;
    const bool right = side == Operand::a;
    const int lines = static_cast<int>(count), w = static_cast<int>(step.k.size()), m = right ? lines : w,
              n = right ? w : lines;
    const T* const factor = blocks(step).factor.data();
    const Side from = right ? Side::right : Side::left;
    if (inverse_)
      kernel::trsm(from, uplo_, trans, Diag::non_unit, m, n, T(1), factor, w, x, static_cast<int>(ld));
    else
      kernel::trmm(from, uplo_, trans, Diag::non_unit, m, n, T(1), factor, w, x, static_cast<int>(ld));
  }
  /// X, of the direct side, -= L(S,K) A(K,K) / 2, or += A(K,K) L(K,S) / 2; `factor` has the same lines.
  void add_half(const Step& step, Index count, const LocalFactor<T>& factor, T* x, Index ld) {
    if (count == 0)
      return;
    const int lines = static_cast<int>(count), w = static_cast<int>(step.k.size());
    const T* const block = blocks(step).diagonal.data();
    const T alpha = sign_ / T(2);
    if (direct_ == Operand::a)
      kernel::gemm(factor.trans, Transpose::no, lines, w, w, alpha, factor.data, static_cast<int>(factor.ld),
                   block, w, T(1), x, static_cast<int>(ld));
    else
      kernel::gemm(Transpose::no, factor.trans, w, lines, w, alpha, block, w, factor.data,
                   static_cast<int>(factor.ld), T(1), x, static_cast<int>(ld));
  }
  /// A(S,K) becomes G.
  void make_symmetric(const Step& step, Index count, const LocalFactor<T>& factor, T* x, Index ld) {
    if (inverse_)
      apply(direct_, Transpose::conjugate, step, count, x, ld);
    add_half(step, count, factor, x, ld);
  }
  void reduce_block(const Step& step, T* block, Index ld) {
    const int w = static_cast<int>(step.k.size());
    kernel::hegst(static_cast<int>(problem_), uplo_, w, block, static_cast<int>(ld),
                  blocks(step).factor.data(), w);
  }
  /// The block gets the other triangle, too, and a real diagonal.
  void mirror(Index w, T* block) const {
    if (!kernel::computes())
      return;
    for (Index j = 0; j < w; ++j) {
      block[j + j * w] = std::real(block[j + j * w]);
      for (Index i = j + 1; i < w; ++i) {
        T &below = block[i + j * w], &above = block[j + i * w];
        (lower_ ? above : below) = lower_ ? below : above;
        kernel::conjugate(lower_ ? &above : &below, 1);
      }
    }
  }

  // ---- What the window itself becomes ----

  /// Lines of a range, which lies before or behind it.
  void finish(const IndexRange& range) {
    if (range.size() == 0)
      return;
    const Phase phase(&Profile::update, windows_.number(now_->k));
    const bool is_changed = (range.begin >= now_->k.end) == inverse_;
    const Operand side = is_changed ? direct_ : cross_;
    const Index count = mine_.lines(side, range), w = width(), ld = leading_dimension(side, range, w);
    if (count == 0 || !mine_.owns_some(side, now_->k) ||
        (!is_changed && inverse_ && is_solved_before_it_travels(side, now_->k)))
      return;
    const IndexRange all = is_changed ? changed(now_->k) : unchanged(now_->k);
    const LocalFactor<T> from = line_of(
        side, all, range,
        is_changed ? direct_factor(symmetric_lines(side))
                   : LocalFactor<T>{other_lines_.data(), leading_dimension_of_other(), Transpose::no});
    const bool of_rows = side == Operand::a;
    kernel::copy(of_rows ? count : w, of_rows ? w : count, from.data, from.ld, finished_.data(), ld);
    if (is_changed)
      add_half(*now_, count, line_of(side, all, range, direct_factor(factor_lines(side))), finished_.data(),
               ld);
    if (!inverse_)
      apply(side, is_changed ? Transpose::conjugate : Transpose::no, *now_, count, finished_.data(), ld);
    store(side, range, count, ld);
  }
  /// From those of a range of lines on.
  LocalFactor<T> line_of(Operand side, const IndexRange& all, const IndexRange& range,
                         const LocalFactor<T>& factor) const {
    const Index line = mine_.before(side, range.begin) - mine_.before(side, all.begin);
    return side == Operand::a ? factor.rows_from(line) : factor.columns_from(line);
  }
  /// Mine of the window's columns or rows.
  void store(Operand side, const IndexRange& range, Index count, Index ld) const {
    const T* const from = finished_.data();
    T* to = mine_.place(side, now_->k, range);
    if (side == Operand::a)
      for_each_run(a_.columns, a_.j + now_->k.begin, width(), grid_.mycol(),
                   [&](Index offset, Index columns) {
                     kernel::copy(count, columns, from + offset * ld, ld, to, a_.ld);
                     to += columns * a_.ld;
                   });
    else
      for_each_run(a_.rows, a_.i + now_->k.begin, width(), grid_.myrow(), [&](Index offset, Index rows) {
        kernel::copy(rows, count, from + offset, ld, to, a_.ld);
        to += rows;
      });
  }
  void finish_block() {
    const IndexRange k = now_->k;
    if (!mine_.owns_some(Operand::a, k) || !mine_.owns_some(Operand::b, k) ||
        (inverse_ && block_has_one_owner(k)))
      return;
    const Phase phase(&Profile::update, windows_.number(k));
    T* const block = blocks(*now_).diagonal.data();
    if (!inverse_)
      reduce_block(*now_, block, k.size());
    store_diagonal_block(grid_, a_, uplo_, false, k.begin, k.size(), block);
  }

  // ---- Updates ----

  template <typename Update>
  void submit(Update&& update) {
    engine_.wait(updates_, updates_.submit([this, update] {
      const Phase phase(&Profile::update, windows_.number(now_->k));
      update();
    }));
  }

  /// What the next window consists of.
  void update_next() {
    const IndexRange before_window = {0, now_->k.begin};
    if (inverse_) {
      update_triangle(next_->k);
      lower_ ? update_square(behind_next(), next_->k) : update_square(next_->k, behind_next());
    }
    lower_ ? update_beside(next_->k, before_window) : update_beside(before_window, next_->k);
  }
  void update_rest() {
    const IndexRange before_window = {0, now_->k.begin};
    update_triangle(inverse_ ? behind_next() : before_window);
    engine_.attend();
    lower_ ? update_beside(behind_next(), before_window) : update_beside(before_window, behind_next());
  }

  /// Both factors of A(S,S), from the lines of a range on.
  LocalFactor<T> factors(Operand side, const IndexRange& range) const {
    const T* const both = factors_[at(side)].data();
    return line_of(side, changed(now_->k), range,
                   side == direct_ ? direct_factor(both) : crossed_.factor(both, 2 * width()));
  }
  void update_triangle(const IndexRange& range) {
    const Index row = mine_.before(Operand::a, range.begin), column = mine_.before(Operand::b, range.begin);
    triangle_.multiply_part(row, mine_.before(Operand::a, range.end), column,
                            mine_.before(Operand::b, range.end), 2 * width(), sign_,
                            factors(Operand::a, range), factors(Operand::b, range), T(1));
  }
  void update_square(const IndexRange& rows, const IndexRange& columns) {
    update(rows, columns, 2 * width(), factors(Operand::a, rows), factors(Operand::b, columns));
  }
  /// Of A(S,O), or of its conjugate transpose.
  void update_beside(const IndexRange& rows, const IndexRange& columns) {
    const bool rows_change = direct_ == Operand::a;
    const LocalFactor<T> factor = line_of(direct_, changed(now_->k), rows_change ? rows : columns,
                                          direct_factor(factor_lines(direct_)));
    const LocalFactor<T> other = line_of(cross_, unchanged(now_->k), rows_change ? columns : rows,
                                         {other_lines_.data(), leading_dimension_of_other(), Transpose::no});
    update(rows, columns, width(), rows_change ? factor : other, rows_change ? other : factor);
  }
  void update(const IndexRange& rows, const IndexRange& columns, Index depth, const LocalFactor<T>& left,
              const LocalFactor<T>& right) {
    const Index m = mine_.lines(Operand::a, rows), n = mine_.lines(Operand::b, columns);
    if (m == 0 || n == 0)
      return;
    multiply(grid_, engine_, m, n, depth, sign_, left, right, T(1), mine_.block(rows, columns), a_.ld);
  }

  /// L(K,K), and A(K,K) with both triangles.
  struct Blocks {
    kernel::Workspace<T> factor, diagonal;
  };
  Blocks& blocks(const Step& step) { return blocks_[&step == &steps_[1]]; }

  Grid& grid_;
  Problem problem_;
  Uplo uplo_;
  bool inverse_, lower_;
  T sign_; ///< of what is added
  /// The side whose lines are those of S where A(S,K), or A(K,S), is stored; its panels need not be transposed.
  Operand direct_, cross_;
  Submatrix<T> a_;
  Submatrix<const T> b_;
  OwnPart<T> mine_;
  OwnerWindows windows_;
  ProductPanels<T> factor_panels_, direct_panels_, other_panels_; ///< of L(S,K), of G, of A(K,O)
  CrossedPanels<T> crossed_factors_, crossed_;                    ///< the first two
  std::vector<AlignedCopy<T>> factor_copies_;                     ///< where L's lines do not lie as A's
  DiagonalStream<T> diagonal_of_factor_, diagonal_;
  LocalTriangle<T> triangle_;
  runtime::Engine engine_;
  kernel::UpdateQueue updates_;
  std::array<Step, 2> steps_;
  std::array<Blocks, 2> blocks_; ///< of the steps
  Step *now_ = &steps_[0], *next_ = &steps_[1];
  Step* to_cross_ = nullptr;                    ///< the window whose G goes on as it comes
  Index opened_ = 0;                            ///< where the window begins whose L(S,K) is the next to leave
  std::array<kernel::Workspace<T>, 2> factors_; ///< by side: L(S,K) and G
  kernel::Workspace<T> other_lines_, finished_;
};

/// One process owns everything. LAPACK conjugates rows of a complex factor in place, and back.
template <typename T>
void hegst_alone(const Grid& grid, Problem problem, Uplo uplo, const Submatrix<T>& a,
                 const Submatrix<const T>& b) {
  const Index copied = std::is_floating_point_v<T> ? 0 : b.m * b.m;
  const auto memory = runtime::take_memory(grid, "a generalized eigenproblem", runtime::bytes_of<T>(copied));
  kernel::Workspace<T> copy(static_cast<std::size_t>(copied));
  auto* factor = const_cast<T*>(b.local_data(grid));
  Index ld = b.ld;
  if (copied > 0) {
    kernel::copy(b.m, b.m, factor, ld, copy.data(), b.m);
    factor = copy.data();
    ld = b.m;
  }
  kernel::hegst(static_cast<int>(problem), uplo, static_cast<int>(a.m), a.local_data(grid),
                static_cast<int>(a.ld), factor, static_cast<int>(ld));
}

} // namespace

template <typename T>
void hegst(Grid& grid, Problem problem, Uplo uplo, const Submatrix<T>& a, const Submatrix<const T>& b) {
  if (a.m == 0)
    return;
  if (grid.p() * grid.q() == 1)
    return hegst_alone(grid, problem, uplo, a, b);
  const auto memory = runtime::take_memory(grid, "a generalized eigenproblem", Reduction<T>::memory(grid, a));
  Reduction<T>(grid, problem, uplo, a, b).reduce();
}

#define HG_HEGST(T) template void hegst(Grid&, Problem, Uplo, const Submatrix<T>&, const Submatrix<const T>&);
HG_HEGST(float)
HG_HEGST(double)
HG_HEGST(std::complex<float>)
HG_HEGST(std::complex<double>)
#undef HG_HEGST

} // namespace hetgrid::linalg
