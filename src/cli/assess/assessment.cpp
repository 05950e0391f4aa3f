#include "cli/assess/assessment.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "hetgrid/error.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::cli {
namespace {

using plan::Json;

/// Two machines of total speeds further apart than this, relatively, are not equivalent.
constexpr double power_tolerance = 0.05;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

template <typename Member>
double median_of(const std::vector<MeasuredPair>& rounds, Member member) {
  std::vector<double> values;
  for (const MeasuredPair& round : rounds)
    values.push_back(member(round));
  return median(std::move(values));
}

std::pair<int, int> grid_of(const Json& result, const std::string& source) {
  const auto grid = plan::value_of<std::vector<int>>(result.at("grid"), source + ": grid");
  if (grid.size() != 2)
    plan::refuse(source + ": grid", result.at("grid"), "two numbers");
  return {grid[0], grid[1]};
}

/// "m = 4000, n = 4000, grid 1 x 2, block size 64, precision d"
std::string problem_text(const Json& result, const std::string& source) {
  std::string text;
  for (const char* name : {"side", "transa", "transb", "uplo", "m", "n", "k", "nrhs"})
    if (result.contains(name))
      text += fmt::format("{} = {}, ", name,
                          result[name].is_string() ? result[name].get<std::string>() : result[name].dump());
  const auto [p, q] = grid_of(result, source);
  return text + fmt::format("grid {} x {}, block size {}, precision {}", p, q,
                            plan::value_of<int>(result.at("block_size"), source + ": block_size"),
                            result.at("precision").get<std::string>());
}

Json to_json(const TimedRun& run) {
  return {{"seconds", run.seconds},
          {"rank_gflops", run.rank_gflops},
          {"power_gflops", run.power()},
          {"efficiency", run.efficiency()}};
}

std::string verdict(const Assessment& assessment) {
  const std::optional<double> target = assessment.target();
  if (!target)
    return "";
  return fmt::format(", target {:.2f}{}", *target, assessment.ratio() < *target ? ": missed" : "");
}

} // namespace

double TimedRun::power() const {
  return std::accumulate(rank_gflops.begin(), rank_gflops.end(), 0.0);
}

std::vector<TimedRun> runs_of_report(const std::string& text, const std::string& layout,
                                     const std::string& source) try {
  std::vector<TimedRun> runs;
  const Json report = plan::parse_json(text, source.c_str());
  for (const Json& result : report.at("results"))
    for (const Json& measured : result.at("measurements")) {
      if (measured.at("library") != "hetgrid" || measured.at("layout") != layout ||
          !measured.contains("flops"))
        continue;
      const auto [p, q] = grid_of(result, source);
      runs.push_back({measured.at("routine"), problem_text(result, source), p, q, measured.at("flops"),
                      measured.at("median_seconds"), result.at("rank_gflops")});
      const TimedRun& run = runs.back();
      const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
      if (!std::ranges::all_of(std::array{run.flops, run.seconds, run.power(), run.efficiency()}, positive) ||
          !std::ranges::all_of(run.rank_gflops, positive))
        throw InputError(
            fmt::format("{}: flops, median_seconds and rank_gflops have to be positive", source));
    }
  if (runs.empty())
    throw InputError(fmt::format("{}: no run of hetgrid on the {} layout in it", source, layout));
  return runs;
} catch (const nlohmann::json::exception& error) {
  throw InputError(fmt::format("{}: no report of hetgrid time --json: {}", source, error.what()));
}

double Assessment::ratio() const {
  return median_of(rounds, [](const MeasuredPair& round) { return round.ratio(); });
}

std::optional<double> Assessment::target() const {
  const std::string& routine = rounds.front().unequal.routine;
  if (routine == "gemm")
    return 0.97;
  if (routine == "getrf" || routine == "geqrf")
    return 0.93;
  return std::nullopt;
}

std::optional<double> average_link_speed(const plan::Platform& platform) {
  const int n = static_cast<int>(platform.processes.size());
  double sum = 0;
  for (int from = 0; from < n; ++from)
    for (int to = 0; to < n; ++to)
      if (from != to) {
        const plan::Link link = platform.link(from, to);
        if (link.assumed)
          return std::nullopt;
        sum += 1e-9 / link.seconds_per_byte;
      }
  return n < 2 ? std::nullopt : std::optional(sum / n / (n - 1));
}

