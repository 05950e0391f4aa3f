// The page of a plan is well-formed, complete, loads nothing, and escapes the names of hosts.
#define BOOST_TEST_MODULE html
#include <boost/test/unit_test.hpp>

#include "cli/plan/report.hpp"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace {

using hetgrid::cli::PlanReport;
using Tree = boost::property_tree::ptree;

Tree parse(const std::string& page) {
  std::istringstream in(page);
  Tree tree;
  boost::property_tree::read_xml(in, tree);
  return tree.get_child("html");
}

PlanReport report_of(hetgrid::plan::Platform platform, int p, int q) {
  PlanReport report;
  report.platform = std::move(platform);
  report.plan = hetgrid::plan::make_plan(report.platform, {.p = p, .q = q});
  report.prediction = hetgrid::plan::predict(report.plan, report.platform, report.problem);
  report.uniform = report.prediction;
  return report;
}

hetgrid::plan::Platform platform_of(int processes) {
  std::vector<double> times;
  for (int k = 0; k < processes; ++k)
    times.push_back(1 + 0.31 * (k * 7 % 20));
  return hetgrid::plan::platform_from_cycle_times(times);
}

/// Elements of a name anywhere in a tree.
std::vector<Tree> all(const Tree& node, const std::string& name) {
  std::vector<Tree> found;
  for (const auto& [child_name, child] : node) {
    if (child_name == name)
      found.push_back(child);
    const std::vector<Tree> within = all(child, name);
    found.insert(found.end(), within.begin(), within.end());
  }
  return found;
}

/// Rows of the table of processes: those with a coloured square.
std::size_t processes_listed(const Tree& page) {
  const std::vector<Tree> rows = all(page, "tr");
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const Tree& row) { return !all(row, "span").empty(); }));
}

} // namespace

BOOST_AUTO_TEST_CASE(every_process_is_listed) {
  for (const auto& [processes, p, q] : {std::tuple{1, 1, 1}, {2, 1, 2}, {9, 3, 3}, {100, 9, 10}}) {
    const Tree page = parse(plan_page(report_of(platform_of(processes), p, q), 0));
    BOOST_TEST(processes_listed(page) == static_cast<std::size_t>(processes));
    BOOST_TEST(all(page, "svg").size() == 3u);                     // grid, panel and matrix, loads
    BOOST_TEST(all(page, "details").empty() == (processes <= 64)); // long tables are folded
  }
}

BOOST_AUTO_TEST_CASE(hosts_are_escaped_and_nothing_is_loaded) {
  hetgrid::plan::Platform platform = platform_of(4);
  platform.processes[0].host = "<script>alert(1)</script>";
  platform.processes[1].host = "a&b";
  const std::string page = plan_page(report_of(platform, 2, 2), 12);
  BOOST_TEST(page.find("<script") == std::string::npos);
  BOOST_TEST(page.find("&lt;script&gt;") != std::string::npos);
  BOOST_TEST(page.find("a&amp;b") != std::string::npos);
  for (const char* loads : {"src=", "href=", "@import", "url(http"})
    BOOST_TEST(page.find(loads) == std::string::npos, loads);
}

BOOST_AUTO_TEST_CASE(what_was_asked_for_is_on_the_page) {
  PlanReport report = report_of(platform_of(6), 2, 2);
  const std::string plain = plan_page(report, 0);
  BOOST_TEST(plain.find("Other distributions") == std::string::npos);
  BOOST_TEST(plain.find("interrupted") == std::string::npos);
  BOOST_TEST(plain.find("2 of them idle") != std::string::npos);
  BOOST_TEST(plain.find(">idle<") != std::string::npos);
  report.distributions = compare_distributions(report.platform, report.problem, report.plan);
  report.partitions = report.distributions;
  report.partitions.resize(1);
  report.partitions.front().distribution.name = "Square Corner";
  report.interrupted = true;
  const std::string full = plan_page(report, 0);
  for (const hetgrid::plan::Compared& row : report.distributions)
    BOOST_TEST(full.find(">" + row.distribution.name + "<") != std::string::npos, row.distribution.name);
  BOOST_TEST(full.find(">Square Corner<") != std::string::npos);
  BOOST_TEST(full.find("interrupted") != std::string::npos);
  parse(full);
  const std::string all_used = plan_page(report_of(platform_of(4), 2, 2), 0);
  BOOST_TEST(all_used.find("idle<") == std::string::npos);
  BOOST_TEST(all_used.find("0 of them") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_given_and_what_is_assumed_is_told) {
  using hetgrid::cli::Basis;
  using hetgrid::plan::platform_from_json;
  const auto told = [](const std::string& processes, const std::string& network,
                       hetgrid::plan::Operation operation) {
    hetgrid::plan::Problem problem;
    problem.operation = operation;
    const auto [given, assumed] = hetgrid::cli::basis(
        platform_from_json(R"({"block_size": 64, "processes": [)" + processes + "]" + network + "}"),
        problem);
    std::string text;
    for (const std::string& one : given)
      text += one + ", ";
    text += "| ";
    for (const std::string& one : assumed)
      text += one + ", ";
    return text;
  };
  using enum hetgrid::plan::Operation;
  BOOST_TEST(
      told(R"({"cycle_time": 1}, {"cycle_time": 2})", "", gemm) ==
      "cycle-times, | 50 GF/s for the smallest cycle-time, every process on a host of its own, a switch "
      "with 20 us and 1.25 GB/s, memory without limit, ");
  BOOST_TEST(
      told(R"({"cycle_time": 1, "gflops": 3}, {"cycle_time": 2})", "", getrf) ==
      "cycle-times, speeds of 1 of 2 processes, | the other speeds by their cycle-times, every process on "
      "a host of its own, a switch with 20 us and 1.25 GB/s, memory without limit, panels as fast relative "
      "to products as on an AMD EPYC, ");
  // All on one host: links between hosts do not matter.
  BOOST_TEST(told(R"({"host": "a", "cycle_time": 1, "gflops": 3, "memory": 1e9},
                     {"host": "a", "cycle_time": 1, "gflops": 3, "memory": 1e9})",
                  R"(, "network": {"within_host": {"latency": 2e-6, "bandwidth": 1e10}})",
                  gemm) == "speeds, 2 us and 10 GB/s within a host, memory, | ");
  BOOST_TEST(told(R"({"host": "a", "cycle_time": 1, "gflops": 3}, {"host": "a", "cycle_time": 1, "gflops": 3},
                     {"host": "b", "segment": "x", "cycle_time": 1, "gflops": 3})",
                  R"(, "network": {"between_hosts": {"latency": 1e-4, "bandwidth": 1e7}})", gemm) ==
             "speeds, | 1 us and 5 GB/s within a host, 20 us and 1.25 GB/s between segments, memory without "
             "limit, ");
}
