// A platform as SimGrid reads it.
#pragma once

#include "hetgrid/platform.hpp"

#include <string>

namespace hetgrid::simulation {

/// The platform description (XML, version 4.1): every process is a host of SimGrid's, whose speed is its gflops and whose
/// properties are the rates of its kernels. With network/model:CM02 a message of m bytes takes latency + (m + 16) / bandwidth
/// of Platform::link between two idle processes, 16 bytes being the envelope that SMPI adds.
///
/// Its length is proportional to the number of processes, except where links are known by pairs, or where no tree of
/// links has the times that are asked for: then there is a route for each pair. \throws ArgumentError on an illegal platform
std::string simgrid_platform(const plan::Platform& platform);

/// The host file: the processes in the order of their ranks.
std::string simgrid_hosts(const plan::Platform& platform);

} // namespace hetgrid::simulation
