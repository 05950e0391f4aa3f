// The policies of [Dongarra06], by name. Pure arithmetic, no MPI.
#pragma once

#include "hetgrid/server.hpp"

#include <span>
#include <string>
#include <string_view>

namespace hetgrid::server {

struct PolicyInfo {
  std::string_view name;
  std::string_view summary; ///< a line
};

/// All of them, in the order in which they are shown.
std::span<const PolicyInfo> policies();

/// A policy for one run.
/// \throws ArgumentError if nobody knows the name, if star or product are illegal, or no worker has memory for a chunk of one
/// block
std::unique_ptr<Policy> make_policy(std::string_view name, const Star& star, const Product& product);

} // namespace hetgrid::server
