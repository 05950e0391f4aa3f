// Tasks on demand as a policy of server.hpp: with the server's port and links, memory that is bounded, and messages.
#pragma once

#include "hetgrid/dynamic.hpp"

namespace hetgrid::dynamic {

/// The strategy by this name for the blocks of a product, whose results have to be added: Product::added. A worker is asked for
/// once it has no more than `ahead` transfers to do, so that it does not run dry while messages travel. Its room, Worker::buffers,
/// is a cache of blocks of A and B, and of C until they have to make room or nothing is left to do; a quarter of it, where there are
/// at least 12 blocks, is for what it is sent before it has parted with what has to make room.
/// \param options  without capacity, which is that of the workers
/// \throws ArgumentError unless product.added, and as make_strategy()
std::unique_ptr<server::Policy> make_policy(std::string_view name, const server::Star& star,
                                            const server::Product& product, const Options& options = {},
                                            Index ahead = 1);

} // namespace hetgrid::dynamic
