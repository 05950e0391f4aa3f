// A file that one process reads for all.
#pragma once

#include "comm/collectives.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace hetgrid::api {

/// What process 0 of `comm` reads; empty if it cannot. Collective.
inline std::string text_of_file(const std::string& file, MPI_Comm comm) {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  std::ostringstream content;
  if (rank == 0)
    content << std::ifstream(file).rdbuf(); // fails without an exception, also on a directory
  std::string text = content.str();
  comm::broadcast(text, 0, comm);
  return text;
}

} // namespace hetgrid::api
