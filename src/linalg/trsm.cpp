// Triangular solves with many right-hand sides, in one pass over windows. With M = op(A), from the left and M lower triangular,
// for the windows K = [k, k + w) from the first to the last, and what lies behind them, R:
//
//     X(K,:)  = M(K,K)^-1 B(K,:)
//     B(R,:) -= M(R,K) X(K,:)          nearly all of the work
//
// If M is upper triangular the windows go from the last to the first, and R lies before them; from the right it is the other way
// round. Below for the left.
//
// B stays where it is. M(R,K) and M(K,K) are as they were given, and travel ahead. B(K,:) is there once the windows before have
// changed it: so the rows of the next window come first. They go to all of their grid column, whose processes solve for
// some columns each, by the shares of the plan, and send them to all of it; that takes the time of half of the rest of the update
// each. With one grid row B(K,:) is where it has to be.
//
// Where there are few right-hand sides, so that waiting would take longer than multiplying, solve_triangular does the work.
#include "linalg/trsm.hpp"

#include "kernel/matrix_ops.hpp"
#include "kernel/trsm.hpp"
#include "kernel/workspace.hpp"
#include "linalg/diagonal_stream.hpp"
#include "linalg/solve_triangular.hpp"
#include "linalg/triangular_operator.hpp"

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
class Solver {
public:
  /// Within a Reservation of memory().
  Solver(Grid& grid, const TriangularOperator& op, const Submatrix<const T>& a, const Submatrix<T>& b)
      : grid_(grid), op_(op), b_(b), order_(a.m), window_(width_of(grid, op, a.m, b)), mine_(grid, op, b),
        factor_(source_of_triangle<T>(
            grid, op, a, b, window_, [this](Index first, Index last) { return window(first, last); },
            [this](const IndexRange& k) { return op_.dependent(k, order_); })),
        diagonal_(grid, a, window_), given_(grid, op.lines()) {
    if (given_.travel())
      stream_ = &grid.stream(channel(op.left()));
  }

  static std::size_t memory(const Grid& grid, const Submatrix<T>& b) {
    const Index w = widest(grid);
    const Index outer = std::max(b.local_rows(grid), b.local_columns(grid));
    return gemm_memory(grid, b) + runtime::stream_memory(runtime::bytes_of<T>(w * outer), channel(true)) +
           DiagonalStream<T>::memory(w) + runtime::bytes_of<T>(w * w);
  }

  void solve() {
    reserve();
    const kernel::LocalPart<T> local_part(b_.local_rows(grid_) * b_.local_columns(grid_));
    open_factor();
    open_given(0);
    solve_window(0);
    for (first_ = 0; first_ < order_; first_ = end_of(first_)) {
      solution_ = next_solution_;
      engine_.wait([&] { return factor_.ready() & (!stream_ || stream_->ready(solution_)); });
      while (opened_ < std::min(order_, first_ + windows_ * window_))
        open_factor();
      step();
      factor_.release();
      if (stream_)
        stream_->release(solution_);
    }
    engine_.finish();
  }

private:
  /// Of solutions.
  static constexpr comm::Channel channel(bool left) {
    return left ? comm::Channel::solutions : comm::Channel::row_solutions;
  }

  /// What is between two windows takes longer the wider they are and the more processes share one, and narrow products are slow.
  static Index width_of(const Grid& grid, const TriangularOperator& op, Index order, const Submatrix<T>& b) {
    const Index depth = gemm_depth(grid, b, order), members = op.left() ? grid.p() : grid.q();
    return std::min(order, members == 1 ? depth : std::clamp(order / (8 * members), (depth + 1) / 2, depth));
  }
  static Index widest(const Grid& grid) { return grid.parameters().largest_gemm_depth(); }

  // Windows are numbered by their first line in the order in which they are solved for.
  Index end_of(Index first) const { return std::min(order_, first + window_); }
  IndexRange window(Index first, Index last) const {
    return op_.forward() ? IndexRange{first, last} : IndexRange{order_ - last, order_ - first};
  }
  IndexRange window(Index first) const { return window(first, end_of(first)); }

  void reserve() {
    // As many panels as a product has: room for another number would have to be made anew.
    const int windows = windows_under_way(grid_, b_, order_);
    windows_ = std::min(windows, diagonal_.slots());
    factor_.reserve(engine_, windows);
    diagonal_.reserve(engine_);
    given_.reserve(engine_, window_ * mine_.outer(), windows);
    if (stream_) {
      stream_->reserve_for_group(runtime::bytes_of<T>(window_ * mine_.outer()));
      engine_.join(*stream_);
    }
    block_.resize(static_cast<std::size_t>(window_ * window_));
  }

