// Where the cpu controller is found, for version 1 and 2, in and out of containers.
#define BOOST_TEST_MODULE cgroup
#include <boost/test/unit_test.hpp>

#include "cli/emulate/cgroup.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "hetgrid/error.hpp"

namespace {

namespace fs = std::filesystem;
using hetgrid::cli::CpuHierarchy;
using hetgrid::cli::find_cpu_hierarchy;

/// A directory that looks like mounted hierarchies.
struct Fixture {
  Fixture() : root(fs::temp_directory_path() / ("hetgrid test " + std::to_string(getpid()))) {
    for (const char* directory : {"cpu/jobs/mine", "unified/user.slice/me", "memory"})
      fs::create_directories(root / directory);
    controllers("unified/user.slice/me", "cpuset cpu io\n");
    controllers("unified", "cpuset io\n");
  }
  ~Fixture() { fs::remove_all(root); }

  void controllers(const std::string& group, const std::string& text) const {
    std::ofstream(root / group / "cgroup.controllers") << text;
  }

  /// Mount point as mountinfo writes it: a space is \040.
  std::string point(const std::string& name) const {
    std::string text = (root / name).string();
    for (std::size_t space; (space = text.find(' ')) != std::string::npos;)
      text.replace(space, 1, "\\040");
    return text;
  }
  std::string version1(const std::string& shown = "/") const {
    return "32 31 0:29 " + shown + " " + point("cpu") +
           " rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n";
  }
  std::string version2() const { return "41 31 0:38 / " + point("unified") + " rw - cgroup2 cgroup2 rw\n"; }
  std::string noise() const {
    return "31 23 0:28 / " + point("") + " rw,relatime - tmpfs tmpfs rw,mode=755\n35 31 0:32 / " +
           point("memory") + " rw - cgroup cgroup rw,memory\nnot a mount\n";
  }

  fs::path root;
};

} // namespace

BOOST_FIXTURE_TEST_CASE(version_1, Fixture) {
  const CpuHierarchy found = find_cpu_hierarchy(noise() + version1() + version2(),
                                                "4:memory:/x\n2:cpu,cpuacct:/jobs/mine\n0::/user.slice/me\n");
  BOOST_TEST(found.version == 1);
  BOOST_TEST(found.directory == root / "cpu/jobs/mine");
}

BOOST_FIXTURE_TEST_CASE(version_1_in_a_container, Fixture) {
  // The mount shows a part of the hierarchy, the group is named from its root.
  BOOST_TEST(find_cpu_hierarchy(version1("/docker/abc"), "2:cpu,cpuacct:/docker/abc/jobs\n").directory ==
             root / "cpu/jobs");
  BOOST_TEST(find_cpu_hierarchy(version1("/docker/abc"), "2:cpu,cpuacct:/docker/abc\n").directory ==
             root / "cpu");
  BOOST_TEST(find_cpu_hierarchy(version1(), "2:cpu,cpuacct:/docker/abc\n").directory == root / "cpu");
}

BOOST_FIXTURE_TEST_CASE(version_2, Fixture) {
  const CpuHierarchy found = find_cpu_hierarchy(noise() + version2(), "0::/user.slice/me\n");
  BOOST_TEST(found.version == 2);
  BOOST_TEST(found.directory == root / "unified/user.slice/me");
}

BOOST_FIXTURE_TEST_CASE(no_cpu_controller, Fixture) {
  const auto tells = [](const hetgrid::SystemError& error) {
    return std::string(error.what()).find("cpu controller") != std::string::npos;
  };
  BOOST_CHECK_EXCEPTION(find_cpu_hierarchy(noise() + version2(), "0::/\n"), hetgrid::SystemError, tells);
  BOOST_CHECK_EXCEPTION(find_cpu_hierarchy(noise(), "4:memory:/\n"), hetgrid::SystemError, tells);
  BOOST_CHECK_EXCEPTION(find_cpu_hierarchy("", ""), hetgrid::SystemError, tells);
}

BOOST_FIXTURE_TEST_CASE(groups_that_cannot_be_made, Fixture) {
  const CpuHierarchy nowhere{1, root / "missing"};
  BOOST_CHECK_EXCEPTION(hetgrid::cli::CpuGroup(nowhere, "x", {1000, 3000}), hetgrid::SystemError,
                        [](const hetgrid::SystemError& error) {
                          const std::string message = error.what();
                          return message.find("cannot make the control group") != std::string::npos &&
                                 message.find("systemd-run") != std::string::npos;
                        });
  // A directory, but no cgroup file system: the quota cannot be written, and nothing is left behind.
  BOOST_CHECK_THROW(hetgrid::cli::CpuGroup(CpuHierarchy{1, root / "memory"}, "x", {1000, 3000}),
                    hetgrid::SystemError);
  BOOST_TEST(!fs::exists(root / "memory/x"));
  // Version 2, whose subtree_control does not accept the controller.
  BOOST_CHECK_THROW(hetgrid::cli::CpuGroup(CpuHierarchy{2, root / "unified"}, "x", {1000, 3000}),
                    hetgrid::SystemError);
  BOOST_TEST(!fs::exists(root / "unified/x"));
}

BOOST_FIXTURE_TEST_CASE(only_groups_of_the_dead_are_stale, Fixture) {
  const pid_t dead = 4194305; // above the largest process id of Linux
  for (const std::string& name :
       {hetgrid::cli::group_name(dead, 0), hetgrid::cli::group_name(getpid(), 0),
        std::string("hetgrid-x-rank0"), std::string("hetgrid-4194305"), std::string("other")})
    fs::create_directories(root / "cpu" / name);
  const auto removed = hetgrid::cli::remove_stale_groups({1, root / "cpu"});
  BOOST_REQUIRE_EQUAL(removed.size(), 1u);
  BOOST_TEST(removed[0] == hetgrid::cli::group_name(dead, 0));
  BOOST_TEST(!fs::exists(root / "cpu" / removed[0]));
  BOOST_TEST(fs::exists(root / "cpu" / hetgrid::cli::group_name(getpid(), 0)));
}
