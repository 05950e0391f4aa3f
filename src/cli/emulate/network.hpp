// Workstations on a switch: every rank on a host of its own, in Linux namespaces.
//
// A host is a network namespace with one interface, eth0, joined by a veth pair to the bridge of the switch, to which the
// launcher belongs. Packets pass a token bucket (tc tbf) on their way into the switch and another on their way out of it: links
// are as fast in both directions, at the same time. Namespaces live as long as the processes within them, so that
// nothing is left of a network when these have ended, however they did.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "cli/process/child_process.hpp"
#include "cli/process/temporary_folder.hpp"

namespace hetgrid::cli {

/// "hetgrid3"
std::string host_name(int rank);

/// The network that this process and the launchers it starts are part of, while the object lives.
class EmulatedNetwork {
public:
  /// Makes the network, moves this process to its switch, and sets the environment by which mpiexec of MPICH and Open
  /// MPI start one rank on each host and let ranks talk by TCP.
  /// \param rates  of the link of each host, bits a second
  /// \throws SystemError without the rights to do so, and without ip and tc
  EmulatedNetwork(const std::vector<double>& rates, const EndingSignals& signals);
  EmulatedNetwork(const EmulatedNetwork&) = delete;
  ~EmulatedNetwork();

private:
  void make_host(std::size_t rank, double rate);
  void make_switch(const std::vector<double>& rates);
  /// Lines for `tool -batch`, ip or tc, in the network namespace of this process.
  void configure(const std::string& tool, const std::string& lines);
  void write_names(std::size_t hosts);
  void set_environment() const;

  const EndingSignals& signals_;
  std::string ip_, tc_;
  TemporaryFolder folder_;
  int switch_ = -1;        ///< network namespaces, open files
  std::vector<int> hosts_; ///< likewise
};

/// The programs that this process becomes or starts have a MPI_Finalize that ends on a network: see finalize.cpp.
/// \throws SystemError
void preload_finalize();

/// Moves this process, which mpiexec has started in place of rsh, to a host of the network.
/// \param owner     the process with the EmulatedNetwork
/// \param networks  its open files, by rank
/// \throws SystemError
void enter_host(const std::string& host, pid_t owner, const std::vector<int>& networks);

} // namespace hetgrid::cli
