// hetgrid multiply: C = A B of matrices in files, by the rank that has them and workers of bounded memory.
#include "cli/commands.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/matrix_file.hpp"
#include "cli/mpi/machine.hpp"
#include "cli/mpi/mpi_session.hpp"
#include "cli/mpi/rank_watcher.hpp"
#include "cli/mpi/serve_together.hpp"
#include "cli/multiply/journal.hpp"
#include "cli/multiply/plan.hpp"
#include "cli/multiply/report.hpp"
#include "cli/multiply/result_keeper.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/message.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/precision.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/progress_line.hpp"
#include "cli/output/quantities.hpp"
#include "cli/output/server_timeline.hpp"
#include "cli/output/text.hpp"
#include "comm/collectives.hpp"
#include "comm/sharing_limit.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/server_policies.hpp"
#include "linalg/server/gemm.hpp"
#include "schedule/sharing_limit.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

struct MultiplyOptions {
  std::string a, b, c, gantt, json;
  ServiceOptions plan;
  bool resume = false, progress = false;
};

/// What rank 0 has open.
struct MultiplyFiles {
  OutputFile gantt, json;
  OutputMatrix c;
  InputMatrix a, b;
  Journal journal;

  explicit MultiplyFiles(const MultiplyOptions& options)
      : gantt(options.gantt), json(options.json), c(options.c), a(options.a, c.folder()),
        b(options.b, c.folder()), journal(c.target() + ".journal") {
    c.check_apart(a);
    c.check_apart(b);
    for (const OutputFile* const beside : {&gantt, &json})
      for (const InputMatrix* const operand : {&a, &b})
        beside->check_apart(operand->file());
    const MatrixLayout &x = a.layout(), &y = b.layout();
    if (x.n != y.m)
      throw InputError(fmt::format("{}: {} rows: expected {}, as {} has columns", one_line(b.name(), 400),
                                   y.m, x.n, one_line(a.name(), 400)));
    if (x.precision != y.precision)
      throw InputError(fmt::format("{}: type {}: expected {}, that of {}", one_line(b.name(), 400),
                                   y.precision, x.precision, one_line(a.name(), 400)));
    if (!c.has_part()) // the last thing that a run did was to put it in its place
      journal.forget();
    if (journal.head() && !options.resume)
      throw InputError(
          fmt::format("{}: left by a run that was interrupted: expected --resume, or no such file",
                      one_line(journal.file(), 400)));
  }

  /// Of a run that has come to nothing nothing is left.
  ~MultiplyFiles() {
    if (journal.results().empty())
      c.discard();
  }

  /// By columns only if both factors are.
  MatrixLayout layout() const {
    return {a.layout().precision, a.layout().m, b.layout().n,
            c.only_by_rows() || a.layout().by_rows || b.layout().by_rows};
  }
  Index k() const { return a.layout().n; }
};

// ---- going on with a run

std::string plan_options(const ServiceOptions& options) {
  Json json{{"policy", options.policy},
            {"memory", options.memory},
            {"block_size", options.block_size},
            {"server_computes", options.server_computes},
            {"speed_error", options.speed_error},
            {"platform", nullptr},
            {"HETGRID_SHARED_MEMORY", schedule::sharing_limit_text(comm::sharing_limit())}};
  if (!options.platform.empty())
    json["platform"] = Json::parse(plan::to_json(platform_from_file(options.platform)));
  return json.dump();
}

std::string fingerprint(const ProductPlan& plan) {
  return fmt::format("{:016x}", server::fingerprint(plan.schedule.transfers));
}

JournalHead head_of(const MultiplyFiles& files, const MultiplyOptions& options, const ProductPlan& plan,
                    const std::vector<std::string>& blas) {
  return {OperandState::of(files.a),  OperandState::of(files.b), files.layout(),
          plan_options(options.plan), plan.product.block_size,   plan.policy,
          plan.platform_text,         fingerprint(plan),         blas};
}

