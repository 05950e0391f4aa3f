// Speeds of the kernels of factorizations.
#pragma once

namespace hetgrid::plan {

/// Speeds of what factorizations do beside matrix products, relative to the speed of the product that
/// ProcessSpeed::gflops tells. Operations are counted as LAPACK counts them. The defaults were measured on a core of
/// an AMD EPYC of 2024 with OpenBLAS; `hetgrid probe --curve` measures them.
struct KernelRates {
  double lu_update = 1;          ///< C -= L U, depth 64
  double narrow_update = 0.89;   ///< the same, of 64 columns: those of the next panel, updated first
  double qr_update = 0.98;       ///< C -= V (T^H (V^H C)), 128 reflectors
  double cholesky_update = 0.97; ///< squares of C -= L L^H, depth 64
  double cholesky_diagonal = 1;  ///< triangles of 128 columns on its diagonal, squares of 64 counted as a whole
  double getrf_panel = 0.54;   ///< 64 columns
  double getrf_columns = 0.47; ///< the same, column by column as on the processes of a grid column
  double geqrf_panel = 0.37;   ///< 128 columns, with T
  double geqrf_columns = 0.42; ///< the same, column by column as on the processes of a grid column
  double potrf_panel = 0.66;   ///< 64 columns: a diagonal block and the solve below it
  double trsm = 0.47;          ///< L^-1 B, L of order 64
  double copy = 0.65;          ///< bytes packed or unpacked in the time of one operation
  double interchange = 0.05;   ///< bytes of few matrix rows moved in the time of one operation
  double permutation = 0.09;   ///< the same, of all rows of a batch of columns

  bool operator==(const KernelRates&) const = default;
};

} // namespace hetgrid::plan
