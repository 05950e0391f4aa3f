// Right-looking LU ([Boudet99] 3.2). With the window K = [k, k + w) and what lies behind it, R = [k + w, m):
//
//     panel      P (A(K,K); A(R,K)) = (L(K,K); L(R,K)) U(K,K)     see window_panels.hpp
//     exchange   rows K and the pivot rows of the columns behind K change places,
//                U(K,:) = L(K,K)^-1 A(K,:)                        see trailing_update.hpp
//     update     A(R,:) -= L(R,K) U(K,:)
//
// The interchanges of the columns before K, in which nobody is interested meanwhile, wait to the end: then each
// column gets those of all later windows at once, as one permutation.
#include "linalg/getrf.hpp"

#include "kernel/lapack.hpp"
#include "kernel/rows.hpp"
#include "kernel/trsm.hpp"
#include "linalg/panel/lu_panel.hpp"
#include "linalg/panel/tournament_panel.hpp"
#include "linalg/permute_rows.hpp"
#include "linalg/pivots.hpp"
#include "linalg/trailing_update.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace hetgrid::linalg {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;
using schedule::Pivoting;

/// True if the header has L(K,K): the columns behind the window need it on several grid rows, and a distributed panel grows
/// there.
bool has_square(const Grid& grid, const Window& window, Index n) {
  return grid.p() > 1 && (window.first + window.width < n || window.method == PanelMethod::distributed);
}

/// LuPanel or TournamentPanel as WindowPanels uses it.
template <typename T>
class DistributedLu {
public:
  DistributedLu(const WindowPanels<T>& panels, Pivoting pivoting)
      : panels_(panels), is_tournament_(pivoting == Pivoting::tournament) {}
  void start(Index s, const DistributedPanel<T>& panel) {
    const Index first = panels_.window(s).first;
    is_tournament_ ? by_tournament_.start(panel, first) : by_columns_.start(panel, first);
  }
  bool advance() {
    const Phase phase(&Profile::panel);
    return is_tournament_ ? by_tournament_.advance() : by_columns_.advance();
  }
  static std::size_t exchange_bytes(Pivoting pivoting, Index width) {
    return pivoting == Pivoting::tournament ? TournamentPanel<T>::exchange_bytes(width)
                                            : LuPanel<T>::exchange_bytes(width);
  }

private:
  const WindowPanels<T>& panels_;
  bool is_tournament_;
  LuPanel<T> by_columns_;
  TournamentPanel<T> by_tournament_;
};

/// The interchanges of one window, in the columns behind it, on a grid of several rows. Grid row i contributes its
/// other rows that become pivots, and its rows of the window, but for those that take the place of one of these: they go there at once,
/// while its line is in the cache.
struct Interchange {
  /// Row `index` of those that a grid row contributes becomes row `place` of those it goes to.
  struct Row {
    int grid_row, index, place;
  };
  /// Of my contribution: local rows, and what they become where they go.
  struct Part {
    std::vector<Index> rows, places;
  };
  std::vector<Index> contributed;       ///< local rows I contribute
  std::vector<Index> replacing;         ///< local rows, mine, that the last of these become
  Part to_window;                       ///< of the others of these, those that go to the window
  std::vector<Index> replaced_places;   ///< rows of the window that the last of these become
  std::vector<Part> to_row;             ///< by grid row: of the others, those that go to its rows
  std::vector<Index> contributed_count; ///< by grid row
  std::vector<Row> window;              ///< its rows after the interchanges, by where they come from
  std::vector<std::vector<Row>> moved; ///< by grid row: its other rows that become one of another's; likewise
  std::vector<Index> moved_to;         ///< local rows, mine of `moved`, in their order
};

template <typename T>
class Lu {
public:
  Lu(Grid& grid, const Submatrix<T>& a, int* ipiv, WindowPanels<T>& panels, Pivoting pivoting)
      : grid_(grid), a_(a), ipiv_(ipiv), panels_(panels), distributed_(panels, pivoting) {}

