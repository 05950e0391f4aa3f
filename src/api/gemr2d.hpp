// PxGEMR2D between any two layouts, for the routine of that name and for transparent mode.
#pragma once

namespace hetgrid::api {

/// B(ib .. ib+m-1, jb .. jb+n-1) = A(ia .. ia+m-1, ja .. ja+n-1), which must not overlap. Either has a context of its own
/// within `context`; a process that is not in it has CTXT_ = -1. Collective over `context`.
/// \param routine HG_PDGEMR2D, for PXERBLA \param before its arguments before M
/// \return INFO: 0, or which argument is illegal, the same on every process; then nothing has been moved
/// \throws SystemError, on every process, before anything is moved
template <typename T>
int gemr2d(const char* routine, int m, int n, const T* a, int ia, int ja, const int* desca, T* b, int ib,
           int jb, const int* descb, int context, int before = 0);

} // namespace hetgrid::api
