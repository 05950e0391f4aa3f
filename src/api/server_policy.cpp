// HG_SERVER_POLICY. The name hangs on the context's own communicator, so that it is forgotten with the context.
#include "api/server_policy.hpp"

#include "api/border.hpp"
#include "api/check.hpp"
#include "api/controls.hpp"
#include "comm/attribute.hpp"
#include "hetgrid/server_policies.hpp"

#include <algorithm>
#include <memory>

namespace hetgrid::api {
namespace {

/// The names that contexts have of their own.
const comm::Attribute<std::string>& names() {
  static const comm::Attribute<std::string> all;
  return all;
}

int set_server_policy(int context, const char* policy, int length) {
  comm::Grid* const grid = common_grid({context});
  if (!grid)
    return -1; // this process is not in it
  const std::string_view name(policy, static_cast<std::size_t>(std::max(0, length)));
  ArgumentChecker check(*grid);
  check.context(1, 0, *grid);
  check.text(2, name);
  check.integer(3, length, 0);
  if (!name.empty() && !server::is_for_runs(name))
    check.illegal(2);
  if (const int info = check.agree("HG_SERVER_POLICY", grid->context()); info != 0)
    return info;
  const MPI_Comm comm = comm::Grid::communicator(context);
  if (name.empty()) {
    if (names().of(comm))
      names().remove(comm);
    return 0;
  }
  const comm::Reservation memory(grid->all(), "the name of a policy", 4096);
  names().set(comm, std::make_unique<std::string>(name));
  return 0;
}

} // namespace

std::string server_policy(const comm::Grid& grid) {
  const std::string* const mine = names().of(comm::Grid::communicator(grid.context()));
  return mine ? *mine : controls().server_policy;
}

} // namespace hetgrid::api

extern "C" void HG_FC_GLOBAL_(hg_server_policy, HG_SERVER_POLICY)(const int* ictxt, const char* policy,
                                                                  const int* length, int* info) {
  *info = hetgrid::api::guarded("HG_SERVER_POLICY",
                                [&] { return hetgrid::api::set_server_policy(*ictxt, policy, *length); });
}
