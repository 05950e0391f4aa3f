// L^-1 A L^-H and its kin, one window after the other. With the window K = [k, k + w), what lies before it, P = [0, k), and behind
// it, R:
//
//     L^-1 A L^-H                                        L^H A L
//
//     A(K,P) = L(K,K)^-1 A(K,P)                          A(R,P) += A(R,K) L(K,P)
//     A(R,P) -= L(R,K) A(K,P)                            G = A(K,P) + A(K,K) L(K,P)
//     D = A(R,K) L(K,K)^-H                               A(P,P) += L(K,P)^H G + A(K,P)^H L(K,P)
//     A(K,K) = L(K,K)^-1 A(K,K) L(K,K)^-H                A(K,P) = L(K,K)^H G
//     G = D - L(R,K) A(K,K)                              A(K,K) = L(K,K)^H A(K,K) L(K,K)
//     A(R,R) -= L(R,K) D^H + G L(R,K)^H                  A(R,K) = A(R,K) L(K,K)
//     A(R,K) = G
//
// of which one triangle is kept. These are n^3 operations, as many as LAPACK's, nearly all of them in the updates of A(R,P) and of
// A(S,S), S = R or P; no window waits for a triangular solve with what lies behind it (J. Poulson, R. van de Geijn, J. Bennighof,
// Parallel algorithms for reducing the generalized Hermitian-definite eigenvalue problem, variants 4). An upper triangle U^H = L
// is the same with rows and columns exchanged. L(R,K) L(K,K)^-1 known ahead would spare the solves with L(K,K) between one window
// and the next, but where B is nearly singular it is much less accurate.
//
// With O for the other one of P and R, every process gets L(S,K), or L(K,S)^H, and A(S,K) for its rows and for its columns, A(K,O)
// for the lines of it that it has, and A(K,K): as soon as the window before has changed them, while it changes the rest.
#include "linalg/hegst.hpp"

#include "kernel/lapack.hpp"
#include "kernel/trsm.hpp"
#include "linalg/diagonal_stream.hpp"
#include "linalg/outer_product.hpp"
#include "linalg/triangle.hpp"

#include <algorithm>
#include <array>
#include <optional>

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
        width_(window_of(grid, a)), factor_direct_(grid, direct_), factor_cross_(grid, cross_),
        beside_direct_(grid, direct_), beside_cross_(grid, cross_), other_(grid, cross_),
        factor_transposed_(grid, cross_, a, width_), beside_transposed_(grid, cross_, a, width_),
        diagonal_of_factor_(grid, b, width_, comm::Channel::factored_panels),
        diagonal_(grid, comm::as_const(a), width_, comm::Channel::collected_panels),
        triangle_(grid, uplo, a) {
    const bool aligned = direct_ == Operand::a ? layout::aligned(b.rows, b.i, a.rows, a.i, a.m)
                                               : layout::aligned(b.columns, b.j, a.columns, a.j, a.m);
    if (!aligned)
      factor_copy_.emplace(grid, direct_, a, width_);
    reserve();
    if (grid.spans_nodes())
      triangle_.attend(std::max(grid.p(), grid.q()), [this] { engine_.attend(); });
  }

  static std::size_t memory(const Grid& grid, const Submatrix<T>& a) {
    const Index w = window_of(grid, a), rows = a.local_rows(grid), columns = a.local_columns(grid),
                longest = std::max(rows, columns);
    return comm::PanelStream::memory(runtime::bytes_of<T>(w * rows), panels_under_way) +
           comm::PanelStream::memory(runtime::bytes_of<T>(w * columns), panels_under_way) +
           runtime::bytes_of<T>(w * (2 * (rows + columns) + 5 * (longest + 1)) + 2 * w * w) +
           DiagonalStream<T>::memory(w, comm::Channel::factored_panels) +
           DiagonalStream<T>::memory(w, comm::Channel::collected_panels) + LocalTriangle<T>::memory(columns) +
           runtime::redistribution_memory(grid, a.m, w);
  }

  void reduce() {
    const kernel::LocalPart<T> local_part(a_.local_rows(grid_) * a_.local_columns(grid_) / 2);
    open_running(window_at(0));
    open_factor(window_at(0));
    for (window_ = window_at(0); window_.size() > 0; window_ = next_) {
      next_ = window_at(window_.end);
      load();
      finish_window();
      if (next_.size() > 0) {
        submit([this] { update_next(); });
        open_running(next_);
        open_factor(next_);
      }
      submit([this] { update_rest(); });
    }
    engine_.finish();
    if (!inverse_) // windows go on to change what those before them were
      make_diagonal_real(grid_, a_);
  }

