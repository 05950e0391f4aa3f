// How long a policy takes, by simulation.
#pragma once

#include "hetgrid/server_policies.hpp"
#include "server/message_simulation.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace hetgrid::server {

/// Transfers that are simulated of every policy, however slow it is, if it has no more.
inline constexpr Index given_to_all = 20'000;
/// The first to be simulated, so that others can be given up.
inline constexpr std::array mostly_fast{std::string_view("shared-chunks"), std::string_view("ommoml")};

/// Policies are made with the speeds of a star, and simulated with what they may be.
class Judge {
public:
  Judge(const Star& star, const Product& product, const Uncertainty& uncertainty);

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
