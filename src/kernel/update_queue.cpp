#include "kernel/update_queue.hpp"

#include "kernel/process_local.hpp"

namespace hetgrid::kernel {
namespace {

struct Delay {
  int value = 0;
};

} // namespace

int& update_delay() {
  return process_local<Delay>().value;
}

} // namespace hetgrid::kernel
