// What the command reports: one line on standard error, "hetgrid: WHAT: VALUE: what was expected", and an exit status.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {

inline constexpr int failure = 1; ///< what was asked for could not be done
inline constexpr int wrong_usage =
    2; ///< the command line asks for what no machine and no file could make possible

/// An error whose line and exit status are known already: that of another process.
class ReportedError : public Error {
public:
  ReportedError(const std::string& line, int status) : Error(line), status_(status) {}
  int status() const noexcept { return status_; }

private:
  int status_;
};

/// Text that fits on a line of `most` characters: control characters are escaped, of long text the middle is left out.
std::string one_line(std::string_view text, std::size_t most = 60);

/// "WHAT: VALUE: expected EXPECTED"; long values are shortened.
std::string wrong_value(std::string_view what, std::string_view value, std::string_view expected);

/// What an error says of an argument: what() reads "ARGUMENT: VALUE: expected EXPECTED".
struct WrongArgument {
  std::string value, expected;
  explicit WrongArgument(const ArgumentError& error);
};

/// The line of an error, without "hetgrid: ". Arguments of the planner have the names of their options.
std::string describe(const std::exception& error);

/// wrong_usage for a wrong value of an option, else failure.
int exit_status(const std::exception& error);

/// "hetgrid: LINE" on standard error, at once.
void report(std::string_view line);
/// The line of an error. \return its exit status
int report(const std::exception& error);

} // namespace hetgrid::cli
