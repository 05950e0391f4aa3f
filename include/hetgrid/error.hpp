// Errors of hetgrid. Inside the library every failure is one of these exceptions; at the extern "C" border
// they become INFO codes (see hetgrid.h), in the command a message on stderr and exit status 1.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hetgrid {

/// Base of all exceptions that hetgrid throws on purpose.
class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An argument has an illegal value. what() reads "<argument>: <value>: expected <expected>".
class ArgumentError : public Error {
public:
  ArgumentError(std::string_view argument, std::string_view value, std::string_view expected)
      : Error(std::string(argument) + ": " + (value.empty() ? "\"\"" : std::string(value)) + ": expected " +
              std::string(expected)),
        argument_(argument) {}

  /// Name of the argument, as the caller of the throwing function knows it.
  const std::string& argument() const noexcept { return argument_; }

private:
  std::string argument_;
};

/// A file or a JSON text is malformed or cannot be read or written. what() names the file and the place.
class InputError : public Error {
  using Error::Error;
};

/// The machine refuses what was asked of it: an MPI call failed, cgroups are not writable, a process died.
class SystemError : public Error {
  using Error::Error;
};

} // namespace hetgrid
