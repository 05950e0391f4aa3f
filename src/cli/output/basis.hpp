// What is known of a machine and what is assumed, in words.
#pragma once

#include <string>
#include <vector>

#include "hetgrid/model.hpp"
#include "hetgrid/platform.hpp"

namespace hetgrid::cli {

/// Host names by process; empty if none is known.
std::vector<std::string> hosts_of(const plan::Platform& platform);

/// What a prediction rests on, in words.
struct Basis {
  std::vector<std::string> given, assumed;
};
/// Only of what matters to the problem and to these processes.
Basis basis(const plan::Platform& platform, const plan::Problem& problem);

} // namespace hetgrid::cli
