// HG_PSTRSM, HG_PDTRSM, HG_PCTRSM, HG_PZTRSM: PDTRSM on uneven and uniform layouts.
#include "linalg/trsm.hpp"

#include "api/triangular.hpp"

#define HG_DEFINE_TRSM(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* side, const char* uplo, const char* transa,          \
                                            const char* diag, const int* m, const int* n, const T* alpha,    \
                                            const T* a, const int* ia, const int* ja, const int* desca,      \
                                            T* b, const int* ib, const int* jb, const int* descb) {          \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::triangular<T>(#NAME, *side, *uplo, *transa, *diag, *m, *n, *alpha,                \
                                         {8, a, ia, ja, desca}, {12, b, ib, jb, descb},                      \
                                         hetgrid::linalg::trsm<T>);                                          \
    });                                                                                                      \
  }

HG_DEFINE_TRSM(hg_pstrsm, HG_PSTRSM, float)
HG_DEFINE_TRSM(hg_pdtrsm, HG_PDTRSM, double)
HG_DEFINE_TRSM(hg_pctrsm, HG_PCTRSM, std::complex<float>)
HG_DEFINE_TRSM(hg_pztrsm, HG_PZTRSM, std::complex<double>)
