// Links of many hosts, from few measurements of disjoint pairs.
#define BOOST_TEST_MODULE link_tournament
#include <boost/test/unit_test.hpp>

#include "measure/link_tournament.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace {

using namespace hetgrid;
using measure::LinkTournament;
using measure::Pair;

std::size_t at(int k) {
  return static_cast<std::size_t>(k);
}

struct Played {
  LinkTournament tournament;
  int rounds = 0;
};

/// \param of_pair  its link
template <typename OfPair>
Played play(int hosts, OfPair&& of_pair) {
  Played all{LinkTournament(hosts)};
  std::set<Pair> met;
  for (std::vector<Pair> round = all.tournament.next_round(); !round.empty();
       round = all.tournament.next_round(), ++all.rounds) {
    std::set<int> taken;
    for (const auto& [a, b] : round) {
      BOOST_TEST((a != b && 0 <= std::min(a, b) && std::max(a, b) < hosts));
      BOOST_TEST((taken.insert(a).second && taken.insert(b).second));
      BOOST_TEST(met.insert(std::minmax(a, b)).second); // nobody twice
      all.tournament.add({a, b}, of_pair(a, b));
    }
  }
  return all;
}

plan::Link over_centre(const plan::Link& a, const plan::Link& b) {
  return {a.latency + b.latency, std::max(a.seconds_per_byte, b.seconds_per_byte)};
}

} // namespace

// Some hosts ten or a hundred times as slow as others, measurements off by up to 3 %.
BOOST_AUTO_TEST_CASE(links_of_hosts_are_found) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> noise(0.97, 1.03), latency(1e-5, 1e-3);
  for (const int hosts : {3, 9, 10, 33, 100, 1000})
    for (const double fast : {0.1, 0.5, 0.9}) {
      std::vector<plan::Link> truth;
      for (int k = 0; k < hosts; ++k) {
        const double rate = std::uniform_real_distribution<>(0, 1)(random) < fast ? 1e9
                            : k % 2 == 0                                          ? 1e8
                                                                                  : 1e7;
        truth.push_back({latency(random), 1 / rate});
      }
      const Played played = play(hosts, [&](int a, int b) {
        const plan::Link link = over_centre(truth[at(a)], truth[at(b)]);
        return plan::Link{link.latency * noise(random), link.seconds_per_byte * noise(random)};
      });
      const std::vector<plan::Link> links = played.tournament.links();
      BOOST_TEST_CONTEXT(hosts << " hosts, " << fast << " of them fast") {
        BOOST_TEST(played.rounds <= 6 * std::ceil(std::log2(hosts + 1)));
        BOOST_TEST(played.tournament.explain(links));
        // All pairs but those of the fastest host, of which nobody can know how fast it is if it is alone.
        int wrong = 0, late = 0, pairs = 0;
        for (int a = 0; a < hosts; ++a)
          for (int b = a + 1; b < hosts; ++b) {
            const plan::Link found = over_centre(links[at(a)], links[at(b)]),
                             real = over_centre(truth[at(a)], truth[at(b)]);
            wrong += std::abs(found.seconds_per_byte / real.seconds_per_byte - 1) > 0.05;
            late += std::abs(found.latency / real.latency - 1) > 0.2;
            ++pairs;
          }
        BOOST_TEST(wrong == 0);
        BOOST_TEST(late <= 0.03 * pairs); // short ones, beside which all were long that were measured
      }
    }
}

BOOST_AUTO_TEST_CASE(latencies_some_of_which_are_measured_as_none) {
  const Played played = play(20, [](int a, int b) { return plan::Link{(a + b) % 7 == 0 ? 0 : 1e-4, 1e-9}; });
  for (const plan::Link& link : played.tournament.links())
    BOOST_TEST((link.latency > 1e-6 && link.latency < 1e-4));
}

BOOST_AUTO_TEST_CASE(pairs_that_no_links_of_hosts_explain) {
  // Two halves: fast within, slow between.
  const auto halves = [](int a, int b) { return plan::Link{1e-5, (a < 10) == (b < 10) ? 1e-9 : 1e-8}; };
  const Played played = play(20, halves);
  BOOST_TEST(!played.tournament.explain(played.tournament.links()));
}

BOOST_AUTO_TEST_CASE(equal_links_need_the_first_rounds_alone) {
  const Played played = play(64, [](int, int) { return plan::Link{1e-5, 1e-9}; });
  BOOST_TEST(played.rounds == 14);
  BOOST_TEST(measure::are_alike(played.tournament.measured()));
  BOOST_TEST(played.tournament.measured().size() == 14u * 32);
}
