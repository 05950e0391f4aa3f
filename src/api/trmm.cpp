// HG_PSTRMM, HG_PDTRMM, HG_PCTRMM, HG_PZTRMM: PDTRMM on uneven and uniform layouts.
#include "linalg/trmm.hpp"

#include "api/triangular.hpp"

#define HG_DEFINE_TRMM(name, NAME, T)                                                                        \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* side, const char* uplo, const char* transa,          \
                                            const char* diag, const int* m, const int* n, const T* alpha,    \
                                            const T* a, const int* ia, const int* ja, const int* desca,      \
                                            T* b, const int* ib, const int* jb, const int* descb) {          \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::triangular<T>(#NAME, *side, *uplo, *transa, *diag, *m, *n, *alpha,                \
                                         {8, a, ia, ja, desca}, {12, b, ib, jb, descb},                      \
                                         hetgrid::linalg::trmm<T>);                                          \
    });                                                                                                      \
  }

HG_DEFINE_TRMM(hg_pstrmm, HG_PSTRMM, float)
HG_DEFINE_TRMM(hg_pdtrmm, HG_PDTRMM, double)
HG_DEFINE_TRMM(hg_pctrmm, HG_PCTRMM, std::complex<float>)
HG_DEFINE_TRMM(hg_pztrmm, HG_PZTRMM, std::complex<double>)
