#include "linalg/server/getrf.hpp"

#include "hetgrid/server_bounds.hpp"
#include "hetgrid/server_lu.hpp"
#include "hetgrid/server_policies.hpp"
#include "kernel/lapack.hpp"
#include "kernel/rows.hpp"
#include "kernel/trsm.hpp"
#include "linalg/server/strips.hpp"

#include <span>

namespace hetgrid::linalg {
namespace {

/// Seconds of a factorization whose products, each of which hides the next panel, take what core(product) says.
template <typename Core>
double seconds_of(const server::lu::Plan& plan, Index n, Index block_size, int element_bytes, Core&& core) {
  double seconds = plan.steps.front().panel_seconds;
  Index left = n;
  for (std::size_t k = 0; k + 1 < plan.steps.size(); ++k) {
    const Index width = plan.steps[k].mu * block_size,
                ahead = std::min(left - width, plan.steps[k + 1].mu * block_size);
    const server::Product product{left - width, left - width - ahead, width, block_size, element_bytes, false,
                                  true};
    left -= width;
    seconds += plan.steps[k].rows_seconds +
               std::max(product.n > 0 ? core(product) : 0, plan.steps[k + 1].panel_seconds);
  }
  return seconds;
}

/// Steps of blocks. The server factors panels. Where it has no part in the products otherwise, the plan is the better one of two, by the
/// bounds of their products: that of the workers alone, and one as if it had, whose panels are narrower.
server::lu::Plan plan_of(const server::Star& star, Index n, Index block_size, int element_bytes) {
  using server::lu::make_plan, server::lu::Widths;
  const Index blocks = (n + block_size - 1) / block_size;
  if (std::ranges::any_of(star.workers, [](const server::Worker& worker) { return worker.process == 0; }))
    return make_plan(star, blocks, Widths::equal);
  server::Star with_server = star;
  with_server.workers.push_back(
      {0, star.server_seconds_per_update > 0
              ? star.server_seconds_per_update
              : std::ranges::min(star.workers, {}, &server::Worker::seconds_per_update).seconds_per_update});
  server::lu::Plan wide = make_plan(star, blocks, Widths::equal, with_server.workers.back()),
                   narrow = make_plan(with_server, blocks, Widths::equal);
  const auto least = [&](const server::lu::Plan& plan) {
    return seconds_of(plan, n, block_size, element_bytes, [&](const server::Product& product) {
      return server::bounds(with_shares(star, product), product).best();
    });
  };
  return least(narrow) < least(wide) ? narrow : wide;
}

constexpr Index served_order = 512; ///< from which on a triangle is solved by products with workers

int narrow(Index n) {
  return static_cast<int>(n);
}

/// C -= A B at the server.
template <typename T, typename Attend>
void update(Strips& strips, Index m, Index n, Index k, const T* a, const T* b, T* c, Index ld,
            Attend&& attend) {
  if (m > 0 && n > 0 && k > 0)
    strips.multiply<T>(m, n, k, T(-1), {a, ld, kernel::Transpose::no}, {b, ld, kernel::Transpose::no}, T(1),
                       c, ld, attend);
}

template <typename T>
class Factorization {
public:
  Factorization(Products<T>& products, Index m, Index n, ServedMatrix<T> a, int* ipiv)
      : products_(products), m_(m), n_(n), ld_(a.ld), a_(a.data), ipiv_(ipiv),
        widths_(panel_widths(products.star(), std::min(m, n), products.block_size(), sizeof(T))),
        pivots_(static_cast<std::size_t>(std::min(m, n))) {}

  Index run() {
    Index j = 0;
    if (!widths_.empty())
      factor(0, widths_[0], [] {});
    for (std::size_t k = 0; k < widths_.size(); j += widths_[k++])
      step(j, widths_[k], k + 1 < widths_.size() ? widths_[k + 1] : 0);
    return info_;
  }

private:
  T* at(Index i, Index j) const { return a_ + i + j * ld_; }

