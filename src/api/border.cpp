#include "api/border.hpp"

#include "kernel/process_local.hpp"

#include <cstdio>

extern "C" void HG_FC_GLOBAL(pxerbla, PXERBLA)(const int* context, const char* routine, const int* info,
                                               std::size_t routine_length);

namespace hetgrid::api {

int& last_info() noexcept {
  struct LastInfo {
    int value;
  };
  return kernel::process_local<LastInfo>().value;
}

void report_illegal_argument(int context, const std::string& routine, int info) {
  const int position = -info;
  HG_FC_GLOBAL(pxerbla, PXERBLA)(&context, routine.c_str(), &position, routine.size());
}

void report_failure(const std::string& routine, const char* text) {
  std::fprintf(stderr, "hetgrid: %s: %s\n", routine.c_str(), text);
}

} // namespace hetgrid::api
