// What a worker was sent to do and has not returned: others have to do it if the worker is not heard of.
#pragma once

#include "hetgrid/server.hpp"
#include "server/piece_index.hpp"

#include <limits>
#include <vector>

namespace hetgrid::server {

/// What an update does outside a piece of C: the columns beside it, and the rows above and below it.
std::vector<Update> outside(const Piece& piece, const Update& update);

/// Results of an update may return in several pieces.
class Unreturned {
public:
  void sent(const std::vector<Update>& updates);

  /// Updates that were ever sent.
  Index count() const { return count_; }

  /// A piece of C is back. \param held  count() when it was asked for: it holds those updates, and none that were sent later
  void returned(const Piece& piece, Index held);

  /// What is not back of the first updates that were sent, in their order.
  std::vector<Update> of_first(Index count = std::numeric_limits<Index>::max()) const;

  void clear() { sent_.clear(); }

private:
  struct Sent {
    Index number; ///< of its update
    Blocks steps;
  };
  void add(Index number, const Update& update) {
    sent_.add({Operand::c, update.rows, update.columns}, {number, update.steps});
  }

  PieceIndex<Sent> sent_; ///< by what they update
  Index count_ = 0;
};

} // namespace hetgrid::server
