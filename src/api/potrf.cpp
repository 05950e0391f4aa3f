// HG_PSPOTRF, HG_PDPOTRF, HG_PCPOTRF, HG_PZPOTRF: PDPOTRF on uneven and uniform layouts.
#include "linalg/potrf.hpp"

#include "api/one_triangle.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int potrf(const char* routine, char uplo, int n, T* a, int ia, int ja, const int* desca) {
  return on_triangle(routine, uplo, n, a, ia, ja, desca, linalg::potrf<T>);
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_POTRF(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* n, T* a, const int* ia,             \
                                            const int* ja, const int* desca, int* info) {                    \
    *info = hetgrid::api::guarded(                                                                           \
        #NAME, [&] { return hetgrid::api::potrf<T>(#NAME, *uplo, *n, a, *ia, *ja, desca); });                \
  }

HG_DEFINE_POTRF(hg_pspotrf, HG_PSPOTRF, float)
HG_DEFINE_POTRF(hg_pdpotrf, HG_PDPOTRF, double)
HG_DEFINE_POTRF(hg_pcpotrf, HG_PCPOTRF, std::complex<float>)
HG_DEFINE_POTRF(hg_pzpotrf, HG_PZPOTRF, std::complex<double>)
