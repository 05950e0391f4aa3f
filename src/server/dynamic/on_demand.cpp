#include "server/dynamic/on_demand.hpp"

#include <algorithm>

namespace hetgrid::dynamic {

void Assignment::clear() {
  released.clear();
  sent.clear();
  tasks.clear();
}

void OnDemand::next(int worker, Assignment& assignment) {
  assignment.clear();
  ledger_.begin_request(worker);
  View& view = in_view_[at(worker)];
  while (assignment.tasks.empty() && left() > 0) {
    if (view.first == view.tasks.size()) {
      view.tasks.clear();
      view.first = 0;
      look(worker, view.tasks, assignment);
      ledger_.expect(worker, view.tasks);
    }
    hand_out(worker, view, assignment);
  }
  if (assignment.tasks.empty())
    ledger_.release_all(worker, assignment);
}

void OnDemand::hand_out(int worker, View& view, Assignment& assignment) {
  const Index most = portion(worker);
  for (; view.first < view.tasks.size() && std::ssize(assignment.tasks) < most; ++view.first) {
    const Task& task = view.tasks[view.first];
    if (undone().contains(task)) {
      if (!ledger_.give(worker, task, assignment))
        return;
      ++given_[at(worker)];
    }
    ledger_.pass(worker, task);
  }
}

Index OnDemand::part_of_share(double part, int worker) const {
  const Index mine = given_[at(worker)] + 1, given = tasks().count() - left() + ledger_.workers();
  const double share = static_cast<double>(mine) / static_cast<double>(given);
  return std::clamp(static_cast<Index>(part * share * static_cast<double>(left())), Index{1}, mine);
}

} // namespace hetgrid::dynamic
