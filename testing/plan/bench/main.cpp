// make bench-plan: the planner's figures of merit.
#include "testing/plan/bench/bench.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <vector>

namespace {

using namespace hetgrid::bench;

struct Section {
  const char* name;
  nlohmann::ordered_json (*run)(const BenchOptions&);
};

constexpr Section sections[] = {
    {"search_quality", search_quality}, {"search_scale", search_scale},   {"whole_plans", whole_plans},
    {"panel_quality", panel_quality},   {"distributions", distributions}, {"partitions", partitions},
    {"steady_states", steady_states},   {"dynamic_tasks", dynamic_tasks},
};

} // namespace

int main(int argc, char** argv) {
  BenchOptions options;
  std::vector<std::string> chosen, names;
  std::string json_file;
  for (const Section& section : sections)
    names.emplace_back(section.name);
  CLI::App app("Figures of merit of the planner. Times are CPU seconds of one core.");
  app.add_option("section", chosen, "Sections to run, in their order; all if none is named")
      ->check(CLI::IsMember(names));
  app.add_option("--instances", options.instances, "Random instances for each case")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Of the random instances")->capture_default_str();
  app.add_option("--json", json_file, "Write the figures to this file as well");
  CLI11_PARSE(app, argc, argv);

  nlohmann::ordered_json figures{{"instances", options.instances}, {"seed", options.seed}};
  for (const Section& section : sections)
    if (chosen.empty() || std::ranges::find(chosen, section.name) != chosen.end()) {
      fmt::print("== {}\n", section.name);
      figures[section.name] = section.run(options);
      fmt::print("\n");
      std::fflush(stdout);
    }
  if (!json_file.empty()) {
    std::ofstream file(json_file);
    file << figures.dump(2) << '\n';
    file.close();
    if (!file) {
      fmt::print(stderr, "bench_plan: cannot write {}\n", json_file);
      return 1;
    }
  }
}
