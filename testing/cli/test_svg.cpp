// The picture of a plan is well-formed XML, paints every block of panel and matrix once in the colour of its process, and
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

/// Contents of all text elements.
std::vector<std::string> texts(const Tree& node) {
  std::vector<std::string> result;
  for (const auto& [name, child] : node) {
    if (name == "text")
      result.push_back(child.data());
    const std::vector<std::string> within = texts(child);
    result.insert(result.end(), within.begin(), within.end());
  }
  return result;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A map of blocks: the shapes of each process.
struct Shape {
  int process;
  std::string outlines, colour;
};
using Map = std::vector<Shape>;

/// All groups that have the blocks of processes in them, in the order of the file.
std::vector<Map> maps(const Tree& node) {
  std::vector<Map> result;
  Map mine;
  for (const auto& [name, child] : node) {
    if (name == "path" && child.get("<xmlattr>.class", "") == "process") {
      int process = -1;
      BOOST_REQUIRE_EQUAL(std::sscanf(child.get<std::string>("title").c_str(), "process %d", &process), 1);
      mine.push_back(
          {process, child.get<std::string>("<xmlattr>.d"), child.get<std::string>("<xmlattr>.fill")});
    }
    const std::vector<Map> within = maps(child);
    result.insert(result.end(), within.begin(), within.end());
  }
  if (!mine.empty())
    result.insert(result.begin(), mine);
  return result;
}

/// Processes of rows x columns blocks as painted. Fails unless each block is painted once.
std::vector<int> painted(const Map& map, int rows, int columns) {
  std::vector<int> owner(static_cast<std::size_t>(rows * columns), -1);
  for (const Shape& shape : map) {
    std::istringstream in(shape.outlines);
    for (std::string outline; std::getline(in, outline, 'z');) {
      int x = 0, y = 0, width = 0, height = 0;
      BOOST_REQUIRE_EQUAL(std::sscanf(outline.c_str(), "M%d %dh%dv%d", &x, &y, &width, &height), 4);
      for (int i = y; i < y + height; ++i)
        for (int j = x; j < x + width; ++j) {
          int& block = owner.at(static_cast<std::size_t>(i * columns + j));
          BOOST_TEST(block == -1);
          block = shape.process;
        }
    }
  }
  return owner;
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
      const std::vector<Map> drawn = maps(svg);
      BOOST_REQUIRE_EQUAL(drawn.size(), 2u); // the panel, the matrix
      std::map<int, std::set<std::string>> colours;
      for (std::size_t map = 0; map < 2; ++map) {
        const auto rows = map == 0 ? static_cast<int>(plan.rows.order.size()) : blocks,
                   columns = map == 0 ? static_cast<int>(plan.columns.order.size()) : blocks;
        const std::vector<int> owner = painted(drawn[map], rows, columns);
        for (std::size_t block = 0; block < owner.size(); ++block) {
          const std::size_t i = block / static_cast<std::size_t>(columns) % plan.rows.order.size();
          const std::size_t j = block % static_cast<std::size_t>(columns) % plan.columns.order.size();
          BOOST_TEST(owner[block] == plan.arrangement.at(plan.rows.order[i], plan.columns.order[j]));
        }
        for (const Shape& shape : drawn[map])
          colours[shape.process].insert(shape.colour);
      }
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
  const std::vector<Map> drawn = maps(parse(hetgrid::cli::draw_plan(make(times, 5, 6))));
  BOOST_REQUIRE_EQUAL(drawn.size(), 2u);
  std::set<int> processes;
  for (const Shape& shape : drawn[0])
    processes.insert(shape.process);
  BOOST_TEST(processes.size() == 30u);
}

BOOST_AUTO_TEST_CASE(long_panels_show_their_beginning) {
  hetgrid::plan::Options options;
  options.p = options.q = 2;
  options.panel_rows = 5;
  options.panel_columns = 300;
  const Plan plan = hetgrid::plan::make_plan(std::vector<double>{1, 2, 3, 5}, options);
  const std::vector<Map> drawn = maps(parse(hetgrid::cli::draw_plan(plan)));
  BOOST_REQUIRE_EQUAL(drawn.size(), 2u);
  const int columns = 124;
  const std::vector<int> owner = painted(drawn[0], 5, columns);
  for (std::size_t block = 0; block < owner.size(); ++block)
    BOOST_TEST(owner[block] ==
               plan.arrangement.at(plan.rows.order[block / columns], plan.columns.order[block % columns]));
}

BOOST_AUTO_TEST_CASE(size_of_the_matrix_is_checked) {
  const Plan plan = make({1, 3}, 1, 2);
  BOOST_CHECK_THROW(hetgrid::cli::draw_plan(plan, {}, -1), hetgrid::ArgumentError);
  BOOST_CHECK_THROW(hetgrid::cli::draw_plan(plan, {}, 100000), hetgrid::ArgumentError);
}
