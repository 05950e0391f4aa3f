// LU without rounding: matrices whose elimination is exact whatever the pivots, and LAPACK's unblocked algorithm.
#pragma once

#include "testing/numerics/operands.hpp"

namespace hetgrid::testing {

/// R M C, M of columns with consecutive ones, its rows in any order and with any signs; R and C powers of two, of 1 + i too
/// if T is complex.
///
/// M is totally unimodular, and so is what is left of it after any elimination step: elements are 0, 1 and -1, multipliers
/// too, and all arithmetic is exact. Half the candidates for a pivot tie; many matrices are singular. By |Re x| + |Im x| 1 + i
/// ties with 2, by |x| it would not.
template <typename T>
SerialMatrix<T> matrix_of_ties(Trial& t, Index m, Index n) {
  SerialMatrix<T> a(m, n);
  std::vector<Index> place(static_cast<std::size_t>(m));
  std::iota(place.begin(), place.end(), Index{0});
  std::shuffle(place.begin(), place.end(), t.random);
  for (Index j = 0; j < n; ++j) {
    const int begin = t.integer(0, a.rows() - 1);
    const int end = t.integer(begin, a.rows());
    for (int i = begin; i < end; ++i)
      a(place[static_cast<std::size_t>(i)], j) = T(1);
  }
  const auto factor = [&] {
    T x = T(t.one_of({-1, 1}));
    if constexpr (is_complex<T>)
      x *= t.one_of({T(1), T(0, 1), T(2), T(1, 1), T(1, -1)});
    else
      x *= t.one_of({T(1), T(1), T(2)});
    return x;
  };
  for (Index i = 0; i < m; ++i) {
    const T row = factor();
    for (Index j = 0; j < n; ++j)
      a(i, j) *= row;
  }
  for (Index j = 0; j < n; ++j) {
    const T column = factor();
    for (Index i = 0; i < m; ++i)
      a(i, j) *= column;
  }
  return a;
}

/// xGETF2: the first element of a column that is largest by |Re x| + |Im x| is the pivot, a zero one is passed over.
template <typename T>
struct ExactLu {
  Index info = 0;
  std::vector<int> ipiv; ///< from 0
  SerialMatrix<T> factors;

  explicit ExactLu(const SerialMatrix<T>& a) : factors(a) {
    for (Index k = 0; k < std::min(a.m, a.n); ++k)
      step(k);
  }

private:
  void step(Index k) {
    SerialMatrix<T>& a = factors;
    Index pivot = k;
    for (Index i = k + 1; i < a.m; ++i)
      if (abs1(a(i, k)) > abs1(a(pivot, k)))
        pivot = i;
    ipiv.push_back(static_cast<int>(pivot));
    if (a(pivot, k) == T(0)) {
      if (info == 0)
        info = k + 1;
      return;
    }
    for (Index j = 0; j < a.n; ++j)
      std::swap(a(k, j), a(pivot, j));
    for (Index i = k + 1; i < a.m; ++i) {
      if (a(i, k) == T(0))
        continue;
      a(i, k) /= a(k, k);
      for (Index j = k + 1; j < a.n; ++j)
        a(i, j) -= a(i, k) * a(k, j);
    }
  }
};

} // namespace hetgrid::testing
