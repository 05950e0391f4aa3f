// Right-looking Cholesky. With the window K = [k, k + w) and what lies behind it, R = [k + w, n):
//
//     panel    A(K,K) = L(K,K) L(K,K)^H,  L(R,K) = A(R,K) L(K,K)^-H     see window_panels.hpp
//     update   A(R,R) -= L(R,K) L(R,K)^H                                lower triangle
//
// The upper triangle is the same with U = L^H: panels are rows, collected as their conjugate transposes. Every process
// gets the rows of L(R,K) that belong to its rows and those that belong to its columns; there is nothing else to
// exchange. While the rest of step s is updated, panel s + 1, whose columns (rows) are updated first, is factored.
#include "linalg/potrf.hpp"

#include "comm/collectives.hpp"
#include "kernel/blas.hpp"
#include "kernel/lapack.hpp"
#include "kernel/trsm.hpp"
#include "linalg/panel/cholesky_panel.hpp"
#include "linalg/window_panels.hpp"
#include "measure/profile.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <limits>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;
using measure::Phase;
using measure::Profile;

/// Order of the blocks on the diagonal that are updated whole.
constexpr Index smallest_block = 96;

/// Lines of the triangle across its windows are columns if it is the lower one, rows if it is the upper one; along
/// them run rows or columns.
template <typename T>
class Cholesky {
public:
  Cholesky(Grid& grid, Uplo uplo, const Submatrix<T>& a, const std::vector<Window>& windows)
      : grid_(grid), lower_(uplo == Uplo::lower),
        a_(a), along_{lower_ ? a_.rows : a_.columns, lower_ ? a_.i : a_.j}, across_{lower_ ? a_.columns
                                                                                           : a_.rows,
                                                                                    lower_ ? a_.j : a_.i},
        my_line_(lower_ ? grid.myrow() : grid.mycol()), my_place_(lower_ ? grid.mycol() : grid.myrow()),
        panels_(grid, {a.rows, a.columns, a.i, a.j, a.n, a.n, a.data, a.ld},
                lower_ ? WindowPanels<T>::Kind::columns : WindowPanels<T>::Kind::rows,
                WindowPanels<T>::Spread::both, windows, [](const Window&) { return sizeof(Index); }),
        distributed_(*this) {
    engine_.add([this] { return factor(); });
    engine_.add([this] { return collect(); });
  }
  Cholesky(const Cholesky&) = delete;
  Cholesky& operator=(const Cholesky&) = delete;

  void reserve() { panels_.reserve(engine_, CholeskyPanel<T>::exchange_bytes); }

  Index run() {
    kernel::LocalPart<T> trailing(0);
    for (step_ = 0; step_ < panels_.steps(); ++step_) {
      trailing.resize((line_of(a_.n) - line_of(window_end(step_))) *
                      (place_of(a_.n) - place_of(window_end(step_))));
      done_end_ = place_of(window_end(step_));
      of_next_window_ = updates_.submitted();
      engine_.wait([&] { return panels_.ready(step_); });
      info_ = earlier_failure(info_, info_of(step_));
      {
        const Phase phase(&Profile::exchange, step_);
        panels_.store(step_, a_);
      }
      update();
      panels_.release(step_);
    }
    engine_.finish();
    return info_;
  }

private:
  /// The header of a panel, of distributed ones that of my part.
  Index info_of(Index s) {
    return kernel::computes() ? *reinterpret_cast<const Index*>(panels_.header(s)) : 0;
  }
  Index window_end(Index s) const { return panels_.window(s).first + panels_.window(s).width; }
  /// Local index across (along) of the first element of mine from k on.
  Index place_of(Index k) const { return across_.axis.local(across_.begin + k, my_place_); }
  Index line_of(Index k) const { return along_.axis.local(along_.begin + k, my_line_); }

  /// The columns of the next window have the updates of the steps before.
  bool is_current(Index s) {
    return step_ >= s ||
           (step_ + 1 == s && done_end_ >= place_of(window_end(s)) && updates_.done(of_next_window_));
  }

  Outcome collect() {
    return panels_.collect([&](Index s) { return is_current(s); });
  }

  Outcome factor() {
    // Whether the factorization has failed is known once the panel before is here.
    const Index next = panels_.factored();
    if (next < panels_.collected() && next > 0 && !panels_.ready(next - 1))
      return Outcome::nothing;
    return panels_.factor(
        [&](Index s, T* panel, Index ld, Index length, Index width, std::byte* header) {
          factor_collected(s, panel, ld, length, width, *reinterpret_cast<Index*>(header));
        },
        distributed_);
  }

  /// CholeskyPanel as WindowPanels uses it.
  class Distributed {
  public:
    explicit Distributed(Cholesky& all) : all_(all) {}
    void start(Index s, const DistributedPanel<T>& panel) {
      panel_.start(panel, all_.panels_.window(s).first, all_.info_before(s));
    }
    bool advance() {
      const Phase phase(&Profile::panel);
      return panel_.advance();
    }

  private:
    Cholesky& all_;
    CholeskyPanel<T> panel_;
  };
  Index info_before(Index s) { return s == 0 ? 0 : earlier_failure(info_, info_of(s - 1)); }

