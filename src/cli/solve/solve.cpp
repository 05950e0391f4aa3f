// hetgrid solve: A X = B of matrices in files, by the rank that has them and workers of bounded memory.
#include "cli/commands.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/files/matrix_file.hpp"
#include "cli/mpi/mpi_session.hpp"
#include "cli/mpi/rank_watcher.hpp"
#include "cli/mpi/serve_together.hpp"
#include "cli/mpi/served_work.hpp"
#include "cli/mpi/surroundings.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/message.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/precision.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/progress_clock.hpp"
#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_lu.hpp"
#include "hetgrid/server_policies.hpp"
#include "kernel/execution.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/server/getrf.hpp"
#include "linalg/server/star.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::cli {
namespace {

struct SolveOptions {
  std::string a, b, x, json;
  bool progress = false;
  ServiceOptions service;
};

/// What rank 0 has open.
struct SolveFiles {
  OutputFile json;
  OutputMatrix x;
  std::string scratch; ///< folder
  InputMatrix a, b;

  explicit SolveFiles(const SolveOptions& options)
      : json(options.json), x(options.x), scratch(x.folder()), a(options.a, scratch), b(options.b, scratch) {
    x.check_apart(a);
    x.check_apart(b);
    for (const InputMatrix* const operand : {&a, &b})
      json.check_apart(operand->file());
    const MatrixLayout &of_a = a.layout(), &of_b = b.layout();
    if (of_a.m != of_a.n || of_a.m < 1 || of_a.m > std::numeric_limits<int>::max())
      throw InputError(
          fmt::format("{}: {} x {}: expected a square matrix", one_line(a.name(), 400), of_a.m, of_a.n));
    if (of_b.m != of_a.n || of_b.n < 1 || of_b.n > std::numeric_limits<int>::max())
      throw InputError(fmt::format("{}: {} x {}: expected {} rows, as {} has", one_line(b.name(), 400),
                                   of_b.m, of_b.n, of_a.n, one_line(a.name(), 400)));
    if (of_a.precision != of_b.precision)
      throw InputError(fmt::format("{}: type {}: expected {}, that of {}", one_line(b.name(), 400),
                                   of_b.precision, of_a.precision, one_line(a.name(), 400)));
  }
  ~SolveFiles() { x.discard(); }

  /// In the order of B, if the file can have it.
  MatrixLayout layout() const {
    return {a.layout().precision, a.layout().n, b.layout().n, x.only_by_rows() || b.layout().by_rows};
  }
};

struct Report {
  const SolveOptions* options = nullptr;
  MatrixLayout x;
  linalg::Service service;
  Index info = 0;
  double seconds = 0;
  double residual = 0;     ///< of the first right-hand side, scaled
  bool dismissed = false;  ///< workers no longer wait for messages
  std::vector<int> silent; ///< ranks that do not answer
  ServedWork work;