  std::span<const std::int64_t> pivots(Index j, Index width) const {
    return std::span(pivots_).subspan(static_cast<std::size_t>(j), static_cast<std::size_t>(width));
  }

  /// P A(j:m, j:j+width) = L U, by narrower panels, between which attend() is called. Pivots count from row j.
  template <typename Attend>
  void factor(Index j, Index width, Attend&& attend) {
    constexpr Index inner = 64;
    for (Index i = j; i < j + width; i += inner) {
      const Index w = std::min(inner, j + width - i), next = i + w, right = j + width - next;
      const int info = kernel::getrf(narrow(m_ - i), narrow(w), at(i, i), narrow(ld_), ipiv_ + i);
      if (info > 0 && info_ == 0)
        info_ = i + info;
      for (Index k = i; k < next; ++k)
        pivots_[static_cast<std::size_t>(k)] = ipiv_[k] - 1;
      kernel::interchange_rows(pivots(i, w), i - j, at(i, j), ld_);
      kernel::interchange_rows(pivots(i, w), right, at(i, next), ld_);
      for (Index k = i; k < next; ++k) {
        ipiv_[k] += narrow(i);
        pivots_[static_cast<std::size_t>(k)] += i - j;
      }
      attend();
      if (right > 0)
        solve_rows(i, w, next, right);
      update(strips_, m_ - next, right, w, at(next, i), at(i, next), at(next, next), ld_, attend);
      attend();
    }
  }

  /// U12 = L11^-1 A12.
  void solve_rows(Index j, Index width, Index column, Index n) {
    kernel::trsm(kernel::Side::left, kernel::Uplo::lower, kernel::Transpose::no, kernel::Diag::unit,
                 narrow(width), narrow(n), T(1), at(j, j), narrow(ld_), at(j, column), narrow(ld_));
  }

  /// The panel at j is factored. That of the next step, of `ahead` columns, is when this ends.
  void step(Index j, Index width, Index ahead) {
    const Index next = j + width, rest = next + ahead;
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
      update(strips_, m_ - next, ahead, width, at(next, j), at(j, next), at(next, next), ld_, attend);
      kernel::interchange_rows(pivots(j, width), j, at(j, 0), ld_);
      attend();
      // In L21, which workers still read, rows are interchanged in the next step.
      if (ahead > 0)
        factor(next, ahead, attend);
    };
    products_.multiply(std::move(core));
  }

  Products<T>& products_;
  Index m_, n_, ld_;
  T* a_;
  int* ipiv_;
  std::vector<Index> widths_;
  std::vector<std::int64_t> pivots_; ///< from 0, counted from the first row of their panel
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

std::vector<Index> panel_widths(const server::Star& star, Index n, Index block_size, int element_bytes) {
  std::vector<Index> widths;
  if (n == 0)
    return widths;
  Index left = n;
  for (const server::lu::Step& step : plan_of(star, n, block_size, element_bytes).steps) {
    widths.push_back(std::min(left, step.mu * block_size));
    left -= widths.back();
  }
  return widths;
}

LuPrediction predict_getrf(const Service& service, Index n, int element_bytes) {
  LuPrediction sum;
  sum.seconds = seconds_of(plan_of(service.star, n, service.block_size, element_bytes), n, service.block_size,
                           element_bytes, [&](const server::Product& product) {
                             const server::Product core = server::product_for(service.policy, product);
                             const server::Star star = with_shares(service.star, core);
                             const server::Outcome outcome =
                                 simulate(star, core, *server::make_policy(service.policy, star, core));
                             for (std::size_t i = 0; i < star.workers.size(); ++i)
                               if (star.workers[i].process != 0)
                                 sum.bytes +=
                                     outcome.workers[i].bytes_sent + outcome.workers[i].bytes_returned;
                             return outcome.seconds;
                           });
  return sum;
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
