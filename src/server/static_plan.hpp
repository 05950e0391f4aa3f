// A policy's decisions, made before the run: the transfers in their order. A run that follows them gives the same bits
// whatever the workers' speeds turn out to be, and one that was interrupted goes on with what is left of them.
#pragma once

#include "hetgrid/server.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hetgrid::server {

struct StaticPlan {
  std::vector<Transfer> transfers;
  Outcome predicted;
};

/// What the policy does in the simulation. \throws ArgumentError as simulate()
StaticPlan static_plan(const Star& star, const Product& product, Policy& policy);

/// Of two plans it is the same only if the plans are.
std::uint64_t fingerprint(std::span<const Transfer> transfers);

/// Without the transfers that serve only results that are there already: those of a worker from when its memory is empty until
/// it is again, if all they return is among `done`, blocks of C.
std::vector<Transfer> remaining(const Product& product, std::size_t workers, std::vector<Transfer> transfers,
                                std::span<const Piece> done);

/// Follows each worker's transfers in their order; of several workers that could take theirs now, the one that is planned first.
/// A worker that is slower than its speed says holds up nobody else: who has none left takes over parts that it has not begun, as
/// they are planned, by what was heard of both. Where the workers' arithmetic rounds alike, that does not change the bits.
std::unique_ptr<Policy> follow(const Star& star, const Product& product, std::vector<Transfer> transfers);

} // namespace hetgrid::server
