// A folder for the time that a command takes.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "cli/process/watcher.hpp"

namespace hetgrid::cli {

/// Removed with everything in it at the end of the object, or of the process.
class TemporaryFolder {
public:
  /// \param name  how it begins, below TMPDIR or /tmp \throws SystemError
  explicit TemporaryFolder(const std::string& name);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const noexcept { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
  std::filesystem::path path_;
  std::unique_ptr<Watcher> watcher_;
};

} // namespace hetgrid::cli