  Index info() const { return info_; }
  DistributedLu<T>& distributed_panel() { return distributed_; }

  void factor(Index s, T* panel, Index ld, Index length, Index width, std::byte* data) {
    const LuHeader<T> header{data, width};
    std::vector<int> pivots(static_cast<std::size_t>(width));
    const int info = kernel::getrf(static_cast<int>(length), static_cast<int>(width), panel,
                                   static_cast<int>(ld), pivots.data());
    header.info() = info > 0 ? panels_.window(s).first + info : 0;
    std::transform(pivots.begin(), pivots.end(), header.pivots(), [](int pivot) { return pivot - 1; });
    if (has_square(grid_, panels_.window(s), a_.n))
      kernel::copy(width, width, panel, ld, header.square(), width);
  }

  void arrived(Index s) {
    const LuHeader<T> header = header_of(s);
    if (kernel::computes()) {
      if (info_ == 0)
        info_ = header.info();
      pivots_.insert(pivots_.end(), header.pivots(), header.pivots() + header.width);
    } else { // nothing has come, but everyone knows the pivots
      std::vector<int> pivots(static_cast<std::size_t>(header.width));
      kernel::modelled_pivots(static_cast<int>(a_.m - panels_.window(s).first),
                              static_cast<int>(header.width), pivots.data());
      for (const int pivot : pivots)
        pivots_.push_back(pivot - 1);
    }
    if (grid_.p() > 1)
      find_interchange(s);
  }

  void store(Index s) {
    panels_.store(s, a_);
    const Window& window = panels_.window(s);
    for (Index k = window.first; k < window.first + window.width; ++k)
      if (a_.rows.owner(a_.i + k) == grid_.myrow())
        ipiv_[a_.rows.local(a_.i + k, grid_.myrow())] =
            static_cast<int>(a_.i + window.first + pivots_[static_cast<std::size_t>(k)] + 1);
  }

  /// Where the rows of a solution are in memory that the grid column shares, contributions go there at once.
  static constexpr bool gathers_in_place = true;

  Index gathered_rows(Index s, int i) const {
    return interchange(s).contributed_count[static_cast<std::size_t>(i)];
  }
  Index moved_rows(Index s, int i) const {
    return static_cast<Index>(interchange(s).moved[static_cast<std::size_t>(i)].size());
  }
  Index gathered_limit(Index s) const { return 2 * panels_.window(s).width; }
  Index solution_limit(Index s) const { return 2 * panels_.window(s).width; }

  void gather(Index s, T* columns, Index ld, Index n, T* out) const {
    const std::vector<Index>& replacing = interchange(s).replacing;
    const std::span<const Index> rows = interchange(s).contributed;
    const std::size_t kept = rows.size() - replacing.size();
    kernel::gather_rows<T>(rows.first(kept), n, columns, ld, out, std::ssize(rows));
    const auto place = [kept](std::size_t k) { return kept + k; };
    kernel::replace_rows<T>(rows.subspan(kept), replacing, place, n, columns, ld, out, std::ssize(rows));
  }
  void gather_in_place(Index s, T* columns, Index ld, Index n, T* common,
                       const std::vector<T*>& moved) const {
    const Interchange& rows = interchange(s);
    const auto move = [&](const Interchange::Part& part, T* out, Index ld_out) {
      const auto place = [&](std::size_t k) { return part.places[k]; };
      kernel::move_rows<T>(part.rows, place, n, columns, ld, out, ld_out);
    };
    move(rows.to_window, common, panels_.window(s).width);
    for (std::size_t i = 0; i < moved.size(); ++i)
      move(rows.to_row[i], moved[i], std::ssize(rows.moved[i]));
    const auto place = [&](std::size_t k) { return rows.replaced_places[k]; };
    kernel::replace_rows<T>(std::span(rows.contributed).last(rows.replacing.size()), rows.replacing, place, n,
                            columns, ld, common, panels_.window(s).width);
  }

