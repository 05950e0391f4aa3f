// Block reflectors I - V T V^H in the panels of QR: what geqrf and unmqr share.
#pragma once

#include "kernel/inner_products.hpp"
#include "kernel/lapack.hpp"
#include "linalg/panel/qr_panel.hpp"
#include "linalg/trailing_update.hpp"

namespace hetgrid::linalg {

/// Makes the triangle above V's diagonal zero and the diagonal one.
template <typename T>
void make_explicit(T* v, Index ld, Index width) {
  if (!kernel::move_elements<T>(width * width / 2))
    return;
  for (Index c = 0; c < width; ++c) {
    std::fill_n(v + c * ld, c, T(0));
    v[c + c * ld] = T(1);
  }
}

/// T of H(1) .. H(width) = I - V T V^H, V explicit, length x width. T is upper triangular with diagonal tau, and
///
///     T(0:c, c) = -tau(c) T(0:c, 0:c) V(:, 0:c)^H V(:, c)
///
/// where the products of V come from one matrix product, as larft's many small ones do not run near its rate.
template <typename T>
void form_triangle(const T* v, Index ld, Index length, Index width, const T* tau, T* t) {
  using namespace kernel;
  scale(width, width, T(0), t, width);
  herk(Uplo::upper, Transpose::conjugate, static_cast<int>(width), static_cast<int>(length), Real<T>(1), v,
       static_cast<int>(ld), Real<T>(0), t, static_cast<int>(width));
  for (Index c = 0; c < width; ++c) {
    T* const column = t + c * width;
    copy(1, 1, tau + c, 1, column + c, 1);
    if (c > 0)
      trmm(Side::left, Uplo::upper, Transpose::no, Diag::non_unit, static_cast<int>(c), 1, -tau[c], t,
           static_cast<int>(width), column, static_cast<int>(width));
  }
}

/// The update C := (I - V op(T) V^H) C of trailing_update.hpp, for any source of the panels: grid row i contributes
/// V_i^H C_i, the solution is W = op(T) sum_i V_i^H C_i, and C_i -= V_i W.
template <typename T>
class ReflectorUpdate {
public:
  /// \param rows  of C, whose row `begin` is row 0 of the first panel
  ReflectorUpdate(Grid& grid, const Extent& rows, kernel::Transpose trans, WindowPanels<T>& panels)
      : grid_(grid), rows_(rows), trans_(trans), panels_(panels) {}

  void arrived(Index) {}

  static constexpr bool gathers_in_place = false; // contributions are added up
  Index gathered_rows(Index s, int i) const { return panels_.length(s, i) > 0 ? panels_.window(s).width : 0; }
  Index moved_rows(Index, int) const { return 0; }
  Index gathered_limit(Index s) const { return grid_.p() * panels_.window(s).width; }
  Index solution_limit(Index s) const { return panels_.window(s).width; }

  void gather(Index s, const T* columns, Index ld, Index n, T* out) {
    const Phase phase(&Profile::update);
    project(s, columns, ld, n, out);
  }

  void solve(Index s, Index n, const std::vector<const T*>& contributions, T* common,
             const std::vector<T*>&) {
    const Phase phase(&Profile::update);
    const Index width = panels_.window(s).width;
    bool first = true;
    for (int i = 0; i < grid_.p(); ++i)
      if (gathered_rows(s, i) > 0) {
        const T* const from = contributions[static_cast<std::size_t>(i)];
        if (first)
          kernel::copy(width * n, 1, from, width * n, common, width * n);
        else
          kernel::add(width * n, from, common);
        first = false;
      }
    multiply_by_t(s, common, n);
  }

  void update(Index s, T* columns, Index ld, Index n, const T* common, const T*) {
    const Index length = panels_.my_length(s), width = panels_.window(s).width;
    if (length > 0)
      kernel::gemm(kernel::Transpose::no, kernel::Transpose::no, static_cast<int>(length),
                   static_cast<int>(n), static_cast<int>(width), T(-1), panels_.body(s),
                   static_cast<int>(length), common, static_cast<int>(width), T(1), columns + row(s),
                   static_cast<int>(ld));
  }

  void update_alone(Index s, T* columns, Index ld, Index n) {
    kernel::make_room(w_, static_cast<std::size_t>(panels_.window(s).width * n));
    project(s, columns, ld, n, w_.data());
    multiply_by_t(s, w_.data(), n);
    update(s, columns, ld, n, w_.data(), nullptr);
  }

private:
  Index row(Index s) const { return rows_.axis.local(rows_.begin + panels_.window(s).first, grid_.myrow()); }

  /// out = V^H C, my rows.
  void project(Index s, const T* columns, Index ld, Index n, T* out) {
    const Index length = panels_.my_length(s), width = panels_.window(s).width;
    kernel::inner_products(static_cast<int>(width), static_cast<int>(n), static_cast<int>(length),
                           panels_.body(s), static_cast<int>(length), columns + row(s), static_cast<int>(ld),
                           out, static_cast<int>(width));
  }
  void multiply_by_t(Index s, T* w, Index n) {
    const Index width = panels_.window(s).width;
    const ReflectorHeader<T> header{const_cast<std::byte*>(panels_.header(s)), width};
    kernel::trmm(kernel::Side::left, kernel::Uplo::upper, trans_, kernel::Diag::non_unit,
                 static_cast<int>(width), static_cast<int>(n), T(1), header.t(), static_cast<int>(width), w,
                 static_cast<int>(width));
  }

  Grid& grid_;
  Extent rows_;
  kernel::Transpose trans_;
  WindowPanels<T>& panels_;
  std::vector<T> w_;
};

/// What the panels of these windows of `v` and their update of `target`, in chunks of `chunk` or more, take of this process's
/// memory at most, bytes. Local. \throws std::bad_alloc
template <typename T>
std::size_t reflectors_memory(const Grid& grid, const Submatrix<const T>& v,
                              const std::vector<Window>& windows, const Submatrix<T>& target,
                              UpdatedColumns updated, Index chunk) {
  if (windows.empty())
    return 0;
  return WindowPanels<T>::memory(
             v, WindowPanels<T>::Kind::columns, WindowPanels<T>::Spread::along, windows,
             [](const Window& window) { return ReflectorHeader<T>::bytes(window.width); },
             QrPanel<T>::exchange_bytes) +
         QrPanel<T>::memory(std::ranges::max(windows, {}, &Window::width).width) +
         TrailingUpdate<T, ReflectorUpdate<T>>::memory(
             grid, windows, target, updated, chunk,
             [&](const Window& window) { return grid.p() * window.width; });
}

} // namespace hetgrid::linalg
