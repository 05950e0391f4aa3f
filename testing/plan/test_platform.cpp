// Platforms and their files.
#define BOOST_TEST_MODULE platform
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/platform.hpp"
#include "plan/limits.hpp"
#include "testing/support/exception_message.hpp"

#include <algorithm>
#include <cmath>

using namespace hetgrid;
using namespace hetgrid::plan;
using hetgrid::testing::message;

namespace {

BOOST_AUTO_TEST_CASE(curves_are_piecewise_linear) {
  ProcessSpeed process;
  process.gflops = 7;
  BOOST_TEST(process.gflops_at(100) == 7);
  process.curve = {{100, 50}, {200, 40}, {400, 10}};
  for (const auto& [elements, gflops] :
       {std::pair{0, 50}, {100, 50}, {150, 45}, {200, 40}, {300, 25}, {400, 10}, {1000, 10}})
    BOOST_TEST(process.gflops_at(elements) == gflops);
  process.kernels.interchange = 0.5;
  BOOST_TEST(process.interchange_at(150) == 0.5);
  process.curve = {{100, 50, 0.25}, {200, 40, 0.125}};
  BOOST_TEST(process.interchange_at(150) == 0.1875);
}

BOOST_AUTO_TEST_CASE(links_by_class_and_by_pair) {
  Platform platform = platform_from_cycle_times(std::vector<double>{1, 1, 1, 1});
  platform.network.within_host = {1, 0};
  platform.network.between_hosts = {2, 0};
  platform.network.between_segments = {3, 0};
  platform.processes[0].host = platform.processes[1].host = "a";
  platform.processes[2].segment = "far";
  BOOST_TEST(platform.link(0, 1).latency == 1);
  BOOST_TEST(platform.link(0, 3).latency == 2);
  BOOST_TEST(platform.link(1, 2).latency == 3);
  BOOST_TEST(platform.link(3, 3).latency == 1);
  for (int k = 0; k < 16; ++k)
    platform.network.pairs.push_back({10.0 + k, 0});
  BOOST_TEST(platform.link(1, 2).latency == 16);
  BOOST_TEST((Link{1, 0.5}.seconds(10)) == 6);
}

Platform complete_platform() {
  Platform platform = platform_from_cycle_times(std::vector<double>{1, 3});
  platform.processes[0].host = "node1";
  platform.processes[0].curve = {{1e6, 60.5, 0.25}, {1e8, 30, 0.125}};
  platform.processes[1].curve = {{1e6, 20}};
  platform.processes[0].memory = 1e9;
  platform.processes[1].segment = "cellar";
  platform.processes[1].kernels.trsm = 0.25;
  platform.processes[1].quota = {0.012, 0.5};
  platform.processes[1].overhead = {1e-9, 2e-9};
  platform.processes[1].copy_alone = 0.5;
  platform.network.medium = Medium::bus;
  platform.network.between_hosts = {1e-4, 1e-8};
  platform.network.pairs = {{}, {1, 0.5}, {2, 0.25}, {}};
  platform.server = {1, Port::many, true};
  return platform;
}

BOOST_AUTO_TEST_CASE(names_that_are_no_utf8_are_written) {
  Platform platform = complete_platform();
  platform.processes[0].host = "b\xff";
  BOOST_TEST(platform_from_json(to_json(platform)).processes[0].host == "b\ufffd");
}

BOOST_AUTO_TEST_CASE(what_a_file_leaves_out_is_assumed) {
  const std::string text = R"({"block_size": 64, "processes": [
    {"host": "a", "cycle_time": 1}, {"host": "b", "cycle_time": 2, "gflops": 10}],
    "network": {"between_hosts": {"latency": 5e-5, "bandwidth": 1.25e8}}})";
  const Platform first = platform_from_json(text), again = platform_from_json(to_json(first));
  for (const Platform* platform : {&first, &again}) {
    BOOST_TEST(!platform->network.between_hosts.assumed);
    BOOST_TEST(platform->network.within_host.assumed);
    BOOST_TEST(platform->network.between_segments.assumed);
  }
  BOOST_TEST(first.processes[0].gflops_assumed);
  BOOST_TEST(!first.processes[1].gflops_assumed);
  BOOST_TEST(to_json(first).find("within_host") == std::string::npos);
  BOOST_TEST(platform_from_cycle_times(std::vector<double>{1, 2}).processes[1].gflops_assumed);
}

