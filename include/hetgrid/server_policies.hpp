// The policies of [Dongarra06] and [Beaumont14], by name. Pure arithmetic, no MPI.
#pragma once

#include "hetgrid/server.hpp"

#include <span>
#include <string>
#include <string_view>

namespace hetgrid::server {

struct PolicyInfo {
  std::string_view name;
  std::string_view summary; ///< a line
  bool compared = true;     ///< by compare_policies()
  bool added = false;       ///< the server adds what it gets back: Product::added
};

/// All of them, in the order in which they are shown.
std::span<const PolicyInfo> policies();

/// The product as this policy does it: added is that of the policy. \throws ArgumentError if nobody knows the name
Product product_for(std::string_view policy, Product product);

/// A policy for one run. One whose results are added knows no speeds, whatever the star says.
/// \throws ArgumentError if nobody knows the name, if star or product are illegal, product.added is not that of the
/// policy, or no worker has memory for a chunk of one block
std::unique_ptr<Policy> make_policy(std::string_view name, const Star& star, const Product& product);

/// What a policy makes of a product.
struct Judged {
  PolicyInfo policy;
  Outcome outcome;
  std::string obstacle; ///< why it is none for this star, and there is no outcome; empty: it is one

  bool feasible() const { return obstacle.empty(); }
};

/// Policies with chunks of C, simulated, each with the product as it does it: those that are possible first, the fastest
/// of them before the others; of those that take the same time, the one that needs fewer workers.
/// \param added  also those whose results are added: product.added may be either
/// \throws ArgumentError if star or product are illegal
std::vector<Judged> compare_policies(const Star& star, const Product& product, bool added = false);

} // namespace hetgrid::server