  /// common = L(K,K)^-1 (rows K after the interchanges), moved = the rows that leave K.
  void solve(Index s, Index n, const std::vector<const T*>& contributions, T* common,
             const std::vector<T*>& moved) {
    const Interchange& rows = interchange(s);
    const auto collect = [&](const std::vector<Interchange::Row>& wanted, T* out) {
      if (!kernel::move_elements<T>(std::ssize(wanted) * n))
        return;
      for (Index c = 0; c < n; ++c, out += wanted.size())
        for (auto row = wanted.begin(); row != wanted.end();) {
          const auto i = static_cast<std::size_t>(row->grid_row);
          const T* const in = contributions[i] + c * rows.contributed_count[i];
          for (const int same = row->grid_row; row != wanted.end() && row->grid_row == same; ++row)
            out[row->place] = in[row->index];
        }
    };
    collect(rows.window, common);
    for (std::size_t i = 0; i < moved.size(); ++i)
      collect(rows.moved[i], moved[i]);
    solve_in_place(s, n, common);
  }
  void solve_in_place(Index s, Index n, T* common) {
    const Phase phase(&Profile::update);
    const Index width = panels_.window(s).width;
    kernel::trsm(Side::left, Uplo::lower, Transpose::no, Diag::unit, static_cast<int>(width),
                 static_cast<int>(n), T(1), header_of(s).square(), static_cast<int>(width), common,
                 static_cast<int>(width));
  }

  void update(Index s, T* columns, Index ld, Index n, const T* common, const T* moved) {
    put_in_place(s, columns, ld, n, common, moved);
    multiply(s, columns, ld, n, common, panels_.window(s).width);
  }

  void update_alone(Index s, T* columns, Index ld, Index n) {
    const Window& window = panels_.window(s);
    const Index row = a_.rows.local(a_.i + window.first, grid_.myrow());
    {
      const Phase phase(&Profile::swap);
      kernel::interchange_rows<T>(pivots_of(window), n, columns + row, ld);
    }
    // U(K,:) = L(K,K)^-1 A(K,:)
    kernel::trsm(Side::left, Uplo::lower, Transpose::no, Diag::unit, static_cast<int>(window.width),
                 static_cast<int>(n), T(1), panels_.body(s), static_cast<int>(panels_.my_length(s)),
                 columns + row, static_cast<int>(ld));
    multiply(s, columns, ld, n, columns + row, ld);
  }

  /// The interchanges of every window in the columns before it.
  void permute_left(RowPermuter<T>& permuter) {
    const Phase phase(&Profile::swap);
    const kernel::LocalPart<T> local_part(a_.local_rows(grid_) * a_.local_columns(grid_));
    // Row r of the columns of window s becomes what row later[r] was, by the interchanges of all windows after s; place is
    // its inverse. Of (0 p0)(1 p1).. later the last one is the first that changes it.
    std::vector<Index> later(static_cast<std::size_t>(a_.m)), place(later.size());
    std::iota(later.begin(), later.end(), Index{0});
    std::iota(place.begin(), place.end(), Index{0});
    const auto interchange_before = [&](Index row, Index pivot) {
      Index &of_row = place[static_cast<std::size_t>(row)],
            &of_pivot = place[static_cast<std::size_t>(pivot)];
      std::swap(later[static_cast<std::size_t>(of_row)], later[static_cast<std::size_t>(of_pivot)]);
      std::swap(of_row, of_pivot);
    };
    for (Index s = panels_.steps() - 1; s >= 0; --s) {
      const Window& window = panels_.window(s);
      if (s + 1 < panels_.steps()) {
        const Window& next = panels_.window(s + 1);
        const std::span<const Index> pivots = pivots_of(next);
        for (Index k = next.width - 1; k >= 0; --k)
          interchange_before(next.first + k, next.first + pivots[static_cast<std::size_t>(k)]);
      }
      const Index begin = a_.columns.local(a_.j + window.first, grid_.mycol()),
                  end = a_.columns.local(a_.j + window.first + window.width, grid_.mycol());
      if (s + 1 < panels_.steps() && begin < end)
        permuter.permute(RowMoves(grid_, a_, later), a_.data + begin * a_.ld, a_.ld, end - begin);
    }
    permuter.finish();
  }

private:
  // Interchanges are needed for the step under way and the next.
  const Interchange& interchange(Index s) const { return interchanges_[s % 2]; }
  /// Relative to the window.
  std::span<const Index> pivots_of(const Window& window) const {
    return {pivots_.data() + window.first, static_cast<std::size_t>(window.width)};
  }
  LuHeader<T> header_of(Index s) {
    return {const_cast<std::byte*>(panels_.header(s)), panels_.window(s).width};
  }

