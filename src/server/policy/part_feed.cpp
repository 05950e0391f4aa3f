#include "server/policy/part_feed.hpp"

#include <utility>

namespace hetgrid::server {
namespace {

// Steps that are done for one group, then for the other. There is room for A and B of two; in the beginning, one lasts until the
// last result has left.
constexpr Index first_steps = 1, last_steps = 2;

} // namespace

Blocks PartFeed::first_group() const {
  const Blocks& all = part_.chunk.columns;
  return {all.begin, all.begin + (all.size() + 1) / 2};
}

void PartFeed::begin(int worker, const Part& part, Index free) {
  worker_ = worker;
  part_ = part;
  unplaced_ = all_of_c();
  std::vector<Piece> all = unplaced_;
  all.insert(all.end(), {b(part.steps.begin), a(part.steps.begin)});
  if (has_two_groups() && part.steps.size() > first_steps + last_steps && elements(product_, all) > free)
    plan_first_steps_by_groups();
}

std::vector<Piece> PartFeed::all_of_c() const {
  std::vector<Piece> pieces{c(first_group())};
  if (has_two_groups())
    pieces.push_back(c(second_group()));
  return pieces;
}

Part PartFeed::give_away(Index steps, std::vector<Piece>& results) {
  Part given = part_;
  given.steps.begin = part_.steps.end -= steps;
  if (part_.steps.size() == 0) {
    if (planned_.empty())
      results = all_of_c();
    else
      complete(all_of_c());
  }
  return given;
}

const PartFeed::Planned& PartFeed::front(bool is_last) {
  if (planned_.empty()) {
    if (!is_last && has_two_groups() && part_.steps.size() <= last_steps)
      plan_last_steps_by_groups();
    else
      plan_step();
  }
  return planned_.front();
}

PartFeed::Planned PartFeed::take(bool is_last) {
  front(is_last);
  Planned taken = std::move(planned_.front());
  planned_.pop_front();
  planned_updates_ -= updates(taken.transfer);
  return taken;
}

Transfer& PartFeed::plan(std::vector<Piece> pieces, std::vector<Update> updates,
                         std::vector<Piece> released) {
  pieces.insert(pieces.begin(), unplaced_.begin(), unplaced_.end());
  unplaced_.clear();
  Transfer& transfer =
      planned_
          .emplace_back(
              Planned{{worker_, false, std::move(pieces), std::move(updates), std::move(released)}, {}})
          .transfer;
  planned_updates_ += server::updates(transfer);
  return transfer;
}

void PartFeed::complete(const std::vector<Piece>& pieces) {
  Planned& last = planned_.back();
  std::vector<Piece>& list = product_.returned ? last.results : last.transfer.released;
  list.insert(list.end(), pieces.begin(), pieces.end());
}

void PartFeed::plan_first_steps_by_groups() {
  unplaced_ = {c(first_group())};
  const Blocks steps = plan_for_first_group(first_steps);
  unplaced_ = {c(second_group())};
  plan_for_second_group(steps);
}

void PartFeed::plan_step() {
  const Index step = part_.steps.begin++;
  plan({b(step), a(step)}, {update(part_.chunk.columns, step)}, {b(step), a(step)});
  if (part_.steps.size() == 0)
    complete(all_of_c());
}

void PartFeed::plan_last_steps_by_groups() {
  const Blocks steps = plan_for_first_group(last_steps);
  complete({c(first_group())});
  plan_for_second_group(steps);
  complete({c(second_group())});
}

/// So many steps, or all that are left. A and B stay.
Blocks PartFeed::plan_for_first_group(Index most) {
  const Blocks steps{part_.steps.begin, std::min(part_.steps.begin + most, part_.steps.end)};
  part_.steps.begin = steps.end;
  for (Index step = steps.begin; step < steps.end; ++step)
    plan({b(step), a(step)}, {update(first_group(), step)}, {});
  return steps;
}

void PartFeed::plan_for_second_group(Blocks steps) {
  for (Index step = steps.begin; step < steps.end; ++step)
    plan({}, {update(second_group(), step)}, {b(step), a(step)});
}

} // namespace hetgrid::server
