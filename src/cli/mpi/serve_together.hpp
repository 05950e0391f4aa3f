// Commands in which rank 0 serves and the others work for it.
#pragma once

#include <functional>

#include "cli/mpi/mpi_session.hpp"

namespace hetgrid::cli {

/// Runs work() on every rank; collective. What goes wrong is the error of all ranks, as in MpiSession::together; but if rank 0 fails while
/// others wait for its messages, nothing can be agreed with them, and the program ends.
/// \param they_wait  asked on rank 0 when it has failed
void serve_together(const MpiSession& session, const std::function<void()>& work,
                    const std::function<bool()>& they_wait);

} // namespace hetgrid::cli
