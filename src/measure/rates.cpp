// The local part is as large as in a run, so that updates stream it from memory if it does not fit into the cache;
// panels and chunks are as wide as those of the factorizations.
#include "measure/rates.hpp"

#include "hetgrid/error.hpp"
#include "hetgrid/kernel_rates.hpp"
#include "kernel/blas.hpp"
#include "kernel/flops.hpp"
#include "kernel/inner_products.hpp"
#include "kernel/lapack.hpp"
#include "kernel/rows.hpp"
#include "kernel/trsm.hpp"
#include "measure/quota.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>

namespace hetgrid::measure {
namespace {

using kernel::Diag;
using kernel::Side;
using kernel::Transpose;
using kernel::Uplo;

constexpr int gemm_depth = 192; ///< schedule::gemm_depth, by default
constexpr int depth = 64;       ///< of the windows of LU and Cholesky
constexpr int qr_depth = 128;
constexpr int widest = plan::measured_widths.back();
constexpr int chunk = 512; ///< columns updated at a time
constexpr int cholesky_triangle = 2 * depth;
constexpr std::size_t batch_elements = (std::size_t{1} << 18) / sizeof(double); ///< permuted at a time

/// Column-major, leading dimension n.
struct Operands {
  int n;
  std::vector<double> local;  ///< n x n
  std::vector<double> panel;  ///< n x widest, random, the first rows diagonally dominant
  std::vector<double> factor; ///< n x widest, overwritten by factorizations
  std::vector<double> row;    ///< widest x n
  std::vector<double> t;      ///< widest x widest
  std::vector<int> pivots;
  std::vector<std::int64_t> interchanges;
  std::vector<std::int64_t> rows, other_rows; ///< all, in random orders
  std::vector<double> moved;
  volatile double passed = 0;
  std::mt19937_64 random{1};

  explicit Operands(int order)
      : n(order), local(size(n)), panel(size(widest)), factor(size(widest)), row(size(widest)),
        t(static_cast<std::size_t>(widest) * widest), pivots(widest), interchanges(depth), rows(size(1)),
        moved(batch_elements + size(1)) {
    const auto fill = [&](std::vector<double>& x) {
      for (double& value : x)
        value = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
    };
    fill(local);
    fill(panel);
    fill(row);
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    std::ranges::shuffle(rows, random);
    other_rows = rows;
    std::ranges::shuffle(other_rows, random);
  }
  std::size_t size(int columns) const {
    return static_cast<std::size_t>(n) * static_cast<std::size_t>(columns);
  }
  double* column(int j) { return local.data() + size(j); }

  /// visit(first, count) for the chunks of columns.
  template <typename Visit>
  void each_chunk(Visit&& visit) const {
    for (int j = 0; j < n; j += chunk)
      visit(j, std::min(chunk, n - j));
  }