private:
  /// L(S,K), A(S,K) and what is A(K,O) of the same side.
  static constexpr int panels_under_way = 3;

  /// A(S,S) is updated twice as deep. What every process computes between two windows grows with their width.
  static Index window_of(const Grid& grid, const Submatrix<T>& a) {
    constexpr Index narrowest = 32;
    return std::min(a.m, std::max<Index>(gemm_depth(grid, a, a.m) / 4, narrowest));
  }
  IndexRange window_at(Index first) const { return {first, std::min(a_.m, first + width_)}; }
  /// S and O of a window.
  IndexRange changed(const IndexRange& k) const {
    return inverse_ ? IndexRange{k.end, a_.m} : IndexRange{0, k.begin};
  }
  IndexRange unchanged(const IndexRange& k) const {
    return inverse_ ? IndexRange{0, k.begin} : IndexRange{k.end, a_.m};
  }

  /// My rows or columns before index `index`.
  Index before(Operand side, Index index) const { return lines_before(grid_, a_, side, index); }
  Index lines(Operand side, const IndexRange& range) const {
    return before(side, range.end) - before(side, range.begin);
  }
  T* element(Index row, Index column) const { return a_.local_data(grid_) + row + column * a_.ld; }

  /// Some lines of the columns or rows `k` of a matrix.
  template <typename Matrix>
  static Matrix slice(const Matrix& x, Operand side, const IndexRange& lines, const IndexRange& k) {
    return side == Operand::a ? x.part(lines.begin, k.begin, lines.size(), k.size())
                              : x.part(k.begin, lines.begin, k.size(), lines.size());
  }

  void reserve() {
    for (ProductPanels<T>* const panels :
         {&factor_direct_, &factor_cross_, &beside_direct_, &beside_cross_, &other_})
      panels->reserve(engine_, width_ * before(panels->side(), a_.m), panels_under_way);
    diagonal_of_factor_.reserve(engine_);
    diagonal_.reserve(engine_);
    const auto size = [](Index elements) { return static_cast<std::size_t>(elements); };
    const Index longest = std::max(before(Operand::a, a_.m), before(Operand::b, a_.m));
    for (const Operand side : {Operand::a, Operand::b})
      factors_[at(side)].resize(size(2 * width_ * before(side, a_.m)));
    other_lines_.resize(size(width_ * longest));
    finished_.resize(size(width_ * longest));
    for (kernel::Workspace<T>* const block : {&diagonal_block_, &factor_block_})
      block->resize(size(width_ * width_));
  }

  // ---- Panels ----

  void open(ProductPanels<T>& panels, const Submatrix<const T>& part) {
    engine_.wait([&] { return panels.can_open(); });
    panels.open(part);
  }

  Submatrix<const T> transposed(AlignedCopy<T>& copy, const Submatrix<const T>& x, const IndexRange& s) {
    return comm::as_const(copy.load(grid_, Transpose::conjugate, x, s.begin));
  }

  /// A(S,K), A(K,O) and A(K,K).
  void open_running(const IndexRange& k) {
    const Phase phase(&Profile::exchange, k.begin / width_);
    const Submatrix<const T> a = comm::as_const(a_);
    engine_.wait([&] { return diagonal_.can_open(); });
    diagonal_.open(k.begin, k.size());
    const Submatrix<const T> beside = slice(a, direct_, changed(k), k);
    open(beside_direct_, beside);
    open(beside_cross_, transposed(beside_transposed_, beside, changed(k)));
    open(other_, slice(a, cross_, unchanged(k), k));
  }

  /// L(S,K) and L(K,K).
  void open_factor(const IndexRange& k) {
    const Phase phase(&Profile::exchange, k.begin / width_);
    const IndexRange s = changed(k);
    engine_.wait([&] { return diagonal_of_factor_.can_open(); });
    diagonal_of_factor_.open(k.begin, k.size());
    const Submatrix<const T> factor = slice(b_, direct_, s, k);
    open(factor_direct_,
         factor_copy_ ? comm::as_const(factor_copy_->load(grid_, Transpose::no, factor, s.begin)) : factor);
    open(factor_cross_, transposed(factor_transposed_, factor, s));
  }

  // ---- What a window's updates are made of: arrays of my lines x w, those of columns conjugate transposed ----

  static std::size_t at(Operand side) { return static_cast<std::size_t>(side); }
  /// Of L(S,K). Products take both arrays of a side at once, L(S,K) of my rows with A(S,K)^H of my columns and the other way round.
  T* factor_lines(Operand side) {
    return factors_[at(side)].data() +
           (side == Operand::a ? 0 : window_.size() * lines(side, changed(window_)));
  }
  /// Of A(S,K), or of D where there is one; on the direct side of G.
  T* beside_lines(Operand side) {
    return factors_[at(side)].data() +
           (side == Operand::a ? window_.size() * lines(side, changed(window_)) : 0);
  }

  void load() {
    engine_.wait([&] {
      return diagonal_of_factor_.ready() & diagonal_.ready() & factor_direct_.ready() &
             factor_cross_.ready() & beside_direct_.ready() & beside_cross_.ready() & other_.ready();
    });
    const Phase phase(&Profile::update, window_.begin / width_);
    const IndexRange s = changed(window_), o = unchanged(window_);
    take(factor_direct_, s, factor_lines(direct_));
    take(factor_cross_, s, factor_lines(cross_));
    take(beside_direct_, s, beside_lines(direct_));
    take(beside_cross_, s, beside_lines(cross_));
    take(other_, o, other_lines_.data());
    take_blocks();
    if (inverse_) {
      for (const Operand side : {Operand::a, Operand::b})
        apply_block(beside_lines(side), lines(side, s));
      apply_block(other_lines_.data(), lines(cross_, o));
      reduce_block();
    }
    mirror_block();
    if (const int m = static_cast<int>(lines(direct_, s)), w = static_cast<int>(window_.size()); m > 0)
      kernel::gemm(Transpose::no, Transpose::no, m, w, w, sign_, factor_lines(direct_), m,
                   diagonal_block_.data(), w, T(1), beside_lines(direct_), m);
  }
  void take(ProductPanels<T>& panels, const IndexRange& range, T* to) {
    const Index count = lines(panels.side(), range), w = window_.size();
    const LocalFactor<T> from = panels.factor();
    if (count > 0) {
      if (panels.side() == Operand::a || from.trans == Transpose::transpose)
        kernel::copy(count, w, from.data, from.ld, to, count);
      else
        kernel::transpose(w, count, from.data, from.ld, to, count);
      if (panels.side() == Operand::b)
        kernel::conjugate(to, count * w);
    }
    panels.release();
  }
  void take_blocks() {
    diagonal_.read(window_.begin, window_.size(), diagonal_block_.data());
    diagonal_.release();
    diagonal_of_factor_.read(window_.begin, window_.size(), factor_block_.data());
    diagonal_of_factor_.release();
  }
  /// X := X L(K,K)^-H or X L(K,K), whatever an array of lines becomes; the factor stands where it does in A.
  void apply_block(T* array, Index count) {
    const Transpose trans = direct_ == Operand::a ? Transpose::conjugate : Transpose::no;
    const int m = static_cast<int>(count), w = static_cast<int>(window_.size());
    if (count == 0)
      return;
    if (inverse_)
      kernel::trsm(Side::right, uplo_, trans, Diag::non_unit, m, w, T(1), factor_block_.data(), w, array, m);
    else
      kernel::trmm(Side::right, uplo_, trans, Diag::non_unit, m, w, T(1), factor_block_.data(), w, array, m);
  }
  void reduce_block() {
    const int w = static_cast<int>(window_.size());
    kernel::hegst(static_cast<int>(problem_), uplo_, w, diagonal_block_.data(), w, factor_block_.data(), w);
  }
  /// The block has the other triangle, too, and a real diagonal.
  void mirror_block() {
    if (!kernel::computes())
      return;
    const Index w = window_.size();
    T* const block = diagonal_block_.data();
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

  void finish_window() {
    const Phase phase(&Profile::update, window_.begin / width_);
    finish_lines(direct_, changed(window_), beside_lines(direct_));
    finish_lines(cross_, unchanged(window_), other_lines_.data());
    if (lines(Operand::a, window_) == 0 || lines(Operand::b, window_) == 0)
      return;
    if (!inverse_)
      reduce_block();
    store_diagonal_block(grid_, a_, uplo_, false, window_.begin, window_.size(), diagonal_block_.data());
  }
  void finish_lines(Operand side, const IndexRange& range, const T* from) {
    const Index count = lines(side, range), w = window_.size();
    if (count == 0 || lines(other_side(side), window_) == 0)
      return;
    T* const result = finished_.data();
    kernel::copy(count, w, from, count, result, count);
    if (!inverse_)
      apply_block(result, count);
    const Index first = before(side, range.begin);
    if (side == Operand::a) {
      Index column = before(Operand::b, window_.begin);
      for_each_run(a_.columns, a_.j + window_.begin, w, grid_.mycol(), [&](Index offset, Index columns) {
        kernel::copy(count, columns, result + offset * count, count, element(first, column), a_.ld);
        column += columns;
      });
    } else {
      kernel::conjugate(result, count * w);
      Index row = before(Operand::a, window_.begin);
      for_each_run(a_.rows, a_.i + window_.begin, w, grid_.myrow(), [&](Index offset, Index rows) {
        kernel::transpose(count, rows, result + offset * count, count, element(row, first), a_.ld);
        row += rows;
      });
    }
  }

  // ---- Updates ----

  template <typename Update>
  void submit(Update&& update) {
    engine_.wait(updates_, updates_.submit([this, update] {
      const Phase phase(&Profile::update, window_.begin / width_);
      update();
    }));
  }

  IndexRange behind_next() const { return {next_.end, a_.m}; }

  /// What the next window consists of.
  void update_next() {
    const IndexRange before_window = {0, window_.begin};
    if (inverse_) {
      update_triangle(next_);
      lower_ ? update_square(behind_next(), next_) : update_square(next_, behind_next());
    }
    lower_ ? update_beside(next_, before_window) : update_beside(before_window, next_);
  }
  void update_rest() {
    const IndexRange before_window = {0, window_.begin};
    update_triangle(inverse_ ? behind_next() : before_window);
    lower_ ? update_beside(behind_next(), before_window) : update_beside(before_window, behind_next());
  }

  /// My lines of an array of the lines of `all`, from those of `range` on.
  LocalFactor<T> part_of(const T* array, Operand side, const IndexRange& all, const IndexRange& range) const {
    return {array + before(side, range.begin) - before(side, all.begin), std::max<Index>(1, lines(side, all)),
            side == Operand::a ? Transpose::no : Transpose::conjugate};
  }
  /// Of A(S,S).
  LocalFactor<T> factors(Operand side, const IndexRange& range) const {
    return part_of(factors_[at(side)].data(), side, changed(window_), range);
  }
  void update_triangle(const IndexRange& range) {
    const Index row = before(Operand::a, range.begin), column = before(Operand::b, range.begin);
    triangle_.multiply_part(row, before(Operand::a, range.end), column, before(Operand::b, range.end),
                            2 * window_.size(), sign_, factors(Operand::a, range), factors(Operand::b, range),
                            T(1));
  }
  void update_square(const IndexRange& rows, const IndexRange& columns) {
    update(rows, columns, 2 * window_.size(), factors(Operand::a, rows), factors(Operand::b, columns));
  }
  /// Of A(S,O), or of its conjugate transpose.
  void update_beside(const IndexRange& rows, const IndexRange& columns) {
    const IndexRange s = changed(window_), o = unchanged(window_);
    const bool changed_rows = direct_ == Operand::a;
    update(rows, columns, window_.size(),
           changed_rows ? part_of(factor_lines(Operand::a), Operand::a, s, rows)
                        : part_of(other_lines_.data(), Operand::a, o, rows),
           changed_rows ? part_of(other_lines_.data(), Operand::b, o, columns)
                        : part_of(factor_lines(Operand::b), Operand::b, s, columns));
  }
  void update(const IndexRange& rows, const IndexRange& columns, Index depth, const LocalFactor<T>& left,
              const LocalFactor<T>& right) {
    const Index m = lines(Operand::a, rows), n = lines(Operand::b, columns);
    if (m == 0 || n == 0)
      return;
    multiply(grid_, engine_, m, n, depth, sign_, left, right, T(1),
             element(before(Operand::a, rows.begin), before(Operand::b, columns.begin)), a_.ld);
  }

  Grid& grid_;
  Problem problem_;
  Uplo uplo_;
  bool inverse_, lower_;
  T sign_; ///< of what is added
  /// The side whose lines are those of S where A(S,K), or A(K,S), is stored; its panels need not be transposed.
  Operand direct_, cross_;
  Submatrix<T> a_;
  Submatrix<const T> b_;
  Index width_; ///< of a window
  IndexRange window_{0, 0}, next_{0, 0};
  ProductPanels<T> factor_direct_, factor_cross_, beside_direct_, beside_cross_, other_;
  std::optional<AlignedCopy<T>> factor_copy_; ///< where L's lines do not lie as A's
  AlignedCopy<T> factor_transposed_, beside_transposed_;
  DiagonalStream<T> diagonal_of_factor_, diagonal_;
  LocalTriangle<T> triangle_;
  runtime::Engine engine_;
  kernel::UpdateQueue updates_;
  std::array<kernel::Workspace<T>, 2> factors_; ///< by side: of L(S,K) and A(S,K), in turns
  kernel::Workspace<T> other_lines_, finished_, diagonal_block_, factor_block_;
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
