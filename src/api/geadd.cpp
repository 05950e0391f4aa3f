// HG_PSGEADD, HG_PDGEADD, HG_PCGEADD, HG_PZGEADD: PDGEADD on uneven and uniform layouts.
#include "linalg/geadd.hpp"

#include "api/operand.hpp"

namespace hetgrid::api {
namespace {

using kernel::Transpose;

template <typename T>
int geadd(const char* routine, char trans, int m, int n, T alpha, const Operand<const T>& a, T beta,
          const Operand<T>& c) {
  comm::Grid* const grid = common_grid({a.desc.context, c.desc.context});
  if (!grid)
    return -(8 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  const auto op = static_cast<Transpose>(check.character(1, trans, "NTC"));
  check.integer(2, m, 0);
  check.integer(3, n, 0);
  check.scalar(4, alpha);
  const auto [rows, columns] = op == Transpose::no ? std::pair{m, n} : std::pair{n, m};
  a.check(check, *grid, rows, columns);
  check.scalar(9, beta);
  c.check(check, *grid, m, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  linalg::geadd(*grid, op, alpha, a.submatrix(*grid, rows, columns), beta, c.submatrix(*grid, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GEADD(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* trans, const int* m, const int* n, const T* alpha,   \
                                            const T* a, const int* ia, const int* ja, const int* desca,      \
                                            const T* beta, T* c, const int* ic, const int* jc,               \
                                            const int* descc) {                                              \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::geadd<T>(#NAME, *trans, *m, *n, *alpha, {5, a, ia, ja, desca}, *beta,             \
                                    {10, c, ic, jc, descc});                                                 \
    });                                                                                                      \
  }

HG_DEFINE_GEADD(hg_psgeadd, HG_PSGEADD, float)
HG_DEFINE_GEADD(hg_pdgeadd, HG_PDGEADD, double)
HG_DEFINE_GEADD(hg_pcgeadd, HG_PCGEADD, std::complex<float>)
HG_DEFINE_GEADD(hg_pzgeadd, HG_PZGEADD, std::complex<double>)