  /// n^3 / 3 + n^2 nrhs
  double multiplications() const {
    const double n = static_cast<double>(x.m);
    return n * n * n / 3 + n * n * static_cast<double>(x.n);
  }
  double operations() const { return operations_per_update(x.precision) * multiplications(); }
  /// One of as many multiplications.
  server::Product product() const {
    return server::lu::all_products(x.m, x.n, service.block_size, static_cast<int>(x.element_bytes()));
  }
  /// The time in which all processes, the server among them, could do as much by any algorithm, over that it took.
  double of_bound() const { return server::lu::least_seconds_with_server(service.star, product()) / seconds; }
};

/// Columns one after the other, whatever the order of the file. \param columns  of m elements
template <typename T>
void read_columns(const InputMatrix& from, T* columns) {
  const MatrixLayout& layout = from.layout();
  const T* const data = reinterpret_cast<const T*>(from.data());
  if (layout.by_rows)
    kernel::transpose(layout.n, layout.m, data, layout.n, columns, layout.m);
  else
    std::copy_n(data, layout.m * layout.n, columns);
}

/// |b - A x| / (|A| |x| n eps) of the first column, maximum norms; |A| is at least that of a row of A's largest element.
template <typename T>
double scaled_residual(const InputMatrix& a, const InputMatrix& b, const T* x) {
  using Real = kernel::Real<T>;
  const Index n = a.layout().n;
  const auto element = [](const InputMatrix& of, Index i, Index j) {
    const MatrixLayout& layout = of.layout();
    return reinterpret_cast<const T*>(of.data())[layout.by_rows ? i * layout.n + j : i + j * layout.m];
  };
  std::vector<T> difference(static_cast<std::size_t>(n));
  std::vector<double> row_sums(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i)
    difference[static_cast<std::size_t>(i)] = element(b, i, 0);
  const auto subtract = [&](Index i, Index j) {
    const T a_ij = element(a, i, j);
    difference[static_cast<std::size_t>(i)] -= a_ij * x[j];
    row_sums[static_cast<std::size_t>(i)] += std::abs(a_ij);
  };
  for (Index outer = 0; outer < n; ++outer) // along the file
    for (Index inner = 0; inner < n; ++inner)
      a.layout().by_rows ? subtract(outer, inner) : subtract(inner, outer);
  double largest = 0, of_x = 0;
  for (Index i = 0; i < n; ++i) {
    const double each = std::abs(difference[static_cast<std::size_t>(i)]);
    largest = std::max(largest, each >= 0 ? each : std::numeric_limits<double>::infinity());
    of_x = std::max<double>(of_x, std::abs(x[i]));
  }
  const double scale = std::ranges::max(row_sums) * of_x * static_cast<double>(n) *
                       static_cast<double>(std::numeric_limits<Real>::epsilon());
  return largest == 0 ? 0 : largest / scale;
}

/// \throws InputError naming an element of X that is not
template <typename T>
void expect_finite(const SolveOptions& options, Index n, Index nrhs, const T* x) {
  for (Index k = 0; k < n * nrhs; ++k)
    if (!std::isfinite(std::abs(x[k])))
      throw InputError(
          fmt::format("{}: element ({}, {}) of {} is {}: expected finite numbers, of A and B and on the way",
                      one_line(options.a, 400), k % n + 1, k / n + 1, one_line(options.x, 400),
                      std::isnan(std::abs(x[k])) ? "NaN" : "infinite"));
}

/// Counts, and shows how far it is: while a matrix of order n is factored, a product tells how many columns are left behind the next
/// panel, which is factored with it; then come those of the solution.
class SolveWatch {
public:
  explicit SolveWatch(Report& report) : report_(report), clock_(report.options->progress) { show(0); }

  template <typename T>
  void watch_factorization(linalg::Products<T>& products) {
    watch(products,
          [this](const server::Product& step) { return factoring(report_.x.m) - factoring(step.n); });
  }
  template <typename T>
  void watch_solution(linalg::Products<T>& products) {
    watch(products, [this, done = factoring(report_.x.m)](const server::Product& part) mutable {
      return done += static_cast<double>(part.m) * static_cast<double>(part.n) * static_cast<double>(part.k);
    });
  }

private:
  /// \param complete  multiplications when that product is
  template <typename T, typename Complete>
  void watch(linalg::Products<T>& products, Complete complete) {
    products.tell(
        {[this](const server::Product& product, const server::Star& star, const server::Transfer& transfer) {
           const double before = report_.work.updates();
           report_.work.hear(product, star, transfer);
           show(done_ + report_.work.updates() - before);
         },
         [this, complete](const server::Product& product, const server::Star& star,
                          const linalg::ServedOutcome& outcome) mutable {
           report_.work.add(star, outcome);
           show(complete(product));
         },
         [this](int process, Index elements, double seconds) {
           report_.work.add_panel(process, elements, static_cast<int>(report_.x.element_bytes()), seconds);
         },
         [this](int process) { report_.work.add_stall(process); }});
  }
  static double factoring(Index n) { return std::pow(static_cast<double>(n), 3) / 3; }
  void show(double multiplications) {
    done_ = multiplications;
    const double seconds = clock_.seconds();
    if (seconds < next_)
      return;
    next_ = seconds + 0.1;
    clock_.tell(progress_text(multiplications / report_.multiplications(), report_.operations(), seconds,
                              report_.work.bytes_heard()));
  }

