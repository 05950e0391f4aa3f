// The loop of a right-looking factorization with look-ahead, and of the application of its panels to another
// matrix: LU, QR and the multiplication by Q share it.
//
// Step s, with the factored panel s here:
//
//     for each chunk of my trailing columns, the columns of window s + 1 first:
//         if there are several grid rows: solution(s, chunk), see below, has arrived
//         update the chunk
//
// and in between, whenever it is possible, for the step to come, the services, activities of an engine:
//
//     collect   the columns of window s + 1, as soon as they are updated, on the process that factors them
//     factor    panel s + 1 there, or where it is, and spread it
//     gather    from my grid column, what is needed to compute the w rows of the update (LU: U12, QR: T^H V^H C)
//               of a chunk, on one of its fastest processes (the solver)
//     solve     there, and spread the solution along the grid column
//
// so that panel, broadcast and exchange of step s + 1 hide behind the update of step s. Who factors a panel with others has
// no time for anything else: all of the grid column do it, so that nobody waits. All processes of a grid column open the chunks in the same order (by step, by
// column), which is why nobody waits for something that waits for him.
//
// Method supplies the algebra:
//     factor(s, panel, ld, length, width, header)      on the factoring process
//     distributed_panel()                              what factors my part of one: WindowPanels::factor
//     arrived(s)                                       panel s is here, called once, in order
//     store(s)                                         stores what I own of panel s
//     gathered_rows(s, i)                              rows that grid row i contributes to a solution
//     gather(s, columns, ld, n, out)                   my contribution, gathered_rows x n
//     moved_rows(s, i)                                 rows of a solution for grid row i alone
//     solve(s, n, contributions, common, moved)        common: width x n, for all
//     gathers_in_place                                 contributions are rows of the solution. Then
//         gather_in_place(s, columns, ld, n, common, moved)   writes mine where they go,
//         solve_in_place(s, n, common)                        solves for them there
//     update(s, columns, ld, n, common, moved)         `columns`: local storage of the first column, from row 0 on
//     update_alone(s, columns, ld, n)                  the same in a grid of one row
//     gathered_limit(s), solution_limit(s)             rows, at most, over all grid rows
#pragma once

#include "linalg/window_panels.hpp"
#include "measure/profile.hpp"
#include "schedule/factoring_processes.hpp"

namespace hetgrid::linalg {

/// Which columns of the target step s updates: those behind window s, where the target is the matrix of the panels,
/// which is being factored; or those from window s on, or all of them, in which cases the panels are ready from the
/// beginning.
enum class UpdatedColumns { behind_window, from_window, all };

template <typename T, typename Method>
class TrailingUpdate {
public:
  /// \param chunk  schedule::FactorizationParameters
  TrailingUpdate(Grid& grid, WindowPanels<T>& panels, Method& method, const Submatrix<T>& target,
                 UpdatedColumns updated, Index chunk)
      : grid_(grid), panels_(panels), method_(method), target_(target), updated_(updated),
        chunks_(chunks_of(grid, panels.windows(), target, updated, chunk)) {
    find_solvers();
    engine_.add([this] { return retire(); });
    engine_.add([this] { return factor(); });
    engine_.add([this] { return collect(); });
    engine_.add([this] { return solve(); });
    engine_.add([this] { return gather(); });
  }
  TrailingUpdate(const TrailingUpdate&) = delete;
  TrailingUpdate& operator=(const TrailingUpdate&) = delete;

  /// What it takes of this process's memory at most, bytes, beside its panels, which `windows` have; other parameters as above.
  /// \param rows (window) -> rows of a chunk, gathered or solved for, over all grid rows. Local. \throws std::bad_alloc
  template <typename Rows>
  static std::size_t memory(const Grid& grid, const std::vector<Window>& windows, const Submatrix<T>& target,
                            UpdatedColumns updated, Index shortest_chunk, Rows&& rows) {
    const std::vector<Chunk> chunks = chunks_of(grid, windows, target, updated, shortest_chunk);
    std::size_t largest = 0;
    for (const Chunk& chunk : chunks)
      largest = std::max(
          largest, bytes(rows(windows[static_cast<std::size_t>(chunk.step)]) * (chunk.end - chunk.begin)));
    const std::size_t lists = 4 * chunks.size() * sizeof(Chunk) + 512 * static_cast<std::size_t>(grid.p());
    if (grid.p() == 1)
      return largest + lists;
    return 2 * runtime::stream_memory(largest + padding(grid), Channel::solutions) + lists;
  }

