// HG_PSGEMM_SERVER, HG_PDGEMM_SERVER, HG_PCGEMM_SERVER, HG_PZGEMM_SERVER: PDGEMM of matrices on one process, by workers.
#include "api/server_call.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int gemm_server(const char* routine, char transa, char transb, int m, int n, int k, T alpha,
                const Operand<const T>& a, const Operand<const T>& b, T beta, const Operand<T>& c,
                int workers) {
  using kernel::Transpose;
  comm::Grid* const grid = common_grid({workers});
  if (!grid)
    return -20; // this process is no worker: nothing to do here
  ServerCall call(*grid, c.desc.context);
  if (const int info = call.meet(routine, 20); info != 0)
    return info;
  ArgumentChecker check(*grid);
  const auto op_a = static_cast<Transpose>(check.character(1, transa, "NTC"));
  const auto op_b = static_cast<Transpose>(check.character(2, transb, "NTC"));
  check.integer(3, m, 0);
  check.integer(4, n, 0);
  check.integer(5, k, 0);
  check.scalar(6, alpha);
  const auto [rows_a, columns_a] = op_a == Transpose::no ? std::pair{m, k} : std::pair{k, m};
  const auto [rows_b, columns_b] = op_b == Transpose::no ? std::pair{k, n} : std::pair{n, k};
  call.check(check, a, rows_a, columns_a);
  call.check(check, b, rows_b, columns_b);
  check.scalar(15, beta);
  call.check(check, c, m, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  if (m == 0 || n == 0)
    return 0;
  server::Product product;
  product.m = m;
  product.n = n;
  product.k = std::max(1, k);
  return call.template run<T>(Served::product, product, [&](linalg::Products<T>& products) {
    linalg::ServedProduct<T> served;
    served.product = product;
    served.product.k = k;
    served.trans_a = op_a;
    served.trans_b = op_b;
    served.alpha = alpha;
    served.beta = beta;
    served.a = call.place(a);
    served.b = call.place(b);
    served.c = call.place(c);
    products.multiply(std::move(served));
    return 0;
  });
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GEMM_SERVER(name, NAME, T)                                                                 \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(                                                                 \
      const char* transa, const char* transb, const int* m, const int* n, const int* k, const T* alpha,      \
      const T* a, const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,  \
      const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc,                 \
      const int* ictxt, int* info) {                                                                         \
    *info = hetgrid::api::guarded(#NAME, [&] {                                                               \
      return hetgrid::api::gemm_server<T>(#NAME, *transa, *transb, *m, *n, *k, *alpha,                       \
                                          {7, a, ia, ja, desca}, {11, b, ib, jb, descb}, *beta,              \
                                          {16, c, ic, jc, descc}, *ictxt);                                   \
    });                                                                                                      \
  }

HG_DEFINE_GEMM_SERVER(hg_psgemm_server, HG_PSGEMM_SERVER, float)
HG_DEFINE_GEMM_SERVER(hg_pdgemm_server, HG_PDGEMM_SERVER, double)
HG_DEFINE_GEMM_SERVER(hg_pcgemm_server, HG_PCGEMM_SERVER, std::complex<float>)
HG_DEFINE_GEMM_SERVER(hg_pzgemm_server, HG_PZGEMM_SERVER, std::complex<double>)