  Report& report_;
  ProgressClock clock_;
  double done_ = 0; ///< multiplications
  double next_ = 0; ///< seconds when it is shown again
};

/// On rank 0, while work_for_products runs on the others: the factors are in a file without a name.
template <typename T>
void serve(SolveFiles& files, Report& report) {
  const Index n = report.x.m, nrhs = report.x.n;
  linalg::Products<T> products(MPI_COMM_WORLD, report.service, linalg::largest_of_getrf(n, n, nrhs));
  SolveWatch watch(report);
  watch.watch_factorization(products);
  const double start = kernel::now();
  const Mapping factors = Mapping::scratch(files.scratch, static_cast<std::size_t>(n * n) * sizeof(T));
  T* const lu = reinterpret_cast<T*>(factors.data());
  read_columns(files.a, lu);
  const bool by_rows = report.x.by_rows;
  Mapping columns;
  if (by_rows)
    columns = Mapping::scratch(files.scratch, report.x.bytes());
  T* const output = reinterpret_cast<T*>(files.x.data());
  T* const x = by_rows ? reinterpret_cast<T*>(columns.data()) : output;
  read_columns(files.b, x);
  std::vector<int> ipiv(static_cast<std::size_t>(n));
  report.info = linalg::getrf<T>(products, n, n, {lu, n}, ipiv.data());
  watch.watch_solution(products);
  if (report.info == 0)
    linalg::getrs<T>(products, n, nrhs, {lu, n}, ipiv.data(), {x, n});
  report.silent = products.end(report.info);
  report.dismissed = report.silent.empty();
  report.seconds = kernel::now() - start;
  report.work.wait_for(report.seconds);
  if (report.info > 0)
    throw InputError(
        fmt::format("{}: U({}, {}) of its factors is exactly zero: expected a matrix that is not singular{}",
                    one_line(files.a.name(), 400), report.info, report.info,
                    report.silent.empty() ? "" : "; " + no_answer(report.silent)));
  expect_finite(*report.options, n, nrhs, x);
  report.residual = scaled_residual(files.a, files.b, x);
  if (by_rows)
    kernel::transpose(n, nrhs, x, n, output, nrhs);
  files.x.sync();
}

std::string policy_of(const ServiceOptions& options, const server::Star& star,
                      const server::Product& matrix) {
  if (options.policy != "auto") {
    check_lu_policy(options.policy, star, matrix);
    return options.policy;
  }
  check_simulation_length(star,
                          server::lu::all_products(matrix.n, 0, matrix.block_size, matrix.element_bytes));
  return server::lu::choose_policy(star, matrix,
                                   server::uncertainty_from_text("--speed-error", options.speed_error));
}

linalg::Service service_of(const plan::Platform& platform, const ServiceOptions& options,
                           const MatrixLayout& x) {
  const double memory = std::ranges::min(memory_of_workers(platform));
  linalg::Service service;
  service.block_size =
      options.block_size > 0 ? options.block_size : suitable_block_size(memory, x.element_bytes(), x.m);
  const server::Product matrix{x.m,   x.m, x.m, service.block_size, static_cast<int>(x.element_bytes()),
                               false, true};
  service.star = linalg::star_of(platform, matrix);
  service.policy = policy_of(options, service.star, matrix);
  return service;
}

std::string text(const Report& report) {
  return fmt::format("{} = inverse of {} times {}: n = {}, {}, {}; blocks of {}, {} by {}\n"
                     "{}, {}, {:.3f} of the bound; scaled residual {:.2g}\n",
                     report.options->x, report.options->a, report.options->b, report.x.m,
                     counted(static_cast<std::size_t>(report.x.n), "right-hand side", "right-hand sides"),
                     precision_name(report.x.precision), report.service.block_size,
                     counted(report.service.star.workers.size(), "worker", "workers"), report.service.policy,
                     duration(report.seconds), speed(report.operations() / report.seconds / 1e9),
                     report.of_bound(), report.residual) +
         report.work.text(report.product());
}

std::string json_text(const Report& report) {
  return plan::json_text({{"operation", "solve"},
                          {"a", report.options->a},
                          {"b", report.options->b},
                          {"x", report.options->x},
                          {"n", report.x.m},
                          {"nrhs", report.x.n},
                          {"precision", std::string(1, report.x.precision)},
                          {"block_size", report.service.block_size},
                          {"policy", report.service.policy},
                          {"seconds", report.seconds},
                          {"gflops", report.operations() / report.seconds / 1e9},
                          {"of_bound", report.of_bound()},
                          {"bytes", report.work.bytes_moved()},
                          {"least_bytes", report.work.least_bytes(report.product())},
                          {"scaled_residual", report.residual}, // null: sums of elements overflow
                          {"workers", report.work.json()}}) +
         "\n";
}

/// X is complete.
void publish(SolveFiles& files, const Report& report) {
  files.x.publish();
  fmt::print("{}", text(report));
  flush_standard_output();
  if (files.json.wanted())
    files.json.write(json_text(report));
  files.json.publish();
}

/// With all other ranks. If some are silent nothing can be agreed with them, and the program ends here. X is in its place before rank 0
/// waits for anybody.
template <typename T>
void solve(const MpiSession& session, SolveFiles* files, Report& report) {
  if (!session.root()) {
    linalg::work_for_products<T>(MPI_COMM_WORLD);
    return;
  }
  serve<T>(*files, report);
  publish(*files, report);
  if (!report.silent.empty())
    throw std::runtime_error(fmt::format("{}: {} is complete without", no_answer(report.silent),
                                         one_line(report.options->x, 400)));
}

int run(const SolveOptions& options, const MpiSession& session) {
  std::optional<SolveFiles> files;
  Report report;
  report.options = &options;
  session.together([&] {
    if (!session.root())
      return;
    files.emplace(options);
    report.x = files->layout();
  });
  comm::broadcast(&report.x, 1, 0, MPI_COMM_WORLD);
  const Surroundings surroundings = find_surroundings(session, options.service, report.operations());
  session.together([&] {
    if (!session.root())
      return;
    const plan::Platform platform =
        platform_with_memory(surroundings, options.service, report.x.element_bytes());
    report.service = service_of(platform, options.service, report.x);
    report.work = ServedWork(platform, report.service.star);
    files->x.create(report.x);
  });
  auto watcher =
      std::make_unique<RankWatcher>(fmt::format("all ranks until {} is complete", one_line(options.x, 400)));
  serve_together(
      session,
      [&] {
        const auto until_published = std::move(watcher); // then ranks end
        in_precision(report.x.precision, [&](auto scalar) {
          solve<decltype(scalar)>(session, files ? &*files : nullptr, report);
        });
      },
      [&] { return !report.dismissed; });
  return 0;
}

} // namespace

void add_solve(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "solve", "A X = B of matrices in files: mpiexec -n N hetgrid solve A.npy B.npy X.npy");
  const auto options = std::make_shared<SolveOptions>();
  command->add_option("A", options->a, "FILE.npy, FILE.mtx or FILE.h5:/DATASET; square")
      ->required()
      ->transform(not_empty());
  command->add_option("B", options->b, "Likewise, of the same type: right-hand sides")
      ->required()
      ->transform(not_empty());
  command->add_option("X", options->x, "FILE.npy or FILE.h5:/DATASET, which appears when it is complete")
      ->required()
      ->transform(not_empty());
  options->service.policy = "guided";
  add_service_options(*command, options->service);
  add_progress(*command, options->progress);
  command->add_option("--json", options->json, "Write what is printed to FILE")->transform(not_empty());
  command->callback([options, &invocation] {
    invocation.action = [options] {
      return run_mpi([options](const MpiSession& session) { return run(*options, session); });
    };
  });
}

} // namespace hetgrid::cli
