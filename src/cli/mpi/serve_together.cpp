#include "cli/mpi/serve_together.hpp"

#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {

void serve_together(const MpiSession& session, const std::function<void()>& work,
                    const std::function<bool()>& they_wait) {
  const auto end_if_they_wait = [&](const char* why) {
    if (session.root() && they_wait())
      throw std::runtime_error(why);
  };
  session.together([&] {
    try {
      work();
    } catch (const Error& error) {
      end_if_they_wait(error.what());
      throw;
    } catch (const std::bad_alloc&) {
      end_if_they_wait("no memory");
      throw;
    }
  });
}

} // namespace hetgrid::cli
