// What tells a machine from others.
#pragma once

#include "comm/mpi_check.hpp"

#include <string>
#include <vector>

namespace hetgrid::comm {

/// Model name of this host's processors.
std::string cpu_model();
/// Of this host.
int cores();
/// The first line of what MPI says of itself.
std::string mpi_version();
/// MPI's name of the host of every process, on all of them. Collective over `comm`.
std::vector<std::string> all_host_names(MPI_Comm comm);
/// Different ones among these names.
int count_hosts(const std::vector<std::string>& names);

} // namespace hetgrid::comm
