#include "linalg/server/transfer_message.hpp"

#include "hetgrid/error.hpp"

#include <string>

namespace hetgrid::linalg::server_message {
namespace {

using server::Blocks, server::Operand, server::Piece, server::Transfer, server::Update;

enum Kind : Index { end, to_worker, to_server };

class Writer {
public:
  void put(Index number) { numbers.push_back(number); }
  void put(Blocks blocks) {
    put(blocks.begin);
    put(blocks.end);
  }
  void put(const Piece& piece) {
    put(static_cast<Index>(piece.operand));
    put(piece.rows);
    put(piece.columns);
  }
  void put(const Update& update) {
    put(update.rows);
    put(update.columns);
    put(update.steps);
  }
  template <typename Item>
  void put(const std::vector<Item>& items) {
    put(std::ssize(items));
    for (const Item& item : items)
      put(item);
  }

  std::vector<Index> numbers;
};

class Reader {
public:
  explicit Reader(const std::vector<Index>& numbers) : next_(numbers.begin()) {}

  void get(Index& number) { number = *next_++; }
  void get(Blocks& blocks) {
    get(blocks.begin);
    get(blocks.end);
  }
  void get(Piece& piece) {
    Index operand = 0;
    get(operand);
    piece.operand = static_cast<Operand>(operand);
    get(piece.rows);
    get(piece.columns);
  }
  void get(Update& update) {
    get(update.rows);
    get(update.columns);
    get(update.steps);
  }
  template <typename Item>
  void get(std::vector<Item>& items) {
    Index count = 0;
    get(count);
    items.resize(static_cast<std::size_t>(count));
    for (Item& item : items)
      get(item);
  }

private:
  std::vector<Index>::const_iterator next_;
};

} // namespace

std::vector<Index> encoded(const Transfer& transfer, const std::vector<Index>& places) {
  Writer out;
  out.put(transfer.to_server ? to_server : to_worker);
  out.put(transfer.pieces);
  out.put(transfer.updates);
  out.put(transfer.released);
  out.put(places);
  if (out.numbers.size() > longest_announcement)
    throw SystemError("a transfer of " + std::to_string(transfer.pieces.size()) + " pieces and " +
                      std::to_string(transfer.updates.size()) + " updates: expected fewer");
  return std::move(out.numbers);
}

std::vector<Index> end_of_work() {
  return {end};
}

std::optional<Announcement> decoded(const std::vector<Index>& numbers) {
  Reader in(numbers);
  Index kind = end;
  in.get(kind);
  if (kind == end)
    return {};
  Announcement announcement;
  Transfer& transfer = announcement.transfer;
  transfer.to_server = kind == to_server;
  in.get(transfer.pieces);
  in.get(transfer.updates);
  in.get(transfer.released);
  in.get(announcement.places);
  return announcement;
}

} // namespace hetgrid::linalg::server_message
