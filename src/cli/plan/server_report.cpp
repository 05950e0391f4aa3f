#include "cli/plan/server_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "cli/output/server_timeline.hpp"
#include "hetgrid/error.hpp"
#include "schedule/sharing_limit.hpp"

namespace hetgrid::cli {
namespace {

constexpr std::size_t longest_order = 1000; ///< steps

void record(ServerReport& report, const server::Transfer& transfer) {
  server::Index& largest = report.largest_chunk[static_cast<std::size_t>(transfer.worker)];
  for (const server::Update& update : transfer.updates)
    largest = std::max({largest, update.rows.size(), update.columns.size()});
  if (!transfer.updates.empty() && report.order.size() < longest_order)
    report.order.push_back(transfer.worker);
}

} // namespace

ServerReport server_report(const plan::Platform& platform, const server::Product& product,
                           const std::string& policy, const server::Uncertainty& uncertainty) {
  ServerReport report;
  report.platform = uncertainty.unknown ? server::with_equal_speeds(platform) : platform;
  report.uncertainty = uncertainty;
  report.product = product;
  report.star = server::star_of(report.platform, product, schedule::sharing_limit());
  check_simulation_length(report.star, product);
  report.workers = report.star.workers.size();
  server::Product least_sent = product;
  least_sent.added = true; // by policies that are compared
  report.bounds = server::bounds(report.star, least_sent);
  if (policy == "auto") {
    server::Choice choice = server::choose_policy(policy, report.star, product, true, uncertainty);
    report.star = server::enrolled(std::move(report.star), choice.enrolment);
    report.policies = std::move(choice.policies);
  } else {
    report.policies = server::compare_policies(report.star, product, true, uncertainty);
  }
  report.policy = chosen_policy(policy, report.policies, product);
  report.largest_chunk.assign(report.star.workers.size(), 0);
  report.timeline.emplace(report.platform, report.star);
  report.product = server::product_for(report.policy, product);
  const auto followed = server::make_policy(report.policy, report.star, report.product);
  report.outcome = server::simulate(report.star, report.product, *followed,
                                    [&](const server::Transfer& transfer, const server::Occurrence& when) {
                                      record(report, transfer);
                                      report.timeline->record(transfer, when);
                                    });
  return report;
}

std::string server_gantt(const ServerReport& report) {
  return report.timeline->gantt(report.policy, report.outcome.seconds);
}

} // namespace hetgrid::cli