/// The plan of the run that was interrupted. \throws InputError unless this run is the same
ProductPlan resumed_plan(const MultiplyFiles& files, const MultiplyOptions& options, int ranks) {
  const JournalHead& head = *files.journal.head();
  const auto refuse = [&](const std::string& value, const std::string& expected) {
    throw InputError(fmt::format("{}: made with {}: expected {}", one_line(files.journal.file(), 400), value,
                                 one_line(expected, 400)));
  };
  for (const auto& [was, is] :
       {std::pair(head.a, OperandState::of(files.a)), {head.b, OperandState::of(files.b)}}) {
    if (is.bytes != was.bytes || is.modified != was.modified)
      refuse(fmt::format("{}, {} bytes, changed at {} ns", one_line(was.file, 400), was.bytes, was.modified),
             fmt::format("{} bytes, changed at {} ns", is.bytes, is.modified));
    if (is.dataset != was.dataset)
      refuse(fmt::format("dataset \"{}\" of {}", one_line(was.dataset, 400), one_line(was.file, 400)),
             fmt::format("\"{}\"", is.dataset));
    if (!was.digest.empty() && is.digest != was.digest)
      refuse("other elements of " + one_line(was.file, 400), "those it had");
  }
  if (head.c != files.layout())
    refuse(fmt::format("C {} x {}, type {}", head.c.m, head.c.n, head.c.precision),
           fmt::format("{} x {}, type {}, in its order", files.layout().m, files.layout().n,
                       files.layout().precision));
  const plan::Platform platform = plan::platform_from_json(head.platform);
  if (platform.processes.size() != static_cast<std::size_t>(ranks))
    refuse(counted(platform.processes.size(), "rank", "ranks"), std::to_string(ranks));
  const Json was = Json::parse(head.options), is = Json::parse(plan_options(options.plan));
  for (const auto& [option, value] : is.items())
    if (const Json before = was.value(option, option == "speed_error" ? Json("0") : Json()); before != value)
      refuse(fmt::format("{} {}", option, one_line(before.dump())),
             one_line(value.dump()) + ", that of this run");
  ProductPlan plan = make_plan(head.platform, product_of(head.c, files.k(), head.block_size), head.policy);
  if (fingerprint(plan) != head.fingerprint)
    refuse("another plan", "that of this version of hetgrid");
  for (const auto& [operand, rows, columns] : files.journal.results())
    if (rows.begin < 0 || rows.begin > rows.end || rows.end > plan.product.r() || columns.begin < 0 ||
        columns.begin > columns.end || columns.end > plan.product.s())
      refuse(fmt::format("blocks {} to {}, {} to {} of C", rows.begin, rows.end, columns.begin, columns.end),
             fmt::format("{} x {} blocks", plan.product.r(), plan.product.s()));
  return plan;
}

/// Results are right with any BLAS, and hours of work are not thrown away for another one; but their bits may be others.
void tell_of_another_blas(const Journal& journal, const std::vector<std::string>& blas) {
  const std::vector<std::string>& before = journal.head()->blas;
  for (std::size_t rank = 0; rank < std::min(before.size(), blas.size()); ++rank)
    if (before[rank] != blas[rank])
      return report(fmt::format(
          "{}: rank {} has computed with {}: goes on with {}, which may round otherwise",
          one_line(journal.file(), 400), rank, one_line(before[rank], 200), one_line(blas[rank], 200)));
}

// ---- the product

/// The first factor of the product is A; of that of the transposes, B.
template <typename T>
linalg::ServedProduct<T> served_product(const MultiplyFiles& files, const MatrixLayout& c,
                                        const ProductPlan& plan) {
  const auto factor = [&](const InputMatrix& x, linalg::ServedMatrix<const T>& array,
                          kernel::Transpose& trans) {
    const MatrixLayout& layout = x.layout();
    array = {reinterpret_cast<const T*>(x.data()), layout.by_rows ? layout.n : layout.m};
    trans = layout.by_rows == c.by_rows ? kernel::Transpose::no : kernel::Transpose::transpose;
  };
  linalg::ServedProduct<T> served;
  served.product = plan.product;
  factor(c.by_rows ? files.b : files.a, served.a, served.trans_a);
  factor(c.by_rows ? files.a : files.b, served.b, served.trans_b);
  served.c = {reinterpret_cast<T*>(files.c.data()), plan.product.m};
  return served;
}