  void factor_collected(Index s, T* panel, Index ld, Index length, Index width, Index& info) {
    const Phase phase(&Profile::panel, s);
    info = info_before(s);
    if (info != 0)
      return;
    info = kernel::potrf(Uplo::lower, static_cast<int>(width), panel, static_cast<int>(ld));
    if (info > 0)
      info += panels_.window(s).first;
    else
      kernel::trsm(Side::right, Uplo::lower, Transpose::conjugate, Diag::non_unit,
                   static_cast<int>(length - width), static_cast<int>(width), T(1), panel,
                   static_cast<int>(ld), panel + width, static_cast<int>(ld));
  }

  void update() {
    const Index begin = done_end_, end = place_of(a_.n);
    const Index next = step_ + 1 < panels_.steps() ? place_of(window_end(step_ + 1)) : end;
    if (info_ == 0) {
      update_triangle(begin, next, line_of(a_.n));
      done_end_ = next;
      of_next_window_ = updates_.submitted();
      engine_.attend();
      update_triangle(next, end, line_of(a_.n));
      engine_.wait(updates_, updates_.submitted());
    }
    done_end_ = end;
  }

  /// The part of the triangle in places [begin, end), lines from the diagonal to `line_end`: halves, until what is left
  /// is a small block on the diagonal. Blocks of places that follow one another here may be far from each other in the
  /// matrix: not only places, also the lines that the diagonal crosses in them have to be few.
  void update_triangle(Index begin, Index end, Index line_end) {
    if (begin == end)
      return;
    if (std::max(end - begin, diagonal_line(end - 1) - diagonal_line(begin)) > smallest_block) {
      const Index middle = middle_of(begin, end), line = std::min(diagonal_line(middle), line_end);
      update_triangle(begin, middle, line);
      update_block(line, line_end, begin, middle);
      engine_.attend();
      return update_triangle(middle, end, line_end);
    }
    const Index first = std::min(diagonal_line(begin), line_end);
    if (is_square_on_diagonal(first, line_end, begin, end)) {
      update_square(first, begin, end - begin);
      return update_block(first + end - begin, line_end, begin, end);
    }
    // Lines up to the diagonal of the last place meet the triangle.
    const Index last = std::min(diagonal_line(end - 1), line_end);
    if (first < last)
      updates_.submit([=, this] { update_diagonal_block(first, last, begin, end); });
    update_block(last, line_end, begin, end);
  }

  /// A place near the middle of [begin, end), the first of a block unless they are all of one block.
  Index middle_of(Index begin, Index end) const {
    const Index middle = begin + (end - begin) / 2, nb = across_.axis.nb;
    const Index block = middle - across_.axis.global(middle, my_place_) % nb;
    if (block > begin)
      return block;
    return block + nb < end ? block + nb : middle;
  }

  /// First line on or behind the diagonal of a place.
  Index diagonal_line(Index place) const {
    return line_of(across_.axis.global(place, my_place_) - across_.begin);
  }

  const T* along_factor(Index line) {
    return panels_.body(step_) + (line - line_of(panels_.window(step_).first));
  }
  const T* across_factor(Index place) {
    return panels_.cross_body(step_) + (place - place_of(window_end(step_)));
  }

  /// out = alpha L(lines) L(places)^H + beta out, or its conjugate transpose in the upper triangle.
  void multiply(Index line, Index lines, Index place, Index places, T alpha, T beta, T* out, Index ld) {
    const int w = static_cast<int>(panels_.window(step_).width);
    const int ld_along = static_cast<int>(panels_.my_length(step_)),
              ld_across = static_cast<int>(panels_.cross_length(step_));
    if (lower_)
      kernel::gemm(Transpose::no, Transpose::conjugate, static_cast<int>(lines), static_cast<int>(places), w,
                   alpha, along_factor(line), ld_along, across_factor(place), ld_across, beta, out,
                   static_cast<int>(ld));
    else
      kernel::gemm(Transpose::no, Transpose::conjugate, static_cast<int>(places), static_cast<int>(lines), w,
                   alpha, across_factor(place), ld_across, along_factor(line), ld_along, beta, out,
                   static_cast<int>(ld));
  }

  T* element(Index line, Index place) const {
    return a_.data + (lower_ ? line + place * a_.ld : place + line * a_.ld);
  }

  void update_block(Index line, Index line_end, Index place, Index place_end) {
    if (line < line_end && place < place_end)
      updates_.submit([=, this] {
        const Phase phase(&Profile::update, step_);
        multiply(line, line_end - line, place, place_end - place, T(-1), T(1), element(line, place), a_.ld);
      });
  }

  /// The lines from `line` on are those of the matrix whose places these are, one after the other.
  bool is_square_on_diagonal(Index line, Index line_end, Index place, Index place_end) const {
    const Index order = place_end - place;
    if (line + order > line_end)
      return false;
    const auto place_in_matrix = [&](Index at) { return across_.axis.global(at, my_place_) - across_.begin; };
    const auto line_in_matrix = [&](Index at) { return along_.axis.global(at, my_line_) - along_.begin; };
    const Index first = place_in_matrix(place), last = first + order - 1;
    return place_in_matrix(place_end - 1) == last && line_in_matrix(line) == first &&
           line_in_matrix(line + order - 1) == last;
  }

