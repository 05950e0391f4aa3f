// The block reflectors of a QR factorization, applied one after the other to the columns of another matrix.
//
// For the windows K = [k, k + w) of the reflectors, V = (0; V_K) unit lower trapezoidal:
//
//     Q C   = (I - V_1 T_1 V_1^H) .. (I - V_s T_s V_s^H) C          the last window first
//     Q^H C = (I - V_s T_s^H V_s^H) .. (I - V_1 T_1^H V_1^H) C      the first window first
//
// on the panels and the loop of the factorization: V_K is collected on one process, which forms T, and spread from
// there. A process may run ahead with the panels, as they do not wait for anything.
#pragma once

#include "linalg/reflectors.hpp"
#include "linalg/temporary_matrix.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {

/// The panels of reflectors that exist already.
template <typename T>
class StoredReflectors : public ReflectorUpdate<T> {
public:
  StoredReflectors(Grid& grid, const Extent& rows, kernel::Transpose trans, WindowPanels<T>& panels,
                   const std::vector<T>& tau)
      : ReflectorUpdate<T>(grid, rows, trans, panels), panels_(panels), tau_(tau) {}

  void factor(Index s, T* panel, Index ld, Index length, Index width, std::byte* header) {
    make_explicit(panel, ld, width);
    form_triangle(panel, ld, length, width, tau_.data() + panels_.window(s).first,
                  ReflectorHeader<T>{header, width}.t());
  }
  void store(Index) {}
  /// Reflectors that exist are collected.
  struct NotDistributed {
    void start(Index, const DistributedPanel<T>&) {}
    bool advance() { return true; }
  };
  NotDistributed distributed_panel() const { return {}; }

private:
  WindowPanels<T>& panels_;
  const std::vector<T>& tau_;
};

/// All of tau on every process from one element for each local column of `a`. Collective over the grid.
template <typename T>
std::vector<T> gather_tau(const Grid& grid, const Submatrix<const T>& a, const T* tau) {
  std::vector<T> all(static_cast<std::size_t>(a.n));
  for (Index j = 0; grid.myrow() == 0 && j < a.n; ++j)
    if (a.columns.owner(a.j + j) == grid.mycol())
      all[static_cast<std::size_t>(j)] = tau[a.columns.local(a.j + j, grid.mycol())];
  comm::all_reduce(all, MPI_SUM, grid.all());
  return all;
}

/// As wide as those of QR; reflectors that exist are collected.
template <typename T>
std::vector<Window> windows_of_reflectors(const Grid& grid, const Submatrix<const T>& v) {
  const schedule::Parameters& parameters = grid.parameters().of(plan::Operation::geqrf, v.n);
  return schedule::make_windows(grid.speeds(), {{v.rows, v.i}, {v.columns, v.j}, true, v.n, v.m, v.n},
                                schedule::widths_of(schedule::PanelKind::qr, parameters));
}

/// What apply_reflectors and gather_tau take of this process's memory at most, bytes, wherever the rows of `v` lie. Local.
/// \throws std::bad_alloc
template <typename T>
std::size_t apply_reflectors_memory(const Grid& grid, const Submatrix<const T>& v, const Submatrix<T>& c,
                                    UpdatedColumns updated) {
  return runtime::bytes_of<T>(v.n) +
         reflectors_memory(grid, v, windows_of_reflectors(grid, v), c, updated,
                           grid.parameters().of(plan::Operation::geqrf, v.n).qr.chunk);
}

/// C := op(Q) C, as many reflectors at a time as a panel of QR has. The rows of `v`, whose columns are the reflectors, lie as those of C. With
/// UpdatedColumns::from_window the first columns of C, as many as stand before a window, are known not to be changed
/// by it. Collective over the grid, within a Reservation of apply_reflectors_memory.
template <typename T>
void apply_reflectors(Grid& grid, kernel::Transpose trans, const Submatrix<const T>& v,
                      const std::vector<T>& tau, const Submatrix<T>& c, UpdatedColumns updated) {
  const schedule::Parameters& parameters = grid.parameters().of(plan::Operation::geqrf, v.n);
  std::vector<Window> windows = windows_of_reflectors(grid, v);
  if (trans == kernel::Transpose::no)
    std::reverse(windows.begin(), windows.end());
  WindowPanels<T> panels(grid, v, WindowPanels<T>::Kind::columns, WindowPanels<T>::Spread::along, windows,
                         [](const Window& window) { return ReflectorHeader<T>::bytes(window.width); });
  StoredReflectors<T> reflectors(grid, {c.rows, c.i}, trans, panels, tau);
  TrailingUpdate<T, StoredReflectors<T>> update(grid, panels, reflectors, c, updated, parameters.qr.chunk);
  update.reserve(QrPanel<T>::exchange_bytes);
  update.run();
}

} // namespace hetgrid::linalg
