// Grids that are described by a file, which process 0 reads.
#pragma once

#include "api/border.hpp"
#include "api/check.hpp"
#include "api/system_communicator.hpp"
#include "api/text_of_file.hpp"
#include "comm/agreement.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace hetgrid::api {

/// Checks a system context, the name of a file and its length, which are arguments 1 to 3. Collective. \return INFO
inline int check_file_arguments(int context, const char* file, int length) {
  if (context == no_context)
    return -1;
  ArgumentChecker check(system_communicator(context));
  check.text(2, std::string_view(file, static_cast<std::size_t>(std::max(0, length))));
  check.integer(3, length, 1);
  return check.agree();
}

/// What parse(text) makes of a file for as many processes as processes_of(value) says; empty, and told by process 0, if it
/// cannot be read, is wrong, or is for more processes than `comm` has. Collective. \throws SystemError, on every process, if
/// one has no memory for it
template <typename Parse, typename ProcessesOf>
auto value_from_file(const char* routine, const std::string& name, const char* what, MPI_Comm comm,
                     Parse&& parse, ProcessesOf&& processes_of) -> std::optional<decltype(parse(name))> {
  int rank = 0, running = 0;
  HG_MPI(MPI_Comm_rank(comm, &rank));
  HG_MPI(MPI_Comm_size(comm, &running));
  const std::string text = text_of_file(name, comm);
  std::optional<decltype(parse(name))> value;
  comm::reserve_together(comm, what, [&] {
    try {
      if (text.empty())
        throw InputError("cannot be read, or is empty");
      value = parse(text);
      if (const int planned = processes_of(*value); planned > running)
        throw InputError(std::string(what) + " for " + std::to_string(planned) + " processes, but only " +
                         std::to_string(running) + " are running");
    } catch (const Error& error) { // the same text, so the same error on all processes
      value.reset();
      if (rank == 0)
        report_failure(routine, (name + ": " + error.what()).c_str());
    }
  });
  return value;
}

} // namespace hetgrid::api
