// The ranks as a server and its workers, for commands whose matrices are on rank 0.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/mpi/mpi_session.hpp"
#include "hetgrid/server.hpp"

namespace CLI {
class App;
}

namespace hetgrid::cli {

struct ServiceOptions {
  std::string policy = "auto";
  std::string memory;            ///< of the workers, "2G,1G"; empty: that of the platform, else what is free
  std::string platform;          ///< file; empty: measured
  std::string speed_error = "0"; ///< how wrong their speeds may be
  server::Index block_size = 0;  ///< 0: by the memory
  bool server_computes = false;
};

void add_service_options(CLI::App& command, ServiceOptions& options);

/// A machine as it was measured, or as its file describes it.
struct Surroundings {
  plan::Platform platform;
  std::vector<std::string> hosts;  ///< by rank
  std::vector<double> free_memory; ///< by rank, bytes
};

/// Those of the ranks, on rank 0. \param operations  that will follow: measuring takes a fiftieth of their time at most
/// Collective. \throws Error on all ranks
Surroundings find_surroundings(const MpiSession& session, const ServiceOptions& options, double operations);

/// Every process has a memory: as told, or half of what is free, which ranks of a host share: there are the packed factors of the
/// BLAS, too, and, on the server, copies of what is on its way. \throws ArgumentError
plan::Platform platform_with_memory(const Surroundings& surroundings, const ServiceOptions& options,
                                    std::size_t element_bytes);

/// Bytes of each worker. \throws ArgumentError if there is none
std::vector<double> memory_of_workers(const plan::Platform& platform);

/// Large enough for the BLAS, small enough for chunks of some blocks, a power of two: a chunk of C takes most of the memory.
/// \param side  the largest of the product, elements
server::Index suitable_block_size(double memory, std::size_t element_bytes, server::Index side);

} // namespace hetgrid::cli
