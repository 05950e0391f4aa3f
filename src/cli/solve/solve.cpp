// hetgrid solve: A X = B of matrices in files, by the rank that has them and workers of bounded memory.
#include "cli/commands.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/files/matrix_file.hpp"
#include "cli/mpi/mpi_session.hpp"
#include "cli/mpi/rank_watcher.hpp"
#include "cli/mpi/surroundings.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/message.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/precision.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/progress_clock.hpp"
#include "cli/output/quantities.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_policies.hpp"
#include "kernel/execution.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/server/getrf.hpp"
#include "linalg/server/star.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string a, b, x, json;
  bool progress = false;
  ServiceOptions service;
};

/// What rank 0 has open.
struct Files {
  OutputFile json;
  OutputMatrix x;
  std::string scratch; ///< folder
  InputMatrix a, b;

  explicit Files(const Options& options)
      : json(options.json), x(options.x), scratch(x.folder()), a(options.a, scratch), b(options.b, scratch) {
    x.check_apart(a);
    x.check_apart(b);
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
  ~Files() { x.discard(); }

  /// In the order of B, if the file can have it.
  MatrixLayout layout() const {
    return {a.layout().precision, a.layout().n, b.layout().n, x.only_by_rows() || b.layout().by_rows};
  }
};

struct Report {
  const Options* options = nullptr;
  MatrixLayout x;
  linalg::Service service;
  Index info = 0;
  double seconds = 0, bytes_moved = 0;
  double residual = 0;     ///< of the first right-hand side, scaled
  std::vector<int> silent; ///< ranks that do not answer

  /// n^3 / 3 + n^2 nrhs
  double multiplications() const {
    const double n = static_cast<double>(x.m);
    return n * n * n / 3 + n * n * static_cast<double>(x.n);
  }
  /// Complex ones are four times as many.
  double operations() const { return (x.precision == 'c' || x.precision == 'z' ? 8 : 2) * multiplications(); }
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

/// Of what a factorization of order n takes, while the products of its steps tell how many columns are left behind the next
/// panel, which is factored with them; then of the solution.
class SolveProgress {
public:
  explicit SolveProgress(const Report& report) : report_(report), clock_(report.options->progress) {
    tell(0);
  }

  template <typename T>
  void watch_factorization(linalg::Products<T>& products) {
    products.tell([this](const server::Product& step) { tell(factoring(report_.x.m) - factoring(step.n)); });
  }
  template <typename T>
  void watch_solution(linalg::Products<T>& products) {
    products.tell([this, done = factoring(report_.x.m)](const server::Product& part) mutable {
      done += static_cast<double>(part.m) * static_cast<double>(part.n) * static_cast<double>(part.k);
      tell(done);
    });
  }

private:
  static double factoring(Index n) { return std::pow(static_cast<double>(n), 3) / 3; }
  void tell(double multiplications) {
    clock_.tell(fmt::format("{:.0f} %", 100 * multiplications / report_.multiplications()));
  }