  void find_interchange(Index s) {
    const Window& window = panels_.window(s);
    const auto p = static_cast<std::size_t>(grid_.p());
    const SparsePermutation content(pivots_of(window));
    Interchange rows;
    rows.contributed_count.resize(p);
    rows.moved.resize(p);
    const auto owner_of = [&](Index row) { return a_.rows.owner(a_.i + window.first + row); };
    const auto local = [&](Index row) { return a_.rows.local(a_.i + window.first + row, grid_.myrow()); };
    const auto contribute = [&](Index row) -> Interchange::Row {
      const int owner = owner_of(row);
      if (owner == grid_.myrow())
        rows.contributed.push_back(local(row));
      return {owner, static_cast<int>(rows.contributed_count[static_cast<std::size_t>(owner)]++), 0};
    };
    const auto comes_from_its_owner = [&](Index target) {
      return owner_of(content.of(target)) == owner_of(target);
    };
    std::vector<Interchange::Row> inside(static_cast<std::size_t>(window.width)),
        outside(content.outside().size()); // rows of the window, and of content.outside()
    std::vector<bool> goes_at_once(inside.size());
    for (const Index target : content.outside())
      if (comes_from_its_owner(target))
        goes_at_once[static_cast<std::size_t>(content.of(target))] = true;
    for (Index row = 0; row < window.width; ++row)
      if (!goes_at_once[static_cast<std::size_t>(row)])
        inside[static_cast<std::size_t>(row)] = contribute(row);
    for (const bool at_once : {false, true})
      for (const Index row : content.outside())
        if (comes_from_its_owner(row) == at_once) {
          outside[content.place(row)] = contribute(row);
          if (at_once && owner_of(row) == grid_.myrow())
            rows.replacing.push_back(local(content.of(row)));
        }
    const auto add = [&](Index row, std::vector<Interchange::Row>& to) {
      Interchange::Row origin =
          row < window.width ? inside[static_cast<std::size_t>(row)] : outside[content.place(row)];
      origin.place = static_cast<int>(to.size());
      to.push_back(origin);
    };
    for (Index row = 0; row < window.width; ++row)
      add(content.of(row), rows.window);
    for (const Index target : content.outside())
      if (!comes_from_its_owner(target)) {
        add(content.of(target), rows.moved[static_cast<std::size_t>(owner_of(target))]);
        if (owner_of(target) == grid_.myrow())
          rows.moved_to.push_back(local(target));
      }
    const auto by_origin = [](const Interchange::Row& row) { return std::pair(row.grid_row, row.index); };
    std::ranges::sort(rows.window, {}, by_origin);
    for (std::vector<Interchange::Row>& moved : rows.moved)
      std::ranges::sort(moved, {}, by_origin);
    find_parts(rows);
    interchanges_[s % 2] = std::move(rows);
  }