BOOST_AUTO_TEST_CASE(platforms_as_json) {
  const Platform platform = complete_platform();
  const std::string text = to_json(platform);
  const Platform back = platform_from_json(text);
  BOOST_TEST(to_json(back) == text);
  BOOST_TEST((back.network == platform.network));
  BOOST_TEST((back.server == platform.server));
  BOOST_TEST(back.processes[0].curve[1].gflops == 30);
  BOOST_TEST(back.processes[0].curve[1].interchange == 0.125);
  BOOST_TEST(back.processes[1].curve[0].interchange == 0);
  BOOST_TEST(back.processes[0].memory == 1e9);
  BOOST_TEST(back.processes[1].segment == "cellar");
  BOOST_TEST((back.processes[1].kernels == platform.processes[1].kernels));
  BOOST_TEST((back.processes[1].quota == platform.processes[1].quota));
  BOOST_TEST((back.processes[1].overhead == Overhead{1e-9, 2e-9}));
  BOOST_TEST(back.processes[1].copy_alone == 0.5);
  BOOST_TEST(back.processes[0].copy_alone == 0);
  BOOST_TEST((back.processes[0].overhead == Overhead()));
  BOOST_TEST(back.cycle_times() == (std::vector<double>{1, 3}), boost::test_tools::per_element());

  // What `hetgrid probe` writes without --curve, as ever.
  const Platform plain = platform_from_json(R"({"block_size": 64, "processes": [
    {"host": "a", "rank": 0, "cycle_time": 1, "gflops": 60.5, "spread": 0.01},
    {"host": "a", "rank": 1, "cycle_time": 3, "gflops": 20.1, "spread": 0.02}]})");
  BOOST_TEST(plain.processes[1].gflops == 20.1);
  BOOST_TEST((plain.network == Network()));
  BOOST_TEST(to_json(plain).find("network") == std::string::npos);
  BOOST_TEST(!plain.processes[0].gflops_assumed);
  // By hand.
  BOOST_TEST(platform_from_json(R"({"block_size": 64, "processes": [
    {"host": "a", "rank": 0, "cycle_time": 1, "gflops": 60.5, "spread": 0}],
    "network": {"between_hosts": {"latency": 5e-5, "bandwidth": 1.25e8}}})")
                     .network.between_hosts.seconds_per_byte == 8e-9,
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(platforms_by_hand) {
  // The first speed that is known tells the others.
  const Platform some = platform_from_json(R"({"block_size": 64, "processes": [
    {"cycle_time": 2}, {"cycle_time": 1, "gflops": 30}, {"host": "c", "cycle_time": 3}]})");
  BOOST_TEST(some.processes[0].gflops == 15);
  BOOST_TEST(some.processes[2].gflops == 10);
  BOOST_TEST(some.processes[2].rank == 2);
  BOOST_TEST(some.processes[0].host.empty());
  const Platform none = platform_from_json(R"({"block_size": 64, "processes": [
    {"cycle_time": 2}, {"cycle_time": 1}]})");
  BOOST_TEST(none.processes[0].gflops == assumed_gflops / 2);
  BOOST_TEST(none.processes[1].gflops == assumed_gflops);
}

Platform star() {
  Platform platform = platform_from_cycle_times(std::vector<double>{1, 2, 3});
  platform.network.medium = Medium::star;
  platform.network.links = {{1, 0.5}, {2, 0.25}, {4, 0.125}};
  return platform;
}

Platform segments() {
  Platform platform = platform_from_cycle_times(std::vector<double>{1, 2, 3});
  platform.processes[1].segment = platform.processes[2].segment = "cellar";
  platform.network.segments = {{"cellar", Medium::bus, {1e-3, 1e-6}}};
  return platform;
}

BOOST_AUTO_TEST_CASE(links_of_a_star) {
  Platform platform = star();
  validate(platform);
  BOOST_TEST((platform.link(0, 2) == Link{5, 0.5}));
  BOOST_TEST((platform.link(2, 1) == Link{6, 0.25}));
  BOOST_TEST((platform.link(1, 1) == platform.network.within_host));
  platform.processes[0].host = platform.processes[2].host = "one";
  BOOST_TEST((platform.link(0, 2) == platform.network.within_host));
  BOOST_TEST((platform_from_json(to_json(platform)).network == platform.network));
}

