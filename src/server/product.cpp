#include "hetgrid/error.hpp"
#include "hetgrid/server.hpp"
#include "server/blocks.hpp"

#include <limits>

namespace hetgrid::server {
namespace {

constexpr Index most = 100'000'000;   ///< elements, of m, n, k and q: their squares can be counted
constexpr double most_updates = 1e18; ///< blocks

void check_size(const char* name, Index size) {
  if (size < 1 || size > most)
    throw ArgumentError(name, std::to_string(size), "1 to " + std::to_string(most));
}

} // namespace

void validate(const Product& product) {
  check_size("m", product.m);
  check_size("n", product.n);
  check_size("k", product.k);
  check_size("block_size", product.block_size);
  if (product.element_bytes != 4 && product.element_bytes != 8 && product.element_bytes != 16)
    throw ArgumentError("element_bytes", std::to_string(product.element_bytes), "4, 8 or 16");
  if (const double updates = static_cast<double>(product.r()) * static_cast<double>(product.s()) *
                             static_cast<double>(product.t());
      updates > most_updates)
    throw ArgumentError("block_size", std::to_string(product.block_size),
                        "a size that leaves at most 10^18 updates of blocks");
}

Index updates(const Transfer& transfer) {
  Index sum = 0;
  for (const Update& update : transfer.updates)
    sum += update.rows.size() * update.columns.size() * update.steps.size();
  return sum;
}

bool waits_for(const Transfer& result, std::span<const Update> updates) {
  return std::ranges::any_of(updates, [&](const Update& update) {
    return std::ranges::any_of(result.pieces, [&](const Piece& piece) {
      return meet(piece.rows, update.rows) && meet(piece.columns, update.columns);
    });
  });
}

bool is_reported(const Transfer& transfer) {
  return !transfer.updates.empty() || !transfer.released.empty();
}

Index elements(const Product& product, const Piece& piece) {
  return product.extent(piece.rows, piece.operand == Operand::b ? product.k : product.m) *
         product.extent(piece.columns, piece.operand == Operand::a ? product.k : product.n);
}

Index elements(const Product& product, std::span<const Piece> pieces) {
  Index sum = 0;
  for (const Piece& piece : pieces)
    sum += elements(product, piece);
  return sum;
}

bool travels(const Product& product, const Transfer& transfer, const Piece& piece) {
  return transfer.to_server || piece.operand != Operand::c || !product.begins_with_zeros();
}

Index messages(const Product& product, const Transfer& transfer) {
  return std::ranges::count_if(transfer.pieces,
                               [&](const Piece& piece) { return travels(product, transfer, piece); });
}

Index elements_sent(const Product& product, const Transfer& transfer) {
  Index sum = 0;
  for (const Piece& piece : transfer.pieces)
    if (travels(product, transfer, piece))
      sum += elements(product, piece);
  return sum;
}

Index capacity(const Product& product, const Worker& worker) {
  return worker.buffers == 0 ? std::numeric_limits<Index>::max()
                             : worker.buffers * product.block_size * product.block_size;
}

double seconds(const Product& product, const Worker& worker, const Transfer& transfer) {
  const double block = static_cast<double>(product.block_size) * static_cast<double>(product.block_size);
  return static_cast<double>(messages(product, transfer)) * worker.latency +
         static_cast<double>(elements_sent(product, transfer)) / block * worker.seconds_per_block;
}

double seconds(const Product& product, const Worker& worker, const Update& update) {
  const double q = static_cast<double>(product.block_size);
  const auto blocks = [&](Blocks range, Index elements) {
    return static_cast<double>(product.extent(range, elements)) / q;
  };
  return worker.seconds_per_update * blocks(update.rows, product.m) * blocks(update.columns, product.n) *
         blocks(update.steps, product.k);
}

double update_seconds(const Product& product, const Worker& worker, const Transfer& transfer) {
  double sum = 0;
  for (const Update& update : transfer.updates)
    sum += seconds(product, worker, update);
  return sum;
}

} // namespace hetgrid::server