  /// Gets the workspace, that of the panels as well. Collective over the grid. \param exchange_bytes
  /// as of WindowPanels::reserve
  template <typename ExchangeBytes>
  void reserve(ExchangeBytes&& exchange_bytes) {
    panels_.reserve(engine_, exchange_bytes);
    if (grid_.p() == 1)
      return;
    gather_ = &grid_.stream(Channel::contributions);
    spread_ = &grid_.stream(Channel::solutions);
    std::size_t gathered = 0, solution = 0;
    for (const Chunk& chunk : chunks_) {
      const Index columns = chunk.end - chunk.begin;
      gathered = std::max(gathered, bytes(method_.gathered_limit(chunk.step) * columns));
      solution = std::max(solution, bytes(method_.solution_limit(chunk.step) * columns));
    }
    gather_->reserve((Method::gathers_in_place ? std::max(gathered, solution) : gathered) + padding());
    in_place_ = Method::gathers_in_place && !gather_->spans_nodes();
    spread_->reserve(in_place_ ? 0 : solution + padding());
    engine_.join(*gather_);
    engine_.join(*spread_);
  }

  void run() {
    kernel::LocalPart<T> trailing(0);
    for (step_ = 0; step_ < panels_.steps(); ++step_) {
      trailing.resize(local_rows_from(step_) * (local_column(target_.n) - first_column(step_)));
      done_end_ = first_column(step_);
      engine_.wait([&] { return panels_.ready(step_); });
      arrive(step_);
      {
        const Phase phase(&Profile::exchange, step_);
        method_.store(step_);
      }
      while (submitted_ < chunks_.size() && chunks_[submitted_].step == step_) {
        update(submitted_);
        retire();
        engine_.attend();
      }
      if (retired_ < submitted_)
        engine_.wait([&] { return retired_ == submitted_; });
      panels_.release(step_);
    }
    engine_.finish();
  }

private:
  /// Local columns [begin, end) of the target at one step. Its number is that of its tickets.
  struct Chunk {
    Index step, begin, end;
    bool is_next_window = false;
    std::size_t behind_next_window = 0; ///< how far, chunks; 0 also in a step without one
  };

  static std::size_t bytes(Index elements) { return static_cast<std::size_t>(elements) * sizeof(T); }
  static std::size_t aligned_bytes(std::size_t size) { return (size + 63) / 64 * 64; }
  std::size_t padding() const { return padding(grid_); }
  static std::size_t padding(const Grid& grid) { return 64 * (static_cast<std::size_t>(grid.p()) + 1); }
  Index local_column(Index j) const { return local_column(grid_, target_, j); }
  Index local_rows_from(Index s) const {
    const Index first = panels_.window(s).first;
    return target_.rows.local_count(target_.i + first, target_.m - first, grid_.myrow());
  }
  Index window_end(Index s) const { return panels_.window(s).first + panels_.window(s).width; }
  Index first_column(Index s) const { return first_column(grid_, panels_.window(s), target_, updated_); }
  bool factorization() const { return updated_ == UpdatedColumns::behind_window; }

  static Index local_column(const Grid& grid, const Submatrix<T>& target, Index j) {
    return target.columns.local(target.j + j, grid.mycol());
  }
  static Index first_column(const Grid& grid, const Window& window, const Submatrix<T>& target,
                            UpdatedColumns updated) {
    if (updated == UpdatedColumns::all)
      return local_column(grid, target, 0);
    return local_column(
        grid, target, updated == UpdatedColumns::behind_window ? window.first + window.width : window.first);
  }