  void update_square(Index line, Index place, Index order) {
    updates_.submit([=, this] {
      const Phase phase(&Profile::update, step_);
      kernel::herk(lower_ ? Uplo::lower : Uplo::upper, Transpose::no, static_cast<int>(order),
                   static_cast<int>(panels_.window(step_).width), kernel::Real<T>(-1), along_factor(line),
                   static_cast<int>(panels_.my_length(step_)), kernel::Real<T>(1), element(line, place),
                   static_cast<int>(a_.ld));
    });
  }

  /// A block that the diagonal crosses otherwise: only the triangle may change.
  void update_diagonal_block(Index line, Index line_end, Index place, Index place_end) {
    const Phase phase(&Profile::update, step_);
    const Index lines = line_end - line, places = place_end - place, ld = lower_ ? lines : places;
    block_.resize(static_cast<std::size_t>(lines * places));
    multiply(line, lines, place, places, T(1), T(0), block_.data(), ld);
    if (!kernel::move_elements<T>(lines * places / 2))
      return;
    for (Index c = 0; c < places; ++c)
      for (Index l = std::max(diagonal_line(place + c), line) - line; l < lines; ++l)
        *element(line + l, place + c) -= block_[static_cast<std::size_t>(lower_ ? l + c * ld : c + l * ld)];
  }

  Grid& grid_;
  bool lower_;
  Submatrix<T> a_;
  Extent along_, across_;
  int my_line_, my_place_;
  WindowPanels<T> panels_;
  Distributed distributed_;
  runtime::Engine engine_;
  std::vector<T> block_;
  Index info_ = 0;
  // Step step_, places before done_end_ are updated as soon as of_next_window_ is done.
  Index step_ = 0, done_end_ = 0;
  kernel::UpdateQueue updates_;
  kernel::UpdateQueue::Ticket of_next_window_ = 0;
};

/// What any process has found: of distributed panels not all need have found the same.
Index agreed_info(const Grid& grid, const std::vector<Window>& windows, Index info) {
  if (std::ranges::all_of(windows, [](const Window& w) { return w.method == PanelMethod::collected; }))
    return info;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  const std::int64_t first = comm::all_reduced(info > 0 ? info : none, MPI_MIN, grid.all());
  return first == none ? 0 : first;
}

template <typename T>
std::vector<Window> cholesky_windows(const Grid& grid, Uplo uplo, const Submatrix<T>& a) {
  const schedule::Parameters& parameters = grid.parameters().of(plan::Operation::potrf, a.n);
  return schedule::make_windows(grid.speeds(),
                                {{a.rows, a.i}, {a.columns, a.j}, uplo == Uplo::lower, a.n, a.n, a.n},
                                schedule::widths_of(schedule::PanelKind::cholesky, parameters),
                                schedule::MethodChoice{schedule::PanelKind::cholesky, parameters, sizeof(T)});
}

} // namespace

template <typename T>
std::size_t potrf_memory(const Grid& grid, Uplo uplo, const Submatrix<T>& a) {
  return runtime::bytes_of<T>(smallest_block * smallest_block) +
         WindowPanels<T>::memory(
             comm::as_const(a),
             uplo == Uplo::lower ? WindowPanels<T>::Kind::columns : WindowPanels<T>::Kind::rows,
             WindowPanels<T>::Spread::both, cholesky_windows(grid, uplo, a),
             [](const Window&) { return sizeof(Index); }, CholeskyPanel<T>::exchange_bytes);
}

template <typename T>
Index potrf(Grid& grid, Uplo uplo, const Submatrix<T>& a) {
  if (a.n == 0)
    return 0;
  if (grid.p() * grid.q() == 1)
    return kernel::potrf(uplo, static_cast<int>(a.n), a.local_data(grid), static_cast<int>(a.ld));
  const auto memory =
      runtime::take_memory(grid, "a Cholesky factorization", [&] { return potrf_memory(grid, uplo, a); });
  const std::vector<Window> windows = cholesky_windows(grid, uplo, a);
  Cholesky<T> cholesky(grid, uplo, a, windows);
  cholesky.reserve();
  return agreed_info(grid, windows, cholesky.run());
}

template std::size_t potrf_memory(const Grid&, Uplo, const Submatrix<float>&);
template std::size_t potrf_memory(const Grid&, Uplo, const Submatrix<double>&);
template std::size_t potrf_memory(const Grid&, Uplo, const Submatrix<std::complex<float>>&);
template std::size_t potrf_memory(const Grid&, Uplo, const Submatrix<std::complex<double>>&);
template Index potrf(Grid&, Uplo, const Submatrix<float>&);
template Index potrf(Grid&, Uplo, const Submatrix<double>&);
template Index potrf(Grid&, Uplo, const Submatrix<std::complex<float>>&);
template Index potrf(Grid&, Uplo, const Submatrix<std::complex<double>>&);

} // namespace hetgrid::linalg
