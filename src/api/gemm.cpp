// HG_PSGEMM, HG_PDGEMM, HG_PCGEMM, HG_PZGEMM: PDGEMM on uneven and uniform layouts.
#include "linalg/gemm.hpp"

#include "api/border.hpp"
#include "api/check.hpp"

namespace hetgrid::api {
namespace {

/// One matrix argument.
template <typename T>
struct Operand {
  T* data;
  const int* i;
  const int* j;
  const int* desc;
};

template <typename T>
int gemm(const char* routine, char transa, char transb, int m, int n, int k, T alpha,
         const Operand<const T>& a, const Operand<const T>& b, T beta, const Operand<T>& c) {
  using kernel::Transpose;
  const auto desc_a = layout::Descriptor::from(a.desc), desc_b = layout::Descriptor::from(b.desc),
             desc_c = layout::Descriptor::from(c.desc);
  comm::Grid* const grid = common_grid({desc_a.context, desc_b.context, desc_c.context});
  if (!grid)
    return -(10 * 100 + ctxt_); // this process is not in the grid: nothing to do here

  ArgumentChecker check(*grid);
  const auto op_a = static_cast<Transpose>(check.character(1, transa, "NTC"));
  const auto op_b = static_cast<Transpose>(check.character(2, transb, "NTC"));
  check.integer(3, m, 0);
  check.integer(4, n, 0);
  check.integer(5, k, 0);
  check.scalar(6, alpha);
  const auto [rows_a, columns_a] = op_a == Transpose::no ? std::pair{m, k} : std::pair{k, m};
  const auto [rows_b, columns_b] = op_b == Transpose::no ? std::pair{k, n} : std::pair{n, k};
  check.descriptor(10, desc_a, *grid);
  check.submatrix(8, *a.i, *a.j, rows_a, columns_a, 10, desc_a);
  check.descriptor(14, desc_b, *grid);
  check.submatrix(12, *b.i, *b.j, rows_b, columns_b, 14, desc_b);
  check.scalar(15, beta);
  check.descriptor(19, desc_c, *grid);
  check.submatrix(17, *c.i, *c.j, m, n, 19, desc_c);
  if (const int info = check.agree(); info != 0) {
    report_illegal_argument(grid->context(), routine, info);
    return info;
  }
  linalg::gemm(*grid, op_a, op_b, alpha, submatrix_of(*grid, desc_a, a.data, *a.i, *a.j, rows_a, columns_a),
               submatrix_of(*grid, desc_b, b.data, *b.i, *b.j, rows_b, columns_b), beta,
               submatrix_of(*grid, desc_c, c.data, *c.i, *c.j, m, n));
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
      return hetgrid::api::gemm<T>(#NAME, *transa, *transb, *m, *n, *k, *alpha, {a, ia, ja, desca},          \
                                   {b, ib, jb, descb}, *beta, {c, ic, jc, descc});                           \
    });                                                                                                      \
  }

HG_DEFINE_GEMM(hg_psgemm, HG_PSGEMM, float)
HG_DEFINE_GEMM(hg_pdgemm, HG_PDGEMM, double)
HG_DEFINE_GEMM(hg_pcgemm, HG_PCGEMM, std::complex<float>)
HG_DEFINE_GEMM(hg_pzgemm, HG_PZGEMM, std::complex<double>)