  static std::vector<Chunk> chunks_of(const Grid& grid, const std::vector<Window>& windows,
                                      const Submatrix<T>& target, UpdatedColumns updated,
                                      Index shortest_chunk) {
    std::vector<Chunk> chunks;
    for (Index s = 0; s < std::ssize(windows); ++s) {
      const auto step = static_cast<std::size_t>(s);
      const Window* const next = step + 1 < windows.size() ? &windows[step + 1] : nullptr;
      Index begin = first_column(grid, windows[step], target, updated);
      const Index end = local_column(grid, target, target.n);
      bool behind = false;
      if (updated == UpdatedColumns::behind_window && next)
        if (const Index last = local_column(grid, target, next->first + next->width); last > begin) {
          chunks.push_back({s, begin, last, true});
          begin = last;
          behind = true;
        }
      const auto [shortest, most] =
          schedule::chunks_before(next ? next->method : PanelMethod::collected, shortest_chunk);
      const Index count = std::clamp<Index>((end - begin) / shortest, 1, most);
      for (Index c = 0; c < count && begin < end; ++c)
        chunks.push_back({s, begin + (end - begin) * c / count, begin + (end - begin) * (c + 1) / count,
                          false, behind ? static_cast<std::size_t>(c + 1) : 0});
    }
    return chunks;
  }

  /// The fastest processes of my grid column take turns.
  void find_solvers() {
    std::vector<double> cycle_times;
    for (int i = 0; i < grid_.p(); ++i)
      cycle_times.push_back(grid_.cycle_time(i, grid_.mycol()));
    solvers_ = schedule::fast_processes(cycle_times);
  }
  int solver(std::size_t number) const {
    const Chunk& chunk = chunks_[number];
    return schedule::solver_of_chunk(solvers_, number, chunk.behind_next_window,
                                     panels_.factoring_row(chunk.step + 1));
  }

  /// True if the columns before local column `end` have the updates of all steps before s.
  bool is_current(Index s, Index end) const { return step_ >= s || (step_ + 1 == s && done_end_ >= end); }

  void arrive(Index s) {
    if (arrived_ == s) {
      method_.arrived(s);
      ++arrived_;
    }
  }

  // The services.

  Outcome collect() {
    return panels_.collect(
        [&](Index s) { return !factorization() || is_current(s, local_column(window_end(s))); });
  }

  Outcome factor() {
    // While I factor, the others are to have a chunk to update.
    if (panels_.factoring_row(panels_.factored()) == grid_.myrow() && serve_next_chunk() == Outcome::done)
      return Outcome::done;
    return panels_.factor(
        [&](Index s, T* panel, Index ld, Index length, Index width, std::byte* header) {
          const Phase panel_phase(&Profile::panel);
          method_.factor(s, panel, ld, length, width, header);
        },
        method_.distributed_panel());
  }

  /// What others wait for of the chunk that I update next.
  Outcome serve_next_chunk() {
    if (gathered_ == submitted_)
      return gather();
    return solved_ == submitted_ ? solve() : Outcome::nothing;
  }

  Outcome gather() {
    if (!gather_ || gathered_ == chunks_.size())
      return Outcome::nothing;
    const Chunk& chunk = chunks_[gathered_];
    if (chunk.step >= panels_.factored() || !is_current(chunk.step, chunk.end) ||
        !panels_.ready(chunk.step) || waits_for_next_window(gathered_) || !gather_->can_open())
      return Outcome::nothing;
    arrive(chunk.step);
    const Phase phase(&Profile::exchange, chunk.step);
    in_place_ ? contribute_in_place(chunk) : contribute(chunk);
    ++gathered_;
    return Outcome::done;
  }
  void contribute(const Chunk& chunk) {
    const Index columns = chunk.end - chunk.begin;
    pieces_.clear();
    std::size_t end = 0;
    for (int i = 0; i < grid_.p(); ++i) {
      const std::size_t size = bytes(method_.gathered_rows(chunk.step, i) * columns);
      pieces_.push_back({i, end, size, 1 + solver(gathered_)});
      end += aligned_bytes(size);
    }
    const auto ticket = open_gathering();
    const auto& mine = pieces_[static_cast<std::size_t>(grid_.myrow())];
    if (mine.bytes > 0)
      method_.gather(chunk.step, columns_of(chunk), target_.ld, columns,
                     at(gather_->panel(ticket), mine.offset));
    gather_->publish(ticket);
    if (solver(gathered_) != grid_.myrow())
      gather_->release(ticket);
  }
  /// The slot becomes the solution: a byte of each stands for what it writes.
  void contribute_in_place(const Chunk& chunk) {
    pieces_.clear();
    for (int i = 0; i < grid_.p(); ++i)
      pieces_.push_back({i, static_cast<std::size_t>(i), 1});
    const auto ticket = open_gathering();
    std::byte* const slot = gather_->panel(ticket);
    if constexpr (Method::gathers_in_place)
      method_.gather_in_place(chunk.step, columns_of(chunk), target_.ld, chunk.end - chunk.begin, at(slot, 0),
                              moved_parts(chunk, slot));
    gather_->publish(ticket);
  }
  PanelStream::Ticket open_gathering() {
    const auto ticket = gather_->open(pieces_);
    if (gathered_ == 0)
      first_gather_ = ticket;
    return ticket;
  }
  PanelStream::Ticket gathering_of(std::size_t number) const {
    return first_gather_ + static_cast<PanelStream::Ticket>(number);
  }

