#include "linalg/server/getrf.hpp"

#include "hetgrid/error.hpp"
#include "kernel/rows.hpp"
#include "kernel/trsm.hpp"
#include "linalg/server/strips.hpp"
#include "plan/quiet_arithmetic.hpp"

#include <functional>
#include <limits>
#include <span>

namespace hetgrid::linalg {
namespace {

constexpr Index served_order = 512; ///< from which on a triangle is solved by products with workers

int narrow(Index n) {
  return static_cast<int>(n);
}

template <typename T>
class Factorization {
public:
  Factorization(Products<T>& products, Index m, Index n, ServedMatrix<T> a, int* ipiv)
      : products_(products), m_(m), n_(n), ld_(a.ld), a_(a.data), ipiv_(ipiv),
        panels_(panels_of_getrf(products.service(), m, n, sizeof(T))),
        pivots_(static_cast<std::size_t>(std::min(m, n))), strips_(products.others()) {}

  Index run() {
    Index j = 0;
    if (!panels_.empty())
      factor(0, panels_[0], [] {});
    for (std::size_t k = 0; k < panels_.size(); j += panels_[k++].width)
      step(j, panels_[k].width, k + 1 < panels_.size() ? panels_[k + 1] : Panel{});
    return info_;
  }

private:
  using Panel = server::lu::Panel;

  T* at(Index i, Index j) const { return a_ + i + j * ld_; }

  /// Of the panel at column j, from 0, counted from row j.
  std::span<const std::int64_t> pivots(Index j, Index width) const {
    return std::span(pivots_).subspan(static_cast<std::size_t>(j), static_cast<std::size_t>(width));
  }

  /// P A(j:m, j:j+width) = L U.
  void factor(Index j, const Panel& panel, const std::function<void()>& attend) {
    const Index info =
        products_.factor(panel.process, m_ - j, panel.width, {at(j, j), ld_}, ipiv_ + j, attend);
    if (info > 0 && info_ == 0)
      info_ = j + info;
    for (Index k = j; k < j + panel.width; ++k) {
      pivots_[static_cast<std::size_t>(k)] = ipiv_[k] - 1;
      ipiv_[k] += narrow(j);
    }
  }

  /// In the columns before the panel, strip by strip.
  void interchange_left(Index j, Index width, const std::function<void()>& attend) {
    constexpr Index elements = 100'000; // a millisecond or so
    const Index columns = std::max<Index>(1, elements / width);
    for (Index i = 0; i < j; i += columns) {
      kernel::interchange_rows(pivots(j, width), std::min(columns, j - i), at(j, i), ld_);
      attend();
    }
  }

  /// U12 = L11^-1 A12.
  void solve_rows(Index j, Index width, Index column, Index n) {
    kernel::trsm(kernel::Side::left, kernel::Uplo::lower, kernel::Transpose::no, kernel::Diag::unit,
                 narrow(width), narrow(n), T(1), at(j, j), narrow(ld_), at(j, column), narrow(ld_));
  }

  /// A22 -= L21 U12, `n` columns of it at the server; of a deep product the shortest strip of columns takes too long while workers
  /// wait, so that rows are cut as well, always alike: the same bits.
  void update(Index j, Index width, Index n, const std::function<void()>& attend) {
    constexpr Index unit = 48, updates = 20'000'000; // milliseconds
    const Index rows = std::max<Index>(4, updates / (schedule::look_columns * width * unit)) * unit;
    for (Index i = j + width; i < m_ && n > 0; i += rows) {
      strips_.multiply<T>(std::min(rows, m_ - i), n, width, T(-1), {at(i, j), ld_, kernel::Transpose::no},
                          {at(j, j + width), ld_, kernel::Transpose::no}, T(1), at(i, j + width), ld_,
                          attend);
      attend();
    }
  }

  /// The panel at j is factored. The next one is when this ends.
  void step(Index j, Index width, const Panel& ahead) {
    const Index next = j + width, rest = next + ahead.width;
    kernel::interchange_rows(pivots(j, width), n_ - next, at(j, next), ld_);
    if (n_ > next)
      solve_rows(j, width, next, n_ - next);
    ServedProduct<T> core;
    core.product.m = m_ - next;
    core.product.n = n_ - rest;
    core.product.k = width;
    core.alpha = T(-1);
    core.beta = T(1);
    core.a = {at(next, j), ld_};
    core.b = {at(j, rest), ld_};
    core.c = {at(next, rest), ld_};
    core.meanwhile = [&](const std::function<void()>& attend) {
      update(j, width, ahead.width, attend);
      interchange_left(j, width, attend);
      // In L21, which workers still read, rows are interchanged in the next step.
      if (ahead.width > 0)
        factor(next, ahead, attend);
    };
    products_.multiply(std::move(core), ahead.process);
  }

