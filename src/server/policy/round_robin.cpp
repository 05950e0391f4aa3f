// Everybody in turn: Algorithm 1 of [Dongarra06]. As all chunks take the same number of transfers, workers begin, update and
// return theirs side by side; a worker with slower link or processor holds up all others.
#include "server/policy/columns.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>

namespace hetgrid::server {
namespace {

class RoundRobin : public Policy {
public:
  RoundRobin(const Product& product, std::vector<ChunkShape> shapes, std::vector<int> workers)
      : columns_(product, shapes.size()), feed_(product, std::move(shapes)), workers_(std::move(workers)) {
    while (!columns_.all_assigned())
      for (const int worker : workers_)
        columns_.assign(worker, feed_.shape(worker).side);
  }

  std::optional<Transfer> next(const View&, int worker) override {
    if (worker != any_worker)
      return advance(worker);
    while (!workers_.empty()) {
      turn_ = turn_ < workers_.size() ? turn_ : 0;
      if (auto transfer = advance(workers_[turn_])) {
        ++turn_;
        return transfer;
      }
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(turn_));
    }
    return {};
  }

private:
  std::optional<Transfer> advance(int worker) {
    if (feed_.stage(worker) == ChunkFeed::Stage::none) {
      const auto chunk = columns_.take(worker, feed_.shape(worker).side);
      if (!chunk)
        return {};
      feed_.begin(worker, *chunk);
    }
    return feed_.next(worker);
  }

  ColumnPanels columns_;
  ChunkFeed feed_;
  std::vector<int> workers_; ///< that may have chunks left
  std::size_t turn_ = 0;
};

} // namespace

std::unique_ptr<Policy> round_robin(const Product& product, std::vector<ChunkShape> shapes,
                                    std::vector<int> workers) {
  return std::make_unique<RoundRobin>(product, std::move(shapes), std::move(workers));
}

std::unique_ptr<Policy> orroml(const Star& star, const Product& product) {
  std::vector<ChunkShape> shapes = chunk_shapes(star, product, MemoryLayout::overlapped);
  std::vector<int> workers;
  for (std::size_t k = 0; k < shapes.size(); ++k)
    if (shapes[k].side > 0)
      workers.push_back(static_cast<int>(k));
  return round_robin(product, std::move(shapes), std::move(workers));
}

} // namespace hetgrid::server
