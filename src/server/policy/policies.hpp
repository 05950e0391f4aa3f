// The policies, one a file; registry.cpp has their names.
#pragma once

#include "server/policy/chunk_feed.hpp"

namespace hetgrid::server {

/// Chunks in turn to some of the workers, whose sides must be positive.
std::unique_ptr<Policy> round_robin(const Product& product, std::vector<ChunkShape> shapes,
                                    std::vector<int> workers);

std::unique_ptr<Policy> holm(const Star& star, const Product& product);
std::unique_ptr<Policy> orroml(const Star& star, const Product& product);
std::unique_ptr<Policy> ommoml(const Star& star, const Product& product);
std::unique_ptr<Policy> oddoml(const Star& star, const Product& product);
std::unique_ptr<Policy> ddoml(const Star& star, const Product& product);
std::unique_ptr<Policy> bmm(const Star& star, const Product& product);
std::unique_ptr<Policy> obmm(const Star& star, const Product& product);
std::unique_ptr<Policy> global(const Star& star, const Product& product);
std::unique_ptr<Policy> local(const Star& star, const Product& product);
std::unique_ptr<Policy> global_two_steps(const Star& star, const Product& product);
std::unique_ptr<Policy> local_two_steps(const Star& star, const Product& product);
/// What is known of a run before it is simulated, and before the policy is made, which may take longer.
struct Least {
  double transfers = 0, seconds = 0;
};
Least least_of_two_phases(const Star& star, const Product& product);
/// By the policy's name.
Least least_of(std::string_view policy, const Star& star, const Product& product);
std::unique_ptr<Policy> best_of_four(const Star& star, const Product& product);
std::unique_ptr<Policy> two_buffers(const Star& star, const Product& product);
std::unique_ptr<Policy> periodic(const Star& star, const Product& product);
/// Its product's results are added.
std::unique_ptr<Policy> shared_chunks(const Star& star, const Product& product);
std::unique_ptr<Policy> guided(const Star& star, const Product& product);
std::unique_ptr<Policy> alternating_greedy(const Star& star, const Product& product);
std::unique_ptr<Policy> thrifty(const Star& star, const Product& product);
std::unique_ptr<Policy> min_min(const Star& star, const Product& product);

} // namespace hetgrid::server
