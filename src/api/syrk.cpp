// HG_PSSYRK, HG_PDSYRK, HG_PCSYRK, HG_PZSYRK, HG_PCHERK, HG_PZHERK: PDSYRK and PZHERK on uneven and uniform
// layouts.
#include "linalg/syrk.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

/// Checks the arguments and calls update(grid, uplo, trans, A, C); `scalar` is T, or Real<T> for PZHERK,
/// whose transposition may be one of `transpositions`.
template <typename T, typename Scalar, typename Update>
int rank_update(const char* routine, const char* transpositions, char uplo, char trans, int n, int k,
                Scalar alpha, const Operand<const T>& a, Scalar beta, const Operand<T>& c, Update&& update) {
  comm::Grid* const grid = common_grid({a.desc.context, c.desc.context});
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
  check.scalar(10, beta);
  c.check(check, *grid, n, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  update(*grid, triangle, op, alpha, a.submatrix(*grid, rows, columns), beta, c.submatrix(*grid, n, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_RANK_UPDATE(name, NAME, T, Scalar, routine, transpositions)                                \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const char* trans, const int* n, const int* k, \
                                            const Scalar* alpha, const T* a, const int* ia, const int* ja,   \
                                            const int* desca, const Scalar* beta, T* c, const int* ic,       \
                                            const int* jc, const int* descc) {                               \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::rank_update<T, Scalar>(#NAME, transpositions, *uplo, *trans, *n, *k, *alpha,      \
                                                  {6, a, ia, ja, desca}, *beta, {11, c, ic, jc, descc},      \
                                                  hetgrid::linalg::routine<T>);                              \
    });                                                                                                      \
  }

HG_DEFINE_RANK_UPDATE(hg_pssyrk, HG_PSSYRK, float, float, syrk, "NTC")
HG_DEFINE_RANK_UPDATE(hg_pdsyrk, HG_PDSYRK, double, double, syrk, "NTC")
HG_DEFINE_RANK_UPDATE(hg_pcsyrk, HG_PCSYRK, std::complex<float>, std::complex<float>, syrk, "NT")
HG_DEFINE_RANK_UPDATE(hg_pzsyrk, HG_PZSYRK, std::complex<double>, std::complex<double>, syrk, "NT")
HG_DEFINE_RANK_UPDATE(hg_pcherk, HG_PCHERK, std::complex<float>, float, herk, "NC")
HG_DEFINE_RANK_UPDATE(hg_pzherk, HG_PZHERK, std::complex<double>, double, herk, "NC")
