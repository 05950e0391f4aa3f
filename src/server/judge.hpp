// How long a policy takes, by simulation.
#pragma once

#include "hetgrid/server_policies.hpp"
#include "server/message_simulation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hetgrid::server {

/// Transfers that are simulated of every policy, however slow it is, if it has no more.
inline constexpr Index given_to_all = 20'000;
/// The first to be simulated, so that others can be given up.
inline constexpr std::array mostly_fast{std::string_view("shared-chunks"), std::string_view("ommoml")};
/// A policy's place among them; that behind them for all others.
inline std::ptrdiff_t turn_of(std::string_view policy) {
  return std::ranges::find(mostly_fast, policy) - mostly_fast.begin();
}

/// Of a simulation that ends soon: a policy may choose among all workers for each.
inline double most_transfers(const Star& star) {
  constexpr double most = 1e6, choices = 1e8;
  return std::min(most, choices / static_cast<double>(star.workers.size()));
}

/// For policies that give them out one by one.
inline bool has_few_tasks(const Product& product) {
  constexpr Index most = 100'000;
  return product.r() * product.s() <= most / product.t();
}

/// Policies are made with the speeds of a star, and simulated with what they may be.
class Judge {
public:
  /// Both must live as long. \throws ArgumentError if the error is not one from 0 to largest_speed_error
  Judge(const Star& star, const Product& product, const Uncertainty& uncertainty,
        std::uint64_t pairs_of_draws = 4);

  /// Speeds are as the star has them.
  bool exact() const { return possible_.empty(); }
  /// \param patience  a policy that takes longer is given up
  Judged operator()(const PolicyInfo& info, const Patience& patience) const;

private:
  const Star& star_;
  const Product& product_;
  std::vector<Star> possible_;
};

} // namespace hetgrid::server
