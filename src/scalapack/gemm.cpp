// PSGEMM, PDGEMM, PCGEMM and PZGEMM under ScaLAPACK's own names: hetgrid multiplies if a matrix has an uneven
// layout, ScaLAPACK itself if none has. So programs and libraries that call PDGEMM need not change the call.
#include "hetgrid.h"
#include "hetgrid/layout.hpp"
#include "scalapack/next_symbol.hpp"

#include <cstdio>

extern "C" void HG_FC_GLOBAL_(blacs_abort, BLACS_ABORT)(const int* context, const int* error);

namespace hetgrid::scalapack {
namespace {

template <typename T>
using Gemm = void(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                  const T* alpha, const T* a, const int* ia, const int* ja, const int* desca, const T* b,
                  const int* ib, const int* jb, const int* descb, const T* beta, T* c, const int* ic,
                  const int* jc, const int* descc);

bool is_uneven(const int* desc) {
  return layout::Descriptor::from(desc).dtype == layout::dtype_uneven;
}

/// ScaLAPACK's routine. Without it the program cannot go on: it ends as the PBLAS end it.
template <typename T>
Gemm<T>* scalapack_gemm(const char* symbol, const int* desc) noexcept {
  try {
    return next_symbol<Gemm<T>>(symbol);
  } catch (const Error& error) {
    std::fprintf(stderr, "hetgrid: %s\n", error.what());
    const int context = layout::Descriptor::from(desc).context, status = 1;
    HG_FC_GLOBAL_(blacs_abort, BLACS_ABORT)(&context, &status);
    return nullptr;
  }
}

} // namespace
} // namespace hetgrid::scalapack

#define HG_TEXT_OF(symbol) #symbol
#define HG_SYMBOL_TEXT(symbol) HG_TEXT_OF(symbol)

#define HG_DEFINE_SCALAPACK_GEMM(name, NAME, hg_name, HG_NAME, T)                                            \
  extern "C" void HG_FC_GLOBAL(name, NAME)(                                                                  \
      const char* transa, const char* transb, const int* m, const int* n, const int* k, const T* alpha,      \
      const T* a, const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,  \
      const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc) {               \
    using namespace hetgrid::scalapack;                                                                      \
    if (is_uneven(desca) || is_uneven(descb) || is_uneven(descc)) {                                          \
      HG_FC_GLOBAL_(hg_name, HG_NAME)                                                                        \
      (transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, beta, c, ic, jc, descc);          \
      return;                                                                                                \
    }                                                                                                        \
    static Gemm<T>* const gemm = scalapack_gemm<T>(HG_SYMBOL_TEXT(HG_FC_GLOBAL(name, NAME)), descc);         \
    gemm(transa, transb, m, n, k, alpha, a, ia, ja, desca, b, ib, jb, descb, beta, c, ic, jc, descc);        \
  }

HG_DEFINE_SCALAPACK_GEMM(psgemm, PSGEMM, hg_psgemm, HG_PSGEMM, float)
HG_DEFINE_SCALAPACK_GEMM(pdgemm, PDGEMM, hg_pdgemm, HG_PDGEMM, double)
HG_DEFINE_SCALAPACK_GEMM(pcgemm, PCGEMM, hg_pcgemm, HG_PCGEMM, hg_complex8)
HG_DEFINE_SCALAPACK_GEMM(pzgemm, PZGEMM, hg_pzgemm, HG_PZGEMM, hg_complex16)