BOOST_AUTO_TEST_CASE(links_of_segments) {
  const Platform platform = segments();
  validate(platform);
  BOOST_TEST((platform.link(1, 2) == Link{1e-3, 1e-6}));
  BOOST_TEST((platform.link(0, 1) == platform.network.between_segments));
  BOOST_TEST((platform.network.segment("cellar").medium == Medium::bus));
  BOOST_TEST((platform.network.segment("attic") ==
              Segment{"attic", Medium::crossbar, platform.network.between_hosts}));
  BOOST_TEST((platform_from_json(to_json(platform)).network == platform.network));
}

BOOST_AUTO_TEST_CASE(illegal_networks) {
  const auto check = [](const char* expected, Platform platform, auto&& spoil) {
    spoil(platform);
    const std::string found = message<ArgumentError>([&] { validate(platform); });
    BOOST_TEST(found.starts_with(expected), found << " does not start with " << expected);
  };
  check("network.links: 2 links: expected one for each of the 3", star(),
        [](Platform& x) { x.network.links.pop_back(); });
  check("network.links: 3 links: expected none", star(), [](Platform& x) { x.network.medium = Medium::bus; });
  check("network.links[1].latency", star(), [](Platform& x) { x.network.links[1].latency = -1; });
  check("network.segments[0].medium", star(), [](Platform& x) { x.network.segments = {{}}; });
  check("network.segments[0].medium", segments(),
        [](Platform& x) { x.network.segments[0].medium = Medium::star; });
  check("network.segments[1].name: \"cellar\"", segments(),
        [](Platform& x) { x.network.segments.push_back(x.network.segments[0]); });
  check("network.segments[0].between_hosts.latency", segments(),
        [](Platform& x) { x.network.segments[0].between_hosts.latency = NAN; });
  check("processes[1].segment: \"cellar\": expected \"\" as for host one", segments(),
        [](Platform& x) { x.processes[0].host = x.processes[1].host = "one"; });
}

BOOST_AUTO_TEST_CASE(illegal_platforms) {
  const auto check = [](const char* expected, auto&& spoil) {
    Platform platform = complete_platform();
    spoil(platform);
    const std::string found = message<ArgumentError>([&] { validate(platform); });
    BOOST_TEST(found.starts_with(expected), found << " does not start with " << expected);
  };
  validate(complete_platform());
  check("processes: (none)", [](Platform& x) { x.processes.clear(); });
  check("block_size: 0", [](Platform& x) { x.block_size = 0; });
  check("processes[1].rank: 0", [](Platform& x) { x.processes[1].rank = 0; });
  check("processes[0].cycle_time", [](Platform& x) { x.processes[0].cycle_time = 0; });
  check("processes[0].gflops", [](Platform& x) { x.processes[0].gflops = NAN; });
  check("processes[0].spread", [](Platform& x) { x.processes[0].spread = -1; });
  check("processes[0].memory", [](Platform& x) { x.processes[0].memory = INFINITY; });
  check("processes[0].curve[0].elements", [](Platform& x) { x.processes[0].curve[0].elements = 0; });
  check("processes[0].curve[1].elements", [](Platform& x) { x.processes[0].curve[1].elements = 1e6; });
  check("processes[0].curve[1].interchange", [](Platform& x) { x.processes[0].curve[1].interchange = 0; });
  check("processes[0].curve[1].gflops", [](Platform& x) { x.processes[0].curve[1].gflops = -1; });
  check("processes[1].kernels.trsm", [](Platform& x) { x.processes[1].kernels.trsm = 0; });
  check("processes[1].quota.period", [](Platform& x) { x.processes[1].quota.period = -1; });
  check("processes[1].quota.share", [](Platform& x) { x.processes[1].quota.share = 1.5; });
  check("processes[1].copy_alone", [](Platform& x) { x.processes[1].copy_alone = -1; });
  check("processes[1].overhead.send", [](Platform& x) { x.processes[1].overhead.send = -1; });
  check("processes[1].overhead.receive", [](Platform& x) { x.processes[1].overhead.receive = NAN; });
  check("network.within_host.latency", [](Platform& x) { x.network.within_host.latency = -1; });
  check("network.between_segments.seconds_per_byte",
        [](Platform& x) { x.network.between_segments.seconds_per_byte = NAN; });
  check("network.pairs: 3 links", [](Platform& x) { x.network.pairs.pop_back(); });
  check("network.pairs[1][0].latency", [](Platform& x) { x.network.pairs[2].latency = -1; });
}

