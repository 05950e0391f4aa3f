// The pairs of processes by which the network is measured: every kind of link that exists has one, however ranks are placed.
#define BOOST_TEST_MODULE probe_pairs
#include <boost/test/unit_test.hpp>

#include "measure/probe_overhead.hpp"
#include "measure/probe_pairs.hpp"

#include <set>
#include <sstream>

namespace {

using namespace hetgrid;
using measure::Pair;
using Pairs = std::vector<Pair>;

/// One process a word, "host" or "host@segment"; "-" has no name.
plan::Platform platform_of(const std::string& processes) {
  plan::Platform platform;
  std::istringstream in(processes);
  for (std::string word; in >> word;) {
    plan::ProcessSpeed& process = platform.processes.emplace_back();
    const std::size_t end = word.find('@');
    process.host = word == "-" ? "" : word.substr(0, end);
    process.segment = end == std::string::npos ? "" : word.substr(end + 1);
  }
  return platform;
}

std::string text(const Pairs& pairs) {
  std::string result;
  for (const auto& [a, b] : pairs)
    result += (result.empty() ? "" : " ") + std::to_string(a) + "-" + std::to_string(b);
  return result;
}

struct Case {
  const char* processes;
  const char *within_host, *between_hosts, *between_segments; ///< expected
};

} // namespace

BOOST_AUTO_TEST_CASE(every_kind_of_link_has_its_pairs) {
  const Case cases[] = {
      {"a", "", "", ""},
      {"a a", "0-1", "", ""},
      {"a b", "", "0-1", ""},
      {"a a b b", "0-1 2-3", "0-2 1-3", ""},
      {"a b a b", "0-2 1-3", "0-1 2-3", ""}, // round robin: neighbours share no host
      {"a b c a b c", "0-3 1-4 2-5", "0-1 1-2 3-4", ""},
      {"a a a a a", "0-1 1-2 2-3", "", ""},
      {"a a a b", "0-1 1-2", "0-3", ""},
      {"- -", "", "0-1", ""},
      {"a b c d e f", "", "0-1 1-2 2-3", ""},
      {"a@x b@y", "", "", "0-1"},
      {"a@x b@y a@x c@x", "0-2", "0-3", "0-1"},
      {"a@x b@x c@y d@y e@z", "", "0-1 2-3", "0-2 2-4 1-3"},
      {"a@x b@y a@x b@y", "0-2 1-3", "", "0-1 2-3"},
      {"a b@x", "", "", "0-1"}, // without a name, a segment is one, too
  };
  for (const Case& one : cases)
    BOOST_TEST_CONTEXT(one.processes) {
      const measure::ProbePairs pairs = measure::probe_pairs(platform_of(one.processes), 3);
      BOOST_TEST(text(pairs.within_host) == one.within_host);
      BOOST_TEST(text(pairs.between_hosts) == one.between_hosts);
      BOOST_TEST(text(pairs.between_segments) == one.between_segments);
    }
}

BOOST_AUTO_TEST_CASE(hosts_are_known_by_their_first_processes) {
  BOOST_TEST(measure::first_of_hosts(platform_of("a b a - c - b")) == (std::vector{0, 1, 3, 4, 5}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_host_sends_and_receives_and_has_one_partner_at_a_time) {
  BOOST_TEST(measure::transfer_rounds(1).empty());
  for (const int hosts : {2, 3, 8, 9}) {
    std::set<int> senders, receivers;
    for (const auto& round : measure::transfer_rounds(hosts)) {
      std::set<int> busy;
      for (const auto& [from, to] : round) {
        senders.insert(from);
        receivers.insert(to);
        busy.insert({from, to});
      }
      BOOST_TEST(busy.size() == 2 * round.size());
    }
    BOOST_TEST(std::ssize(senders) == hosts);
    BOOST_TEST(std::ssize(receivers) == hosts);
    BOOST_TEST(*senders.rbegin() == hosts - 1);
  }
}

BOOST_AUTO_TEST_CASE(pairs_are_those_of_the_links) {
  // 1000 processes on 37 hosts of 5 segments.
  std::string words;
  for (int k = 0; k < 1000; ++k)
    words += "h" + std::to_string(k * 7 % 37) + "@s" + std::to_string(k * 7 % 37 % 5) + " ";
  const plan::Platform platform = platform_of(words);
  const measure::ProbePairs pairs = measure::probe_pairs(platform, 20);
  const auto segment = [&](int k) { return platform.processes[static_cast<std::size_t>(k)].segment; };
  for (const Pairs* kind : {&pairs.within_host, &pairs.between_hosts, &pairs.between_segments}) {
    BOOST_TEST(kind->size() == 20u);
    for (const auto& [a, b] : *kind) {
      BOOST_TEST(platform.same_host(a, b) == (kind == &pairs.within_host));
      BOOST_TEST((segment(a) == segment(b)) == (kind != &pairs.between_segments));
    }
  }
}
