// HG_SERVER_POLICY. The name hangs on the context's own communicator, so that it is forgotten with the context.
#include "api/server_policy.hpp"

#include "api/border.hpp"
#include "api/check.hpp"
#include "api/controls.hpp"
#include "comm/mpi_check.hpp"
#include "hetgrid/server_policies.hpp"

#include <algorithm>
#include <memory>

namespace hetgrid::api {
namespace {

extern "C" int delete_name(MPI_Comm, int, void* name, void*) {
  delete static_cast<std::string*>(name);
  return MPI_SUCCESS;
}

int name_key() {
  static const int key = [] {
    int created = MPI_KEYVAL_INVALID;
    HG_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_name, &created, nullptr));
    return created;
  }();
  return key;
}

/// \return nullptr if the context has none of its own
const std::string* name_of(MPI_Comm comm) {
  void* name = nullptr;
  int found = 0;
  HG_MPI(MPI_Comm_get_attr(comm, name_key(), &name, &found));
  return found ? static_cast<const std::string*>(name) : nullptr;
}

int set_server_policy(int context, const char* policy, int length) {
  comm::Grid* const grid = common_grid({context});
  if (!grid)
    return -1; // this process is not in it
  const std::string_view name(policy, static_cast<std::size_t>(std::max(0, length)));
  ArgumentChecker check(*grid);
  check.text(2, name);
  check.integer(3, length, 0);
  if (!name.empty() && !server::is_for_runs(name))
    check.illegal(2);
  const int info = check.agree();
  if (info != 0) {
    report_illegal_argument(grid->context(), "HG_SERVER_POLICY", info);
    return info;
  }
  const MPI_Comm comm = comm::Grid::communicator(context);
  if (name.empty()) {
    if (name_of(comm))
      HG_MPI(MPI_Comm_delete_attr(comm, name_key()));
    return 0;
  }
  const comm::Reservation memory(grid->all(), "the name of a policy", 4096);
  auto mine = std::make_unique<std::string>(name);
  HG_MPI(MPI_Comm_set_attr(comm, name_key(), mine.get()));
  mine.release();
  return 0;
}

} // namespace

std::string server_policy(const comm::Grid& grid) {
  const std::string* const mine = name_of(comm::Grid::communicator(grid.context()));
  return mine ? *mine : controls().server_policy;
}

} // namespace hetgrid::api

extern "C" void HG_FC_GLOBAL_(hg_server_policy, HG_SERVER_POLICY)(const int* ictxt, const char* policy,
                                                                  const int* length, int* info) {
  *info = hetgrid::api::guarded("HG_SERVER_POLICY",
                                [&] { return hetgrid::api::set_server_policy(*ictxt, policy, *length); });
}
