// A process that lacks memory: RLIMIT_AS. Not with AddressSanitizer, which needs all the addresses itself.
#pragma once

#include <cstddef>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace hetgrid::testing {

/// So many bytes of addresses more than the process has, while it lives.
class FewAddresses {
public:
  explicit FewAddresses(std::size_t more) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~FewAddresses() { setrlimit(RLIMIT_AS, &before_); }
  FewAddresses(const FewAddresses&) = delete;
  FewAddresses& operator=(const FewAddresses&) = delete;

private:
  rlimit before_{};
};

} // namespace hetgrid::testing
