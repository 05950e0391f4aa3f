#include "cli/process/temporary_folder.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

namespace fs = std::filesystem;

/// Processes that are about to end may still write into it.
void remove_folder(const fs::path& folder) noexcept try {
  using namespace std::chrono_literals;
  std::error_code error;
  for (int attempt = 0; attempt < 100; ++attempt) {
    fs::remove_all(folder, error);
    if (!fs::exists(folder, error))
      return;
    std::this_thread::sleep_for(10ms);
  }
} catch (...) {
  // Out of memory.
}

} // namespace

TemporaryFolder::TemporaryFolder(const std::string& name) {
  const char* const parent = std::getenv("TMPDIR");
  std::string path = fmt::format("{}/{}-XXXXXX", parent && *parent ? parent : "/tmp", name);
  if (!mkdtemp(path.data()))
    throw SystemError(fmt::format("{}: cannot be made: {}", path, std::strerror(errno)));
  path_ = path;
  try {
    watcher_ = std::make_unique<Watcher>([this] { remove_folder(path_); });
  } catch (...) {
    remove_folder(path_);
    throw;
  }
}

TemporaryFolder::~TemporaryFolder() {
  remove_folder(path_);
}

} // namespace hetgrid::cli