/// What is left of the plan when the results in the journal are there.
std::vector<server::Transfer> remaining(const MultiplyFiles& files, const ProductPlan& plan) {
  return server::remaining(plan.product, plan.star.workers.size(), plan.schedule.transfers,
                           files.journal.results());
}

/// Blocks of C that these do not return.
Index blocks_there(const ProductPlan& plan, const std::vector<server::Transfer>& transfers) {
  Index blocks = plan.product.r() * plan.product.s();
  for (const server::Transfer& transfer : transfers)
    if (transfer.to_server)
      for (const server::Piece& piece : transfer.pieces)
        blocks -= piece.rows.size() * piece.columns.size();
  return blocks;
}

/// Hears of what is done: keeps results, counts, shows how far it is.
class MultiplyWatch {
public:
  MultiplyWatch(MultiplyFiles& files, const ProductPlan& plan, MultiplyReport& report,
                const MultiplyOptions& options)
      : report_(report), line_(options.progress), output_(files.c) {
    if (!plan.on_demand())
      keeper_.emplace(files.c, files.journal);
    if (!options.gantt.empty())
      timeline_.emplace(plan.platform, plan.star);
    report.work = ServedWork(plan.platform, plan.star);
  }

  void hear(const server::Transfer& transfer, const server::Occurrence& when) {
    if (timeline_)
      timeline_->record(transfer, when);
    report_.work.hear(report_.plan->product, report_.plan->star, transfer);
    if (transfer.to_server && keeper_)
      keeper_->keep(transfer.pieces);
    if (line_.is_due())
      show();
  }

  /// \throws InputError if not all is on the disk
  void finish() {
    if (keeper_)
      keeper_->finish();
    else
      output_.sync();
  }
  std::string gantt() const {
    return timeline_ ? timeline_->gantt(report_.plan->policy, report_.seconds) : "";
  }

private:
  void show() {
    line_.show(progress_text(report_.work.updates() / report_.updates_in_all(), report_.operations(),
                             line_.seconds(), report_.work.bytes_heard()));
  }

  MultiplyReport& report_;
  std::optional<ServerTimeline> timeline_;
  ProgressLine line_;
  const OutputMatrix& output_;
  std::optional<ResultKeeper> keeper_;
};

/// On rank 0, while work_for_gemm runs on the others.
template <typename T>
void serve(MultiplyFiles& files, const MultiplyOptions& options, const ProductPlan& plan,
           MultiplyReport& report) {
  linalg::ServedProduct<T> served = served_product<T>(files, report.layout, plan);
  served.gives_up = true;
  std::unique_ptr<server::Policy> policy;
  if (plan.on_demand())
    policy = server::make_policy(plan.policy, plan.star, plan.product);
  else {
    std::vector<server::Transfer> transfers = remaining(files, plan);
    served.done = report.results_there = blocks_there(plan, transfers);
    policy = server::follow(plan.star, plan.product, std::move(transfers));
  }
  MultiplyWatch watch(files, plan, report, options);
  const linalg::ServedOutcome outcome = linalg::serve_gemm<T>(
      MPI_COMM_WORLD, served, plan.star, *policy,
      [&](const server::Transfer& transfer, const server::Occurrence& when) { watch.hear(transfer, when); });
  report.seconds = outcome.seconds;
  report.silent = outcome.silent;
  report.dismissed = report.silent.empty();
  report.work.add(plan.star, outcome);
  watch.finish();
  report.gantt = watch.gantt();
}

/// C is complete: puts everything in its place.
void publish(MultiplyFiles& files, const MultiplyReport& report) {
  if (files.json.wanted())
    files.json.write(multiply_json(report));
  files.gantt.write(report.gantt);
  files.c.publish();
  files.journal.remove();
  fmt::print("{}", multiply_text(report));
  flush_standard_output();
  files.json.publish();
  files.gantt.publish();
}

