// What a worker holds, as its server knows it, and where, if they share memory.
#pragma once

#include "hetgrid/server.hpp"
#include "linalg/server/shared_rooms.hpp"
#include "server/piece_index.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace hetgrid::linalg {

/// Pieces that a worker has once it has done all that it was sent.
class HeldPieces {
public:
  /// Of the memory shared with the worker; nothing: the piece gets a message.
  using Part = std::optional<SharedRoom::Part>;

  /// No memory is shared until a room is given.
  void share(const SharedRoom& room) { room_ = room; }

  /// Memory for what will be sent.
  Part take(std::size_t bytes) { return room_.take(bytes); }
  std::byte* address(const Part& part) const { return part ? room_.at(*part) : nullptr; }
  void give_back(const std::vector<Part>& parts) {
    for (const Part& part : parts)
      if (part)
        room_.give_back(*part);
  }

  /// The oldest first.
  std::vector<server::Piece> pieces() const {
    std::vector<server::Piece> pieces;
    for (const auto& one : parts_.all())
      pieces.push_back(one.first);
    return pieces;
  }
  /// \param parts  of each piece
  void add(const std::vector<server::Piece>& pieces, const std::vector<Part>& parts) {
    auto part = parts.begin();
    for (const server::Piece& piece : pieces)
      parts_.add(piece, *part++);
  }
  /// The worker has them no longer: the oldest of those that are alike, as it does. \return where they are
  std::vector<Part> remove(const std::vector<server::Piece>& pieces) {
    std::vector<Part> parts;
    for (const server::Piece& piece : pieces)
      parts.push_back(parts_.take(piece).value_or(Part()));
    return parts;
  }
  /// It drops them, and says so in a report: once more for each call.
  void drop(const std::vector<server::Piece>& pieces) { dropped_.push_back(remove(pieces)); }
  /// A report is there.
  void reported() {
    if (dropped_.empty())
      return;
    give_back(dropped_.front());
    dropped_.pop_front();
  }

private:
  SharedRoom room_;
  server::PieceIndex<Part> parts_;
  std::deque<std::vector<Part>> dropped_; ///< by report that the worker owes: what it no longer uses then
};

} // namespace hetgrid::linalg