  Outcome solve() {
    if (!gather_ || solved_ == gathered_)
      return Outcome::nothing;
    const Chunk& chunk = chunks_[solved_];
    const Index columns = chunk.end - chunk.begin;
    if (solution_opened_ == solved_) {
      if (!spread_->can_open())
        return Outcome::nothing;
      open_solution(chunk);
    }
    const auto ticket = solution_of(solved_);
    if (solver(solved_) == grid_.myrow()) {
      const auto gathered = gathering_of(solved_);
      if (!gather_->ready(gathered))
        return Outcome::nothing;
      const Phase phase(&Profile::exchange, chunk.step);
      if constexpr (Method::gathers_in_place)
        if (in_place_)
          method_.solve_in_place(chunk.step, columns, at(gather_->panel(gathered), 0));
      if (!in_place_)
        solve_contributions(chunk, gather_->panel(gathered), spread_->panel(ticket));
    }
    spread_->publish(ticket);
    ++solved_;
    return Outcome::done;
  }
  void solve_contributions(const Chunk& chunk, std::byte* gathered, std::byte* solution) {
    const Index columns = chunk.end - chunk.begin;
    const T* contribution = at(gathered, 0);
    contributions_.clear();
    for (int i = 0; i < grid_.p(); ++i) {
      contributions_.push_back(contribution);
      contribution += aligned_bytes(bytes(method_.gathered_rows(chunk.step, i) * columns)) / sizeof(T);
    }
    method_.solve(chunk.step, columns, contributions_, at(solution, 0), moved_parts(chunk, solution));
    gather_->release(gathering_of(solved_));
  }

  /// The next panel waits for the columns of its window: what the columns behind them send must not delay them.
  bool waits_for_next_window(std::size_t number) const {
    const Chunk& chunk = chunks_[number];
    return gather_->spans_nodes() && chunk.behind_next_window == 1 &&
           (step_ < chunk.step || done_end_ < chunk.begin);
  }

  /// Where in a solution the rows for grid row i alone begin, in bytes.
  std::size_t moved_offset(const Chunk& chunk, int i) const {
    const Index columns = chunk.end - chunk.begin;
    std::size_t offset = aligned_bytes(bytes(panels_.window(chunk.step).width * columns));
    for (int before = 0; before < i; ++before)
      offset += moved_bytes(chunk, before);
    return offset;
  }
  std::size_t moved_bytes(const Chunk& chunk, int i) const {
    return aligned_bytes(bytes(method_.moved_rows(chunk.step, i) * (chunk.end - chunk.begin)));
  }

  /// By grid row, in a solution.
  const std::vector<T*>& moved_parts(const Chunk& chunk, std::byte* solution) {
    moved_.clear();
    std::size_t offset = moved_offset(chunk, 0);
    for (int i = 0; i < grid_.p(); ++i) {
      moved_.push_back(at(solution, offset));
      offset += moved_bytes(chunk, i);
    }
    return moved_;
  }

