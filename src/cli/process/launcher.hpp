// Starting other programs: MPI's launcher, and the program of the command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hetgrid::cli {

/// A file, and one that may be run.
bool is_program(const std::string& file);

/// Where in PATH a program is; empty: nowhere.
std::string find_in_path(const std::string& name);

/// `chosen` unless it is empty, else the launcher of the MPI that hetgrid was built with.
/// \throws ArgumentError if it cannot be run, SystemError if there is none in PATH
std::string find_mpiexec(const std::string& chosen);

/// A command that starts ranks itself must not be one of several processes of a launcher: each would start them all. The first of
/// them says so. \return whether it is one
bool refuse_launched(const std::string& command);

/// The file of this program, links followed.
std::filesystem::path own_executable();

/// Where a program of pkglibexecdir may be: beside this one (the build tree, in which libtool may have put either into
/// .libs), where it was to be installed relative to this one, or where it was to be installed.
std::vector<std::string> places_of(const std::string& program);

/// `library`, if LD_PRELOAD can name it. \throws SystemError
const std::string& preloadable(const std::string& library);
/// The program that this process becomes, and those that it starts, load the library in front of what they load anyway.
/// \throws SystemError likewise
void preload(const std::string& library);

/// Pointers to the words, ended by nullptr, as exec takes them.
std::vector<char*> argument_vector(std::vector<std::string>& words);

/// This process becomes the program words[0], which is looked for along PATH. \throws SystemError if it cannot be run
[[noreturn]] void execute(std::vector<std::string> words);

} // namespace hetgrid::cli
