// Right-looking QR ([Boudet99] 3.3). With the window K = [k, k + w) and its rows R = [k, m):
//
//     panel      A(R,K) = (I - V T V^H) (R(K,K); 0)     see window_panels.hpp
//     exchange   W = T^H sum over the grid rows V^H C,  C = A(R, columns behind K), see trailing_update.hpp
//     update     C -= V W
#include "linalg/geqrf.hpp"

#include "linalg/reflectors.hpp"
#include "runtime/reservation.hpp"

namespace hetgrid::linalg {
namespace {

/// QrPanel as WindowPanels uses it.
template <typename T>
class DistributedQr {
public:
  void start(Index, const DistributedPanel<T>& panel) { panel_.start(panel); }
  bool advance() {
    const Phase phase(&Profile::panel);
    return panel_.advance();
  }

private:
  QrPanel<T> panel_;
};

template <typename T>
class Qr : public ReflectorUpdate<T> {
public:
  Qr(Grid& grid, const Submatrix<T>& a, T* tau, WindowPanels<T>& panels)
      : ReflectorUpdate<T>(grid, {a.rows, a.i}, kernel::Transpose::conjugate, panels), grid_(grid), a_(a),
        tau_(tau), panels_(panels) {}

  void factor(Index, T* panel, Index ld, Index length, Index width, std::byte* data) {
    const ReflectorHeader<T> header{data, width};
    kernel::geqrt3(static_cast<int>(length), static_cast<int>(width), panel, static_cast<int>(ld), header.t(),
                   static_cast<int>(width));
    for (Index c = 0; c < width; ++c)
      kernel::copy(c + 1, 1, panel + c * ld, ld, header.r() + c * width, width);
    make_explicit(panel, ld, width);
  }

  DistributedQr<T>& distributed_panel() { return distributed_; }

  void store(Index s) {
    panels_.store(s, a_);
    const Window& window = panels_.window(s);
    const ReflectorHeader<T> header{const_cast<std::byte*>(panels_.header(s)), window.width};
    panels_.each_own_column(s, [&](Index column, Index count, Index local) {
      for (Index c = column; c < column + count; ++c, ++local) {
        kernel::copy(1, 1, header.t() + c + c * window.width, 1, tau_ + local, 1);
        store_r(window, c, header.r() + c * window.width, a_.data + local * a_.ld);
      }
    });
  }

private:
  /// R(0 .. c, c) of the window takes the place of the zeros and the one of V.
  void store_r(const Window& window, Index c, const T* r, T* column) const {
    for (Index k = 0; k <= c;) {
      const Index global = a_.i + window.first + k;
      const Index end = a_.rows.run_end(global, a_.i + window.first + c + 1) - a_.i - window.first;
      if (a_.rows.owner(global) == grid_.myrow())
        kernel::copy(end - k, 1, r + k, 1, column + a_.rows.local(global, grid_.myrow()), 1);
      k = end;
    }
  }

  Grid& grid_;
  Submatrix<T> a_;
  T* tau_;
  WindowPanels<T>& panels_;
  DistributedQr<T> distributed_;
};

template <typename T>
const schedule::Parameters& qr_parameters(const Grid& grid, const Submatrix<T>& a) {
  return grid.parameters().of(plan::Operation::geqrf, std::min(a.m, a.n));
}

template <typename T>
std::vector<Window> qr_windows(const Grid& grid, const Submatrix<T>& a) {
  const schedule::Parameters& parameters = qr_parameters(grid, a);
  return schedule::make_windows(grid.speeds(),
                                {{a.rows, a.i}, {a.columns, a.j}, true, std::min(a.m, a.n), a.m, a.n},
                                schedule::widths_of(schedule::PanelKind::qr, parameters),
                                schedule::MethodChoice{schedule::PanelKind::qr, parameters, sizeof(T)});
}

} // namespace

template <typename T>
std::size_t geqrf_memory(const Grid& grid, const Submatrix<T>& a) {
  return reflectors_memory(grid, comm::as_const(a), qr_windows(grid, a), a, UpdatedColumns::behind_window,
                           qr_parameters(grid, a).qr.chunk);
}

template <typename T>
void geqrf(Grid& grid, const Submatrix<T>& a, T* tau) {
  if (a.m == 0 || a.n == 0)
    return;
  const auto memory = runtime::take_memory(grid, "a QR factorization", [&] { return geqrf_memory(grid, a); });
  const schedule::Parameters& parameters = qr_parameters(grid, a);
  const std::vector<Window> windows = qr_windows(grid, a);
  WindowPanels<T> panels(grid, comm::as_const(a), WindowPanels<T>::Kind::columns,
                         WindowPanels<T>::Spread::along, windows,
                         [](const Window& window) { return ReflectorHeader<T>::bytes(window.width); });
  Qr<T> qr(grid, a, tau, panels);
  TrailingUpdate<T, Qr<T>> update(grid, panels, qr, a, UpdatedColumns::behind_window, parameters.qr.chunk);
  update.reserve(QrPanel<T>::exchange_bytes);
  update.run();
}

template std::size_t geqrf_memory(const Grid&, const Submatrix<float>&);
template std::size_t geqrf_memory(const Grid&, const Submatrix<double>&);
template std::size_t geqrf_memory(const Grid&, const Submatrix<std::complex<float>>&);
template std::size_t geqrf_memory(const Grid&, const Submatrix<std::complex<double>>&);
template void geqrf(Grid&, const Submatrix<float>&, float*);
template void geqrf(Grid&, const Submatrix<double>&, double*);
template void geqrf(Grid&, const Submatrix<std::complex<float>>&, std::complex<float>*);
template void geqrf(Grid&, const Submatrix<std::complex<double>>&, std::complex<double>*);

} // namespace hetgrid::linalg
