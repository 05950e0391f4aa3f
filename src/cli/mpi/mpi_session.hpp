// MPI_Init to MPI_Finalize of a subcommand that runs under mpiexec, and errors that end it on all ranks.
#pragma once

#include <functional>
#include <string>

#include <mpi.h>

namespace hetgrid::cli {

/// One per process, between MPI_Init and MPI_Finalize.
class MpiSession {
public:
  MpiSession();
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }
  bool root() const noexcept { return rank_ == 0; }

  /// Runs `step` on every rank; collective. If it throws an Error or runs out of memory anywhere, every rank throws an
  /// Error with the message of the lowest such rank.
  void together(const std::function<void()>& step) const;

  /// The text that `read` returns on rank 0, on every rank; collective. Errors as in together().
  std::string from_root(const std::function<std::string()>& read) const;

private:
  int rank_ = 0;
  int size_ = 1;
};

/// Runs a subcommand under MPI. \return its exit status; 1 after an error that all ranks share, which rank 0
/// prints. An error on some ranks only is printed there and ends the program by MPI_Abort.
int run_mpi(const std::function<int(const MpiSession&)>& command);

} // namespace hetgrid::cli
