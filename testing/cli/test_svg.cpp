// The picture of a plan is well-formed XML, paints every block of panel and matrix once in the colour of its process, and
// names all processes.
#define BOOST_TEST_MODULE svg
#include <boost/test/unit_test.hpp>

#include "cli/output/svg.hpp"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
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

/// Attributes scale(x) of the groups that have blocks in them: pixels of a block.
void scales(const Tree& node, std::vector<double>& found) {
  for (const auto& [name, child] : node) {
    double scale = 0;
    if (name == "g" && std::sscanf(child.get("<xmlattr>.transform", "").c_str(), "scale(%lf)", &scale) == 1)
      found.push_back(scale);
    scales(child, found);
  }
}

/// The first rows x columns blocks of the panel are painted in readable lines, one longer axis after the other.
void check_wrapped(const Plan& plan, int rows, int columns) {
  const Tree svg = parse(hetgrid::cli::draw_plan(plan));
  const std::vector<Map> drawn = maps(svg);
  std::vector<double> pixels;
  scales(svg, pixels);
  BOOST_REQUIRE_GE(drawn.size(), 2u);
  BOOST_REQUIRE_EQUAL(drawn.size(), pixels.size());
  BOOST_TEST(pixels.front() >= 12);
  const int lines = static_cast<int>(drawn.size()) - 1, longer = std::max(rows, columns),
            length = (longer + lines - 1) / lines;
  for (int line = 0; line < lines; ++line) {
    const int begin = line * length, blocks = std::min(length, longer - begin);
    const int i0 = columns >= rows ? 0 : begin, j0 = columns >= rows ? begin : 0,
              height = columns >= rows ? rows : blocks, width = columns >= rows ? blocks : columns;
    const std::vector<int> owner = painted(drawn[static_cast<std::size_t>(line)], height, width);
    for (int i = 0; i < height; ++i)
      for (int j = 0; j < width; ++j)
        BOOST_TEST(owner[static_cast<std::size_t>(i * width + j)] ==
                   plan.arrangement.at(plan.rows.order[static_cast<std::size_t>(i0 + i)],
                                       plan.columns.order[static_cast<std::size_t>(j0 + j)]));
  }
}

/// Of the rectangles of processes.
std::map<int, double> areas_of_processes(const Tree& node) {
  std::map<int, double> areas;
  for (const auto& [name, child] : node) {
    if (name == "rect" && child.get("<xmlattr>.class", "") == "process") {
      int process = -1;
      BOOST_REQUIRE_EQUAL(std::sscanf(child.get<std::string>("title").c_str(), "process %d", &process), 1);
      areas[process] += child.get<double>("<xmlattr>.width") * child.get<double>("<xmlattr>.height");
    }
    for (const auto& [process, area] : areas_of_processes(child))
      areas[process] += area;
  }
  return areas;
}

} // namespace

