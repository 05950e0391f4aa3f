// LU panels by tournament pivoting (L. Grigori, J. W. Demmel, H. Xiang: CALU, SIAM J. Matrix Anal. Appl. 32, 2011): two
// exchanges a panel, where partial pivoting has one a column.
//
//     candidates   of my rows, those w that partial pivoting chooses
//     matches      all-reduce: of the candidates of two sides, 2 w rows, partial pivoting chooses w
//     decision     L11 U11 = the winners, in the order of partial pivoting among them; they change places with rows
//                  0 .. w-1 of the panel, as a sequence of interchanges
//     the others   L21 = A21 U11^-1
//
// All sides play the same matches, but processors of different kinds round differently, and all have to know the same
// pivots: so the process that has row 0 decides. With its decision, in the second all-reduce, come rows 0 .. w-1, which all
// those who have winners need.
//
// An element of L may be larger than 1. Where U has a zero on its diagonal, rows that have lost may need an L that the
// winners do not give: such a panel is left as it was, and partial pivoting factors it.
#pragma once

#include "kernel/lapack.hpp"
#include "kernel/matrix_ops.hpp"
#include "kernel/trsm.hpp"
#include "kernel/workspace.hpp"
#include "linalg/panel/lu_panel.hpp"
#include "linalg/pivots.hpp"

#include <numeric>
#include <vector>

namespace hetgrid::linalg {

template <typename T>
class TournamentPanel {
public:
  /// Of the larger exchange.
  static std::size_t exchange_bytes(Index width) {
    return std::max(Exchange::bytes(width), LuPanel<T>::exchange_bytes(width));
  }
  /// What it allocates at most for panels of which this process has up to `rows` rows, bytes.
  static std::size_t memory(Index rows, Index width) {
    const Index elements = (std::max(rows, 2 * width) + 2 * width) * width;
    constexpr std::size_t lists = 512; // for each column; and the order of the rows
    return static_cast<std::size_t>(elements) * sizeof(T) + lists * static_cast<std::size_t>(width) +
           sizeof(Index) * static_cast<std::size_t>(rows);
  }

  /// \param first  window's first index, for INFO
  void start(const DistributedPanel<T>& panel, Index first) {
    panel_ = panel;
    header_ = {panel.header, panel.width};
    first_ = first;
    is_played_ = is_singular_ = false;
    reserve(factored_, std::max(panel.rows.count(), 2 * panel.width) * panel.width);
    reserve(match_, 2 * panel.width * panel.width);
  }

  /// Goes on until it has to wait. \return true once the panel is factored
  bool advance() {
    if (is_singular_)
      return by_columns_.advance();
    if (!is_played_) {
      is_played_ = panel_.line->reduce(
          [this] {
            propose();
            return Exchange::bytes_of_match(panel_.width);
          },
          [this](const std::byte* one, std::byte* best) { play(one, best); });
      if (!is_played_)
        return false;
    }
    const bool is_decided = panel_.line->reduce(
        [this] {
          decide();
          return Exchange::bytes(panel_.width);
        },
        [this](const std::byte* one, std::byte* all) { add_decision(one, all); });
    if (!is_decided)
      return false;
    is_singular_ = kernel::computes() && exchange().info() > 0;
    if (!is_singular_) {
      eliminate();
      return true;
    }
    by_columns_.start(panel_, first_);
    return by_columns_.advance();
  }

private:
  using R = kernel::Real<T>;

  /// What is exchanged: in a match candidates, with the decision the winners, factored, and the rows whose places they take.
  struct Exchange {
    std::byte* data;
    Index width;

    static std::size_t square_bytes(Index width) {
      return static_cast<std::size_t>(width * width) * sizeof(T);
    }
    static std::size_t rows_offset(Index width) {
      return (sizeof(Index) * static_cast<std::size_t>(3 + 2 * width) + 63) / 64 * 64;
    }
    static std::size_t bytes_of_match(Index width) { return rows_offset(width) + square_bytes(width); }
    static std::size_t bytes(Index width) { return bytes_of_match(width) + square_bytes(width); }

