// Transparent mode: calls of unchanged ScaLAPACK programs, on uniform layouts, computed on an uneven one. Moves (tran,
// gemr2d) are done where the operands are.
//
// Each function has the arguments of the routine P?NAME and is called by all processes that call the routine. It
// returns true if it has done what the routine does: values, IPIV, TAU and INFO are where and as ScaLAPACK would have
// put them; or false, with nothing touched, if the call is ScaLAPACK's: hetgrid is switched off, the call comes from
// within ScaLAPACK, an argument is illegal, the operands are not aligned as ScaLAPACK demands, or no gain is predicted.
// Nothing is thrown; with a malformed HETGRID variable the program ends with a message. See call.hpp.
#pragma once

#include "kernel/blas.hpp"

namespace hetgrid::scalapack::transparent {

template <typename T>
bool gemm(const char* transa, const char* transb, const int* m, const int* n, const int* k, const T* alpha,
          const T* a, const int* ia, const int* ja, const int* desca, const T* b, const int* ib,
          const int* jb, const int* descb, const T* beta, T* c, const int* ic, const int* jc,
          const int* descc);

template <typename T>
bool trsm(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
          const int* n, const T* alpha, const T* a, const int* ia, const int* ja, const int* desca, T* b,
          const int* ib, const int* jb, const int* descb);

template <typename T>
bool getrf(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,
           int* info);

template <typename T>
bool gesv(const int* n, const int* nrhs, T* a, const int* ia, const int* ja, const int* desca, int* ipiv,
          T* b, const int* ib, const int* jb, const int* descb, int* info);

template <typename T>
bool geqrf(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca, T* tau, T* work,
           const int* lwork, int* info);

template <typename T>
bool gels(const char* trans, const int* m, const int* n, const int* nrhs, T* a, const int* ia, const int* ja,
          const int* desca, T* b, const int* ib, const int* jb, const int* descb, T* work, const int* lwork,
          int* info);

template <typename T>
bool potrf(const char* uplo, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* info);

template <typename T>
bool posv(const char* uplo, const int* n, const int* nrhs, T* a, const int* ia, const int* ja,
          const int* desca, T* b, const int* ib, const int* jb, const int* descb, int* info);

template <typename T>
bool trmm(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
          const int* n, const T* alpha, const T* a, const int* ia, const int* ja, const int* desca, T* b,
          const int* ib, const int* jb, const int* descb);

template <typename T>
bool symm(const char* side, const char* uplo, const int* m, const int* n, const T* alpha, const T* a,
          const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
          const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc);

template <typename T>
bool hemm(const char* side, const char* uplo, const int* m, const int* n, const T* alpha, const T* a,
          const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
          const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc);

template <typename T>
bool syrk(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
          const int* ia, const int* ja, const int* desca, const T* beta, T* c, const int* ic, const int* jc,
          const int* descc);

template <typename T>
bool herk(const char* uplo, const char* trans, const int* n, const int* k, const kernel::Real<T>* alpha,
          const T* a, const int* ia, const int* ja, const int* desca, const kernel::Real<T>* beta, T* c,
          const int* ic, const int* jc, const int* descc);

template <typename T>
bool syr2k(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
           const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
           const int* descb, const T* beta, T* c, const int* ic, const int* jc, const int* descc);

template <typename T>
bool her2k(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
           const int* ia, const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
           const int* descb, const kernel::Real<T>* beta, T* c, const int* ic, const int* jc,
           const int* descc);

template <typename T>
bool tran(const int* m, const int* n, const T* alpha, const T* a, const int* ia, const int* ja,
          const int* desca, const T* beta, T* c, const int* ic, const int* jc, const int* descc);

template <typename T>
bool tranu(const int* m, const int* n, const T* alpha, const T* a, const int* ia, const int* ja,
           const int* desca, const T* beta, T* c, const int* ic, const int* jc, const int* descc);

template <typename T>
bool tranc(const int* m, const int* n, const T* alpha, const T* a, const int* ia, const int* ja,
           const int* desca, const T* beta, T* c, const int* ic, const int* jc, const int* descc);

template <typename T>
bool gemr2d(const int* m, const int* n, const T* a, const int* ia, const int* ja, const int* desca, T* b,
            const int* ib, const int* jb, const int* descb, const int* ictxt);

template <typename T>
bool getrs(const char* trans, const int* n, const int* nrhs, const T* a, const int* ia, const int* ja,
           const int* desca, const int* ipiv, T* b, const int* ib, const int* jb, const int* descb,
           int* info);

template <typename T>
bool getri(const int* n, T* a, const int* ia, const int* ja, const int* desca, const int* ipiv, T* work,
           const int* lwork, int* iwork, const int* liwork, int* info);

template <typename T>
bool potrs(const char* uplo, const int* n, const int* nrhs, const T* a, const int* ia, const int* ja,
           const int* desca, T* b, const int* ib, const int* jb, const int* descb, int* info);

template <typename T>
bool potri(const char* uplo, const int* n, T* a, const int* ia, const int* ja, const int* desca, int* info);

template <typename T>
bool trtri(const char* uplo, const char* diag, const int* n, T* a, const int* ia, const int* ja,
           const int* desca, int* info);

template <typename T>
bool sygst(const int* ibtype, const char* uplo, const int* n, T* a, const int* ia, const int* ja,
           const int* desca, const T* b, const int* ib, const int* jb, const int* descb,
           kernel::Real<T>* scale, int* info);

template <typename T>
bool hegst(const int* ibtype, const char* uplo, const int* n, T* a, const int* ia, const int* ja,
           const int* desca, const T* b, const int* ib, const int* jb, const int* descb,
           kernel::Real<T>* scale, int* info);

} // namespace hetgrid::scalapack::transparent
