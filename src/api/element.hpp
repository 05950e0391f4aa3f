// PxELSET2, for libhetgrid-scalapack.
#pragma once

namespace hetgrid::api {

/// alpha = A(i, j) on its owner, 0 elsewhere, and A(i, j) = beta. Local. \param routine for PXERBLA: arguments as those of
/// PDELSET2 \return INFO
template <typename T>
int elset2(const char* routine, T& alpha, T* a, int i, int j, const int* desc, T beta);

} // namespace hetgrid::api
