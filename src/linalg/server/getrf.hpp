// LU factorization with partial pivoting, and solution, of a matrix that the server has: [Dongarra06] 7, right-looking.
//
//   P A(:, 1:mu) = L U        U12 = L11^-1 A12        A22 -= L21 U12
//
// The server interchanges rows and solves for U12; the update is a product of its workers. While they compute, the server updates the
// columns of the next panel and factors it, or has it factored by a worker that has room for all of it and no part in the product
// meanwhile: whatever takes less time by the model of hetgrid/server_lu.hpp.
#pragma once

#include "hetgrid/server_lu.hpp"
#include "linalg/server/products.hpp"

namespace hetgrid::linalg {

/// A = P L U, m x n, as LAPACK's getrf, in place. \param ipiv  min(m, n) pivots, from 1
/// \return 0, or k > 0: U(k, k) is the first that is exactly zero. Memory of `products` is that of largest_of_getrf.
template <typename T>
Index getrf(Products<T>& products, Index m, Index n, ServedMatrix<T> a, int* ipiv);

/// A X = B from the factors, n x nrhs, in place.
template <typename T>
void getrs(Products<T>& products, Index n, Index nrhs, ServedMatrix<const T> a, const int* ipiv,
           ServedMatrix<T> b);

/// What no product of getrf exceeds, nor of getrs with at most so many right-hand sides.
server::Product largest_of_getrf(Index m, Index n, Index nrhs = 0);

/// Panels of an m x n matrix as getrf factors them: how wide, and who does it if it answers.
std::vector<server::lu::Panel> panels_of_getrf(const Service& service, Index m, Index n, int element_bytes);

} // namespace hetgrid::linalg
