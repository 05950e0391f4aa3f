#include "measure/profile.hpp"

#include "kernel/process_local.hpp"

namespace hetgrid::measure {

ProfileState& profile_state() {
  return kernel::process_local<ProfileState>();
}

} // namespace hetgrid::measure
