// HG_P?GETRF_SERVER and HG_P?GESV_SERVER: PDGETRF and PDGESV of matrices on one process, by workers.
#include "api/server_call.hpp"
#include "linalg/server/getrf.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int getrf_server(const char* routine, int m, int n, const Operand<T>& a, int* ipiv, int workers) {
  comm::Grid* const grid = common_grid({workers});
  if (!grid)
    return -8;
  ServerCall call(*grid, a.desc.context);
  if (const int info = call.meet(routine, 8); info != 0)
    return info;
  ArgumentChecker check(*grid);
  check.integer(1, m, 0);
  check.integer(2, n, 0);
  call.check(check, a, m, n);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  if (m == 0 || n == 0)
    return 0;
  return call.template run<T>(Served::factorization, linalg::largest_of_getrf(m, n),
                              [&](linalg::Products<T>& products) {
                                return linalg::getrf(products, m, n, call.place(a), ipiv + (a.i - 1));
                              });
}

template <typename T>
int gesv_server(const char* routine, int n, int nrhs, const Operand<T>& a, int* ipiv, const Operand<T>& b,
                int workers) {
  comm::Grid* const grid = common_grid({workers});
  if (!grid)
    return -12;
  ServerCall call(*grid, a.desc.context);
  if (const int info = call.meet(routine, 12); info != 0)
    return info;
  ArgumentChecker check(*grid);
  check.integer(1, n, 0);
  check.integer(2, nrhs, 0);
  call.check(check, a, n, n);
  call.check(check, b, n, nrhs);
  if (const int info = check.agree(routine, grid->context()); info != 0)
    return info;
  if (n == 0)
    return 0;
  return call.template run<T>(
      Served::factorization, linalg::largest_of_getrf(n, n, nrhs), [&](linalg::Products<T>& products) {
        const linalg::ServedMatrix<T> lu = call.place(a);
        int* const pivots = ipiv + (a.i - 1);
        const layout::Index info = linalg::getrf(products, n, n, lu, pivots);
        if (info == 0)
          linalg::getrs<T>(products, n, nrhs, {lu.data, lu.ld}, pivots, call.place(b));
        return info;
      });
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GESV_SERVER(x, X, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(hg_p##x##getrf_server, HG_P##X##GETRF_SERVER)(                               \
      const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,           \
      const int* ictxt, int* info) {                                                                         \
    *info = hetgrid::api::guarded("HG_P" #X "GETRF_SERVER", [&] {                                            \
      return hetgrid::api::getrf_server<T>("HG_P" #X "GETRF_SERVER", *m, *n, {3, a, ia, ja, desca}, ipiv,    \
                                           *ictxt);                                                          \
    });                                                                                                      \
  }                                                                                                          \
  extern "C" void HG_FC_GLOBAL_(hg_p##x##gesv_server, HG_P##X##GESV_SERVER)(                                 \
      const int* n, const int* nrhs, T* a, const int* ia, const int* ja, const int* desca, int* ipiv, T* b,  \
      const int* ib, const int* jb, const int* descb, const int* ictxt, int* info) {                         \
    *info = hetgrid::api::guarded("HG_P" #X "GESV_SERVER", [&] {                                             \
      return hetgrid::api::gesv_server<T>("HG_P" #X "GESV_SERVER", *n, *nrhs, {3, a, ia, ja, desca}, ipiv,   \
                                          {8, b, ib, jb, descb}, *ictxt);                                    \
    });                                                                                                      \
  }

HG_DEFINE_GESV_SERVER(s, S, float)
HG_DEFINE_GESV_SERVER(d, D, double)
HG_DEFINE_GESV_SERVER(c, C, std::complex<float>)
HG_DEFINE_GESV_SERVER(z, Z, std::complex<double>)