  /// Where what I contribute goes.
  void find_parts(Interchange& rows) const {
    const std::size_t kept = rows.contributed.size() - rows.replacing.size();
    const auto each_of_mine = [&](const std::vector<Interchange::Row>& all, auto&& visit) {
      for (const Interchange::Row& row : all)
        if (row.grid_row == grid_.myrow())
          visit(static_cast<std::size_t>(row.index), Index{row.place});
    };
    const auto add = [&](std::size_t index, Index place, Interchange::Part& part) {
      part.rows.push_back(rows.contributed[index]);
      part.places.push_back(place);
    };
    rows.replaced_places.resize(rows.replacing.size());
    each_of_mine(rows.window, [&](std::size_t index, Index place) {
      if (index < kept)
        add(index, place, rows.to_window);
      else
        rows.replaced_places[index - kept] = place;
    });
    rows.to_row.resize(rows.moved.size());
    for (std::size_t i = 0; i < rows.moved.size(); ++i)
      each_of_mine(rows.moved[i], [&](std::size_t index, Index place) { add(index, place, rows.to_row[i]); });
  }

  /// Stores my rows of U(K,:) and the rows that left K.
  void put_in_place(Index s, T* columns, Index ld, Index n, const T* common, const T* moved) {
    const Phase phase(&Profile::swap);
    const Window& window = panels_.window(s);
    const std::vector<Index>& moved_to = interchange(s).moved_to;
    for (Index k = window.first; k < window.first + window.width;) {
      const Index end = a_.rows.run_end(a_.i + k, a_.i + window.first + window.width) - a_.i;
      if (a_.rows.owner(a_.i + k) == grid_.myrow())
        kernel::copy(end - k, n, common + (k - window.first), window.width,
                     columns + a_.rows.local(a_.i + k, grid_.myrow()), ld);
      k = end;
    }
    kernel::scatter_rows<T>(moved_to, n, moved, std::ssize(moved_to), columns, ld);
  }

  /// A(R,:) -= L(R,K) U(K,:)
  void multiply(Index s, T* columns, Index ld, Index n, const T* u, Index ldu) {
    const Window& window = panels_.window(s);
    const Index length = panels_.my_length(s), rows = panels_.my_length_after(s);
    if (rows == 0)
      return;
    const Index row = a_.rows.local(a_.i + window.first + window.width, grid_.myrow());
    kernel::gemm(Transpose::no, Transpose::no, static_cast<int>(rows), static_cast<int>(n),
                 static_cast<int>(window.width), T(-1), panels_.body(s) + (length - rows),
                 static_cast<int>(length), u, static_cast<int>(ldu), T(1), columns + row,
                 static_cast<int>(ld));
  }

  Grid& grid_;
  Submatrix<T> a_;
  int* ipiv_;
  WindowPanels<T>& panels_;
  DistributedLu<T> distributed_;
  Index info_ = 0;
  std::vector<Index> pivots_; ///< of all panels so far, each relative to its panel
  Interchange interchanges_[2];
};

template <typename T>
const schedule::Parameters& lu_parameters(const Grid& grid, const Submatrix<T>& a) {
  return grid.parameters().of(plan::Operation::getrf, std::min(a.m, a.n));
}

template <typename T>
std::vector<Window> lu_windows(const Grid& grid, const Submatrix<T>& a) {
  const schedule::Parameters& parameters = lu_parameters(grid, a);
  const schedule::PanelKind kind = schedule::lu_panels(parameters.pivoting);
  return schedule::make_windows(
      grid.speeds(), {{a.rows, a.i}, {a.columns, a.j}, true, std::min(a.m, a.n), a.m, a.n},
      schedule::widths_of(kind, parameters), schedule::MethodChoice{kind, parameters, sizeof(T)});
}

template <typename T>
std::size_t lu_header_bytes(const Grid& grid, const Window& window, Index n) {
  return has_square(grid, window, n) ? LuHeader<T>::bytes(window.width)
                                     : LuHeader<T>::square_offset(window.width);
}

