// HG_PSGEMM, HG_PDGEMM, HG_PCGEMM, HG_PZGEMM: PDGEMM on uneven and uniform layouts, and on partitions.
#include "linalg/gemm.hpp"

#include "api/operand.hpp"
#include "linalg/partition/gemm.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int gemm(const char* routine, char transa, char transb, int m, int n, int k, T alpha,
         const Operand<const T>& a, const Operand<const T>& b, T beta, const Operand<T>& c) {
  using kernel::Transpose;
  comm::Grid* const grid = common_grid({a.desc.context, b.desc.context, c.desc.context});
  if (!grid)
    return -(10 * 100 + ctxt_); // this process is not in the grid: nothing to do here

  const bool partitioned = c.is_partitioned(); // then the others have to be, too
  ArgumentChecker check(*grid);
  const auto op_a = static_cast<Transpose>(check.character(1, transa, "NTC"));
  const auto op_b = static_cast<Transpose>(check.character(2, transb, "NTC"));
  check.integer(3, m, 0);
  check.integer(4, n, 0);
  check.integer(5, k, 0);
  check.scalar(6, alpha);
  const auto [rows_a, columns_a] = op_a == Transpose::no ? std::pair{m, k} : std::pair{k, m};
  const auto [rows_b, columns_b] = op_b == Transpose::no ? std::pair{k, n} : std::pair{n, k};
  a.check(check, *grid, rows_a, columns_a, partitioned);
  b.check(check, *grid, rows_b, columns_b, partitioned);
  check.scalar(15, beta);
  c.check(check, *grid, m, n, partitioned);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  if (partitioned)
    linalg::gemm(*grid, op_a, op_b, alpha, a.partitioned(*grid, rows_a, columns_a),
                 b.partitioned(*grid, rows_b, columns_b), beta, c.partitioned(*grid, m, n));
  else
    linalg::gemm(*grid, op_a, op_b, alpha, a.submatrix(*grid, rows_a, columns_a),
                 b.submatrix(*grid, rows_b, columns_b), beta, c.submatrix(*grid, m, n));
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GEMM(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(                                                                 \
      const char* transa, const char* transb, const int* m, const int* n, const int* k, const T* alpha,      \
      const T* a, const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,  \
      const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {               \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::gemm<T>(#NAME, *transa, *transb, *m, *n, *k, *alpha, {7, a, ia, ja, desca},       \
                                   {11, b, ib, jb, descb}, *beta, {16, c, ic, jc, descc});                   \
    });                                                                                                      \
  }

HG_DEFINE_GEMM(hg_psgemm, HG_PSGEMM, float)
HG_DEFINE_GEMM(hg_pdgemm, HG_PDGEMM, double)
HG_DEFINE_GEMM(hg_pcgemm, HG_PCGEMM, std::complex<float>)
HG_DEFINE_GEMM(hg_pzgemm, HG_PZGEMM, std::complex<double>)
