// All-reduces of small messages: their rounds.
#pragma once

#include <vector>

namespace hetgrid::schedule {

/// In a round of radix r, r members tell each other what they have: r - 1 messages at a time, which cost less than another
/// latency. Recursive doubling has radix 2 alone.
inline constexpr int largest_radix = 5;

/// The largest number of members, not more than `members`, that rounds of radices up to largest_radix can serve. Each of the
/// others has a partner among these, in a message before and one after the rounds.
int regular_members(int members);
/// Their rounds; the product is regular_members.
std::vector<int> radices(int members);
/// How often a member adds what another one has told it, at most.
int combinations(int members);
/// \param latency  seconds of a message \param transfer  seconds to transfer the bytes of one
double reduction_seconds(int members, double latency, double transfer);

} // namespace hetgrid::schedule
