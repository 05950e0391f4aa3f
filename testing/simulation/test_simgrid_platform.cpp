// Platforms as SimGrid reads them: what is in them and how long they are. That their links are as fast as they should be
// is for testing/cli/test_simulate.sh to find, with SimGrid.
#define BOOST_TEST_MODULE simgrid_platform
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "simulation/simgrid_platform.hpp"

using namespace hetgrid;
using namespace hetgrid::simulation;

namespace {

plan::Platform machine(std::size_t processes, std::size_t processes_a_host = 1) {
  plan::Platform platform = plan::platform_from_cycle_times(std::vector<double>(processes, 1.0));
  for (std::size_t k = 0; processes_a_host > 1 && k < processes; ++k)
    platform.processes[k].host = "node" + std::to_string(k / processes_a_host);
  return platform;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_CASE(processes_are_hosts) {
  plan::Platform platform = machine(2);
  platform.processes[0].host = "a<b&\"c\"";
  platform.processes[1].cycle_time = 2000;
  platform.processes[1].gflops = 0.025;
  platform.processes[1].kernels.getrf_panel = 0.25;
  platform.processes[1].kernels.by_width.inner.rates = {0.5, 1, 1.25, 1.5};
  const std::string text = simgrid_platform(platform);
  BOOST_TEST(text.starts_with("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM"));
  BOOST_TEST(contains(text, "<platform version=\"4.1\">"));
  BOOST_TEST(contains(text, "<host id=\"process0\" speed=\"50000000000f\">"
                            "<prop id=\"host\" value=\"a&lt;b&amp;&quot;c&quot;\"/></host>"));
  BOOST_TEST(contains(text, "<host id=\"process1\" speed=\"25000000f\">"));
  // Rates where they are not the defaults, and then all.
  BOOST_TEST(count(text, "id=\"getrf_panel\" value=\"0.25\"") == 1);
  BOOST_TEST(count(text, "id=\"trsm\"") == 1);
  BOOST_TEST(count(text, "id=\"by_width\" value=\"1 1 1 1 0.5 1 1.25 1.5 1 1 1 1 ") == 1);
  BOOST_TEST(simgrid_hosts(platform) == "process0\nprocess1\n");
}

BOOST_AUTO_TEST_CASE(lengths_grow_with_the_processes) {
  using plan::Medium;
  for (const Medium medium : {Medium::crossbar, Medium::bus, Medium::star})
    for (const std::size_t processes_a_host : {1, 4, 64})
      for (const std::size_t hosts_a_segment : {2, 1000}) {
        const auto length = [&](std::size_t processes) {
          plan::Platform platform = machine(processes, processes_a_host);
          platform.network.medium = medium;
          if (medium == Medium::star)
            platform.network.links.assign(processes, {1e-5, 1e-9});
          for (std::size_t k = 0; medium != Medium::star && k < processes; ++k)
            platform.processes[k].segment = std::to_string(k / processes_a_host / hosts_a_segment);
          return simgrid_platform(platform).size();
        };
        if (medium != Medium::star || processes_a_host == 1)
          BOOST_TEST(length(2048) < 2048 * 1500u);
      }
}

BOOST_AUTO_TEST_CASE(a_bus_is_one_link) {
  plan::Platform platform = machine(9);
  platform.network.medium = plan::Medium::bus;
  BOOST_TEST(count(simgrid_platform(platform), "<backbone") == 1);
  for (std::size_t k = 0; k < 9; ++k)
    platform.processes[k].segment = std::to_string(k / 3);
  BOOST_TEST(count(simgrid_platform(platform), "<backbone") == 3);
  platform = machine(9, 3);
  platform.network.medium = plan::Medium::bus;
  BOOST_TEST(count(simgrid_platform(platform), "sharing_policy=\"SHARED\"") == 1);
}

BOOST_AUTO_TEST_CASE(routes_of_pairs) {
  const auto routes = [](const plan::Platform& platform) {
    return count(simgrid_platform(platform), "<route ");
  };
  plan::Platform platform = machine(4, 2);
  BOOST_TEST(routes(platform) == 0);
  platform.network.pairs.assign(16, {1e-5, 1e-9});
  BOOST_TEST(routes(platform) == 16);
  // What no tree can be: hosts closer to each other than their own processes.
  platform = machine(4, 2);
  platform.network.between_hosts.latency = platform.network.within_host.latency / 2;
  BOOST_TEST(routes(platform) == 16);
  platform = machine(4, 2);
  platform.processes[2].segment = platform.processes[3].segment = "far";
  BOOST_TEST(routes(platform) == 0);
  platform.network.between_segments.seconds_per_byte /= 2;
  BOOST_TEST(routes(platform) == 16);
}

BOOST_AUTO_TEST_CASE(a_star_has_links_beside_its_pairs) {
  plan::Platform platform = machine(3);
  platform.network.medium = plan::Medium::star;
  platform.network.links = {{}, {1e-5, 1.0 / 1024}, {1e-5, 1.0 / 2048}};
  platform.network.pairs.assign(9, {1e-5, 1.0 / 512});
  const std::string text = simgrid_platform(platform);
  for (const char* const link :
       {R"("link0" latency="0s" bandwidth="1000000000000000Bps")",
        R"("link1" latency="0s" bandwidth="1024Bps")", R"("link2" latency="0s" bandwidth="2048Bps")"})
    BOOST_TEST(count(text, link) == 1, link);
  // Messages of a pair share its link.
  BOOST_TEST(count(text, R"("link1_2" latency="1e-05s" bandwidth="512Bps" sharing_policy="SHARED")") == 1);
}

BOOST_AUTO_TEST_CASE(illegal_platforms) {
  plan::Platform platform = machine(2);
  platform.processes[1].gflops = -1;
  BOOST_CHECK_THROW(simgrid_platform(platform), ArgumentError);
}

} // namespace
