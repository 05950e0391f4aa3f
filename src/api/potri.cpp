// HG_PSPOTRI, HG_PDPOTRI, HG_PCPOTRI, HG_PZPOTRI and HG_PSLAUUM, HG_PDLAUUM, HG_PCLAUUM, HG_PZLAUUM: PDPOTRI and PDLAUUM
// on uneven and uniform layouts.
#include "linalg/potri.hpp"

#include "api/one_triangle.hpp"
#include "linalg/lauum.hpp"

namespace hetgrid::api {
namespace {

template <typename T>
int potri(const char* routine, char uplo, int n, T* a, int ia, int ja, const int* desca) {
  return on_triangle(routine, uplo, n, a, ia, ja, desca, linalg::potri<T>);
}

template <typename T>
int lauum(const char* routine, char uplo, int n, T* a, int ia, int ja, const int* desca) {
  return on_triangle(routine, uplo, n, a, ia, ja, desca, [](auto& grid, auto triangle, const auto& factor) {
    linalg::lauum(grid, triangle, factor);
    return 0;
  });
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_POTRI(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* n, T* a, const int* ia,             \
                                            const int* ja, const int* desca, int* info) {                    \
    *info = hetgrid::api::guarded(                                                                           \
        #NAME, [&] { return hetgrid::api::potri<T>(#NAME, *uplo, *n, a, *ia, *ja, desca); });                \
  }
#define HG_DEFINE_LAUUM(name, NAME, T)                                                                       \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const char* uplo, const int* n, T* a, const int* ia,             \
                                            const int* ja, const int* desca) {                               \
    hetgrid::api::last_info() = hetgrid::api::guarded(                                                       \
        #NAME, [&] { return hetgrid::api::lauum<T>(#NAME, *uplo, *n, a, *ia, *ja, desca); });                \
  }

HG_DEFINE_POTRI(hg_pspotri, HG_PSPOTRI, float)
HG_DEFINE_POTRI(hg_pdpotri, HG_PDPOTRI, double)
HG_DEFINE_POTRI(hg_pcpotri, HG_PCPOTRI, std::complex<float>)
HG_DEFINE_POTRI(hg_pzpotri, HG_PZPOTRI, std::complex<double>)
HG_DEFINE_LAUUM(hg_pslauum, HG_PSLAUUM, float)
HG_DEFINE_LAUUM(hg_pdlauum, HG_PDLAUUM, double)
HG_DEFINE_LAUUM(hg_pclauum, HG_PCLAUUM, std::complex<float>)
HG_DEFINE_LAUUM(hg_pzlauum, HG_PZLAUUM, std::complex<double>)
