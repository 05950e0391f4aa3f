// A product from a server, on one screen and as JSON.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "cli/plan/server_report.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::size_t most_workers = 16; ///< that are listed
constexpr std::size_t shown_order = 24;

std::vector<std::size_t> enrolled(const ServerReport& report) {
  std::vector<std::size_t> workers;
  for (std::size_t k = 0; k < report.outcome.workers.size(); ++k)
    if (report.outcome.workers[k].computing > 0)
      workers.push_back(k);
  return workers;
}

double fraction(const ServerReport& report, double seconds) {
  return report.bounds.best() / seconds;
}

/// Writes to a string.
class ServerText {
public:
  explicit ServerText(const ServerReport& report) : report_(report) {}

  std::string text() {
    const server::Product& product = report_.product;
    append(text_, "gemm from a server, m = {}, n = {}, k = {}, blocks of {}: {} of {} by {}, {}\n", product.m,
           product.n, product.k, product.block_size, enrolled(report_).size(),
           counted(report_.workers, "worker", "workers"), report_.policy,
           report_.star.port == plan::Port::one ? "one port" : "a port for each");
    workers();
    order();
    bounds();
    policies();
    return std::move(text_);
  }

private:
  void workers() {
    append(text_, "\n  {:<28} {:>9} {:>5} {:>10} {:>10} {:>10} {:>10}\n", "Enrolled", "blocks", "mu",
           "computing", "waiting", "sent", "returned");
    const std::vector<std::size_t> all = enrolled(report_);
    for (std::size_t k = 0; k < std::min(all.size(), most_workers); ++k)
      worker(all[k]);
    if (all.size() > most_workers)
      append(text_, "  ... {} more (--json has them)\n", all.size() - most_workers);
  }

  void worker(std::size_t k) {
    const server::Worker& worker = report_.star.workers[k];
    const server::WorkerOutcome& outcome = report_.outcome.workers[k];
    const plan::ProcessSpeed& speed = report_.platform.processes[static_cast<std::size_t>(worker.process)];
    append(text_, "  {:<28} {:>9} {:>5} {:>10} {:>10} {:>10} {:>10}\n", name_of(worker.process, speed),
           worker.buffers == 0 ? "any" : std::to_string(worker.buffers), report_.largest_chunk[k],
           duration(outcome.computing), duration(outcome.waiting), byte_size(outcome.bytes_sent),
           byte_size(outcome.bytes_returned));
  }

  void order() {
    std::vector<int> first;
    for (std::size_t k = 0; k < std::min(report_.order.size(), shown_order); ++k)
      first.push_back(report_.star.workers[static_cast<std::size_t>(report_.order[k])].process);
    append(text_, "\nOrder of the first steps: {}{}\n", fmt::join(first, " "),
           report_.order.size() > shown_order ? " ..." : "");
  }

  void bounds() {
    const server::Bounds& bounds = report_.bounds;
    const server::Outcome& outcome = report_.outcome;
    append(text_, "\nPredicted {}, {:.3f} of the bound; the port is busy {:.1f} % of the time\n",
           duration(outcome.seconds), fraction(report_, outcome.seconds),
           100 * outcome.port_busy / outcome.seconds / ports());
    append(
        text_,
        "Bounds: {} of computing, {} of the links, {} of any algorithm in this memory, {} of chunks of C\n",
        duration(bounds.computing), duration(bounds.traffic), duration(bounds.any_algorithm),
        duration(bounds.chunks));
  }
  double ports() const {
    return report_.star.port == plan::Port::one ? 1 : static_cast<double>(report_.star.workers.size());
  }

  void policies() {
    append(text_, "\n  {:<18} {:>10} {:>13} {:>8} {:>10}\n", "Policy",
           report_.uncertainty.exact() ? "time" : "mean time", "of the bound", "workers", "bytes");
    for (const server::Judged& judged : report_.policies)
      if (judged.given_up)
        append(text_, "  {:<18} {:>10} {:>13} {:>8} {:>10}  {}\n", judged.policy.name,
               "> " + duration(judged.seconds), fmt::format("< {:.3f}", fraction(report_, judged.seconds)),
               "", "", judged.policy.summary);
      else if (judged.feasible())
        append(text_, "  {:<18} {:>10} {:>13.3f} {:>8} {:>10}  {}\n", judged.policy.name,
               duration(judged.seconds), fraction(report_, judged.seconds), judged.outcome.enrolled(),
               byte_size(judged.outcome.bytes), judged.policy.summary);
      else
        append(text_, "  {:<18} {}\n", judged.policy.name, judged.obstacle);
  }

  const ServerReport& report_;
  std::string text_;
};

using plan::Json;

Json worker_json(const ServerReport& report, std::size_t k) {
  const server::Worker& worker = report.star.workers[k];
  const server::WorkerOutcome& outcome = report.outcome.workers[k];
  return {{"process", worker.process},
          {"seconds_per_block", worker.seconds_per_block},
          {"seconds_per_update", worker.seconds_per_update},
          {"buffers", worker.buffers},
          {"mu", report.largest_chunk[k]},
          {"computing", outcome.computing},
          {"waiting", outcome.waiting},
          {"bytes_sent", outcome.bytes_sent},
          {"bytes_returned", outcome.bytes_returned}};
}

} // namespace

std::string server_text(const ServerReport& report) {
  return ServerText(report).text();
}

std::string server_json(const ServerReport& report) {
  const server::Product& product = report.product;
  Json json{{"m", product.m},
            {"n", product.n},
            {"k", product.k},
            {"block_size", product.block_size},
            {"policy", report.policy},
            {"seconds", report.outcome.seconds},
            {"bytes", report.outcome.bytes}};
  json["bounds"] = {{"computing", report.bounds.computing},
                    {"traffic", report.bounds.traffic},
                    {"any_algorithm", report.bounds.any_algorithm},
                    {"chunks", report.bounds.chunks}};
  json["workers"] = Json::array();
  for (std::size_t k = 0; k < report.star.workers.size(); ++k)
    json["workers"].push_back(worker_json(report, k));
  json["order"] = report.order;
  for (const server::Judged& judged : report.policies)
    if (judged.given_up)
      json["policies"].push_back({{"name", judged.policy.name}, {"more_than", judged.seconds}});
    else if (judged.feasible())
      json["policies"].push_back({{"name", judged.policy.name},
                                  {"seconds", judged.seconds},
                                  {"workers", judged.outcome.enrolled()},
                                  {"bytes", judged.outcome.bytes}});
    else
      json["policies"].push_back({{"name", judged.policy.name}, {"obstacle", judged.obstacle}});
  return plan::json_text(json);
}

} // namespace hetgrid::cli
