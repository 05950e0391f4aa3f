// What a worker gets for a part of C, transfer by transfer, so that it does not wait for room: the columns are two groups. The
// last two steps are done for one group, then for the other; so the first returns while the second is computed, and the next
// part begins in its place, likewise.
//
//     last C1    last C2       next C1       next C2       both
//                C1 returns    C2 returns
#pragma once

#include "server/policy/chunk_feed.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace hetgrid::server {

/// C(rows, columns) += A(rows, steps) B(steps, columns).
struct Part {
  Chunk chunk;
  Blocks steps;

  Index area() const { return chunk.rows.size() * chunk.columns.size(); }
};

/// Workers begin with zeros, and have room for A and B of two steps.
class PartFeed {
public:
  /// A transfer, and what is complete with it.
  struct Planned {
    Transfer transfer;
    std::vector<Piece> results;
  };

  explicit PartFeed(const Product& product) : product_(product) {}

  bool over() const { return planned_.empty() && part_.steps.size() == 0; }
  /// Steps that somebody else may do: all that are not planned, but one with which C begins, or ends where it does not return.
  Index to_give_away() const {
    const bool needs_one = !unplaced_.empty() || !product_.returned;
    return std::max<Index>(0, part_.steps.size() - static_cast<Index>(needs_one));
  }
  /// Of blocks, that nobody has taken.
  Index updates_left() const { return part_.steps.size() * part_.area() + planned_updates_; }
  Index area() const { return part_.area(); }

  /// \param free  elements that the worker has room for: if not for both groups, the second comes later
  void begin(int worker, const Part& part, Index free);
  /// The last steps. \param steps  at most to_give_away() \param results  if none are left, C, which can return once all that was
  /// planned is done
  Part give_away(Index steps, std::vector<Piece>& results);
  /// The next transfer, of a feed that is not over. \param is_last  no part will begin in its place: then the last steps, too, are
  /// done for both groups at once, and stay to be given away as long as possible
  const Planned& front(bool is_last);
  /// It is the caller's then.
  Planned take(bool is_last);

private:
  Blocks first_group() const;
  Blocks second_group() const { return {first_group().end, part_.chunk.columns.end}; }
  bool has_two_groups() const { return second_group().size() > 0; }
  Piece c(Blocks columns) const { return {Operand::c, part_.chunk.rows, columns}; }
  Piece b(Index step) const { return {Operand::b, {step, step + 1}, part_.chunk.columns}; }
  Piece a(Index step) const { return {Operand::a, part_.chunk.rows, {step, step + 1}}; }
  Update update(Blocks columns, Index step) const { return {part_.chunk.rows, columns, {step, step + 1}}; }

  void plan_first_steps_by_groups();
  void plan_step();
  void plan_last_steps_by_groups();
  Blocks plan_for_first_group(Index most);
  void plan_for_second_group(Blocks steps);
  Transfer& plan(std::vector<Piece> pieces, std::vector<Update> updates, std::vector<Piece> released);
  /// C, as it is placed.
  std::vector<Piece> all_of_c() const;
  /// With the transfer planned last.
  void complete(const std::vector<Piece>& pieces);

  Product product_;
  int worker_ = 0;
  Part part_;                   ///< steps: those that are not planned yet
  std::vector<Piece> unplaced_; ///< of C, which come with the next transfer
  std::deque<Planned> planned_;
  Index planned_updates_ = 0; ///< of blocks
};

} // namespace hetgrid::server