/// One process owns everything.
template <typename T>
Index getrf_alone(const Grid& grid, const Submatrix<T>& a, int* ipiv) {
  int* const mine = ipiv + a.rows.local(a.i, 0);
  const int info = kernel::getrf(static_cast<int>(a.m), static_cast<int>(a.n), a.local_data(grid),
                                 static_cast<int>(a.ld), mine);
  std::for_each_n(mine, std::min(a.m, a.n), [&](int& pivot) { pivot += static_cast<int>(a.i); });
  return info;
}

} // namespace

template <typename T>
std::size_t getrf_memory(const Grid& grid, const Submatrix<T>& a) {
  const schedule::Parameters& parameters = lu_parameters(grid, a);
  const Pivoting pivoting = parameters.pivoting;
  const std::vector<Window> windows = lu_windows(grid, a);
  if (windows.empty())
    return 0;
  const Index widest = std::ranges::max(windows, {}, &Window::width).width;
  const std::size_t lists = // pivots, permutations; interchanges
      64 * static_cast<std::size_t>(a.m) + 1024 * static_cast<std::size_t>(widest);
  const std::size_t tournament =
      pivoting == Pivoting::tournament ? TournamentPanel<T>::memory(a.local_rows(grid), widest) : 0;
  return lists + tournament +
         WindowPanels<T>::memory(
             comm::as_const(a), WindowPanels<T>::Kind::columns, WindowPanels<T>::Spread::along, windows,
             [&](const Window& window) { return lu_header_bytes<T>(grid, window, a.n); },
             [&](Index width) { return DistributedLu<T>::exchange_bytes(pivoting, width); }) +
         TrailingUpdate<T, Lu<T>>::memory(grid, windows, a, UpdatedColumns::behind_window,
                                          parameters.lu.chunk,
                                          [](const Window& window) { return 2 * window.width; }) +
         RowPermuter<T>::memory(grid, a.m);
}

template <typename T>
Index getrf(Grid& grid, const Submatrix<T>& a, int* ipiv) {
  if (a.m == 0 || a.n == 0)
    return 0;
  if (grid.p() * grid.q() == 1)
    return getrf_alone(grid, a, ipiv);
  const auto memory =
      runtime::take_memory(grid, "an LU factorization", [&] { return getrf_memory(grid, a); });
  const schedule::Parameters& parameters = lu_parameters(grid, a);
  const std::vector<Window> windows = lu_windows(grid, a);
  WindowPanels<T> panels(grid, comm::as_const(a), WindowPanels<T>::Kind::columns,
                         WindowPanels<T>::Spread::along, windows,
                         [&](const Window& window) { return lu_header_bytes<T>(grid, window, a.n); });
  Lu<T> lu(grid, a, ipiv, panels, parameters.pivoting);
  TrailingUpdate<T, Lu<T>> update(grid, panels, lu, a, UpdatedColumns::behind_window, parameters.lu.chunk);
  RowPermuter<T> permuter(grid);
  update.reserve([&](Index width) { return DistributedLu<T>::exchange_bytes(parameters.pivoting, width); });
  permuter.reserve(a);
  update.run();
  lu.permute_left(permuter);
  return lu.info();
}

template std::size_t getrf_memory(const Grid&, const Submatrix<float>&);
template std::size_t getrf_memory(const Grid&, const Submatrix<double>&);
template std::size_t getrf_memory(const Grid&, const Submatrix<std::complex<float>>&);
template std::size_t getrf_memory(const Grid&, const Submatrix<std::complex<double>>&);
template Index getrf(Grid&, const Submatrix<float>&, int*);
template Index getrf(Grid&, const Submatrix<double>&, int*);
template Index getrf(Grid&, const Submatrix<std::complex<float>>&, int*);
template Index getrf(Grid&, const Submatrix<std::complex<double>>&, int*);

} // namespace hetgrid::linalg
