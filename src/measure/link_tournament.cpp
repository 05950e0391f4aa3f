#include "measure/link_tournament.hpp"

#include "layout/subscript.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace hetgrid::measure {
LinkTournament::LinkTournament(int hosts) : meetings_(at(hosts)) {
  const int bits = static_cast<int>(std::bit_width(static_cast<unsigned>(hosts)));
  const int everybody = hosts % 2 == 0 ? hosts - 1 : hosts;
  tournament_rounds_ = std::min(2 * bits, everybody);
  most_rounds_ = 3 * tournament_rounds_;
}

std::vector<Pair> LinkTournament::next_round() {
  if (round_ >= most_rounds_)
    return {};
  const int round = round_++;
  return round < tournament_rounds_ ? round_of_tournament() : round_of_the_unknown();
}

void LinkTournament::add(const Pair& pair, const plan::Link& link) {
  meetings_[at(pair.first)].push_back({pair.second, link});
  meetings_[at(pair.second)].push_back({pair.first, link});
  pairs_.push_back(pair);
  measured_.push_back(link);
}

/// All but one of an even number of places stand in a circle and move on by one each round; opposite ones are paired, and the
/// first with the one that does not move, which is empty if hosts are odd in number.
std::vector<Pair> LinkTournament::round_of_tournament() const {
  const int hosts = static_cast<int>(meetings_.size()), circle = hosts % 2 == 0 ? hosts - 1 : hosts;
  const int first = (round_ - 1) % circle;
  std::vector<Pair> pairs;
  if (circle < hosts)
    pairs.emplace_back(first, circle);
  for (int k = 1; 2 * k < circle; ++k)
    pairs.emplace_back((first + k) % circle, (first + circle - k) % circle);
  return pairs;
}

std::vector<Pair> LinkTournament::round_of_the_unknown() const {
  std::vector<double> seconds;
  for (int host = 0; host < static_cast<int>(meetings_.size()); ++host)
    seconds.push_back(seconds_per_byte(host));
  std::vector<int> fastest_first(meetings_.size());
  std::iota(fastest_first.begin(), fastest_first.end(), 0);
  std::ranges::stable_sort(fastest_first, {}, [&](int host) { return seconds[at(host)]; });
  const auto is_faster = [&](int host, int other) {
    return (1 + alike) * seconds[at(host)] < seconds[at(other)];
  };

  std::vector<Pair> pairs;
  std::vector<char> taken(meetings_.size(), 0);
  for (const int host : fastest_first) {
    const bool known = std::ranges::any_of(
        meetings_[at(host)], [&](const Meeting& meeting) { return is_faster(meeting.partner, host); });
    if (taken[at(host)] || known)
      continue;
    const auto partner = std::ranges::find_if(fastest_first, [&](int other) { return !taken[at(other)]; });
    if (partner == fastest_first.end() || !is_faster(*partner, host))
      continue;
    taken[at(host)] = taken[at(*partner)] = 1;
    pairs.emplace_back(host, *partner);
  }
  return pairs;
}

/// The mean of those of its pairs that are as fast as the fastest.
double LinkTournament::seconds_per_byte(int host) const {
  const std::vector<Meeting>& meetings = meetings_[at(host)];
  if (meetings.empty())
    return 0;
  double fastest = meetings.front().link.seconds_per_byte, sum = 0;
  for (const Meeting& meeting : meetings)
    fastest = std::min(fastest, meeting.link.seconds_per_byte);
  int count = 0;
  for (const Meeting& meeting : meetings)
    if (meeting.link.seconds_per_byte <= (1 + alike) * fastest) {
      sum += meeting.link.seconds_per_byte;
      ++count;
    }
  return sum / count;
}

/// Latencies by the least squares of relative errors of what both of a pair have together, by Gauss-Seidel's iteration, none of
/// them negative.
std::vector<plan::Link> LinkTournament::links() const {
  constexpr int sweeps = 100;
  std::vector<plan::Link> links;
  for (int host = 0; host < static_cast<int>(meetings_.size()); ++host)
    links.push_back({0, seconds_per_byte(host)});
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::size_t host = 0; host < links.size(); ++host) {
      double sum = 0, weights = 0;
      for (const Meeting& meeting : meetings_[host]) {
        if (meeting.link.latency == 0) // lost in the noise
          continue;
        const double weight = 1 / (meeting.link.latency * meeting.link.latency);
        sum += weight * (meeting.link.latency - links[at(meeting.partner)].latency);
        weights += weight;
      }
      if (weights > 0)
        links[host].latency = std::max(0.0, sum / weights);
    }
  return links;
}

bool LinkTournament::explain(const std::vector<plan::Link>& links) const {
  constexpr double few = 0.1;
  std::size_t others = 0;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const plan::Link said{0, std::max(links[at(pairs_[k].first)].seconds_per_byte,
                                      links[at(pairs_[k].second)].seconds_per_byte)};
    others += !are_alike({said, measured_[k]});
  }
  return static_cast<double>(others) <= few * static_cast<double>(pairs_.size());
}

bool are_alike(const std::vector<plan::Link>& links) {
  const auto [fastest, slowest] = std::ranges::minmax(links, {}, &plan::Link::seconds_per_byte);
  return slowest.seconds_per_byte <= (1 + alike) * fastest.seconds_per_byte;
}

} // namespace hetgrid::measure
