#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "cli/process/launcher.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <mpi.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/message.hpp"
#include "cli/process/launcher_rank.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {

bool is_program(const std::string& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

std::string find_in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  for (std::string rest = std::string(path ? path : "/usr/bin") + ":"; !rest.empty();
       rest.erase(0, rest.find(':') + 1)) {
    const std::string candidate = rest.substr(0, rest.find(':')) + "/" + name;
    if (is_program(candidate))
      return candidate;
  }
  return "";
}

namespace {

/// \throws ArgumentError unless there is such a program, at its path or along PATH
const std::string& checked(const std::string& mpiexec) {
  if (mpiexec.find('/') != std::string::npos ? is_program(mpiexec) : !find_in_path(mpiexec).empty())
    return mpiexec;
  throw ArgumentError("--mpiexec", mpiexec, "a program that can be run");
}

} // namespace

std::string find_mpiexec(const std::string& chosen) {
  if (!chosen.empty())
    return checked(chosen);
#ifdef MPIEXEC
  return MPIEXEC;
#elif defined(MPICH_VERSION)
  const std::vector<std::string> names{"mpiexec.mpich", "mpiexec.hydra", "mpiexec"};
#elif defined(OPEN_MPI)
  const std::vector<std::string> names{"mpiexec.openmpi", "mpiexec"};
#else
  const std::vector<std::string> names{"mpiexec"};
#endif
#ifndef MPIEXEC
  for (const std::string& name : names)
    if (const std::string found = find_in_path(name); !found.empty())
      return found;
  throw SystemError(fmt::format("none of {} is in PATH; name it with --mpiexec", fmt::join(names, ", ")));
#endif
}

bool refuse_launched(const std::string& command) {
  const int processes = launcher_size().value_or(1);
  if (processes > 1 && launcher_rank().value_or(0) == 0)
    report(ArgumentError("launcher", fmt::format("started {} processes", processes),
                         fmt::format("none, or one process: hetgrid {} starts its ranks itself", command)));
  return processes > 1;
}

std::filesystem::path own_executable() {
  return std::filesystem::read_symlink("/proc/self/exe");
}

std::vector<std::string> places_of(const std::string& program) {
  namespace fs = std::filesystem;
  const fs::path folder = own_executable().parent_path(), libexec = PKGLIBEXECDIR;
  std::vector<fs::path> folders{folder / ".libs", folder,
                                (folder / libexec.lexically_relative(BINDIR)).lexically_normal(), libexec};
  if (folder.filename() == ".libs")
    folders.insert(folders.begin() + 2, folder.parent_path());
  std::vector<std::string> places;
  for (const fs::path& one : folders)
    places.push_back(one / program);
  return places;
}

const std::string& preloadable(const std::string& library) {
  if (library.find_first_of(": ") != std::string::npos)
    throw SystemError(wrong_value("LD_PRELOAD", library,
                                  "a path without blanks and colons, which separate libraries there"));
  return library;
}

void preload(const std::string& library) {
  const char* const others = std::getenv("LD_PRELOAD");
  setenv("LD_PRELOAD", (preloadable(library) + (others && *others ? std::string(":") + others : "")).c_str(),
         1);
}

std::vector<char*> argument_vector(std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (std::string& word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  return argv;
}

void execute(std::vector<std::string> words) {
  const std::vector<char*> argv = argument_vector(words);
  execvp(argv[0], argv.data());
  throw SystemError(fmt::format("{}: cannot be run: {}", words[0], std::strerror(errno)));
}

} // namespace hetgrid::cli