  // ---- Panels ----

  /// M(R,K) and M(K,K) of the next window.
  void open_factor() {
    engine_.wait([&] { return factor_.can_open() & diagonal_.can_open(); });
    const Phase phase(&Profile::exchange, opened_ / window_);
    const IndexRange k = window(opened_);
    factor_.open(opened_, end_of(opened_));
    diagonal_.open(k.begin, k.size());
    opened_ = end_of(opened_);
  }
  /// B(K,:).
  void open_given(Index first) {
    engine_.wait([&] { return given_.can_open(); });
    const Phase phase(&Profile::exchange, first / window_);
    given_.open(comm::as_const(inner_lines(op_, b_, window(first))));
  }

  // ---- Solutions ----

  int members() const { return op_.left() ? grid_.p() : grid_.q(); }
  int me() const { return op_.left() ? grid_.myrow() : grid_.mycol(); }
  /// The outer lines of my grid line that this member solves for begin here.
  Index share_begin(int member) const {
    const layout::AxisMap& map = op_.left() ? grid_.row_map() : grid_.column_map();
    Index before = 0;
    for (int other = 0; other < member; ++other)
      before += map.blocks_per_panel(other);
    return mine_.outer() * before / map.panel();
  }

  /// X(K,:), of which I solve for my share.
  void solve_window(Index first) {
    const IndexRange k = window(first);
    const Index w = k.size();
    engine_.wait([&] { return diagonal_.ready() & given_.ready(); });
    const Phase phase(&Profile::update, first / window_);
    diagonal_.read(k.begin, w, block_.data());
    diagonal_.release();
    if (!stream_)
      return solve_in_place(k);
    engine_.wait([&] { return stream_->can_open(); });
    pieces_.clear();
    for (int member = 0; member < members(); ++member)
      if (const Index begin = share_begin(member), count = share_begin(member + 1) - begin; count > 0)
        pieces_.push_back({member, runtime::bytes_of<T>(begin * w), runtime::bytes_of<T>(count * w)});
    next_solution_ = stream_->open(pieces_);
    const Index begin = share_begin(me()), count = share_begin(me() + 1) - begin;
    T* const x = reinterpret_cast<T*>(stream_->panel(next_solution_)) + begin * w;
    // Outer lines of B(K,:) are rows of its panel and become columns, whichever side M stands on.
    const LocalFactor<T> given = given_.factor();
    kernel::transpose(count, w, given.data + begin, given.ld, x, w);
    given_.release();
    solve_columns(w, count, x);
    stream_->publish(next_solution_);
  }
  /// From the right X^T = M(K,K)^-T B^T.
  void solve_columns(Index w, Index count, T* x) {
    Transpose trans = op_.trans;
    if (!op_.left()) {
      if (trans == Transpose::conjugate)
        kernel::conjugate(block_.data(), w * w);
      trans = trans == Transpose::no ? Transpose::transpose : Transpose::no;
    }
    if (count > 0)
      kernel::trsm(Side::left, op_.uplo, trans, op_.diag, static_cast<int>(w), static_cast<int>(count), T(1),
                   block_.data(), static_cast<int>(w), x, static_cast<int>(w));
  }
  void solve_in_place(const IndexRange& k) {
    const int w = static_cast<int>(k.size()), outer = static_cast<int>(mine_.outer());
    if (outer > 0)
      kernel::trsm(op_.side, op_.uplo, op_.trans, op_.diag, op_.left() ? w : outer, op_.left() ? outer : w,
                   T(1), block_.data(), w, mine_.line(mine_.before(k.begin)), static_cast<int>(mine_.ld()));
  }
  LocalFactor<T> solution(const IndexRange& k) const {
    if (!stream_)
      return {mine_.line(mine_.before(k.begin)), mine_.ld(), Transpose::no};
    return {reinterpret_cast<const T*>(stream_->panel(solution_)), k.size(),
            op_.left() ? Transpose::no : Transpose::transpose};
  }
  /// My lines of it.
  void store_solution(const IndexRange& k) {
    if (!stream_)
      return;
    const Phase phase(&Profile::update, first_ / window_);
    const Index w = k.size();
    const T* const x = solution(k).data;
    mine_.for_each_mine(k, [&](Index offset, Index count, Index local) {
      if (op_.left())
        kernel::copy(count, mine_.outer(), x + offset, w, mine_.line(local), mine_.ld());
      else
        kernel::transpose(count, mine_.outer(), x + offset, w, mine_.line(local), mine_.ld());
    });
  }

