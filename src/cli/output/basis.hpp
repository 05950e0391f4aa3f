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
/// Words for relative speeds, and for whom the assumed speed is.
struct RelativeSpeeds {
  const char* given = "cycle-times";
  const char* fastest = "the smallest cycle-time";
};
/// Only of what matters to the problem and to these processes.
Basis basis(const plan::Platform& platform, const plan::Problem& problem, const RelativeSpeeds& words = {});

} // namespace hetgrid::cli
