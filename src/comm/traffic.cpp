#include "comm/traffic.hpp"

#include "kernel/process_local.hpp"

namespace hetgrid::comm {

Traffic& traffic() {
  return kernel::process_local<Traffic>();
}

} // namespace hetgrid::comm
