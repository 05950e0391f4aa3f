#include "api/controls.hpp"

#include "hetgrid/error.hpp"
#include "hetgrid/plan.hpp"
#include "plan/metric_prefix.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace hetgrid::api {
namespace {

/// The value of a variable; an empty one counts as not set.
std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// One of two words, of which `otherwise` is the default. \return true if it is `yes`
bool choice(const char* name, std::string_view yes, std::string_view no, std::string_view otherwise) {
  const std::string value = variable(name);
  if (!value.empty() && value != yes && value != no)
    throw ArgumentError(name, "\"" + value + "\"", std::string(yes) + " or " + std::string(no));
  return (value.empty() ? otherwise : std::string_view(value)) == yes;
}

/// nullopt unless `text` is an integer, 0 or more.
std::optional<layout::Index> count(std::string_view text) {
  layout::Index n = -1;
  const char* const end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, n);
  return status == std::errc() && rest == end && n >= 0 ? std::optional(n) : std::nullopt;
}

std::optional<layout::Index> order(const char* name) {
  const std::string value = variable(name);
  if (value.empty())
    return std::nullopt;
  const std::optional<layout::Index> n = count(value);
  if (!n)
    throw ArgumentError(name, "\"" + value + "\"", "an integer, 0 or more");
  return n;
}

/// A number of bytes, as --memory has them: 1000000, 500M.
std::optional<layout::Index> bytes(const char* name) {
  const std::string value = variable(name);
  if (value.empty())
    return std::nullopt;
  constexpr double most = 1e18;
  const std::optional<double> n = plan::number_with_prefix(value);
  if (!n || *n < 0 || *n > most)
    throw ArgumentError(name, "\"" + value + "\"", "bytes, 0 or more, as in 1000000, 64k, 500M, 2G");
  return static_cast<layout::Index>(*n);
}

Controls from_environment() {
  Controls controls;
  controls.on = choice("HETGRID", "on", "off", "on");
  controls.verbose = choice("HETGRID_VERBOSE", "1", "0", "0");
  controls.least_n = order("HETGRID_MIN_N");
  if (const std::string partition = variable("HETGRID_PARTITION"); !partition.empty())
    controls.partition = partition;
  controls.memory = bytes("HETGRID_MEMORY");
  if (const std::string policy = variable("HETGRID_SERVER_POLICY"); !policy.empty()) {
    if (!server::is_for_runs(policy))
      throw ArgumentError("HETGRID_SERVER_POLICY", "\"" + policy + "\"",
                          "auto, or a policy for workers of bounded memory, as guided or dynamic");
    controls.server_policy = policy;
  }
  if (const std::string error = variable("HETGRID_SERVER_SPEED_ERROR"); !error.empty())
    controls.server_speeds = server::uncertainty_from_text("HETGRID_SERVER_SPEED_ERROR", error);
  controls.server_memory = bytes("HETGRID_SERVER_MEMORY");
  controls.platform = variable("HETGRID_PLATFORM");
  const std::string times = variable("HETGRID_CYCLE_TIMES");
  if (!times.empty()) {
    controls.cycle_times = plan::cycle_times_from_text("HETGRID_CYCLE_TIMES", times);
    if (!controls.platform.empty())
      throw ArgumentError("HETGRID_PLATFORM", "\"" + controls.platform + "\"",
                          "not to be set together with HETGRID_CYCLE_TIMES");
  }
  return controls;
}

} // namespace

const Controls& controls() {
  static const Controls once = from_environment();
  return once;
}

void tell_tuning(const comm::Grid& grid) noexcept {
  if (grid.rank() != 0)
    return;
  try {
    const std::string text = controls().verbose ? grid.parameters().tuned_text() : "";
    if (!text.empty())
      std::fprintf(stderr, "hetgrid: %s\n", text.c_str());
  } catch (const std::exception&) { // a malformed variable is told elsewhere
  }
}

} // namespace hetgrid::api