  Products<T>& products_;
  Index m_, n_, ld_;
  T* a_;
  int* ipiv_;
  std::vector<Panel> panels_;
  std::vector<std::int64_t> pivots_;
  Strips strips_;
  Index info_ = 0;
};

/// B2 -= A21 B1 by workers.
template <typename T>
void update(Products<T>& products, Index m, Index n, Index k, ServedMatrix<const T> a, const T* b1, T* b2,
            Index ldb) {
  ServedProduct<T> product;
  product.product.m = m;
  product.product.n = n;
  product.product.k = k;
  product.alpha = T(-1);
  product.beta = T(1);
  product.a = a;
  product.b = {b1, ldb};
  product.c = {b2, ldb};
  products.multiply(std::move(product));
}

/// B = A^-1 B with a triangle of order n, by halves: products become as deep as they can.
template <typename T>
void solve(Products<T>& products, kernel::Uplo uplo, kernel::Diag diag, Index n, Index nrhs, const T* a,
           Index lda, T* b, Index ldb) {
  if (n <= served_order || nrhs < products.block_size())
    return kernel::trsm(kernel::Side::left, uplo, kernel::Transpose::no, diag, narrow(n), narrow(nrhs), T(1),
                        a, narrow(lda), b, narrow(ldb));
  const Index q = products.block_size(), half = std::max(q, n / 2 / q * q);
  const T* const last = a + half + half * lda;
  if (uplo == kernel::Uplo::lower) {
    solve(products, uplo, diag, half, nrhs, a, lda, b, ldb);
    update<T>(products, n - half, nrhs, half, {a + half, lda}, b, b + half, ldb);
    solve(products, uplo, diag, n - half, nrhs, last, lda, b + half, ldb);
  } else {
    solve(products, uplo, diag, n - half, nrhs, last, lda, b + half, ldb);
    update<T>(products, half, nrhs, n - half, {a + half * lda, lda}, b + half, b, ldb);
    solve(products, uplo, diag, half, nrhs, a, lda, b, ldb);
  }
}

} // namespace

std::vector<server::lu::Panel> panels_of_getrf(const Service& service, Index m, Index n, int element_bytes) {
  if (m == 0 || n == 0)
    return {};
  const plan::QuietArithmetic quiet;
  return server::lu::look_ahead_panels(
      service.star, {m, n, std::min(m, n), service.block_size, element_bytes, false, true}, service.policy);
}

server::Product largest_of_getrf(Index m, Index n, Index nrhs) {
  server::Product product;
  product.m = std::max<Index>(1, m);
  product.n = std::max<Index>({1, n, nrhs});
  product.k = std::max<Index>(1, std::min(m, n));
  return product;
}

template <typename T>
Index getrf(Products<T>& products, Index m, Index n, ServedMatrix<T> a, int* ipiv) {
  return Factorization<T>(products, m, n, a, ipiv).run();
}

template <typename T>
void getrs(Products<T>& products, Index n, Index nrhs, ServedMatrix<const T> a, const int* ipiv,
           ServedMatrix<T> b) {
  if (n == 0 || nrhs == 0)
    return;
  std::vector<std::int64_t> pivots(ipiv, ipiv + n);
  for (std::int64_t& pivot : pivots)
    --pivot;
  kernel::interchange_rows(std::span<const std::int64_t>(pivots), nrhs, b.data, b.ld);
  solve(products, kernel::Uplo::lower, kernel::Diag::unit, n, nrhs, a.data, a.ld, b.data, b.ld);
  solve(products, kernel::Uplo::upper, kernel::Diag::non_unit, n, nrhs, a.data, a.ld, b.data, b.ld);
}

#define HG_SERVER_GETRF(T)                                                                                   \
  template Index getrf(Products<T>&, Index, Index, ServedMatrix<T>, int*);                                   \
  template void getrs(Products<T>&, Index, Index, ServedMatrix<const T>, const int*, ServedMatrix<T>);
HG_SERVER_GETRF(float)
HG_SERVER_GETRF(double)
HG_SERVER_GETRF(std::complex<float>)
HG_SERVER_GETRF(std::complex<double>)
#undef HG_SERVER_GETRF

} // namespace hetgrid::linalg
