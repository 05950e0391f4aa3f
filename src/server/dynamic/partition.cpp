// Everybody begins with its zone, row by row, and who has done it goes on as greedy, from the blocks it has. Neighbours in a
// column of rectangles have the same columns, so that a row of the neighbour's takes little: what is lost by speeds that are
// wrong, or by equal zones where nothing is known, is little as well.
//
// With limited room a zone is done chunk by chunk, step after step: chunks of C and what comes with a step fill the room, as in
// the maximum re-use of [Dongarra06] 4.1.
#include "hetgrid/server_memory.hpp"
#include "server/dynamic/greedy.hpp"
#include "server/dynamic/strategies.hpp"
#include "server/dynamic/zones.hpp"

namespace hetgrid::dynamic {
namespace {

using server::Blocks;

class Partition : public Greedy {
public:
  Partition(const Tasks& tasks, int workers, const Options& options) : Greedy(tasks, workers, options) {
    for (const Zone& zone :
         zones(tasks, options.speeds.empty() ? std::vector<double>(at(workers), 1.0) : options.speeds))
      progress_.push_back({zone, zone.rows.begin, zone.columns.begin});
    for (int worker = 0; worker < workers; ++worker)
      if (const Zone& zone = progress_[at(worker)].zone; ledger().capacity(worker) == 0 && size(zone) > 0)
        begin_box(box(worker), zone);
  }

private:
  /// The next chunk begins here.
  struct Progress {
    Zone zone;
    Index row, column;
  };

  static Index size(const Zone& zone) { return zone.rows.size() * zone.columns.size() * zone.steps.size(); }
  static void begin_box(Box& box, const Zone& zone) {
    for (Index j = zone.columns.begin; j < zone.columns.end; ++j)
      box.add(Axis::columns, j);
    for (Index k = zone.steps.begin; k < zone.steps.end; ++k)
      box.add(Axis::steps, k);
  }

  void look(int worker, std::vector<Task>& view, Assignment& assignment) override {
    Progress& progress = progress_[at(worker)];
    while (view.empty() && size(progress.zone) > 0 && progress.row < progress.zone.rows.end)
      if (const Index room = ledger().capacity(worker); room > 0)
        next_chunk(progress, side(room), view);
      else {
        append_slab(undone(), box(worker), Axis::rows, progress.row, view);
        box(worker).add(Axis::rows, progress.row++);
      }
    if (view.empty())
      Greedy::look(worker, view, assignment);
  }

  /// A column of A and a row of B, and a square of C where it takes room.
  Index side(Index room) const {
    return ledger().travels(Operand::c) ? server::largest_mu(server::MemoryLayout::sequential, room)
                                        : room / 2;
  }

  void next_chunk(Progress& progress, Index side, std::vector<Task>& view) const {
    const Zone& zone = progress.zone;
    const Blocks rows{progress.row, std::min(progress.row + side, zone.rows.end)},
        columns{progress.column, std::min(progress.column + side, zone.columns.end)};
    for (Index k = zone.steps.begin; k < zone.steps.end; ++k)
      for (Index i = rows.begin; i < rows.end; ++i)
        for (Index j = columns.begin; j < columns.end; ++j)
          if (undone().contains({i, j, k}))
            view.push_back({i, j, k});
    progress.column = columns.end;
    if (columns.end == zone.columns.end) {
      progress.row = rows.end;
      progress.column = zone.columns.begin;
    }
  }

  std::vector<Progress> progress_;
};

} // namespace

std::unique_ptr<Strategy> partition(const Tasks& tasks, int workers, const Options& options) {
  return std::make_unique<Partition>(tasks, workers, options);
}

} // namespace hetgrid::dynamic
