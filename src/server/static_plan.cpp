#include "server/static_plan.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace hetgrid::server {
namespace {

std::size_t at(int worker) {
  return static_cast<std::size_t>(worker);
}

/// Remembers what another one decides.
class Recorded : public Policy {
public:
  Recorded(Policy& policy, std::vector<Transfer>& transfers) : policy_(policy), transfers_(transfers) {}

  std::optional<Transfer> next(const View& view, int worker) override {
    std::optional<Transfer> transfer = policy_.next(view, worker);
    if (transfer)
      transfers_.push_back(*transfer);
    return transfer;
  }
  void progressed(const View& view, int worker) override { policy_.progressed(view, worker); }

private:
  Policy& policy_;
  std::vector<Transfer>& transfers_;
};

class Following : public Policy {
public:
  Following(const Product& product, std::vector<Transfer> transfers, std::size_t workers)
      : product_(product), of_worker_(workers) {
    for (std::size_t k = 0; k < transfers.size(); ++k)
      of_worker_[at(transfers[k].worker)].push_back({k, std::move(transfers[k])});
  }

  std::optional<Transfer> next(const View& view, int worker) override {
    if (worker == any_worker)
      worker = first_ready(view);
    if (worker == any_worker || of_worker_[at(worker)].empty())
      return {};
    const Transfer transfer = std::move(of_worker_[at(worker)].front().transfer);
    of_worker_[at(worker)].pop_front();
    return transfer;
  }

private:
  struct Planned {
    std::size_t place; ///< in the plan
    Transfer transfer;
  };

  bool is_ready(const WorkerState& state, const Transfer& transfer) const {
    return transfer.to_server ? state.pending == 0 : elements(product_, transfer.pieces) <= state.free;
  }
  int first_ready(const View& view) const {
    int first = any_worker;
    for (int worker = 0; worker < static_cast<int>(of_worker_.size()); ++worker) {
      const auto& planned = of_worker_[at(worker)];
      if (!planned.empty() && is_ready(view.workers[at(worker)], planned.front().transfer) &&
          (first == any_worker || planned.front().place < of_worker_[at(first)].front().place))
        first = worker;
    }
    return first;
  }

  Product product_;
  std::vector<std::deque<Planned>> of_worker_;
};

Index blocks(std::span<const Piece> pieces) {
  Index sum = 0;
  for (const Piece& piece : pieces)
    sum += piece.rows.size() * piece.columns.size();
  return sum;
}

/// Bits of the FNV-1a hash.
class Fingerprint {
public:
  void add(Index number) {
    for (int byte = 0; byte < 8; ++byte)
      value = (value ^ (static_cast<std::uint64_t>(number) >> 8 * byte & 0xff)) * 0x100000001b3;
  }
  void add(Blocks range) {
    add(range.begin);
    add(range.end);
  }
  void add(const std::vector<Piece>& pieces) {
    add(std::ssize(pieces));
    for (const Piece& piece : pieces) {
      add(static_cast<Index>(piece.operand));
      add(piece.rows);
      add(piece.columns);
    }
  }

  std::uint64_t value = 0xcbf29ce484222325;
};

} // namespace

StaticPlan static_plan(const Star& star, const Product& product, Policy& policy) {
  StaticPlan plan;
  Recorded recorded(policy, plan.transfers);
  plan.predicted = simulate(star, product, recorded);
  return plan;
}

std::uint64_t fingerprint(std::span<const Transfer> transfers) {
  Fingerprint hash;
  for (const Transfer& transfer : transfers) {
    hash.add(transfer.worker);
    hash.add(transfer.to_server ? 1 : 0);
    hash.add(transfer.pieces);
    hash.add(std::ssize(transfer.updates));
    for (const Update& update : transfer.updates)
      for (const Blocks range : {update.rows, update.columns, update.steps})
        hash.add(range);
    hash.add(transfer.released);
  }
  return hash.value;
}

std::vector<Transfer> remaining(const Product& product, std::size_t workers, std::vector<Transfer> transfers,
                                std::span<const Piece> done) {
  std::vector<bool> is_done(static_cast<std::size_t>(product.r() * product.s()));
  const auto block = [&](Index i, Index j) { return static_cast<std::size_t>(i + j * product.r()); };
  const auto each_block = [&](const Piece& piece, auto&& visit) {
    for (Index j = piece.columns.begin; j < piece.columns.end; ++j)
      for (Index i = piece.rows.begin; i < piece.rows.end; ++i)
        visit(block(i, j));
  };
  for (const Piece& piece : done)
    each_block(piece, [&](std::size_t k) { is_done[k] = true; });

  struct Part {
    std::vector<std::size_t> transfers; ///< numbers
    Index held = 0;                     ///< blocks
    bool served = true;                 ///< all results so far are there
  };
  std::vector<Part> parts(workers);
  std::vector<bool> left_out(transfers.size());
  for (std::size_t k = 0; k < transfers.size(); ++k) {
    const Transfer& transfer = transfers[k];
    Part& part = parts[at(transfer.worker)];
    part.transfers.push_back(k);
    part.held += (transfer.to_server ? -1 : 1) * blocks(transfer.pieces) - blocks(transfer.released);
    if (transfer.to_server)
      for (const Piece& piece : transfer.pieces)
        each_block(piece, [&](std::size_t c) { part.served = part.served && is_done[c]; });
    if (part.held > 0)
      continue;
    if (part.served)
      for (const std::size_t number : part.transfers)
        left_out[number] = true;
    part = {};
  }
  std::size_t number = 0;
  std::erase_if(transfers, [&](const Transfer&) { return left_out[number++]; });
  return transfers;
}

std::unique_ptr<Policy> follow(const Product& product, std::vector<Transfer> transfers, std::size_t workers) {
  return std::make_unique<Following>(product, std::move(transfers), workers);
}

} // namespace hetgrid::server
