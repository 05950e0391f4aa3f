// Routines that neither hetgrid has under an hg_ name nor a move to uniform layouts helps, on uneven layouts. Arguments
// are those of the routine P?NAME.
#pragma once

namespace hetgrid::scalapack::special {

/// alpha = A(ia, ja), which becomes beta, on the owner; alpha = 0 on the others. Local.
template <typename T>
void elset2(T* alpha, T* a, const int* ia, const int* ja, const int* desca, const T* beta) noexcept;

/// PxLAPIV with IPIV along the lines that are interchanged.
template <typename T>
void lapv2(const char* direc, const char* rowcol, const int* m, const int* n, T* a, const int* ia,
           const int* ja, const int* desca, int* ipiv, const int* ip, const int* jp,
           const int* descip) noexcept;

/// PxGEMR2D of the upper (uplo = 'U') or lower trapezoid, without the diagonal if diag = 'U'. Collective over ictxt.
template <typename T>
void trmr2d(const char* uplo, const char* diag, const int* m, const int* n, const T* a, const int* ia,
            const int* ja, const int* desca, T* b, const int* ib, const int* jb, const int* descb,
            const int* ictxt) noexcept;

/// PxGEMR2D and PxTRMR2D, collective over all processes of the program.
template <typename T>
void gemr2do(const int* m, const int* n, const T* a, const int* ia, const int* ja, const int* desca, T* b,
             const int* ib, const int* jb, const int* descb) noexcept;
template <typename T>
void trmr2do(const char* uplo, const char* diag, const int* m, const int* n, const T* a, const int* ia,
             const int* ja, const int* desca, T* b, const int* ib, const int* jb, const int* descb) noexcept;

} // namespace hetgrid::scalapack::special
