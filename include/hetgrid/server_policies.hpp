// The policies of [Dongarra06] and [Beaumont14], by name. Pure arithmetic, no MPI.
#pragma once

#include "hetgrid/server.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace hetgrid::server {

struct PolicyInfo {
  std::string_view name;
  std::string_view summary; ///< a line
  bool compared = true;     ///< by compare_policies()
  bool added = false;       ///< the server adds what it gets back: Product::added
  bool by_tasks = false;    ///< compared as well where speeds may be wrong: it gives out blocks one by one
};

/// All of them, in the order in which they are shown.
std::span<const PolicyInfo> policies();

/// The product as this policy does it: added is that of the policy. \throws ArgumentError if nobody knows the name
Product product_for(std::string_view policy, Product product);

/// A policy for one run. Of those whose results are added only partition looks at the speeds of the star.
/// \throws ArgumentError if nobody knows the name, if star or product are illegal, product.added is not that of the
/// policy, or no worker has memory for a chunk of one block
std::unique_ptr<Policy> make_policy(std::string_view name, const Star& star, const Product& product);

inline constexpr double largest_speed_error = 0.99;

/// How wrong the speeds of a star may be.
struct Uncertainty {
  /// By this part of what they are said to be, up and down; that at which the server packs as well.
  double speed_error = 0;
  /// Nothing is known of them: those of the star should be equal, and any two may differ tenfold.
  bool unknown = false;

  bool exact() const { return speed_error == 0 && !unknown; }
};

/// "0.3" or "unknown". \param name for the message \throws ArgumentError
Uncertainty uncertainty_from_text(const std::string& name, const std::string& text);

/// Whether a run may be asked to follow it by this name: "auto" (the fastest of all), or a policy for workers of bounded memory.
bool is_for_runs(std::string_view policy);

/// The platform with the mean of all speeds in place of each: for a product with workers, nothing is known of them.
plan::Platform with_equal_speeds(plan::Platform platform);

/// What a policy makes of a product.
struct Judged {
  PolicyInfo policy;
  Outcome outcome;      ///< with the speeds of the star
  double seconds = 0;   ///< mean of the times with speeds as wrong as they may be; else that of the outcome
  std::string obstacle; ///< why it is none for this star, and there is no outcome; empty: it is one
  /// Simulated until it was clear that it takes longer than `seconds`, which another one takes; there is no outcome.
  bool given_up = false;

  bool feasible() const { return obstacle.empty(); }
};

/// Policies with chunks of C, simulated, each with the product as it does it: those that are possible first, the fastest
/// of them before the others; of those that take the same time, the one that needs fewer workers. Those of many transfers
/// are given up once another one is known to be faster; the fastest never is.
/// \param added  also those whose results are added: product.added may be either. Where speeds may be wrong, and tasks are few
/// enough for it to take seconds, greedy and partition, too \param known  one of them at exact speeds, from before: not simulated again
/// \throws ArgumentError if star or product are illegal, or the error is not one from 0 to largest_speed_error
std::vector<Judged> compare_policies(const Star& star, const Product& product, bool added = false,
                                     const Uncertainty& uncertainty = {}, const Judged* known = nullptr);

/// Who works with chunks of which size.
struct Enrolment {
  Index workers = 0; ///< those that do a chunk fastest; 0: all
  Index side = 0;    ///< of a chunk, blocks, at most: mu, or nu where C is small; 0: as the memory allows

  bool operator==(const Enrolment&) const = default;
};

/// The star of those who work, in their order, with the memory that they use.
Star enrolled(Star star, const Enrolment& enrolment);

/// The star of those who should work, with no more memory than chunks of this product need that are a share of C small enough for all
/// of them to have as much as they can do: the largest chunks would be the fewest to send, and the more workers, the smaller they are.
Star with_shares(const Star& star, const Product& product);

/// What is predicted to be the fastest.
struct Choice {
  Enrolment enrolment;
  std::vector<Judged> policies; ///< compare_policies() of those enrolled; or the one that was asked for alone
};

/// Who should work, and with how much memory: chunks of C as large as it allows are the fewest to send, and may be too few for all
/// workers; and where the server's port has no time for more, some workers do as much as all.
/// \param policy  by name, or "auto": the fastest \param added, uncertainty as of compare_policies()
/// \throws ArgumentError, likewise, and if nobody knows the name
Choice choose_policy(std::string_view policy, const Star& star, const Product& product, bool added = false,
                     const Uncertainty& uncertainty = {});

} // namespace hetgrid::server
