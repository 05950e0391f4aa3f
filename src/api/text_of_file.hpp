// A file that one process reads for all.
#pragma once

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "hetgrid/error.hpp"
#include "plan/text_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace hetgrid::api {

/// What process 0 of `comm` reads; empty if it cannot. Collective. \throws SystemError, on every process, if one has no memory
/// for it
inline std::string text_of_file(const std::string& file, MPI_Comm comm) {
  const int rank = comm::rank_in(comm);
  std::string text;
  comm::reserve_together(comm, "the text of a file", [&] {
    try {
      if (rank == 0)
        text = plan::text_of_file(file);
    } catch (const InputError&) { // the others wait for the broadcast
    }
  });
  auto size = static_cast<std::int64_t>(text.size());
  comm::broadcast(&size, 1, 0, comm);
  comm::reserve_together(comm, "the text of a file", [&] { text.resize(static_cast<std::size_t>(size)); });
  comm::broadcast(text.data(), text.size(), 0, comm);
  return text;
}

} // namespace hetgrid::api