  void open_solution(const Chunk& chunk) {
    if (in_place_)
      pieces_.assign({{solver(solved_), 0, 1}});
    else
      find_solution_pieces(chunk);
    const auto ticket = spread_->open(pieces_);
    if (solved_ == 0)
      first_spread_ = ticket;
    ++solution_opened_;
  }
  void find_solution_pieces(const Chunk& chunk) {
    const Index columns = chunk.end - chunk.begin;
    // The next panel waits for its columns, wherever they are.
    const double delay = chunk.is_next_window ? panels_.passing_delay(chunk.step) : 0;
    pieces_.assign({{solver(solved_), 0, bytes(panels_.window(chunk.step).width * columns),
                     PanelStream::everyone, delay}});
    std::size_t moved = moved_offset(chunk, 0);
    for (int i = 0; i < grid_.p(); ++i) {
      if (const Index rows = method_.moved_rows(chunk.step, i); rows > 0)
        pieces_.push_back({solver(solved_), moved, bytes(rows * columns), 1 + i});
      moved += moved_bytes(chunk, i);
    }
  }

  PanelStream::Ticket solution_of(std::size_t number) const {
    return first_spread_ + static_cast<PanelStream::Ticket>(number);
  }

  /// Submits the update of a chunk, once its solution is here.
  void update(std::size_t number) {
    if (spread_)
      engine_.wait([&] { return number < solution_opened_ && spread_->ready(solution_of(number)); });
    updates_.submit([this, number] {
      const Chunk& chunk = chunks_[number];
      const Index columns = chunk.end - chunk.begin;
      const Phase phase(&Profile::update, chunk.step);
      if (!spread_)
        return method_.update_alone(chunk.step, columns_of(chunk), target_.ld, columns);
      std::byte* const slot =
          in_place_ ? gather_->panel(gathering_of(number)) : spread_->panel(solution_of(number));
      method_.update(chunk.step, columns_of(chunk), target_.ld, columns, at(slot, 0),
                     at(slot, moved_offset(chunk, grid_.myrow())));
    });
    ++submitted_;
  }

  /// Of the chunks whose updates are done, which follow one another, the solutions are released.
  Outcome retire() {
    const std::size_t before = retired_;
    while (retired_ < submitted_ && updates_.done(static_cast<kernel::UpdateQueue::Ticket>(retired_) + 1)) {
      if (spread_)
        spread_->release(solution_of(retired_));
      if (in_place_)
        gather_->release(gathering_of(retired_));
      done_end_ = chunks_[retired_++].end;
    }
    return retired_ > before ? Outcome::done : Outcome::nothing;
  }

  T* columns_of(const Chunk& chunk) const { return target_.data + chunk.begin * target_.ld; }
  static T* at(std::byte* slot, std::size_t offset) { return reinterpret_cast<T*>(slot + offset); }

  Grid& grid_;
  WindowPanels<T>& panels_;
  Method& method_;
  Submatrix<T> target_;
  UpdatedColumns updated_;
  std::vector<Chunk> chunks_;
  std::vector<int> solvers_;
  PanelStream* gather_ = nullptr; ///< nullptr if there is one grid row
  PanelStream* spread_ = nullptr;
  bool in_place_ =
      false; ///< solutions are in the slots of gather_, which the grid column shares; spread_ tells that they are
  PanelStream::Ticket first_gather_ = 0, first_spread_ = 0; ///< of chunk 0

  // Where this process is: step step_, columns before local column done_end_ are updated.
  Index step_ = 0, done_end_ = 0;
  // Panels seen; chunks contributed to, opened and solved, given to the queue and updated.
  Index arrived_ = 0;
  std::size_t gathered_ = 0, solution_opened_ = 0, solved_ = 0, submitted_ = 0, retired_ = 0;

  runtime::Engine engine_;
  kernel::UpdateQueue updates_; ///< of chunks, in their order
  std::vector<PanelStream::Piece> pieces_;
  std::vector<const T*> contributions_;
  std::vector<T*> moved_;
};

} // namespace hetgrid::linalg
