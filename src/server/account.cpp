#include "server/account.hpp"

#include "hetgrid/error.hpp"

#include <string>
#include <utility>

namespace hetgrid::server {
namespace {

void check(Blocks blocks, Index all, const char* what) {
  if (blocks.begin < 0 || blocks.begin >= blocks.end || blocks.end > all)
    throw ArgumentError(what, std::to_string(blocks.begin) + " to " + std::to_string(blocks.end),
                        "blocks within 0 to " + std::to_string(all));
}

} // namespace

std::optional<Transfer> CheckedPolicy::next(const View& view, int worker) {
  std::optional<Transfer> transfer = policy_.next(view, worker);
  if (!transfer)
    return {};
  const int workers = static_cast<int>(star_.workers.size());
  if (transfer->worker < 0 || transfer->worker >= workers ||
      (worker != any_worker && transfer->worker != worker))
    throw ArgumentError("worker of a transfer", std::to_string(transfer->worker),
                        worker == any_worker ? "0 to " + std::to_string(workers - 1)
                                             : std::to_string(worker));
  for (const Piece& piece : transfer->pieces) {
    check(piece.rows, piece.operand == Operand::b ? product_.t() : product_.r(), "rows of a piece");
    check(piece.columns, piece.operand == Operand::a ? product_.t() : product_.s(), "columns of a piece");
  }
  for (const Update& update : transfer->updates) {
    check(update.rows, product_.r(), "rows of an update");
    check(update.columns, product_.s(), "columns of an update");
    check(update.steps, product_.t(), "steps of an update");
  }
  return transfer;
}

void check_room(const Star& star, const Product& product, const Links& links, std::size_t link) {
  const std::optional<Transfer>& transfer = links.held_up(link);
  if (!transfer || transfer->to_server || links.expects_room(transfer->worker))
    return;
  const Worker& worker = star.workers[static_cast<std::size_t>(transfer->worker)];
  const Index needed = elements(product, transfer->pieces), free = links.state(transfer->worker).free,
              held = capacity(product, worker) - free;
  if (needed > free)
    throw ArgumentError("buffers of worker " + std::to_string(transfer->worker),
                        std::to_string(worker.buffers),
                        "room for " + std::to_string(needed) + " elements more than the " +
                            std::to_string(held) + " that it holds");
}

void Account::over(const Transfer& transfer, const Occurrence& occurrence) {
  WorkerOutcome& record = outcome_.workers[static_cast<std::size_t>(transfer.worker)];
  const double bytes = static_cast<double>(elements_sent(product_, transfer)) * product_.element_bytes;
  (transfer.to_server ? record.bytes_returned : record.bytes_sent) += bytes;
  record.transferring += occurrence.end - occurrence.begin;
  record.computing += occurrence.update_end - occurrence.update_begin;
  record.end = std::max({record.end, occurrence.end, occurrence.update_end});
  ++record.transfers;
  outcome_.bytes += bytes;
  outcome_.seconds = std::max(outcome_.seconds, record.end);
  updated_ += updates(transfer);
  if (transfer.to_server)
    for (const Piece& piece : transfer.pieces)
      returned_ += piece.rows.size() * piece.columns.size();
}

/// Count alone: that it is each block's own is for the tests.
Outcome Account::result() && {
  const Index updates = product_.r() * product_.s() * product_.t(),
              returns = product_.returned ? product_.r() * product_.s() : 0;
  if (updated_ != updates)
    throw ArgumentError("updates of a policy", std::to_string(updated_), std::to_string(updates));
  if (product_.added ? returned_ < returns : returned_ != returns)
    throw ArgumentError("results of a policy", std::to_string(returned_), std::to_string(returns));
  for (WorkerOutcome& worker : outcome_.workers)
    worker.waiting = worker.end - worker.computing;
  return std::move(outcome_);
}

} // namespace hetgrid::server
