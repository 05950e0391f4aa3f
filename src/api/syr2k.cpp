// HG_PSSYR2K, HG_PDSYR2K, HG_PCSYR2K, HG_PZSYR2K, HG_PCHER2K, HG_PZHER2K: PDSYR2K and PZHER2K on uneven and uniform
// layouts.
#include "linalg/syr2k.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

/// Checks the arguments and calls update(grid, uplo, trans, alpha, A, B, beta, C); `Beta` is T, or Real<T> for PZHER2K,
/// whose transposition may be one of `transpositions`.
template <typename T, typename Beta, typename Update>
int rank_2k_update(const char* routine, const char* transpositions, char uplo, char trans, int n, int k,
                   T alpha, const Operand<const T>& a, const Operand<const T>& b, Beta beta,
                   const Operand<T>& c, Update&& update) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context, c.desc.context});
  if (!grid)
    return -(9 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  const auto triangle = static_cast<kernel::Uplo>(check.character(1, uplo, "UL"));
  const auto op = static_cast<kernel::Transpose>(check.character(2, trans, transpositions));
  check.integer(3, n, 0);
  check.integer(4, k, 0);
  check.scalar(5, alpha);
  const auto [rows, columns] = op == kernel::Transpose::no ? std::pair{n, k} : std::pair{k, n};
  a.check(check, *grid, rows, columns);
  b.check(check, *grid, rows, columns);
  check.scalar(14, beta);
  c.check(check, *grid, n, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  update(*grid, triangle, op, alpha, a.submatrix(*grid, rows, columns), b.submatrix(*grid, rows, columns),
         beta, c.submatrix(*grid, n, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_RANK_2K_UPDATE(name, NAME, T, Beta, routine, transpositions)                               \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(                                                                 \
      const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,           \
      const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,              \
      const int* descb, const Beta* beta, T* c, const int* ic, const int* jc, const int* descc) {            \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::rank_2k_update<T, Beta>(#NAME, transpositions, *uplo, *trans, *n, *k, *alpha,     \
                                                   {6, a, ia, ja, desca}, {10, b, ib, jb, descb}, *beta,     \
                                                   {15, c, ic, jc, descc}, hetgrid::linalg::routine<T>);     \
    });                                                                                                      \
  }

HG_DEFINE_RANK_2K_UPDATE(hg_pssyr2k, HG_PSSYR2K, float, float, syr2k, "NTC")
HG_DEFINE_RANK_2K_UPDATE(hg_pdsyr2k, HG_PDSYR2K, double, double, syr2k, "NTC")
HG_DEFINE_RANK_2K_UPDATE(hg_pcsyr2k, HG_PCSYR2K, std::complex<float>, std::complex<float>, syr2k, "NT")
HG_DEFINE_RANK_2K_UPDATE(hg_pzsyr2k, HG_PZSYR2K, std::complex<double>, std::complex<double>, syr2k, "NT")
HG_DEFINE_RANK_2K_UPDATE(hg_pcher2k, HG_PCHER2K, std::complex<float>, float, her2k, "NC")
HG_DEFINE_RANK_2K_UPDATE(hg_pzher2k, HG_PZHER2K, std::complex<double>, double, her2k, "NC")
