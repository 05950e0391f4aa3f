// HG_PSLACPY, HG_PDLACPY, HG_PCLACPY, HG_PZLACPY: PDLACPY on uneven and uniform layouts, and on partitions.
#include "linalg/lacpy.hpp"

#include "api/operand.hpp"
#include "api/triangle_or_all.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int lacpy(const char* routine, char uplo, int m, int n, const Operand<const T>& a, const Operand<T>& b) {
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context});
  if (!grid)
    return -(7 * 100 + ctxt_); // this process is not in the grid: nothing to do here
  ArgumentChecker check(*grid);
  const kernel::Uplo part = triangle_or_all(check, 1, uplo);
  check.integer(2, m, 0);
  check.integer(3, n, 0);
  const bool partitioned = b.is_partitioned(); // then A has to be, too
  a.check(check, *grid, m, n, partitioned);
  b.check(check, *grid, m, n, partitioned);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  if (partitioned)
    linalg::lacpy(*grid, part, a.partitioned(*grid, m, n), b.partitioned(*grid, m, n));
  else
    linalg::lacpy(*grid, part, a.submatrix(*grid, m, n), b.submatrix(*grid, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_LACPY(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* m, const int* n, const T* a,        \
                                            const int* ia, const int* ja, const int* desca, T* b,            \
                                            const int* ib, const int* jb, const int* descb) {                \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::lacpy<T>(#NAME, *uplo, *m, *n, {4, a, ia, ja, desca}, {8, b, ib, jb, descb});     \
    });                                                                                                      \
  }

HG_DEFINE_LACPY(hg_pslacpy, HG_PSLACPY, float)
HG_DEFINE_LACPY(hg_pdlacpy, HG_PDLACPY, double)
HG_DEFINE_LACPY(hg_pclacpy, HG_PCLACPY, std::complex<float>)
HG_DEFINE_LACPY(hg_pzlacpy, HG_PZLACPY, std::complex<double>)
