#include "cli/mpi/mpi_session.hpp"

#include <exception>
#include <new>
#include <utility>

#include <fmt/core.h>

#include "cli/options/message.hpp"
#include "cli/process/launcher.hpp"
#include "cli/process/launcher_rank.hpp"
#include "comm/abort.hpp"
#include "comm/collectives.hpp"
#include "comm/machine_identity.hpp"
#include "hetgrid/error.hpp"
#include "kernel/execution.hpp"

namespace hetgrid::cli {
namespace {

/// The same error on every rank, so that every rank can finalize.
class CollectiveError : public ReportedError {
  using ReportedError::ReportedError;
};

/// `text` of rank `source` on every rank.
std::string broadcast(std::string text, int source) {
  comm::broadcast(text, source, MPI_COMM_WORLD);
  return text;
}

/// What launchers say of this process. Looked at before MPI_Init: to a process that is alone in it Open MPI says that it is the first.
struct Launched {
  int processes = launcher_size().value_or(1);
  int rank = launcher_rank().value_or(0);
};

/// Processes started together of which each is alone in its MPI would all do the same and write the same files.
bool are_strangers(const Launched& launched, const MpiSession& session) {
  return !kernel::simulated && session.size() == 1 && launched.processes > 1;
}

/// The first of them says so. \return the exit status
int refuse_strangers(const Launched& launched) {
  if (launched.rank == 0)
    report(ArgumentError("launcher",
                         fmt::format("started {} processes, each alone in its MPI", launched.processes),
                         fmt::format("that of {}, as {}{}", comm::mpi_version(), find_mpiexec(""),
                                     launched_by_srun() ? ", or srun with another --mpi" : "")));
  return failure;
}

} // namespace

MpiSession::MpiSession() {
  if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS)
    throw SystemError("MPI_Init failed");
  HG_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  HG_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank_));
  HG_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size_));
}

MpiSession::~MpiSession() {
  MPI_Finalize();
}

void MpiSession::together(const std::function<void()>& step) const {
  std::string message;
  int failed = size_, status = 0;
  const auto remember = [&](const std::exception& error) {
    message = describe(error);
    status = exit_status(error);
    failed = rank_;
  };
  try {
    step();
  } catch (const Error& error) {
    remember(error);
  } catch (const std::bad_alloc& error) {
    remember(error);
  }
  const int first = comm::all_reduced(failed, MPI_MIN, MPI_COMM_WORLD);
  if (first == size_)
    return;
  comm::broadcast(&status, 1, first, MPI_COMM_WORLD);
  throw CollectiveError(broadcast(std::move(message), first), status);
}

std::string MpiSession::from_root(const std::function<std::string()>& read) const {
  std::string text;
  together([&] {
    if (root())
      text = read();
  });
  return broadcast(std::move(text), 0);
}

int run_mpi(const std::function<int(const MpiSession&)>& command) {
  const Launched launched;
  const MpiSession session;
  try {
    if (are_strangers(launched, session))
      return refuse_strangers(launched);
    const int status = command(session);
    // The only sign of success: smpirun returns 0 after a deadlock and after MPI_Abort, too.
    if (kernel::simulated && status == 0 && session.root())
      fmt::print("simulation complete\n");
    return status;
  } catch (const CollectiveError& error) {
    if (session.root())
      report(error);
    return error.status();
  } catch (const std::exception& error) {
    report(fmt::format("rank {}: {}", session.rank(), describe(error)));
    comm::abort(failure);
  }
}

} // namespace hetgrid::cli
