// A11 = L11 L11^H, L21 = A21 L11^-H where the rows of the panel are: one all-reduce brings A11 to all processes of the grid
// line; each of them factors it, which takes less time than to wait for one that does, and solves with its own rows.
#pragma once

#include "kernel/lapack.hpp"
#include "kernel/matrix_ops.hpp"
#include "kernel/trsm.hpp"
#include "linalg/panel/panel_rows.hpp"

namespace hetgrid::linalg {

template <typename T>
class CholeskyPanel {
public:
  /// Of an exchange.
  static std::size_t exchange_bytes(Index width) {
    return static_cast<std::size_t>(width * width) * sizeof(T);
  }

  /// The header is INFO. \param first  window's first index. \param failed  INFO of the panels before: not 0, and nothing is
  /// done
  void start(const DistributedPanel<T>& panel, Index first, Index failed) {
    panel_ = panel;
    first_ = first;
    info() = failed;
  }

  /// Goes on until it has to wait. \return true once the panel is factored
  bool advance() {
    if (info() != 0)
      return true;
    const auto add = [this](const std::byte* one, std::byte* sum) {
      kernel::add(panel_.width * panel_.width, reinterpret_cast<const T*>(one), reinterpret_cast<T*>(sum));
    };
    if (!panel_.line->reduce([this] { return contribute(); }, add))
      return false;
    factor();
    return true;
  }

private:
  Index& info() const { return *reinterpret_cast<Index*>(panel_.header); }

  /// My rows of A11, zeros in the place of others'. \return bytes of what is exchanged
  std::size_t contribute() {
    const Index width = panel_.width;
    if (!kernel::move_elements<T>(width * width))
      return exchange_bytes(width);
    T* const square = reinterpret_cast<T*>(panel_.line->data());
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
    T* const square = reinterpret_cast<T*>(panel_.line->data());
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
