// What all strategies have in common: a worker has tasks in view, of which a request hands it some; those that others have been
// given meanwhile are passed over.
#pragma once

#include "server/dynamic/ledger.hpp"

#include <limits>

namespace hetgrid::dynamic {

class OnDemand : public Strategy {
public:
  OnDemand(const Tasks& tasks, int workers, const Options& options)
      : ledger_(tasks, workers, options.capacity), in_view_(at(workers)), given_(at(workers), 0) {}

  void next(int worker, Assignment& assignment) final;
  Index left() const final { return ledger_.left(); }

protected:
  static constexpr Index unlimited = std::numeric_limits<Index>::max();

  const Ledger& ledger() const { return ledger_; }
  const Undone& undone() const { return ledger_.undone(); }
  const Tasks& tasks() const { return ledger_.tasks(); }
  /// Blocks that the strategy sends whether they are needed or not.
  void send_ahead(int worker, const Block& block, Assignment& assignment) {
    ledger_.send_ahead(worker, block, assignment);
  }

  /// This part of what is left for the worker if it keeps its share of the work, 1 at least; and no more at once than it has been
  /// given before, so that a slow one is known to be slow in time.
  Index part_of_share(double part, int worker) const;

private:
  /// Puts more tasks into the view of a worker that has none; there are some left. It is called again if others have done them.
  virtual void look(int worker, std::vector<Task>& view, Assignment& assignment) = 0;
  /// How many tasks a request gets at most.
  virtual Index portion(int /*worker*/) const { return unlimited; }

  struct View {
    std::vector<Task> tasks;
    std::size_t first = 0; ///< that is not yet looked at
  };
  void hand_out(int worker, View& view, Assignment& assignment);

  Ledger ledger_;
  std::vector<View> in_view_;
  std::vector<Index> given_; ///< tasks, to each worker
};

} // namespace hetgrid::dynamic