  // ---- One window ----

  void step() {
    const IndexRange k = window(first_), rest = op_.dependent(k, order_);
    if (rest.size() > 0) {
      const Index next = end_of(first_);
      const IndexRange of_next = window(next), behind = op_.dependent(of_next, order_);
      const Index middle = (behind.begin + behind.end) / 2;
      update(k, of_next);
      open_given(next);
      update(k, {behind.begin, middle});
      solve_window(next);
      update(k, {middle, behind.end});
    }
    store_solution(k);
  }
  /// B(lines,:) -= M(lines,K) X(K,:).
  void update(const IndexRange& k, const IndexRange& lines) {
    const Index skipped = mine_.before(lines.begin) - mine_.before(op_.dependent(k, order_).begin);
    engine_.wait(updates_, updates_.submit([&] {
      const Phase phase(&Profile::update, first_ / window_);
      mine_.add_product(engine_, lines, k.size(), T(-1), lines_from(op_, factor_.factor(), skipped),
                        solution(k), T(1));
    }));
  }

  Grid& grid_;
  TriangularOperator op_;
  Submatrix<T> b_;
  Index order_, window_;
  LocalLines<T> mine_;
  PanelSource<T> factor_;
  DiagonalStream<T> diagonal_;
  ProductPanels<T> given_;              ///< B(K,:)
  comm::PanelStream* stream_ = nullptr; ///< of X(K,:); nullptr: both stay where they are
  runtime::Engine engine_;
  kernel::UpdateQueue updates_;
  Index first_ = 0, opened_ = 0; ///< the window, and the next one whose part of M is sent
  int windows_ = 0;              ///< of which M is under way at a time
  comm::PanelStream::Ticket solution_ = 0, next_solution_ = 0;
  std::vector<comm::PanelStream::Piece> pieces_;
  kernel::Workspace<T> block_; ///< M(K,K), as A has it
};

template <typename T>
bool solves_few(Side side, const Submatrix<T>& b) {
  return side == Side::left && b.n <= few_right_hand_sides && b.m > least_order_for_few;
}

} // namespace

template <typename T>
std::size_t trsm_memory(const Grid& grid, const Submatrix<T>& b) {
  return Solver<T>::memory(grid, b);
}

template <typename T>
void trsm(Grid& grid, Side side, Uplo uplo, Transpose trans, Diag diag, T alpha, const Submatrix<const T>& a,
          const Submatrix<T>& b) {
  const Index m = b.local_rows(grid), n = b.local_columns(grid);
  if (b.m == 0 || b.n == 0)
    return;
  if (alpha == T(0))
    return kernel::scale(m, n, T(0), b.local_data(grid), b.ld);
  if (grid.p() * grid.q() == 1) {
    const Phase phase(&Profile::update);
    return kernel::trsm(side, uplo, trans, diag, static_cast<int>(m), static_cast<int>(n), alpha,
                        a.local_data(grid), static_cast<int>(a.ld), b.local_data(grid),
                        static_cast<int>(b.ld));
  }
  const auto memory = runtime::take_memory(grid, "a triangular solve",
                                           solves_few(side, b) ? FewRightHandSides<T>::memory(grid, a, b.n)
                                                               : trsm_memory(grid, b));
  kernel::scale(m, n, alpha, b.local_data(grid), b.ld);
  if (solves_few(side, b))
    return solve_triangular(grid, uplo, trans, diag, a, b);
  Solver<T>(grid, {side, uplo, trans, diag}, a, b).solve();
}

#define HG_TRSM(T)                                                                                           \
  template void trsm(Grid&, Side, Uplo, Transpose, Diag, T, const Submatrix<const T>&, const Submatrix<T>&); \
  template std::size_t trsm_memory(const Grid&, const Submatrix<T>&);
HG_TRSM(float)
HG_TRSM(double)
HG_TRSM(std::complex<float>)
HG_TRSM(std::complex<double>)
#undef HG_TRSM

} // namespace hetgrid::linalg
