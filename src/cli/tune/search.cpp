#include "cli/tune/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

#include "schedule/parameters.hpp"

namespace hetgrid::cli {
namespace {

constexpr int pairs = 9;             ///< that decide
constexpr int rounds = 3;            ///< that candidates run before
constexpr std::size_t finalists = 3; ///< that run more than one of them
constexpr double hopeless = 1.15;    ///< of the best one's time, in the first round

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

struct Candidate {
  schedule::Parameters parameters;
  double shortest; ///< seconds
};

class Search {
public:
  Search(const schedule::Parameters& start, const SearchTools& tools, double seconds)
      : tools_(tools), seconds_(seconds), default_(start), best_(start) {
    run(start); // nothing happens for the first time
    best_seconds_ = run(start);
    result_.tried = 1;
  }

  void try_values(const Coordinate& coordinate) {
    std::vector<Candidate> candidates = first_round(coordinate);
    for (int round = 1; round < rounds && !candidates.empty() && has_time(candidates.size() + 1); ++round) {
      best_seconds_ = std::min(best_seconds_, run(best_));
      for (Candidate& one : candidates)
        one.shortest = std::min(one.shortest, run(one.parameters));
    }
    if (candidates.empty())
      return;
    const Candidate& fastest = *std::ranges::min_element(candidates, {}, &Candidate::shortest);
    if (fastest.shortest < best_seconds_ && compare(best_, fastest.parameters).second_is_faster()) {
      best_ = fastest.parameters;
      best_seconds_ = fastest.shortest;
    }
  }

  SearchResult finish() {
    if (best_ != default_)
      result_.final_runs = in_pairs(default_, best_, false);
    if (result_.final_runs.second_is_faster())
      result_.parameters = best_;
    else
      result_ = {default_,
                 {{best_ == default_ ? std::vector{best_seconds_} : result_.final_runs.first}, {}},
                 result_.tried,
                 result_.complete};
    return result_;
  }

private:
  double run(const schedule::Parameters& parameters) const { return tools_.seconds_of_run(parameters); }
  /// For so many runs more, and the last comparison.
  bool has_time(std::size_t runs) {
    const double left = seconds_ - tools_.elapsed();
    const bool enough = left > (static_cast<double>(runs) + 2 * pairs) * best_seconds_;
    result_.complete = result_.complete && enough;
    return enough;
  }

  /// Those that are not hopeless, the fastest first.
  std::vector<Candidate> first_round(const Coordinate& coordinate) {
    std::vector<Candidate> candidates;
    for (const std::string& value : coordinate) {
      const schedule::Parameters parameters = schedule::parameters_from_text("candidate", value, best_);
      if (parameters == best_ || !has_time(1))
        continue;
      candidates.push_back({parameters, run(parameters)});
      ++result_.tried;
    }
    std::ranges::sort(candidates, {}, &Candidate::shortest);
    std::erase_if(candidates, [&](const Candidate& one) { return one.shortest > hopeless * best_seconds_; });
    candidates.resize(std::min(candidates.size(), finalists), {});
    return candidates;
  }

  PairedRuns compare(const schedule::Parameters& first, const schedule::Parameters& second) {
    return has_time(2 * pairs) ? in_pairs(first, second, true) : PairedRuns();
  }
  /// \param may_stop  once the second cannot win any more
  PairedRuns in_pairs(const schedule::Parameters& first, const schedule::Parameters& second, bool may_stop) {
    PairedRuns runs;
    for (int pair = 0; pair < pairs; ++pair) {
      double a = 0, b = 0;
      if (pair % 2 == 0)
        a = run(first);
      b = run(second);
      if (pair % 2 != 0)
        a = run(first);
      runs.first.push_back(a);
      runs.second.push_back(b);
      if (may_stop && pair + 1 - runs.wins() > pairs - wins_needed(pairs))
        break;
    }
    return runs;
  }

  const SearchTools& tools_;
  double seconds_;
  schedule::Parameters default_, best_;
  double best_seconds_ = 0;
  SearchResult result_;
};

} // namespace

double PairedRuns::ratio() const {
  std::vector<double> ratios;
  std::ranges::transform(first, second, std::back_inserter(ratios), std::divides());
  return ratios.empty() ? 1 : median(ratios);
}

int PairedRuns::wins() const {
  int wins = 0;
  for (std::size_t k = 0; k < second.size(); ++k)
    wins += second[k] < first[k];
  return wins;
}

bool PairedRuns::second_is_faster() const {
  return !second.empty() && wins() >= wins_needed(static_cast<int>(second.size()));
}

int wins_needed(int pairs) {
  constexpr double by_chance = 0.05;
  double probability = std::exp2(-pairs), all = probability; // of `wins` wins or more
  int wins = pairs;
  if (all > by_chance)
    return pairs + 1;
  while (wins > 0) {
    probability *= static_cast<double>(wins) / (pairs - wins + 1); // of one win less
    if (all + probability > by_chance)
      break;
    all += probability;
    --wins;
  }
  return wins;
}

SearchResult search_parameters(const schedule::Parameters& start, const std::vector<Coordinate>& coordinates,
                               const SearchTools& tools, double seconds) {
  Search search(start, tools, seconds);
  for (const Coordinate& coordinate : coordinates)
    search.try_values(coordinate);
  return search.finish();
}

} // namespace hetgrid::cli
