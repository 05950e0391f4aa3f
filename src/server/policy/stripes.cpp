#include "server/policy/stripes.hpp"

#include "hetgrid/error.hpp"

#include <algorithm>

namespace hetgrid::server {

Stripes::Stripes(const Star& star, const Product& product)
    : rows_(product.r()), columns_(product.s()), steps_(product.t()), left_(rows_ * columns_),
      given_(static_cast<std::size_t>(left_)),
      held_rows_(star.workers.size(), Flags(static_cast<std::size_t>(rows_))),
      held_columns_(star.workers.size(), Flags(static_cast<std::size_t>(columns_))) {
  if (!product.zero_c || product.returned)
    throw ArgumentError("product", "C that is sent or returned",
                        "C that begins with zeros and stays where it is");
  for (std::size_t k = 0; k < star.workers.size(); ++k) {
    if (star.workers[k].buffers != 0)
      throw ArgumentError("workers[" + std::to_string(k) + "].buffers",
                          std::to_string(star.workers[k].buffers), "0: no limit");
    seconds_per_block_.push_back(star.workers[k].seconds_per_block);
  }
}

std::vector<Stripe> Stripes::missing(int worker, Task task) const {
  std::vector<Stripe> result;
  for (const Stripe stripe : {Stripe{true, task.first}, Stripe{false, task.second}})
    if (!held(worker, stripe.row)[static_cast<std::size_t>(stripe.index)])
      result.push_back(stripe);
  return result;
}

double Stripes::stripe_seconds(int worker) const {
  return static_cast<double>(steps_) * seconds_per_block_[static_cast<std::size_t>(worker)];
}

/// \param of_use  only if the worker can do a task with it, or has no stripe of the other kind
std::optional<Stripe> Stripes::best(int worker, bool row, bool of_use) const {
  const Flags &mine = held(worker, row), &others = held(worker, !row);
  const bool any_other = std::ranges::find(others, true) != others.end();
  std::optional<Stripe> found;
  std::pair<Index, Index> most{-1, 0};
  for (Index index = 0; index < all(row); ++index) {
    if (mine[static_cast<std::size_t>(index)])
      continue;
    Index possible = 0, open = 0;
    for (Index other = 0; other < all(!row); ++other)
      if (!is_given(row ? Task{index, other} : Task{other, index})) {
        ++open;
        possible += others[static_cast<std::size_t>(other)] ? 1 : 0;
      }
    if (open > 0 && (!of_use || !any_other || possible > 0) && std::pair(possible, open) > most) {
      most = {possible, open};
      found = Stripe{row, index};
    }
  }
  return found;
}

std::optional<Stripe> Stripes::best_in_turn(int worker) const {
  const bool row =
      std::ranges::count(held(worker, true), true) <= std::ranges::count(held(worker, false), true);
  for (const bool of_use : {true, false})
    for (const bool kind : {row, !row})
      if (const auto stripe = best(worker, kind, of_use))
        return stripe;
  return {};
}

Piece Stripes::take(int worker, Stripe stripe) {
  held(worker, stripe.row)[static_cast<std::size_t>(stripe.index)] = true;
  const Blocks one{stripe.index, stripe.index + 1}, steps{0, steps_};
  return stripe.row ? Piece{Operand::a, one, steps} : Piece{Operand::b, steps, one};
}

void Stripes::give(Task task, Transfer& transfer) {
  const Blocks row{task.first, task.first + 1}, column{task.second, task.second + 1};
  transfer.pieces.push_back({Operand::c, row, column});
  transfer.updates.push_back({row, column, {0, steps_}});
  given_[at(task)] = true;
  --left_;
}

Transfer Stripes::send(int worker, Stripe stripe) {
  Transfer transfer{worker, false, {take(worker, stripe)}, {}, {}};
  for (Index other = 0; other < all(!stripe.row); ++other) {
    const Task task = stripe.row ? Task{stripe.index, other} : Task{other, stripe.index};
    if (!is_given(task) && missing(worker, task).empty())
      give(task, transfer);
  }
  return transfer;
}

Transfer Stripes::send(int worker, Task task) {
  Transfer transfer{worker, false, {}, {}, {}};
  for (const Stripe stripe : missing(worker, task))
    transfer.pieces.push_back(take(worker, stripe));
  give(task, transfer);
  return transfer;
}

} // namespace hetgrid::server
