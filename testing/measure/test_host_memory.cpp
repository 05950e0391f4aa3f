// What is free is part of what there is, and no more than the limits of the process leave.
#define BOOST_TEST_MODULE host_memory
#include <boost/test/unit_test.hpp>

#include "measure/host_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <sys/resource.h>

using hetgrid::measure::free_memory;
using hetgrid::measure::host_memory;
using hetgrid::measure::memory_group;

BOOST_AUTO_TEST_CASE(free_is_a_part) {
  BOOST_TEST(host_memory() > 1e7);
  BOOST_TEST(free_memory() > 1e6);
  BOOST_TEST(free_memory() <= host_memory());
}

BOOST_AUTO_TEST_CASE(limits_count) {
#if defined(__SANITIZE_ADDRESS__)
  return; // reserves far more addresses than it uses
#endif
  for (const int resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit before{};
    BOOST_REQUIRE(getrlimit(resource, &before) == 0);
    const double free = free_memory();
    constexpr std::size_t size = std::size_t{300} << 20;
    rlimit limit = before;
    limit.rlim_cur = std::size_t{1} << 30;
    BOOST_REQUIRE(setrlimit(resource, &limit) == 0);
    const double limited = free_memory();
    BOOST_TEST((limited <= free && limited <= 0x1p30 && limited > 0));
    {
      const std::vector<char> taken(size);
      BOOST_TEST(free_memory() <= std::max(0.0, 0x1p30 - static_cast<double>(size)));
    }
    BOOST_REQUIRE(setrlimit(resource, &before) == 0);
  }
}

BOOST_AUTO_TEST_CASE(control_groups_are_found_by_controller_and_may_have_colons) {
  const auto check = [](const char* line, int version, const std::string& path) {
    const auto group = memory_group(line);
    BOOST_TEST_REQUIRE(group.has_value(), line);
    BOOST_TEST(group->version == version, line);
    BOOST_TEST(group->path == path, line);
  };
  check("0::/", 2, "/");
  check("0::/system.slice/a:b.service", 2, "/system.slice/a:b.service");
  check("0::/system.slice/kubepods-pod1.slice:cri-containerd:4f2", 2,
        "/system.slice/kubepods-pod1.slice:cri-containerd:4f2");
  check("5:memory:/user.slice", 1, "/user.slice");
  check("5:cpu,memory:/a:b", 1, "/a:b");
  check("5:memory,hugetlb:/", 1, "/");
  for (const char* const other :
       {"4:cpu,cpuacct:/a", "1:name=systemd:/x:memory:/y", "3:memory_usage:/", "0", ""})
    BOOST_TEST(!memory_group(other).has_value(), other);
}
