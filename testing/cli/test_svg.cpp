// The picture of a plan is well-formed XML, has a rectangle for every block in the colour of its process, and
// names all processes.
#define BOOST_TEST_MODULE svg
#include <boost/test/unit_test.hpp>

#include "cli/svg.hpp"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"

namespace {

using hetgrid::plan::Plan;
using Tree = boost::property_tree::ptree;

Tree parse(const std::string& svg) {
  std::istringstream in(svg);
  Tree tree;
  boost::property_tree::read_xml(in, tree);
  return tree.get_child("svg");
}

std::vector<std::string> texts(const Tree& svg) {
  std::vector<std::string> result;
  for (const auto& [name, node] : svg)
    if (name == "text")
      result.push_back(node.data());
  return result;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Plan make(const std::vector<double>& cycle_times, int p, int q) {
  hetgrid::plan::Options options;
  options.p = p;
  options.q = q;
  return hetgrid::plan::make_plan(cycle_times, options);
}

} // namespace

BOOST_AUTO_TEST_CASE(blocks_have_the_colour_of_their_process) {
  const std::vector<std::pair<std::vector<double>, std::pair<int, int>>> cases{
      {{1, 3}, {1, 2}}, {{1, 2, 3, 5}, {2, 2}}, {{1, 2, 3, 4, 5, 6, 7}, {2, 3}}, {{1, 1, 1, 1}, {4, 1}}};
  for (const auto& [times, shape] : cases) {
    BOOST_TEST_CONTEXT(shape.first << " x " << shape.second) {
      const Plan plan = make(times, shape.first, shape.second);
      const int blocks = 12;
      const Tree svg = parse(hetgrid::cli::draw_plan(plan, {}, blocks));
      // Every block is a rectangle whose title says "block (i, j): process k".
      std::map<std::string, std::set<std::string>> colours;
      std::size_t drawn = 0;
      for (const auto& [name, node] : svg) {
        const auto title = node.get_optional<std::string>("title");
        if (name != "rect" || !title)
          continue;
        ++drawn;
        int i = -1, j = -1, process = -1;
        BOOST_REQUIRE_EQUAL(std::sscanf(title->c_str(), "block (%d, %d): process %d", &i, &j, &process), 3);
        const auto row = static_cast<std::size_t>(i) % plan.rows.order.size();
        const auto column = static_cast<std::size_t>(j) % plan.columns.order.size();
        BOOST_TEST(process == plan.arrangement.at(plan.rows.order[row], plan.columns.order[column]));
        colours[std::to_string(process)].insert(node.get<std::string>("<xmlattr>.fill"));
      }
      BOOST_TEST(drawn == plan.rows.order.size() * plan.columns.order.size() + blocks * blocks);
      std::set<std::string> all;
      for (const auto& [process, used] : colours) {
        BOOST_TEST(used.size() == 1u);
        all.insert(used.begin(), used.end());
      }
      BOOST_TEST(all.size() == colours.size());
    }
  }
}

BOOST_AUTO_TEST_CASE(legend_names_every_process) {
  const Plan plan = make({1, 2, 3, 5, 1000}, 2, 2);
  const std::vector<std::string> hosts{"alpha", "b<e>ta", "g&mma", "\"delta\"", "idle\1one"};
  const std::vector<std::string> words = texts(parse(hetgrid::cli::draw_plan(plan, hosts)));
  for (const char* name : {"alpha", "b<e>ta", "g&mma", "\"delta\"", "idle?one", "idle"})
    BOOST_TEST(contains(words, name), name);
}

BOOST_AUTO_TEST_CASE(large_panels_and_grids_are_drawn) {
  std::vector<double> times;
  for (int k = 0; k < 30; ++k)
    times.push_back(1 + 0.37 * k);
  const Tree svg = parse(hetgrid::cli::draw_plan(make(times, 5, 6)));
  BOOST_TEST(svg.count("rect") > 30u);
}

BOOST_AUTO_TEST_CASE(size_of_the_matrix_is_checked) {
  const Plan plan = make({1, 3}, 1, 2);
  BOOST_CHECK_THROW(hetgrid::cli::draw_plan(plan, {}, -1), hetgrid::ArgumentError);
  BOOST_CHECK_THROW(hetgrid::cli::draw_plan(plan, {}, 100000), hetgrid::ArgumentError);
}
