// Traces as Chrome's format and as Gantt charts: well-formed, complete, without overlap on a rank, and not too large.
#define BOOST_TEST_MODULE trace
#include <boost/test/unit_test.hpp>

#include "cli/output/gantt.hpp"
#include "cli/output/trace.hpp"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>

#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace hetgrid::cli;
using hetgrid::measure::Interval;
using hetgrid::measure::no_step;
using Json = nlohmann::json;
using Tree = boost::property_tree::ptree;

constexpr std::int32_t panel = 0, broadcast = 1, update = 2, wait = 4;

/// Two runs of two ranks: the second is not on the grid in the first run.
struct TwoRuns {
  std::vector<RankTrace> uniform{{0, 4, {{0, 1, panel, 0}, {1, 3.5, update, 0}}},
                                 {0.25, 4, {{0.25, 4, wait, no_step}}}};
  std::vector<RankTrace> uneven{
      {0, 2, {{0, 1.5, update, no_step}}},
      {0, 2, {{0, 0.5, broadcast, 3}, {0.5, 1, wait, no_step}, {1.5, 2, wait, no_step}}}};
  std::vector<RankPlace> on_grid{{0, 0, "alpha", 1}, {0, 1, "b<\"&\xff", 3}};
  std::vector<RunTrace> runs{
      {"pdgetrf, n = 100", "uniform", 4, {{0, 0, "alpha", 1}, {-1, -1, "beta", 3}}, uniform},
      {"pdgetrf, n = 100", "uneven", 2, on_grid, uneven}};
};

Json events_of(const std::vector<RunTrace>& runs) {
  std::ostringstream out;
  write_trace_events(out, runs);
  return Json::parse(out.str()).at("traceEvents");
}

Tree parse(const std::string& svg) {
  std::istringstream in(svg);
  Tree tree;
  boost::property_tree::read_xml(in, tree);
  return tree.get_child("svg");
}

/// All elements of a name, with a class if that is not empty.
std::vector<Tree> elements(const Tree& node, const std::string& wanted, const std::string& of_class = "") {
  std::vector<Tree> result;
  for (const auto& [name, child] : node) {
    if (name == wanted && (of_class.empty() || child.get("<xmlattr>.class", "") == of_class))
      result.push_back(child);
    const std::vector<Tree> within = elements(child, wanted, of_class);
    result.insert(result.end(), within.begin(), within.end());
  }
  return result;
}

bool is_written(const Tree& svg, const std::string& words) {
  for (const Tree& text : elements(svg, "text"))
    if (text.data().find(words) != std::string::npos)
      return true;
  return false;
}

/// Intervals of random lengths, one after the other, about `mean` seconds each.
std::vector<RankTrace> random_traces(std::size_t ranks, double seconds, double mean) {
  std::mt19937 engine(7);
  std::exponential_distribution<double> length(1 / mean);
  std::uniform_int_distribution<std::int32_t> entry(0, static_cast<std::int32_t>(activities.size()) - 1);
  std::vector<RankTrace> traces(ranks);
  for (RankTrace& trace : traces) {
    trace.end = seconds;
    for (double time = 0; time < seconds;) {
      const double end = std::min(seconds, time + length(engine));
      trace.intervals.push_back({time, end, entry(engine), no_step});
      time = end;
    }
  }
  return traces;
}

} // namespace

BOOST_FIXTURE_TEST_CASE(events_are_those_of_the_ranks, TwoRuns) {
  std::map<std::pair<int, int>, double> end; // of the last event of each thread
  std::vector<std::string> names;
  std::map<std::string, double> seconds;
  for (const Json& event : events_of(runs)) {
    const std::pair thread(event.at("pid").get<int>(), event.at("tid").get<int>());
    if (event.at("ph") == "M") {
      if (event.at("name") == "process_name" || event.at("name") == "thread_name")
        names.push_back(event.at("args").at("name"));
      continue;
    }
    BOOST_TEST(event.at("ph") == "X");
    const double begin = event.at("ts"), duration = event.at("dur");
    BOOST_TEST(begin >= end[thread]);
    end[thread] = begin + duration;
    seconds[event.at("name")] += duration / 1e6;
    if (event.at("name") == "panel")
      BOOST_TEST(event.at("args").at("step") == 0);
    if (event.at("name") == "wait")
      BOOST_TEST(!event.contains("args"));
  }
  const std::vector<std::string> expected_names{
      "pdgetrf, n = 100, uniform", "rank 0 (0, 0), alpha, t = 1", "rank 1, beta, t = 3",
      "pdgetrf, n = 100, uneven",  "rank 0 (0, 0), alpha, t = 1", "rank 1 (0, 1), b<\"&\ufffd, t = 3"};
  BOOST_TEST(names == expected_names, boost::test_tools::per_element());
  const std::map<std::string, double> expected{
      {"panel", 1}, {"update", 4}, {"broadcast", 0.5}, {"wait", 4.75}};
  BOOST_TEST((seconds == expected));
}

