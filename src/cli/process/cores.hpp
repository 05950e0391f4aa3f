// Cores for ranks: --cores of `hetgrid run` and `hetgrid emulate`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace hetgrid::cli {

/// Of one rank, by the numbers of the kernel, ascending.
using Cores = std::vector<int>;

/// Those that this process may run on.
Cores allowed_cores();

/// Which cores each rank gets, the first rank first: free ones of the smallest part of the machine (a core, a cluster that shares a
/// cache, a socket) that has as many, so that the threads of a rank are neighbours on cores of one kind. Of a core that runs
/// two threads at once the second is used only if there are not enough cores for all.
/// \param counts  cores of each rank, positive
/// \param share   whether ranks may share cores if there are not enough
/// \return empty if there are not enough
std::vector<Cores> assign_cores(std::span<const int> counts, bool share);

/// This process, and what it starts, has these cores, and as many threads of the BLAS. \throws SystemError
void run_on(const Cores& cores);

/// From now on launchers that this process starts do not bind ranks to cores, nor count these.
void leave_cores_to_ranks();

/// "core 3" or "cores 0,1".
std::string describe_cores(const Cores& cores);

/// What --cores expects where assign_cores() finds too few.
std::string expected_cores(bool share);

/// --cores of a command. \param counts  outlives the command
CLI::Option* add_cores(CLI::App& command, std::vector<int>& counts, const std::string& description);

} // namespace hetgrid::cli
