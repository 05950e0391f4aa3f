#include "plan/in_parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include <sched.h>

namespace hetgrid::plan {
namespace {

/// That this process may use: ranks are often bound to one.
std::size_t cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    return static_cast<std::size_t>(std::max(1, CPU_COUNT(&set)));
  return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace

void in_parallel(std::size_t count, const std::function<void(std::size_t)>& call) {
  std::vector<std::exception_ptr> errors(count);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < count; k = next++)
      try {
        call(k);
      } catch (...) {
        errors[k] = std::current_exception();
      }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t k = 1; k < std::min(count, cores()); ++k)
        others.emplace_back(work);
    } catch (const std::system_error&) { // no more threads: those that there are do it
    }
    work();
  }
  for (const std::exception_ptr& error : errors)
    if (error)
      std::rethrow_exception(error);
}

} // namespace hetgrid::plan
