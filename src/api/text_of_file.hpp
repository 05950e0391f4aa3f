// A file that one process reads for all.
#pragma once

#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "hetgrid/error.hpp"
#include "plan/text_file.hpp"

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
  comm::broadcast(text, 0, comm);
  return text;
}

} // namespace hetgrid::api