    Index* header() const { return reinterpret_cast<Index*>(data); }
    Index& count() const { return header()[0]; }       ///< of candidates
    Index& is_decision() const { return header()[1]; } ///< of the process that decides
    Index& info() const { return header()[2]; }
    Index* places() const { return header() + 3; }          ///< panel rows, of the candidates
    Index* has_row() const { return header() + 3 + width; } ///< by row of the window
    T* candidates() const { return reinterpret_cast<T*>(data + rows_offset(width)); } ///< rows, ld = width
    T* window() const { return candidates() + width * width; }                        ///< rows, ld = width
  };
  Exchange exchange() const { return {panel_.line->data(), panel_.width}; }

  /// Elements of no value.
  static void reserve(kernel::Workspace<T>& memory, Index elements) {
    if (std::ssize(memory) >= elements)
      return;
    memory = kernel::Workspace<T>(); // first: not both at a time
    memory.resize(static_cast<std::size_t>(elements));
  }
  T* at(Index row, Index column) const { return panel_.data + row + column * panel_.ld; }
  T* square(Index row, Index column) const { return header_.square() + row + column * panel_.width; }

  /// Factors `rows` rows of the panel's width; order_: the rows, those first that partial pivoting chooses. \return INFO
  int factor(Index rows, T* data) {
    order_.resize(static_cast<std::size_t>(rows));
    std::iota(order_.begin(), order_.end(), Index{0});
    if (rows == 0)
      return 0;
    pivots_.resize(static_cast<std::size_t>(std::min(rows, panel_.width)));
    const int info = kernel::getrf(static_cast<int>(rows), static_cast<int>(panel_.width), data,
                                   static_cast<int>(rows), pivots_.data());
    for (std::size_t k = 0; k < pivots_.size(); ++k)
      std::swap(order_[k], order_[static_cast<std::size_t>(pivots_[k] - 1)]);
    return info;
  }

  /// Copies rows order_ of the panel's width to candidates; they have just been read.
  void take_rows(const T* from, Index ld, T* to) const {
    if (!kernel::move_elements<T>(std::ssize(order_) * panel_.width))
      return;
    for (Index c = 0; c < panel_.width; ++c)
      for (std::size_t k = 0; k < order_.size(); ++k)
        to[static_cast<Index>(k) + c * panel_.width] = from[order_[k] + c * ld];
  }

  /// My candidates.
  void propose() {
    const PanelRows& rows = panel_.rows;
    const Index width = panel_.width;
    kernel::copy(rows.count(), width, panel_.data, panel_.ld, factored_.data(), rows.count());
    factor(rows.count(), factored_.data());
    order_.resize(std::min(order_.size(), static_cast<std::size_t>(width)));
    const Exchange mine = exchange();
    take_rows(panel_.data, panel_.ld, mine.candidates());
    if (!kernel::computes())
      return;
    mine.count() = std::ssize(order_);
    std::ranges::transform(order_, mine.places(), [&](Index row) { return rows.global(row); });
  }

  void play(const std::byte* one_data, std::byte* best_data) {
    const Exchange one{const_cast<std::byte*>(one_data), panel_.width}, best{best_data, panel_.width};
    const Index width = panel_.width, before = kernel::computes() ? best.count() : width,
                count = before + (kernel::computes() ? one.count() : width);
    kernel::copy(before, width, best.candidates(), width, match_.data(), count);
    kernel::copy(count - before, width, one.candidates(), width, match_.data() + before, count);
    kernel::copy(count, width, match_.data(), count, factored_.data(), count);
    factor(count, factored_.data());
    order_.resize(static_cast<std::size_t>(std::min(count, width)));
    take_rows(match_.data(), count, best.candidates());
    if (!kernel::computes())
      return;
    places_.assign(best.places(), best.places() + before);
    places_.insert(places_.end(), one.places(), one.places() + one.count());
    best.count() = std::ssize(order_);
    std::ranges::transform(order_, best.places(),
                           [&](Index k) { return places_[static_cast<std::size_t>(k)]; });
  }

