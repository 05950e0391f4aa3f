#include "api/border.hpp"

#include "kernel/process_local.hpp"

#include <cstdio>
#include <cstring>

extern "C" void HG_FC_GLOBAL(pxerbla, PXERBLA)(const int* context, const char* routine, const int* info,
                                               std::size_t routine_length);

namespace hetgrid::api {

int& last_info() noexcept {
  struct LastInfo {
    int value;
  };
  return kernel::process_local<LastInfo>().value;
}

void report_illegal_argument(int context, const char* routine, int info) noexcept {
  const int position = -info;
  HG_FC_GLOBAL(pxerbla, PXERBLA)(&context, routine, &position, std::strlen(routine));
}

void report_failure(const char* routine, const char* text) noexcept {
  std::fprintf(stderr, "hetgrid: %s: %s\n", routine, text);
}

} // namespace hetgrid::api