/// With all other ranks. If some are silent nothing can be agreed with them, and the program ends here. C is in its place before rank 0
/// waits for anybody.
template <typename T>
void multiply(const MpiSession& session, MultiplyFiles* files, const MultiplyOptions& options,
              const ProductPlan& plan, MultiplyReport& report) {
  if (!session.root()) {
    linalg::work_for_gemm<T>(MPI_COMM_WORLD);
    return;
  }
  serve<T>(*files, options, plan, report);
  publish(*files, report);
  if (!report.silent.empty())
    throw std::runtime_error(
        fmt::format("{}: {} is complete without", no_answer(report.silent), one_line(options.c, 400)));
}

/// What all ranks have to know of the files.
struct Shape {
  MatrixLayout c;
  Index k = 0;
  bool resumed = false;
};

int run(const MultiplyOptions& options, const MpiSession& session) {
  std::optional<MultiplyFiles> files;
  Shape shape;
  session.together([&] {
    if (!session.root())
      return;
    files.emplace(options);
    shape = {files->layout(), files->k(), files->journal.head().has_value()};
  });
  comm::broadcast(&shape, 1, 0, MPI_COMM_WORLD);
  Surroundings surroundings;
  if (!shape.resumed)
    surroundings = find_surroundings(session, options.plan,
                                     2 * static_cast<double>(shape.c.m) * static_cast<double>(shape.c.n) *
                                         static_cast<double>(shape.k));
  ProductPlan plan;
  MultiplyReport report;
  const std::vector<std::string> blas = all_blas(MPI_COMM_WORLD);
  session.together([&] {
    if (!session.root())
      return;
    plan = shape.resumed ? resumed_plan(*files, options, session.size())
                         : make_plan(surroundings, options.plan, shape.c, shape.k);
    if (shape.resumed) {
      tell_of_another_blas(files->journal, blas);
      files->c.reopen(shape.c);
    } else {
      files->c.create(shape.c);
      if (!plan.on_demand())
        files->journal.begin(head_of(*files, options, plan, blas));
    }
    report = {options.a, options.b, options.c, shape.c, shape.k, &plan, 0, 0, {}, false, {}, {}};
  });
  auto watcher = std::make_unique<RankWatcher>(
      fmt::format("all ranks until {} is complete{}", one_line(options.c, 400),
                  plan.on_demand() ? "" : "; what came back is kept: --resume goes on"));
  serve_together(
      session,
      [&] {
        const auto until_published = std::move(watcher); // then ranks end
        in_precision(shape.c.precision, [&](auto scalar) {
          multiply<decltype(scalar)>(session, files ? &*files : nullptr, options, plan, report);
        });
      },
      [&] { return !report.dismissed; });
  return 0;
}

} // namespace

void add_multiply(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "multiply", "C = A B of matrices in files: mpiexec -n N hetgrid multiply A.npy B.npy C.npy");
  const auto options = std::make_shared<MultiplyOptions>();
  command->add_option("A", options->a, "FILE.npy, FILE.mtx or FILE.h5:/DATASET")
      ->required()
      ->transform(not_empty());
  command->add_option("B", options->b, "Likewise, of the same type")->required()->transform(not_empty());
  command->add_option("C", options->c, "FILE.npy or FILE.h5:/DATASET, which appears when it is complete")
      ->required()
      ->transform(not_empty());
  add_service_options(*command, options->plan);
  command->add_flag(
      "--resume", options->resume,
      "Go on with a run that was interrupted, if there was one: same operands, ranks and options");
  add_progress(*command, options->progress);
  command->add_option("--gantt", options->gantt, "Who did what when, as a picture: an SVG file")
      ->transform(not_empty());
  command->add_option("--json", options->json, "Write what is printed to FILE")->transform(not_empty());
  command->callback([options, &invocation] {
    invocation.action = [options] {
      return run_mpi([options](const MpiSession& session) { return run(*options, session); });
    };
  });
}

} // namespace hetgrid::cli
