// Speeds of the kernels of factorizations.
#pragma once

#include <array>

namespace hetgrid::plan {

/// Widths of panels, columns, at which kernels are measured that depend on them.
inline constexpr std::array measured_widths{32, 64, 128, 256};

/// Speed of a kernel by the width of the panel, relative to that at the width which its field of KernelRates is for.
struct WidthCurve {
  std::array<double, measured_widths.size()> rates; ///< at measured_widths

  constexpr WidthCurve() { rates.fill(1); }
  /// Linear in the logarithm of the width between those that were measured, constant beyond.
  double at(double width) const;

  bool operator==(const WidthCurve&) const = default;
};

/// Where nothing was measured, the same at all widths.
struct WidthRates {
  WidthCurve update;      ///< C -= A B, A of so many columns; relative to 64
  WidthCurve inner;       ///< V^H C, V of so many columns; relative to 64
  WidthCurve getrf_panel; ///< relative to 64
  WidthCurve geqrf_panel; ///< relative to 128
  WidthCurve potrf_panel; ///< relative to 64
  WidthCurve trsm;        ///< by the order of the triangle; relative to 64

  bool operator==(const WidthRates&) const = default;
};

/// Speeds of what factorizations do beside matrix products, relative to the speed of the product that
/// ProcessSpeed::gflops tells. Operations are counted as LAPACK counts them. The defaults were measured on a core of
/// an AMD EPYC of 2024 with OpenBLAS; `hetgrid probe --curve` measures them.
struct KernelRates {
  double lu_update = 1;          ///< C -= L U, depth 64
  double narrow_update = 0.89;   ///< the same, of 64 columns: those of the next panel, updated first
  double qr_update = 0.98;       ///< C -= V (T^H (V^H C)), 128 reflectors
  double cholesky_update = 0.97; ///< squares of C -= L L^H, depth 64
  double cholesky_diagonal = 1;  ///< triangles of 128 columns on its diagonal, squares of 64 as a whole
  double getrf_panel = 0.54;     ///< 64 columns
  double getrf_columns = 0.47;   ///< the same, column by column as on the processes of a grid column
  double geqrf_panel = 0.37;     ///< 128 columns, with T
  double geqrf_columns = 0.42;   ///< the same, column by column as on the processes of a grid column
  double potrf_panel = 0.66;     ///< 64 columns: a diagonal block and the solve below it
  double trsm = 0.47;            ///< L^-1 B, L of order 64
  double copy = 0.65;            ///< bytes packed or unpacked in the time of one operation
  double interchange = 0.05;     ///< bytes of few matrix rows moved in the time of one operation
  double permutation = 0.09;     ///< the same, of all rows of a batch of columns
  WidthRates by_width = {};

  bool operator==(const KernelRates&) const = default;
};

/// Products of which A has so few rows, or B so few columns, or which are no deeper, have rates of their own.
inline constexpr int narrow = 64;

/// Speed of a product of local matrices, m x k times k x n, relative to that of a large one of the usual depth.
double product_rate(const KernelRates& kernels, double m, double n, double k);
/// Speeds in a factorization whose panels are so wide.
KernelRates rates_at_width(const KernelRates& kernels, double width);

} // namespace hetgrid::plan
