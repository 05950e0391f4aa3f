#include "server/policy/chunk_feed.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::server {

std::vector<ChunkShape> chunk_shapes(const Star& star, const Product& product, MemoryLayout layout) {
  const double each = static_cast<double>(product.r()) * static_cast<double>(product.s()) /
                      static_cast<double>(star.workers.size());
  const Index without_limit = static_cast<Index>(std::ceil(std::sqrt(each)));
  std::vector<ChunkShape> shapes;
  for (const Worker& worker : star.workers) {
    const Index mu = worker.buffers == 0 ? without_limit : largest_mu(layout, worker.buffers);
    shapes.push_back({mu, depth(layout, mu), steps_held(layout)});
  }
  if (std::ranges::none_of(shapes, [](const ChunkShape& shape) { return shape.side > 0; }))
    throw ArgumentError("buffers", "those of all workers",
                        "room for a chunk of one block, " + std::to_string(buffers_needed(layout, 1)) +
                            " buffers, on one of them at least");
  return shapes;
}

ChunkFeed::ChunkFeed(const Product& product, std::vector<ChunkShape> shapes)
    : product_(product), shapes_(std::move(shapes)), states_(shapes_.size()) {}

void ChunkFeed::begin(int worker, const Chunk& chunk) {
  states_[static_cast<std::size_t>(worker)] = {Stage::chunk, chunk, 0};
}

Transfer ChunkFeed::next(int worker) {
  State& state = states_[static_cast<std::size_t>(worker)];
  if (state.stage == Stage::steps)
    return next_step(worker);
  const Piece c{Operand::c, state.chunk.rows, state.chunk.columns};
  const bool result = state.stage == Stage::result;
  state.stage = result ? Stage::none : Stage::steps;
  return {worker, result, {c}, {}, {}};
}

// C(rows, columns) += A(rows, steps) B(steps, columns)
Transfer ChunkFeed::next_step(int worker) {
  State& state = states_[static_cast<std::size_t>(worker)];
  const auto& [rows, columns] = state.chunk;
  const Blocks steps{state.step, std::min(state.step + shape(worker).depth, product_.t())};
  const Piece b{Operand::b, steps, columns}, a{Operand::a, rows, steps};
  state.step = steps.end;
  if (state.step == product_.t())
    state.stage = product_.returned ? Stage::result : Stage::none;
  return {worker, false, {b, a}, {{rows, columns, steps}}, {b, a}};
}

} // namespace hetgrid::server
