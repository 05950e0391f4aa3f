// A11 = L11 L11^H, L21 = A21 L11^-H where the rows of the panel are: one all-reduce brings A11 to all processes of the grid
// line; each of them factors it, which takes less time than to wait for one that does, and solves with its own rows. By
// rounding one may find that A11 is not positive definite where others do not, as their processors do not compute alike: what each
// has found goes with the next panel's A11, and all stay in step.
#pragma once

#include "kernel/lapack.hpp"
#include "kernel/matrix_ops.hpp"
#include "kernel/trsm.hpp"
#include "linalg/panel/panel_rows.hpp"

#include <algorithm>
#include <type_traits>

namespace hetgrid::linalg {

/// Of two INFOs that processes have found.
inline Index earlier_failure(Index one, Index other) {
  return one == 0 || other == 0 ? one + other : std::min(one, other);
}

template <typename T>
class CholeskyPanel {
public:
  /// Of an exchange.
  static std::size_t exchange_bytes(Index width) { return sizeof(Index) + square_bytes(width); }

  /// The header is INFO. \param first  window's first index. \param failed  INFO of the panels before, as this process has it: if
  /// it is not 0 for any, nothing is done
  void start(const DistributedPanel<T>& panel, Index first, Index failed) {
    panel_ = panel;
    first_ = first;
    info() = failed;
  }

  /// Goes on until it has to wait. \return true once the panel is factored
  bool advance() {
    const auto add = [this](const std::byte* one, std::byte* sum) {
      info_in(sum) = earlier_failure(info_in(one), info_in(sum));
      kernel::add(panel_.width * panel_.width, square_in(one), square_in(sum));
    };
    if (!panel_.line->reduce([this] { return contribute(); }, add))
      return false;
    info() = kernel::computes() ? info_in(panel_.line->data()) : 0;
    if (info() == 0)
      factor();
    return true;
  }

private:
  Index& info() const { return *reinterpret_cast<Index*>(panel_.header); }

  // What is exchanged: A11, INFO. The square is first, so that it is aligned.
  static std::size_t square_bytes(Index width) {
    return (static_cast<std::size_t>(width * width) * sizeof(T) + sizeof(Index) - 1) / sizeof(Index) *
           sizeof(Index);
  }
  template <typename Byte>
  auto& info_in(Byte* exchanged) const {
    using Number = std::conditional_t<std::is_const_v<Byte>, const Index, Index>;
    return *reinterpret_cast<Number*>(exchanged + square_bytes(panel_.width));
  }
  static const T* square_in(const std::byte* exchanged) { return reinterpret_cast<const T*>(exchanged); }
  static T* square_in(std::byte* exchanged) { return reinterpret_cast<T*>(exchanged); }

  /// My rows of A11, zeros in the place of others'. \return bytes of what is exchanged
  std::size_t contribute() {
    const Index width = panel_.width;
    info_in(panel_.line->data()) = info();
    if (!kernel::move_elements<T>(width * width))
      return exchange_bytes(width);
    T* const square = square_in(panel_.line->data());
    std::fill_n(square, width * width, T(0));
    each_own_row([&](Index row, Index local) {
      for (Index c = 0; c <= row; ++c)
        square[row + c * width] = panel_.data[local + c * panel_.ld];
    });
    return exchange_bytes(width);
  }

  void factor() {
    const Index width = panel_.width, below = panel_.rows.before(width);
    const int w = static_cast<int>(width);
    T* const square = square_in(panel_.line->data());
    info() = kernel::potrf(kernel::Uplo::lower, w, square, w);
    if (kernel::computes()) // the leading minors before one that is not positive have their factors
      each_own_row([&](Index row, Index local) {
        for (Index c = 0; c <= row; ++c)
          panel_.data[local + c * panel_.ld] = square[row + c * width];
      });
    if (info() > 0) {
      info() += first_;
      return;
    }
    if (panel_.rows.count() > below)
      kernel::trsm(kernel::Side::right, kernel::Uplo::lower, kernel::Transpose::conjugate,
                   kernel::Diag::non_unit, static_cast<int>(panel_.rows.count() - below), w, T(1), square, w,
                   panel_.data + below, static_cast<int>(panel_.ld));
  }

  /// visit(panel row, local row) for my rows of the window.
  template <typename Visit>
  void each_own_row(Visit&& visit) const {
    for (Index local = 0, rows = panel_.rows.before(panel_.width); local < rows; ++local)
      visit(panel_.rows.global(local), local);
  }

  DistributedPanel<T> panel_;
  Index first_ = 0;
};

} // namespace hetgrid::linalg