BOOST_FIXTURE_TEST_CASE(what_is_missing_is_told, TwoRuns) {
  uneven[0].complete = false;
  BOOST_TEST(missing_part(runs[0]) == "");
  BOOST_TEST(missing_part(runs[1]) ==
             "pdgetrf, n = 100, uneven: of 1 rank the phases are known up to 1.5 s of 2 s only, "
             "for which there was room");
  uneven[0].intervals.clear();
  uneven[1].complete = false;
  BOOST_TEST(missing_part(runs[1]).find("of 2 ranks the phases are known up to 0 s of 2 s") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(adjacent_events_do_not_overlap) {
  const std::vector<RankTrace> traces = random_traces(3, 1e-3, 3.3e-8);
  const std::vector<RunTrace> runs{{"gemm", "uneven", 1e-3, std::vector<RankPlace>(3), traces}};
  std::map<int, double> end;
  double overlap = 0;
  std::size_t count = 0;
  for (const Json& event : events_of(runs))
    if (event.at("ph") == "X") {
      double& last = end[event.at("tid").get<int>()];
      overlap = std::max(overlap, last - event.at("ts").get<double>());
      last = event.at("ts").get<double>() + event.at("dur").get<double>();
      ++count;
    }
  BOOST_TEST(count == traces[0].intervals.size() + traces[1].intervals.size() + traces[2].intervals.size());
  BOOST_TEST(overlap < 1e-9); // microseconds: what doubles cannot tell
}

BOOST_AUTO_TEST_CASE(bars_show_every_activity_with_its_share) {
  // 1000 cells with about 20 intervals in each.
  for (const RankTrace& trace : random_traces(4, 1, 5e-5)) {
    const std::vector<Bar> drawn = bars(trace, 1e-3);
    std::vector<double> cells(activities.size() + 1), seconds(activities.size() + 1);
    for (std::size_t k = 0; k < drawn.size(); ++k) {
      cells[drawn[k].activity] += drawn[k].end - drawn[k].begin;
      BOOST_TEST(drawn[k].begin < drawn[k].end);
      if (k > 0)
        BOOST_TEST((drawn[k].begin == drawn[k - 1].end && drawn[k].activity != drawn[k - 1].activity));
    }
    for (const Interval& interval : trace.intervals)
      seconds[static_cast<std::size_t>(interval.entry)] += interval.end - interval.begin;
    BOOST_TEST(drawn.front().begin == 0);
    BOOST_TEST(drawn.back().end == 1000);
    for (std::size_t activity = 0; activity < cells.size(); ++activity)
      BOOST_TEST(std::abs(cells[activity] - 1000 * seconds[activity]) <= 2);
  }
}

BOOST_AUTO_TEST_CASE(long_intervals_are_where_they_were) {
  const RankTrace trace{2, 12, {{2, 4, panel, 0}, {4, 4.3, broadcast, 0}, {4.3, 9, update, 0}}};
  const std::vector<Bar> drawn = bars(trace, 1);
  BOOST_TEST_REQUIRE(drawn.size() == 3u);
  const std::vector<std::vector<int>> expected{{2, 4, panel}, {4, 9, update}, {9, 12, int(other_activity)}};
  for (std::size_t k = 0; k < 3; ++k)
    BOOST_TEST((std::vector<int>{drawn[k].begin, drawn[k].end, int(drawn[k].activity)} == expected[k]));
  BOOST_TEST(bars({}, 1).empty());
}

BOOST_FIXTURE_TEST_CASE(picture_has_a_row_for_every_rank, TwoRuns) {
  const Tree svg = parse(draw_gantt(runs));
  BOOST_TEST(elements(svg, "g", "rank").size() == 4u);
  for (const char* words :
       {"pdgetrf, n = 100", "uniform: 4 s", "uneven: 2 s", "rank 0 (0, 0), alpha, t = 1",
        "rank 1, beta, t = 3", "b<\"&?", "time, s", "update: ", "wait: ", "88 %", "75 %", "25 %"})
    BOOST_TEST(is_written(svg, words), words);
  BOOST_TEST(!is_written(svg, "swap: ")); // there are none
  const Tree row = elements(svg, "g", "rank").front();
  BOOST_TEST(row.get<std::string>("title") ==
             "rank 0 (0, 0), alpha, t = 1: panel 25.0 %, update 62.5 %, other 12.5 %");
}

BOOST_AUTO_TEST_CASE(pictures_of_many_ranks_are_not_large) {
  const std::vector<RankTrace> traces = random_traces(1000, 1, 1e-3);
  const std::vector<RankPlace> places(1000, RankPlace{1, 2, "a-host-of-many", 1});
  const std::vector<RunTrace> runs{{"pdgemm", "uniform", 1, places, traces},
                                   {"pdgemm", "uneven", 1, places, traces}};
  const std::string picture = draw_gantt(runs);
  BOOST_TEST(picture.size() < 2'000'000u);
  const Tree svg = parse(picture);
  BOOST_TEST(elements(svg, "g", "rank").size() == 2000u);
  const std::size_t words = elements(svg, "text").size();
  BOOST_TEST((words > 100 && words < 600)); // labels do not cover each other
}

BOOST_AUTO_TEST_CASE(nothing_to_draw) {
  BOOST_TEST(elements(parse(draw_gantt({})), "g", "rank").empty());
  BOOST_TEST(events_of({}).empty());
  const std::vector<RankTrace> traces(2); // a run that took no time
  const std::vector<RunTrace> runs{{"pdgemm", "uneven", 0, std::vector<RankPlace>(2), traces}};
  BOOST_TEST(elements(parse(draw_gantt(runs)), "g", "rank").size() == 2u);
}