std::vector<Assessment> pair_up(const std::vector<TimedRun>& unequal, const std::vector<TimedRun>& equal) {
  std::vector<Assessment> assessments;
  for (const TimedRun& run : unequal) {
    const auto other = std::ranges::find_if(
        equal, [&](const TimedRun& x) { return x.routine == run.routine && x.problem == run.problem; });
    if (other == equal.end())
      continue;
    if (other->rank_gflops.size() != run.rank_gflops.size())
      throw InputError(fmt::format("equation (2): {} processes on the unequal machine, {} on the equal one",
                                   run.rank_gflops.size(), other->rank_gflops.size()));
    assessments.push_back({{{run, *other}}, std::nullopt});
  }
  if (assessments.empty())
    throw InputError(fmt::format(
        "the two reports have no run in common: the first one of the unequal machine is {}, "
        "{}, that of the equal one {}, {}",
        unequal.front().routine, unequal.front().problem, equal.front().routine, equal.front().problem));
  return assessments;
}

std::string to_text(const Assessment& assessment) {
  const std::vector<MeasuredPair>& rounds = assessment.rounds;
  const TimedRun &unequal = rounds.front().unequal, &equal = rounds.front().equal;
  const double unequal_power = median_of(rounds, [](const MeasuredPair& x) { return x.unequal.power(); });
  const double equal_power = median_of(rounds, [](const MeasuredPair& x) { return x.equal.power(); });
  const double difference = equal_power / unequal_power - 1;

  std::string text = fmt::format("{}, {}, {} round{}\n", unequal.routine, unequal.problem, rounds.size(),
                                 rounds.size() == 1 ? "" : "s");
  append(text, "  {:<34} {:>10} {:>10}\n", "", "unequal", "equal");
  if (const auto& speeds = assessment.link_speeds)
    append(text, "  {:<34} {:>10} {:>10}  {:+.1f} %\n", "(1) average link speed",
           bandwidth(1e9 * speeds->first), bandwidth(1e9 * speeds->second),
           100 * (speeds->second / speeds->first - 1));
  append(text, "  {:<34} {:>10} {:>10}\n", "(2) processes", unequal.rank_gflops.size(),
         equal.rank_gflops.size());
  append(text, "  {:<34} {:>10} {:>10}  {:+.1f} %{}\n", "(3) total speed", speed(unequal_power),
         speed(equal_power), 100 * difference,
         std::abs(difference) > power_tolerance ? ": not equivalent, the efficiencies allow for it" : "");
  append(text, "  {:<34} {:>10} {:>10} {:>8}\n", "", "", "", "ratio");
  for (std::size_t k = 0; k < rounds.size(); ++k)
    append(text, "  {:<34} {:>10} {:>10}\n  {:<34} {:>10.3f} {:>10.3f} {:>8.3f}\n",
           fmt::format("round {}: time", k + 1), duration(rounds[k].unequal.seconds),
           duration(rounds[k].equal.seconds), "         efficiency", rounds[k].unequal.efficiency(),
           rounds[k].equal.efficiency(), rounds[k].ratio());
  append(text, "  ratio of the efficiencies, median: {:.3f}{}\n", assessment.ratio(), verdict(assessment));
  return text;
}

std::string to_json(const std::vector<Assessment>& assessments) {
  Json all = Json::array();
  for (const Assessment& assessment : assessments) {
    Json json{{"routine", assessment.rounds.front().unequal.routine},
              {"problem", assessment.rounds.front().unequal.problem}};
    if (const auto& speeds = assessment.link_speeds)
      json["link_gigabytes_per_second"] = {{"unequal", speeds->first}, {"equal", speeds->second}};
    for (const MeasuredPair& round : assessment.rounds)
      json["rounds"].push_back(
          {{"unequal", to_json(round.unequal)}, {"equal", to_json(round.equal)}, {"ratio", round.ratio()}});
    json["ratio"] = assessment.ratio();
    if (const std::optional<double> target = assessment.target()) {
      json["target"] = *target;
      json["met"] = assessment.ratio() >= *target;
    }
    all.push_back(std::move(json));
  }
  return plan::json_text(all);
}

} // namespace hetgrid::cli