BOOST_AUTO_TEST_CASE(blocks_have_the_colour_of_their_process) {
  const std::vector<std::pair<std::vector<double>, std::pair<int, int>>> cases{
      {{1, 3}, {1, 2}}, {{1, 2, 3, 5}, {2, 2}}, {{1, 2, 3, 4, 5, 6, 7}, {2, 3}}, {{1, 1, 1, 1}, {4, 1}}};
  for (const auto& [times, shape] : cases) {
    BOOST_TEST_CONTEXT(shape.first << " x " << shape.second) {
      const Plan plan = make(times, shape.first, shape.second);
      const int blocks = 12;
      const Tree svg = parse(hetgrid::cli::draw_plan(plan, {}, {blocks}));
      const std::vector<Map> drawn = maps(svg);
      BOOST_REQUIRE_GE(drawn.size(), 2u); // lines of the panel, the matrix
      check_wrapped(plan, static_cast<int>(plan.rows.order.size()),
                    static_cast<int>(plan.columns.order.size()));
      const std::vector<int> owner = painted(drawn.back(), blocks, blocks);
      for (std::size_t block = 0; block < owner.size(); ++block) {
        const std::size_t i = block / blocks % plan.rows.order.size();
        const std::size_t j = block % blocks % plan.columns.order.size();
        BOOST_TEST(owner[block] == plan.arrangement.at(plan.rows.order[i], plan.columns.order[j]));
      }
      std::map<int, std::set<std::string>> colours;
      for (const Map& map : drawn)
        for (const Shape& shape : map)
          colours[shape.process].insert(shape.colour);
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
  BOOST_REQUIRE_GE(drawn.size(), 2u); // lines of the panel, the matrix
  std::set<int> processes;
  for (std::size_t line = 0; line + 1 < drawn.size(); ++line)
    for (const Shape& shape : drawn[line])
      processes.insert(shape.process);
  BOOST_TEST(processes.size() == 30u);
}

BOOST_AUTO_TEST_CASE(long_panels_show_their_beginning) {
  hetgrid::plan::Options options;
  options.p = options.q = 2;
  options.panel_rows = 5;
  options.panel_columns = 300;
  const Plan plan = hetgrid::plan::make_plan(std::vector<double>{1, 2, 3, 5}, options);
  check_wrapped(plan, 5, 124);
  BOOST_TEST(contains(texts(parse(hetgrid::cli::draw_plan(plan))), "Panel: first 5 x 124 of 5 x 300 blocks"));
}

BOOST_AUTO_TEST_CASE(panels_of_one_line_are_wrapped) {
  std::vector<double> times;
  for (int k = 0; k < 9; ++k)
    times.push_back(1 + k);
  for (const int columns : {16, 117}) {
    hetgrid::plan::Options options;
    std::tie(options.p, options.q, options.panel_rows, options.panel_columns) = std::tuple(1, 9, 1, columns);
    check_wrapped(hetgrid::plan::make_plan(times, options), 1, columns);
    std::swap(options.p, options.q);
    std::swap(options.panel_rows, options.panel_columns);
    check_wrapped(hetgrid::plan::make_plan(times, options), columns, 1);
  }
}

BOOST_AUTO_TEST_CASE(of_large_matrices_the_beginning_is_drawn_and_told) {
  const Plan plan = make({1, 2, 3, 5}, 2, 2);
  const auto titles = [&](int drawn, std::int64_t all) {
    return texts(parse(hetgrid::cli::draw_plan(plan, {}, {drawn, all})));
  };
  BOOST_TEST(contains(titles(24, 63), "Matrix: first 24 of 63 blocks each way"));
  BOOST_TEST(contains(titles(24, 24), "Matrix: 24 x 24 blocks"));
  BOOST_TEST(contains(titles(24, 7), "Matrix: 7 x 7 blocks"));
  BOOST_TEST(contains(titles(0, 3), "Matrix: 3 x 3 blocks"));
  BOOST_TEST(contains(titles(24, 0), "Matrix: 24 x 24 blocks"));
}

BOOST_AUTO_TEST_CASE(shares_of_large_grids_are_rectangles) {
  std::vector<double> times;
  for (int k = 0; k < 70; ++k)
    times.push_back(1 + 0.13 * (k * 37 % 70));
  for (const auto& [p, q] : {std::pair{8, 8}, {7, 10}, {2, 35}}) {
    const Plan plan = make(times, p, q);
    const Tree svg = parse(hetgrid::cli::draw_plan(plan));
    BOOST_TEST(maps(svg).empty()); // blocks would be noise
    const auto sum = [](const std::vector<double>& x) { return std::accumulate(x.begin(), x.end(), 0.0); };
    const std::map<int, double> areas = areas_of_processes(svg);
    double all = 0;
    for (const auto& [process, area] : areas)
      all += area;
    BOOST_TEST(areas.size() == static_cast<std::size_t>(p * q));
    for (int i = 0; i < p; ++i)
      for (int j = 0; j < q; ++j)
        BOOST_TEST(areas.at(plan.arrangement.at(i, j)) / all ==
                       plan.shares.r[static_cast<std::size_t>(i)] *
                           plan.shares.c[static_cast<std::size_t>(j)] /
                           (sum(plan.shares.r) * sum(plan.shares.c)),
                   boost::test_tools::tolerance(1e-3));
  }
}

BOOST_AUTO_TEST_CASE(size_of_the_matrix_is_checked) {
  const Plan plan = make({1, 3}, 1, 2);
  BOOST_CHECK_THROW(hetgrid::cli::draw_plan(plan, {}, {-1}), hetgrid::ArgumentError);
  BOOST_CHECK_THROW(hetgrid::cli::draw_plan(plan, {}, {100000}), hetgrid::ArgumentError);
}
