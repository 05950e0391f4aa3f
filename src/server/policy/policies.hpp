// The policies, one a file; registry.cpp has their names.
#pragma once

#include "server/policy/chunk_feed.hpp"

namespace hetgrid::server {

/// Chunks in turn to some of the workers, whose sides must be positive.
std::unique_ptr<Policy> round_robin(const Product& product, std::vector<ChunkShape> shapes,
                                    std::vector<int> workers);

std::unique_ptr<Policy> orroml(const Star& star, const Product& product);

} // namespace hetgrid::server