  /// My part of the second exchange. In data() are the winners.
  void decide() {
    const Exchange mine = exchange();
    const PanelRows& rows = panel_.rows;
    const Index width = panel_.width;
    const bool decides = rows.owns(0);
    const int info = decides ? factor(width, mine.candidates()) : 0;
    if (!kernel::computes())
      return;
    mine.is_decision() = decides;
    mine.info() = info;
    if (decides) {
      places_.assign(mine.places(), mine.places() + width);
      std::ranges::transform(order_, mine.places(),
                             [&](Index k) { return places_[static_cast<std::size_t>(k)]; });
    }
    for (Index row = 0; row < width; ++row) {
      mine.has_row()[row] = rows.owns(row);
      if (mine.has_row()[row])
        for (Index c = 0, local = rows.before(row); c < width; ++c)
          mine.window()[row + c * width] = *at(local, c);
    }
  }

  void add_decision(const std::byte* one_data, std::byte* all_data) const {
    if (!kernel::computes())
      return;
    const Index width = panel_.width;
    const Exchange one{const_cast<std::byte*>(one_data), width}, all{all_data, width};
    if (one.is_decision()) {
      all.is_decision() = 1;
      all.info() = one.info();
      std::copy_n(one.places(), width, all.places());
      std::copy_n(one.candidates(), width * width, all.candidates());
    }
    for (Index row = 0; row < width; ++row)
      if (one.has_row()[row]) {
        all.has_row()[row] = 1;
        for (Index c = 0; c < width; ++c)
          all.window()[row + c * width] = one.window()[row + c * width];
      }
  }

  /// The exchanges are complete.
  void eliminate() {
    const Index width = panel_.width;
    const Exchange all = exchange();
    if (kernel::computes()) {
      header_.info() = 0;
      const std::vector<Index> pivots = interchanges_to({all.places(), static_cast<std::size_t>(width)});
      std::ranges::copy(pivots, header_.pivots());
      std::copy_n(all.candidates(), width * width, header_.square());
      leave_window(SparsePermutation(pivots), all.window());
    }
    solve();
    store_window(panel_, header_);
  }

  /// The rows of the window that come to mine.
  void leave_window(const SparsePermutation& content, const T* window) const {
    for (const Index row : content.outside())
      if (panel_.rows.owns(row))
        for (Index c = 0, local = panel_.rows.before(row); c < panel_.width; ++c)
          *at(local, c) = window[content.of(row) + c * panel_.width];
  }

  /// L21 = A21 U11^-1, my rows.
  void solve() const {
    const Index begin = panel_.rows.before(panel_.width), count = panel_.rows.count() - begin;
    if (count == 0)
      return;
    if (!kernel::computes() || has_reciprocals())
      return kernel::trsm(kernel::Side::right, kernel::Uplo::upper, kernel::Transpose::no,
                          kernel::Diag::non_unit, static_cast<int>(count), static_cast<int>(panel_.width),
                          T(1), header_.square(), static_cast<int>(panel_.width), at(begin, 0),
                          static_cast<int>(panel_.ld));
    for (Index c = 0; c < panel_.width; ++c) {
      if (c > 0)
        kernel::gemv(kernel::Transpose::no, static_cast<int>(count), static_cast<int>(c), T(-1), at(begin, 0),
                     static_cast<int>(panel_.ld), square(0, c), 1, T(1), at(begin, c), 1);
      divide(at(begin, c), count, *square(c, c));
    }
  }
  /// The BLAS may multiply by the reciprocals of the diagonal.
  bool has_reciprocals() const {
    for (Index k = 0; k < panel_.width; ++k)
      if (!(kernel::cabs1(*square(k, k)) >= std::numeric_limits<R>::min()))
        return false;
    return true;
  }
  static void divide(T* column, Index count, const T& pivot) {
    std::for_each_n(column, count, [&](T& x) { x /= pivot; });
  }

  DistributedPanel<T> panel_;
  LuHeader<T> header_{nullptr, 0};
  Index first_ = 0;
  bool is_played_ = false;   ///< the winners are known
  bool is_singular_ = false; ///< and are not enough
  LuPanel<T> by_columns_;
  kernel::Workspace<T> factored_,
      match_; ///< rows that are factored to choose among them; those of a match, as they were
  std::vector<int> pivots_;
  std::vector<Index> order_, places_;
};

} // namespace hetgrid::linalg