BOOST_AUTO_TEST_CASE(malformed_platforms) {
  const std::string good = to_json(complete_platform());
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  for (const std::string& text :
       {std::string("{"), std::string("[]"), std::string("{\"block_size\": 64}"),
        std::string("{\"block_size\": 64, \"processes\": []}"), changed("\"bus\"", "\"token ring\""),
        changed("\"curve\": [", "\"curve\": [1, "), changed("\"curve\": [", "\"curve\": [[1], "),
        changed("\"curve\": [", "\"curve\": [[\"x\", 1], "), changed("\"latency\"", "\"late\""),
        changed("1000000000.0", "\"much\""), changed("\"rank\": 0", "\"rank\": 0.5")})
    BOOST_TEST(message<InputError>([&] { platform_from_json(text); }) != "no exception");
  BOOST_TEST(message<ArgumentError>([&] {
               platform_from_json(changed("\"bandwidth\": ", "\"bandwidth\": -"));
             }).find("bandwidth") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_largest_ratio_is_legal) {
  for (const double least : {1.0, 7e-7, 3e-5, 1.1e-12, 1e6 / 3, 9.7e5})
    for (const bool inverse : {false, true}) {
      std::vector<double> times{least, 1e6 * least, 2 * least};
      if (inverse)
        std::ranges::transform(times, times.begin(), [](double time) { return 1 / time; });
      check_cycle_times("cycle_times", times);
      validate(platform_from_cycle_times(times));
      times[1] *= inverse ? 1 - 1e-9 : 1 + 1e-9;
      BOOST_CHECK_THROW(check_cycle_times("cycle_times", times), ArgumentError);
    }
  validate(platform_from_cycle_times(cycle_times_from_text("--cycle-times", "7e-7,0.7")));
}

/// A platform of two processes with `second` and `rest` in it.
std::string two_processes(const std::string& second, const std::string& rest = "") {
  return R"({"block_size": 64, "processes": [{"cycle_time": 1, "gflops": 50}, {)" + second + "}]" + rest +
         "}";
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_named_with_its_place) {
  const std::string good = R"("cycle_time": 2)";
  platform_from_json(two_processes(good));
  const std::string deep(100'000, '[');
  const struct {
    std::string text, expected;
  } cases[] = {
      {two_processes(R"("cycle_time": -1)"), "processes[1].cycle_time: -1: expected 1e-12 to 1e+12"},
      {two_processes(R"("cycle_time": 1e-320)"), "processes[1].cycle_time: 1e-320: expected"},
      {two_processes(R"("cycle_time": 1e308)"), "processes[1].cycle_time: 1e+308: expected"},
      {two_processes(R"("cycle_time": 1e7)"),
       "processes[1].cycle_time: 1e+07: expected at most 1e+06 times the smallest of all, 1"},
      {two_processes(R"("cycle_time": "2")"), "processes[1].cycle_time: \"2\": expected a number"},
      {two_processes(R"("cycle_time": true)"), "processes[1].cycle_time: true: expected a number"},
      {two_processes(R"("gflops": 3)"), "processes[1].cycle_time is missing"},
      {two_processes(R"("cycle_time": 1, "gflops": 1e-320)"), "processes[1].gflops: 1e-320: expected"},
      {two_processes(R"("cycle_time": 1, "gflops": -5)"), "processes[1].gflops: -5: expected"},
      {two_processes(R"("cycle_time": 1, "gflops": 0)"), "processes[1].gflops: 0: expected 1e-06 to 1e+09"},
      {two_processes(R"("cycle_time": 2, "gflops": 0.5)"),
       "processes[1].gflops: 0.5: expected about 25, as cycle_time = 2 says"},
      {two_processes(good + R"(, "cycle_time": 3)"), "processes[1].cycle_time: expected once, found twice"},
      {two_processes(good + R"(, "speed": 3)"),
       "processes[1].speed: 3: expected no such field, but host, rank"},
      {two_processes(good + R"(, "kernels": {"getrf_panell": 0.5})"),
       "processes[1].kernels.getrf_panell: 0.5: expected no such field, but lu_update"},
      {two_processes(good + R"(, "kernels": {"trsm": 1e-30})"), "processes[1].kernels.trsm: 1e-30: expected"},
      {two_processes(good + R"(, "kernels": 3)"), "processes[1].kernels: 3: expected an object"},
      {two_processes(good + R"(, "rank": 0)"), "processes[1].rank: 0: expected 1"},
      {two_processes(good + R"(, "rank": 4294967297)"), "processes[1].rank: 4294967297: expected an integer"},
      {two_processes(good + R"(, "host": "a\nb")"),
       "processes[1].host: \"a\\nb\": expected at most 255 bytes"},
      {two_processes(good + R"(, "quota": {"period": 1e-12, "share": 0.5})"),
       "processes[1].quota.period: 1e-12: expected 0, or 1e-06 to 1000"},
      {two_processes(good + R"(, "quota": {"period": 0.1, "share": 1e-9})"),
       "processes[1].quota.share: 1e-09: expected 1e-06 to 1"},
      {two_processes(good + R"(, "quota": {"share": 1})"), "processes[1].quota.period is missing"},
      {two_processes(good + R"(, "overhead": {"send": 0, "receive": 2})"),
       "processes[1].overhead.receive: 2: expected 0, or 1e-18 to 1"},
      {two_processes(good + R"(, "overhead": {"send": 0})"), "processes[1].overhead.receive is missing"},
      {two_processes(good + R"(, "overhead": {"send": 0, "receive": 0, "byte": 0})"),
       "processes[1].overhead.byte: 0: expected no such field, but send, receive"},
      {two_processes(good + R"(, "curve": [[1e4, 3], [2e4, 3, "x"]])"),
       "processes[1].curve[1][2]: \"x\": expected a number"},
      {two_processes(good + R"(, "curve": [[1e4]])"), "processes[1].curve[0]: 1 numbers: expected [elements"},
      {two_processes(good, R"(, "network": 5)"), "network: 5: expected an object"},
      {two_processes(good, R"(, "network": {"medium": "bus", "links": 3})"),
       "network.links: 3: expected an array"},
      {two_processes(good,
                     R"(, "network": {"medium": "star", "links": [{"latency": 0}, {"latency": 1e308}]})"),
       "network.links[1].latency: 1e+308: expected"},
      {two_processes(good, R"(, "network": {"between_hosts": {"latency": 0, "bandwith": 1e9}})"),
       "network.between_hosts.bandwith: 1000000000.0: expected no such field, but latency, bandwidth"},
      {two_processes(good, R"(, "network": {"between_hosts": {"latency": 0, "bandwidth": 1e-300}})"),
       "network.between_hosts.bandwidth: 1e-300: expected"},
      {two_processes(good, R"(, "network": {"segments": [{"name": "x", "between_hosts": [1]}]})"),
       "network.segments[0].between_hosts: an array: expected an object"},
      {two_processes(good, R"(, "server": 1)"), "server: 1: expected an object"},
      {two_processes(good, R"(, "server": {"rank": 2})"), "server.rank: 2: expected 0 to 1, a process"},
      {two_processes(good, R"(, "server": {"rank": -1})"), "server.rank: -1: expected 0 to 1, a process"},
      {two_processes(good, R"(, "server": {"port": "two"})"), "server.port: \"two\": expected one or many"},
      {two_processes(good, R"(, "server": {"computes": 1})"), "server.computes: 1: expected true or false"},
      {two_processes(good, R"(, "server": {"ports": 1})"),
       "server.ports: 1: expected no such field, but rank"},
      {two_processes(good, R"(, "comment": "none")"), "comment: \"none\": expected no such field"},
      {two_processes(good, R"(, "block_size": 64)"), "block_size: expected once, found twice"},
      {two_processes(good, ", \"network\": " + deep), "network[0][0]"},
      {deep, "platform[0]"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string found = message<Error>([&] { platform_from_json(text); });
    BOOST_TEST(found.starts_with(expected), found << " does not start with " << expected);
    BOOST_TEST(found.find('\n') == std::string::npos);
    BOOST_TEST(found.size() < 600);
  }
}

} // namespace
