// What a worker is sent for a chunk of C, as in Algorithm 1 of [Dongarra06]: the chunk, for every step the pieces of B and A,
// and at last it sends the chunk back.
#pragma once

#include "hetgrid/server_memory.hpp"

#include <vector>

namespace hetgrid::server {

/// A rectangle of blocks of C.
struct Chunk {
  Blocks rows, columns;

  bool operator==(const Chunk&) const = default;
};

/// How a worker is used: chunks of at most side x side blocks, in steps of so many blocks.
struct ChunkShape {
  Index side = 0; ///< mu; 0: the worker has no memory for any
  Index depth = 1;
  int steps_held = 1;
};

/// That of every worker with a layout. A worker whose memory is not limited gets chunks of which all workers have one.
/// \throws ArgumentError if no worker has memory for mu = 1
std::vector<ChunkShape> chunk_shapes(const Star& star, const Product& product, MemoryLayout layout);

/// The chunk that every worker has, and how far it is.
class ChunkFeed {
public:
  enum class Stage { none, chunk, steps, result }; ///< what is sent next

  ChunkFeed(const Product& product, std::vector<ChunkShape> shapes);

  const ChunkShape& shape(int worker) const { return shapes_[static_cast<std::size_t>(worker)]; }
  Stage stage(int worker) const { return states_[static_cast<std::size_t>(worker)].stage; }
  /// A worker without chunk gets one.
  void begin(int worker, const Chunk& chunk);
  /// Of a worker that has a chunk.
  Transfer next(int worker);

private:
  struct State {
    Stage stage = Stage::none;
    Chunk chunk;
    Index step = 0; ///< first block of k that is not sent yet
  };

  Transfer next_step(int worker);

  Product product_;
  std::vector<ChunkShape> shapes_;
  std::vector<State> states_;
};

} // namespace hetgrid::server
