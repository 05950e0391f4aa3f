// Typed overloads of LAPACK's LACN2, beside kernel/lapack.hpp.
#pragma once

#include "kernel/blas.hpp"

#include <lapacke.h>

namespace hetgrid::kernel {

// Estimates the 1-norm of an n x n matrix M by reverse communication ([Higham 1988]). First call: kase = 0.
// As long as kase comes back as 1 (2), replace x by M x (M^H x) and call again; then est is the estimate. v,
// x: n elements; isgn: n integers, real types only; isave: 3 integers kept between calls.
inline void lacn2(int n, float* v, float* x, int* isgn, float* est, int* kase, int* isave) {
  LAPACKE_slacn2_work(n, v, x, isgn, est, kase, isave);
}
inline void lacn2(int n, double* v, double* x, int* isgn, double* est, int* kase, int* isave) {
  LAPACKE_dlacn2_work(n, v, x, isgn, est, kase, isave);
}
inline void lacn2(int n, std::complex<float>* v, std::complex<float>* x, int*, float* est, int* kase,
                  int* isave) {
  LAPACKE_clacn2_work(n, reinterpret_cast<lapack_complex_float*>(v),
                      reinterpret_cast<lapack_complex_float*>(x), est, kase, isave);
}
inline void lacn2(int n, std::complex<double>* v, std::complex<double>* x, int*, double* est, int* kase,
                  int* isave) {
  LAPACKE_zlacn2_work(n, reinterpret_cast<lapack_complex_double*>(v),
                      reinterpret_cast<lapack_complex_double*>(x), est, kase, isave);
}

} // namespace hetgrid::kernel