  void product(int k) {
    kernel::gemm(Transpose::no, Transpose::no, n, n, k, 1e-3, panel.data(), n, row.data(), gemm_depth, 1.0,
                 local.data(), n);
  }
  void lu_update() {
    each_chunk([&](int j, int count) {
      kernel::gemm(Transpose::no, Transpose::no, n, count, depth, -1e-3, panel.data(), n,
                   row.data() + static_cast<std::size_t>(j) * gemm_depth, gemm_depth, 1.0, column(j), n);
    });
  }
  void qr_update() {
    each_chunk([&](int j, int count) {
      double* const w = row.data();
      kernel::inner_products(qr_depth, count, n, panel.data(), n, column(j), n, w, qr_depth);
      kernel::gemm(Transpose::no, Transpose::no, n, count, qr_depth, -1e-6, panel.data(), n, w, qr_depth, 1.0,
                   column(j), n);
    });
  }
  void narrow_update() {
    for (int j = 0; j + depth <= n; j += chunk)
      kernel::gemm(Transpose::no, Transpose::no, n, depth, depth, -1e-3, panel.data(), n,
                   row.data() + static_cast<std::size_t>(j) * gemm_depth, gemm_depth, 1.0, column(j), n);
  }
  /// Rows [row, last_row) of columns [first_column, last_column) of a symmetric update.
  void symmetric_product(int row, int last_row, int first_column, int last_column) {
    kernel::gemm(Transpose::no, Transpose::transpose, last_row - row, last_column - first_column, depth,
                 -1e-3, panel.data() + row, n, panel.data() + first_column, n, 1.0,
                 column(first_column) + row, n);
  }
  /// The triangle on the diagonal of columns [begin, end) is cut into halves, the square below is updated, until only
  /// small triangles are left: linalg::potrf.
  void cholesky_update(int begin, int end) {
    if (end - begin <= cholesky_triangle)
      return;
    const int middle =
        begin + (end - begin + cholesky_triangle - 1) / 2 / cholesky_triangle * cholesky_triangle;
    cholesky_update(begin, middle);
    symmetric_product(middle, end, begin, middle);
    cholesky_update(middle, end);
  }
  /// Squares on the diagonal, and the square below the first.
  void small_triangle(int begin) {
    const int middle = begin + depth, end = begin + cholesky_triangle;
    for (const int first : {begin, middle})
      kernel::herk(Uplo::lower, Transpose::no, depth, depth, -1e-3, panel.data() + first, n, 1.0,
                   column(first) + first, n);
    symmetric_product(middle, end, begin, middle);
  }
  /// Takes what is small out of the cache.
  void pass_by() {
    double sum = 0;
    for (std::size_t k = 0; k < local.size(); k += 8)
      sum += local[k];
    passed = sum;
  }
  void restore(int columns) { std::copy_n(panel.begin(), size(columns), factor.begin()); }
  /// L so near to the identity that a solve may be repeated.
  void restore_unit_lower(int columns) {
    std::transform(panel.begin(), panel.begin() + static_cast<std::ptrdiff_t>(size(columns)), factor.begin(),
                   [](double value) { return 1e-3 * value; });
  }
  void getrf(int columns) { kernel::getrf(n, columns, factor.data(), n, pivots.data()); }
  void geqrf(int columns) { kernel::geqrt3(n, columns, factor.data(), n, t.data(), columns); }
  /// A diagonal block, and the solve below it.
  void potrf(int columns) {
    kernel::potrf(Uplo::lower, columns, factor.data(), n);
    kernel::trsm(Side::right, Uplo::lower, Transpose::transpose, Diag::non_unit, n - columns, columns, 1.0,
                 factor.data(), n, factor.data() + columns, n);
  }
  void trsm(int order) {
    each_chunk([&](int j, int count) {
      kernel::trsm(Side::left, Uplo::lower, Transpose::no, Diag::unit, order, count, 1.0, factor.data(), n,
                   column(j), n);
    });
  }
  /// C -= A B, A of so many columns, B as a solution is stored.
  void update(int columns) {
    each_chunk([&](int j, int count) {
      kernel::gemm(Transpose::no, Transpose::no, n, count, columns, -1e-3, panel.data(), n,
                   row.data() + static_cast<std::ptrdiff_t>(j) * columns, columns, 1.0, column(j), n);
    });
  }
  /// V^H C, V of so many columns.
  void inner(int columns) {
    each_chunk([&](int j, int count) {
      kernel::gemm(Transpose::transpose, Transpose::no, columns, count, n, 1e-3, panel.data(), n, column(j),
                   n, 0.0, row.data(), columns);
    });
  }
  void new_interchanges() {
    for (int k = 0; k < depth; ++k)
      interchanges[static_cast<std::size_t>(k)] =
          k + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n - k));
  }
  /// As linalg::RowPermuter: batches of columns, out and back in another order.
  void permute() {
    for (int j = 0, batch = 0; j < n; j += batch) {
      batch = std::min(n - j, static_cast<int>(batch_elements / size(1)) + 1);
      kernel::gather_rows<double>(rows, batch, column(j), n, moved.data(), n);
      kernel::scatter_rows<double>(other_rows, batch, moved.data(), n, column(j), n);
    }
  }
  void restore_positive_definite(int columns) {
    restore(columns);
    for (int j = 0; j < columns; ++j)
      factor[size(j) + static_cast<std::size_t>(j)] += columns;
  }
};

std::shared_ptr<Operands> operands(int order) {
  constexpr int smallest = 256;
  if (order < smallest)
    throw ArgumentError("order", std::to_string(order), "at least " + std::to_string(smallest));
  return std::make_shared<Operands>(order);
}

RateKernel gemm_kernel(const std::shared_ptr<Operands>& x) {
  const double n = x->n;
  return {"gemm", kernel::gemm_cost<double>(n, n, gemm_depth), {}, [x] { x->product(gemm_depth); }};
}

/// Of rows that have not been touched for long.
RateKernel interchange_kernel(const std::shared_ptr<Operands>& x) {
  return {"interchange", 2.0 * x->n * depth * sizeof(double), [x] { x->new_interchanges(); },
          [x] {
            x->each_chunk([&](int j, int count) {
              kernel::interchange_rows<double>(x->interchanges, count, x->column(j), x->n);
            });
          }};
}

/// Panels of a local part, one after the other, to where nothing has been read or written for long.
RateKernel copy_kernel(const std::shared_ptr<Operands>& x) {
  return {"copy", static_cast<double>(x->n) * depth * sizeof(double), {}, [x, from = 0]() mutable {
            for (int j = 0; j < depth; ++j, from = (from + 1) % x->n)
              std::copy_n(x->column(from), x->n, x->column((from + x->n / 2) % x->n));
          }};
}

} // namespace

