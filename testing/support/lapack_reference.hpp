// Serial LAPACK on serial matrices: the results that the distributed routines are compared with.
#pragma once

#include "kernel/lapack.hpp"
#include "testing/support/serial_matrix.hpp"

namespace hetgrid::testing::lapack {

/// ipiv from 0. \return INFO
template <typename T>
int getrf(SerialMatrix<T>& a, std::vector<int>& ipiv) {
  ipiv.assign(static_cast<std::size_t>(std::min(a.m, a.n)), 0);
  if (ipiv.empty())
    return 0;
  const int info = kernel::getrf(a.rows(), a.columns(), a.data.data(), a.ld(), ipiv.data());
  for (int& pivot : ipiv)
    --pivot;
  return info;
}

template <typename T>
int potrf(kernel::Uplo uplo, SerialMatrix<T>& a) {
  return a.n == 0 ? 0 : kernel::potrf(uplo, a.columns(), a.data.data(), a.ld());
}

// Workspace is got by LAPACKE, which would refuse NaN: the _work interface, whose size is generous.
#define HG_REFERENCE(T, x, UNGQR, UNMQR, CAST)                                                               \
  inline void geqrf(SerialMatrix<T>& a, std::vector<T>& tau) {                                               \
    tau.assign(static_cast<std::size_t>(std::min(a.m, a.n)), T(0));                                          \
    std::vector<T> work(static_cast<std::size_t>(64 * (a.n + 1)));                                           \
    if (!tau.empty())                                                                                        \
      LAPACKE_##x##geqrf_work(LAPACK_COL_MAJOR, a.rows(), a.columns(), CAST a.data.data(), a.ld(),           \
                              CAST tau.data(), CAST work.data(), static_cast<int>(work.size()));             \
  }                                                                                                          \
  /** The first `columns` columns of Q; the reflectors are the first tau.size() columns of `factors`. */     \
  inline SerialMatrix<T> ungqr(const SerialMatrix<T>& factors, const std::vector<T>& tau, Index columns) {   \
    SerialMatrix<T> q(factors.m, columns);                                                                   \
    std::copy_n(factors.data.begin(), factors.m* static_cast<Index>(tau.size()), q.data.begin());            \
    std::vector<T> work(static_cast<std::size_t>(64 * (columns + 1)));                                       \
    if (q.m > 0 && q.n > 0)                                                                                  \
      LAPACKE_##x##UNGQR##_work(LAPACK_COL_MAJOR, q.rows(), q.columns(), static_cast<int>(tau.size()),       \
                                CAST q.data.data(), q.ld(), CAST tau.data(), CAST work.data(),               \
                                static_cast<int>(work.size()));                                              \
    return q;                                                                                                \
  }                                                                                                          \
  inline void unmqr(char side, char trans, const SerialMatrix<T>& factors, const std::vector<T>& tau,        \
                    SerialMatrix<T>& c) {                                                                    \
    std::vector<T> work(static_cast<std::size_t>(64 * (std::max(c.m, c.n) + 65)));                           \
    if (c.m > 0 && c.n > 0 && !tau.empty())                                                                  \
      LAPACKE_##x##UNMQR##_work(LAPACK_COL_MAJOR, side, trans, c.rows(), c.columns(),                        \
                                static_cast<int>(tau.size()), CAST factors.data.data(), factors.ld(),        \
                                CAST tau.data(), CAST c.data.data(), c.ld(), CAST work.data(),               \
                                static_cast<int>(work.size()));                                              \
  }                                                                                                          \
  inline int gels(char trans, SerialMatrix<T> a, SerialMatrix<T>& b) {                                       \
    return LAPACKE_##x##gels(LAPACK_COL_MAJOR, trans, a.rows(), a.columns(), b.columns(),                    \
                             CAST a.data.data(), a.ld(), CAST b.data.data(), b.ld());                        \
  }

// The complex types of LAPACKE are those of C; arguments it does not change lose their const on the way.
#define HG_REFERENCE_CAST(type) (type*)
HG_REFERENCE(float, s, orgqr, ormqr, )
HG_REFERENCE(double, d, orgqr, ormqr, )
HG_REFERENCE(std::complex<float>, c, ungqr, unmqr, HG_REFERENCE_CAST(lapack_complex_float))
HG_REFERENCE(std::complex<double>, z, ungqr, unmqr, HG_REFERENCE_CAST(lapack_complex_double))
#undef HG_REFERENCE_CAST
#undef HG_REFERENCE

} // namespace hetgrid::testing::lapack