  const Report& report_;
  ProgressClock clock_;
};

/// On rank 0, while work_for_products runs on the others: the factors are in a file without a name.
template <typename T>
void serve(Files& files, Report& report) {
  const Index n = report.x.m, nrhs = report.x.n;
  linalg::Products<T> products(MPI_COMM_WORLD, report.service, linalg::largest_of_getrf(n, n, nrhs));
  SolveProgress progress(report);
  progress.watch_factorization(products);
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
  progress.watch_solution(products);
  if (report.info == 0)
    linalg::getrs<T>(products, n, nrhs, {lu, n}, ipiv.data(), {x, n});
  report.silent = products.end(report.info);
  report.seconds = kernel::now() - start;
  report.bytes_moved = products.bytes_moved();
  if (report.info > 0)
    throw InputError(
        fmt::format("{}: U({}, {}) of its factors is exactly zero: expected a matrix that is not singular",
                    one_line(files.a.name(), 400), report.info, report.info));
  report.residual = scaled_residual(files.a, files.b, x);
  if (by_rows)
    kernel::transpose(n, nrhs, x, n, output, nrhs);
  files.x.sync();
}

/// auto: the policy that is predicted to be the fastest for the first product of the factorization.
linalg::Service service_of(const Surroundings& surroundings, const ServiceOptions& options,
                           const MatrixLayout& x) {
  const plan::Platform platform = platform_with_memory(surroundings, options, x.element_bytes());
  const double memory = std::ranges::min(memory_of_workers(platform));
  linalg::Service service;
  service.block_size =
      options.block_size > 0 ? options.block_size : suitable_block_size(memory, x.element_bytes(), x.m);
  server::Product core{
      x.m, x.m, service.block_size, service.block_size, static_cast<int>(x.element_bytes()), false, true};
  service.star = linalg::star_of(platform, core);
  service.policy = options.policy;
  if (options.policy == "auto") {
    const server::Uncertainty uncertainty =
        server::uncertainty_from_text("--speed-error", options.speed_error);
    check_simulation_length(service.star, core);
    service.policy = chosen_policy(
        "auto", server::compare_policies(service.star, core, !uncertainty.exact(), uncertainty), core);
  }
  return service;
}

std::string text(const Report& report) {
  return fmt::format("{} = inverse of {} times {}: n = {}, {}; blocks of {}, {} by {}\n"
                     "{}, {}, {} moved; scaled residual {:.2g}\n",
                     report.options->x, report.options->a, report.options->b, report.x.m,
                     counted(static_cast<std::size_t>(report.x.n), "right-hand side", "right-hand sides"),
                     report.service.block_size,
                     counted(report.service.star.workers.size(), "worker", "workers"), report.service.policy,
                     duration(report.seconds), speed(report.operations() / report.seconds / 1e9),
                     byte_size(report.bytes_moved), report.residual);
}

std::string json_text(const Report& report) {
  return Json{{"operation", "solve"},
              {"n", report.x.m},
              {"nrhs", report.x.n},
              {"precision", std::string(1, report.x.precision)},
              {"block_size", report.service.block_size},
              {"policy", report.service.policy},
              {"workers", report.service.star.workers.size()},
              {"seconds", report.seconds},
              {"gflops", report.operations() / report.seconds / 1e9},
              {"bytes_moved", report.bytes_moved},
              {"scaled_residual", report.residual}}
             .dump(2) +
         "\n";
}

/// X is complete.
void publish(Files& files, const Report& report) {
  files.x.publish();
  fmt::print("{}", text(report));
  flush_standard_output();
  if (files.json.wanted())
    files.json.write(json_text(report));
  files.json.publish();
}

/// With all other ranks, unless some are silent: nothing can be agreed with them, and the program ends here.
template <typename T>
void solve(const MpiSession& session, Files* files, Report& report) {
  if (!session.root()) {
    linalg::work_for_products<T>(MPI_COMM_WORLD);
    return;
  }
  const auto silent = [&] { return fmt::format("no answer from rank {}", fmt::join(report.silent, ", ")); };
  try {
    serve<T>(*files, report);
  } catch (const InputError& error) {
    if (report.silent.empty())
      throw;
    throw std::runtime_error(fmt::format("{}; {}", error.what(), silent()));
  } catch (const SystemError& error) { // while workers wait for messages: the program ends
    throw std::runtime_error(error.what());
  } catch (const std::bad_alloc&) {
    throw std::runtime_error("no memory");
  }
  if (report.silent.empty())
    return;
  publish(*files, report);
  throw std::runtime_error(
      fmt::format("{}: {} is complete without", silent(), one_line(report.options->x, 400)));
}

int run(const Options& options, const MpiSession& session) {
  std::optional<Files> files;
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
    report.service = service_of(surroundings, options.service, report.x);
    files->x.create(report.x);
  });
  std::optional<RankWatcher> watcher(std::in_place,
                                     fmt::format("all ranks until {} is complete", one_line(options.x, 400)));
  session.together([&] {
    in_precision(report.x.precision,
                 [&](auto scalar) { solve<decltype(scalar)>(session, files ? &*files : nullptr, report); });
  });
  watcher.reset(); // ranks end
  session.together([&] {
    if (session.root())
      publish(*files, report);
  });
  return 0;
}

} // namespace

void add_solve(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "solve", "A X = B of matrices in files: mpiexec -n N hetgrid solve A.npy B.npy X.npy");
  const auto options = std::make_shared<Options>();
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