std::size_t memory_of_kernel(int order) {
  const auto n = static_cast<std::size_t>(order);
  return sizeof(double) * (n * n + 3 * n * widest + widest * widest + batch_elements + n) +
         3 * sizeof(std::int64_t) * n;
}

RateKernel gemm_kernel(int order) {
  return gemm_kernel(std::make_shared<Operands>(order));
}

RateKernel interchange_kernel(int order) {
  return interchange_kernel(std::make_shared<Operands>(order));
}

RateKernel copy_kernel(int order) {
  return copy_kernel(std::make_shared<Operands>(order));
}

std::vector<RateKernel> rate_kernels(int order) {
  const auto x = operands(order);
  const double n = order;
  std::vector<RateKernel> kernels{gemm_kernel(x)};
  const auto add = [&](const char* name, double work, std::function<void()> prepare,
                       std::function<void()> run) {
    kernels.push_back({name, work, std::move(prepare), std::move(run)});
  };
  add("lu_update", kernel::gemm_cost<double>(n, n, depth), {}, [x] { x->lu_update(); });
  add("qr_update", 4 * n * n * qr_depth, {}, [x] { x->qr_update(); });
  add("narrow_update", 2 * n * depth * depth * ((order - depth) / chunk + 1), {},
      [x] { x->narrow_update(); });
  const int triangles = order / cholesky_triangle;
  const double covered = triangles * cholesky_triangle, triangle = cholesky_triangle;
  add("cholesky_update", covered * (covered - triangle) * depth, {},
      [x, triangles] { x->cholesky_update(0, triangles * cholesky_triangle); });
  // Squares of depth x depth elements are counted as a whole: three in a triangle of twice the order.
  add(
      "cholesky_diagonal", 2 * triangles * triangle * (triangle + depth) / 2 * depth, [x] { x->pass_by(); },
      [x, triangles] {
        for (int k = 0; k < triangles; ++k)
          x->small_triangle(k * cholesky_triangle);
      });
  add(
      "getrf_panel", kernel::getrf_cost<double>(n, depth), [x] { x->restore(depth); },
      [x] { x->getrf(depth); });
  add(
      "geqrf_panel", kernel::geqrf_cost<double>(n, qr_depth), [x] { x->restore(qr_depth); },
      [x] { x->geqrf(qr_depth); });
  add(
      "potrf_panel", kernel::potrf_cost<double>(depth) + kernel::triangular_cost<double>(depth, n - depth),
      [x] { x->restore_positive_definite(depth); }, [x] { x->potrf(depth); });
  add(
      "trsm", kernel::triangular_cost<double>(depth, n), [x] { x->restore_unit_lower(depth); },
      [x] { x->trsm(depth); });
  kernels.push_back(copy_kernel(x));
  kernels.push_back(interchange_kernel(x));
  add("permutation", 2 * n * n * sizeof(double), {}, [x] { x->permute(); });
  return kernels;
}

std::vector<WidthKernel> width_kernels(int order) {
  const auto x = operands(order);
  const double n = order;
  std::vector<WidthKernel> kernels;
  for (const int w : plan::measured_widths) {
    const auto add = [&](const char* curve, double work, std::function<void()> prepare,
                         std::function<void()> run) {
      kernels.push_back({curve, w, {curve, work, std::move(prepare), std::move(run)}});
    };
    add("update", kernel::gemm_cost<double>(n, n, w), {}, [x, w] { x->update(w); });
    add("inner", kernel::gemm_cost<double>(n, n, w), {}, [x, w] { x->inner(w); });
    add(
        "getrf_panel", kernel::getrf_cost<double>(n, w), [x, w] { x->restore(w); }, [x, w] { x->getrf(w); });
    add(
        "geqrf_panel", kernel::geqrf_cost<double>(n, w), [x, w] { x->restore(w); }, [x, w] { x->geqrf(w); });
    add(
        "potrf_panel", kernel::potrf_cost<double>(w) + kernel::triangular_cost<double>(w, n - w),
        [x, w] { x->restore_positive_definite(w); }, [x, w] { x->potrf(w); });
    add(
        "trsm", kernel::triangular_cost<double>(w, n), [x, w] { x->restore_unit_lower(w); },
        [x, w] { x->trsm(w); });
  }
  return kernels;
}

Rate measure_rate(const RateKernel& kernel, double seconds) {
  double passed = 0, ran = 0, work = 0;
  const double start = clock_seconds();
  double end = start;
  do {
    if (kernel.prepare)
      kernel.prepare();
    const double begin = clock_seconds(), begin_running = running_seconds();
    kernel.run();
    ran += running_seconds() - begin_running;
    end = clock_seconds();
    passed += end - begin;
    work += kernel.work;
  } while (end - start < seconds);
  return {work / passed, work / (ran > 0 ? ran : passed)}; // 0: a system without that clock
}

} // namespace hetgrid::measure
