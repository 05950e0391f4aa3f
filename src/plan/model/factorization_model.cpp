// The loops of linalg::TrailingUpdate (LU, QR) and linalg::potrf. At step s, with panel s here, every process updates its
// trailing columns in chunks, those of window s + 1 first, and serves between the chunks: panel s + 1 is collected,
// factored on one process and spread, and with several grid rows what the columns of step s + 1 need is gathered on a
// solver, solved there, and spread along the grid column. All of it is simulated chunk by chunk:
//
//     start of chunk c       when the process is done with the chunk before, panel s and solution c are there
//     contribution to panel  when the chunk of window s + 1 is done, everywhere
//     panel                  at the first end of a chunk of the process that factors it from then on
//     gathering              of a chunk: when it is done at step s, and from the first end of a chunk after panel s + 1
//     solution               when all of the grid column have contributed and the solver is at the end of a chunk
//
// LU ends with the interchanges of the columns left of each panel.
#include "plan/model/model.hpp"
#include "schedule/broadcast.hpp"
#include "schedule/factoring_processes.hpp"
#include "schedule/reduction.hpp"
#include "schedule/windows.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hetgrid::plan {
namespace {

using Index = std::int64_t;

schedule::PanelKind kind_of(Operation operation, const schedule::Parameters& parameters) {
  return operation == Operation::getrf   ? schedule::lu_panels(parameters.pivoting)
         : operation == Operation::geqrf ? schedule::PanelKind::qr
                                         : schedule::PanelKind::cholesky;
}

schedule::MethodChoice choice_of(const Problem& problem, const Workload& work) {
  return {kind_of(problem.operation, work.parameters()), work.parameters(),
          static_cast<double>(problem.element_bytes)};
}

schedule::Widths widths_of(const Problem& problem, const Workload& work) {
  schedule::Widths widths =
      schedule::widths_of(kind_of(problem.operation, work.parameters()), work.parameters());
  widths.window = schedule::window_width(choice_of(problem, work), widths, problem.block_size,
                                         work.row_lines(), work.column_lines(), problem.n);
  return widths;
}

/// The steps: schedule::make_windows. Windows never cross a border of blocks; those of a block follow each other.
class Windows {
public:
  Windows(const Problem& problem, const schedule::Widths& widths) : n_(problem.n), nb_(problem.block_size) {
    const auto [width, tail] = widths;
    step_ = nb_ <= width ? width / nb_ * nb_ : (nb_ + (nb_ - 1) / width) / ((nb_ + width - 1) / width);
    period_ = nb_ <= width ? step_ : nb_;
    windows_of_period_ = (period_ + step_ - 1) / step_;
    // The last window is the first one that begins where at most the tail is left.
    const Index rest = std::max<Index>(0, n_ - tail);
    const Index before = rest / period_ * windows_of_period_ + (rest % period_ + step_ - 1) / step_;
    count_ = before + 1;
  }

  Index count() const { return count_; }
  /// Where window s begins; n for s = count().
  Index border(Index s) const {
    return s >= count_ ? n_
                       : s / windows_of_period_ * period_ + std::min(s % windows_of_period_ * step_, period_);
  }

private:
  Index n_, nb_, step_, period_, windows_of_period_, count_;
};

/// Mean height of the columns of a triangle of 128 that consists of squares of 64, on one process. Whose columns are further
/// apart than its rows has triangles that are as much higher.
constexpr double small_triangle_height = 96;

class Factorization {
public:
  Factorization(const Problem& problem, const Costs& costs, Wires& wires, Workload& work, Ledger& ledger)
      : problem_(problem), costs_(costs), wires_(wires), work_(work), ledger_(ledger),
        members_(work.members().size()), windows_(problem, widths_of(problem, work)),
        choice_(choice_of(problem, work)), row_lines_(wires.lines(work.row_line(), work.row_lines())),
        column_lines_(wires.lines(work.column_line(), work.column_lines())), current_(members_),
        next_(members_), after_(members_), arrival_(members_), owed_(members_),
        row_receivers_(wires.receivers(work.row_line())),
        column_receivers_(wires.receivers(work.column_line())), left_(members_), ends_(members_),
        columns_of_line_(column_lines_.size()), chunks_(column_lines_.size()),
        solutions_(column_lines_.size()), solvers_(column_lines_.size()), turn_(column_lines_.size()),
        processes_(work.cycle_times(), work.column_line()) {
    fastest_ = *std::ranges::min_element(work.cycle_times());
    for (const double time : work.cycle_times())
      together_ += fastest_ / time;
    find_solvers();
  }

  void run(const std::vector<SimulatedStep>& simulated) {
    work_.cut(borders_of(simulated));
    work_.next(current_);
    work_.next(next_);
    read_ = 1;
    window_ = 0;
    count_memory();
    if (cholesky())
      count_diagonal(simulated);
    factor_first();
    for (const auto& [window, weight] : simulated) {
      ledger_.begin_step(weight);
      go_to(window);
      step();
    }
    ledger_.begin_step(1);
    if (problem_.operation == Operation::getrf)
      permute_left();
  }

private:
  void find_solvers() {
    std::vector<std::vector<std::size_t>> members(column_lines_.size());
    std::vector<std::vector<double>> times(column_lines_.size());
    for (std::size_t k = 0; k < members_; ++k) {
      members[line(k)].push_back(k);
      times[line(k)].push_back(work_.cycle_times()[k]);
    }
    for (std::size_t j = 0; j < column_lines_.size(); ++j)
      for (const int fast : schedule::fast_processes(times[j]))
        solvers_[j].push_back(static_cast<int>(members[j][static_cast<std::size_t>(fast)]));
  }

  static constexpr std::size_t most_chunks =
      schedule::most_chunks + 1; ///< the first: the next window's columns
  /// Of each chunk, seconds.
  using Chunks = std::array<double, most_chunks>;
  /// Seconds of the update of a member in a step: its chunks but the first are alike.
  struct UpdateSeconds {
    double first = 0, other = 0;
    double operator[](std::size_t chunk) const { return chunk == 0 ? first : other; }
  };

  bool lu() const { return problem_.operation == Operation::getrf; }
  bool qr() const { return problem_.operation == Operation::geqrf; }
  bool cholesky() const { return problem_.operation == Operation::potrf; }
  Index steps() const { return windows_.count(); }
  double width(Index s) const { return static_cast<double>(windows_.border(s + 1) - windows_.border(s)); }
  double length(Index s) const { return static_cast<double>(problem_.n - windows_.border(s)); }
  std::size_t line(std::size_t member) const { return static_cast<std::size_t>(work_.column_line()[member]); }
  /// Others hold rows of the columns of this member: solutions are gathered and spread.
  bool gathers(std::size_t member) const { return !cholesky() && column_lines_[line(member)].members > 1; }
  /// Of kernels with panels of w columns.
  const KernelRates& rates(std::size_t member, double w) {
    if (w != rates_width_) // all windows are as wide as the first, but a few
      find_rates(w);
    return rates_[member];
  }
  void find_rates(double w) {
    rates_width_ = w;
    for (std::size_t k = 0; k < members_; ++k)
      rates_[k] = rates_at_width(costs_.kernels(k), w);
  }

  /// Borders of the steps that are simulated, and two behind each of them.
  std::vector<Index> borders_of(const std::vector<SimulatedStep>& simulated) const {
    std::vector<Index> borders{0};
    for (const SimulatedStep& step : simulated)
      for (Index window = step.step; window <= step.step + 2; ++window)
        if (const Index border = windows_.border(window); border > borders.back())
          borders.push_back(border);
    return borders;
  }

  /// What lies behind a window and the two after it. Behind a gap the panel that was factored last stands for the one
  /// of the window: the next steps, which do not count, put that right.
  void go_to(Index window) {
    const auto read = [&](Index border, Trailing& trailing) {
      if (border > steps())
        trailing = Trailing(members_);
      else if (border > read_) {
        work_.next(trailing);
        read_ = border;
      }
    };
    if (window > window_) {
      const Index moved = window - window_;
      std::swap(current_, moved == 1 ? next_ : after_);
      if (moved == 1)
        std::swap(next_, after_);
      if (moved > 2)
        read(window, current_);
      if (moved > 1)
        read(window + 1, next_);
    }
    window_ = window;
    read(window + 2, after_);
    if (cholesky())
      diagonal_until(windows_.border(window + 2));
  }

  /// Adds what the members own of elements [first, end) of the diagonal, or takes it away. Of many blocks some stand for
  /// the others.
  void add_diagonal(Index first, Index end, double sign) {
    constexpr Index most_blocks = 512;
    const Index nb = problem_.block_size, blocks = (end - first) / nb;
    const Index skipped = std::max<Index>(0, blocks - most_blocks) * nb;
    const double weight =
        sign * static_cast<double>(end - first) / static_cast<double>(end - first - skipped);
    for (Index next = 0; first + skipped < end; first = next) {
      const Index block = first / nb;
      next = std::min(end - skipped, (block + 1) * nb);
      diagonal_[static_cast<std::size_t>(work_.owner(block, block))] +=
          weight * static_cast<double>(next - first);
    }
  }
  /// Takes away what lies before `border`.
  void diagonal_until(Index border) {
    if (border > diagonal_border_)
      add_diagonal(diagonal_border_, border, -1);
    diagonal_border_ = std::max(border, diagonal_border_);
  }
  /// The sum of what diagonal_until() will take away.
  void count_diagonal(const std::vector<SimulatedStep>& simulated) {
    for (const SimulatedStep& step : simulated)
      if (const Index border = windows_.border(step.step + 2); border > diagonal_border_) {
        add_diagonal(diagonal_border_, border, 1);
        diagonal_border_ = border;
      }
    diagonal_border_ = 0;
  }

  // Costs of the parts of a step.

  double panel_seconds(Index s, std::size_t member) {
    const double w = width(s), m = length(s);
    const double operations = lu()   ? w * w * (m - w / 3)
                              : qr() ? 2 * w * w * (m - w / 3)
                                     : w * w * (m - w) + w * w * w / 3;
    const KernelRates& mine = rates(member, w);
    const double kernel = lu() ? mine.getrf_panel : qr() ? mine.geqrf_panel : mine.potrf_panel;
    return operations * costs_.per_operation(member, m * w) / kernel;
  }
  /// Putting a collected panel together, and cutting it for the grid rows (and columns).
  double assembly_seconds(Index s, std::size_t member) const {
    const double copies = 1.0 + (row_lines_.size() > 1) + cholesky();
    return copies * costs_.copy(member, width(s) * length(s));
  }
  /// Local work on the columns behind window s.
  UpdateSeconds update_seconds(std::size_t k) {
    const double w = width_, nanos = speeds_[k].per_operation;
    const KernelRates& mine = rates(k, w);
    const double columns = next_.columns[k], next_columns = columns - after_.columns[k];
    const double window_rows = current_.area[k] - current_.strip[k] - next_.area[k]; // times columns
    const std::vector<double>&area = cholesky() ? next_.lower : next_.area,
          &strip = cholesky() ? next_.lower_strip : next_.strip;
    const auto seconds = [&](double elements, double columns_here, double product) {
      if (cholesky())
        return 2 * w * elements * nanos / product;
      if (qr()) {
        const double rows_of_window = columns > 0 ? window_rows * columns_here / columns : 0;
        return (gathers(k) ? 2 : 4) * w * (elements + rows_of_window) * nanos / product +
               (gathers(k) ? 0 : solve_seconds(k, columns_here));
      }
      return 2 * w * elements * nanos / product +
             (gathers(k)
                  ? interchange_seconds(k, (2 - 1 / line_members(k)) * w * columns_here / line_members(k))
                  : solve_seconds(k, columns_here));
    };
    const double wide = lu() ? mine.lu_update : qr() ? mine.qr_update : mine.cholesky_update;
    const double first = seconds(strip[k], next_columns, qr() ? wide : mine.narrow_update);
    const auto chunks = static_cast<double>(chunks_[line(k)]);
    const double rest = area[k] - strip[k];
    // Elements of the small triangles on the diagonal, which Cholesky updates at another speed than the rest.
    const double height = columns > 0 ? small_triangle_height * next_.rows[k] / columns : 0;
    const double small = cholesky() ? std::min(rest, height * diagonal_[k]) : 0;
    const double triangles = small > 0 ? 2 * w * small * nanos / mine.cholesky_diagonal : 0;
    return {first, seconds((rest - small) / chunks, after_.columns[k] / chunks, wide) + triangles / chunks};
  }
  double interchange_seconds(std::size_t k, double elements) const {
    return elements * costs_.element_bytes() / speeds_[k].interchange_rate;
  }
  double line_members(std::size_t k) const { return column_lines_[line(k)].members; }
  /// LU: interchanges and triangular solve; QR: T^H times V^H C. Of all rows of the window.
  double solve_seconds(std::size_t k, double columns) {
    const double w = width_;
    const double solve = w * w * columns * speeds_[k].per_operation / rates(k, w).trsm;
    if (lu()) { // a solver puts the rows in order that the others have sent, not those in memory that they share
      if (gathers(k))
        return solve + (column_lines_[line(k)].hosts > 1 ? costs_.copy(k, 2 * w * columns) : 0);
      return solve + interchange_seconds(k, 2 * w * columns);
    }
    return solve + costs_.copy(k, (gathers(k) ? line_members(k) : 0) * w * columns); // added up
  }
  /// My contribution to the solution for so many columns.
  double gather_seconds(std::size_t k, double columns) {
    const double w = width_;
    if (lu())
      return interchange_seconds(k, (2 - 1 / line_members(k)) * w * columns / line_members(k));
    const double elements =
        next_.columns[k] > 0 ? (current_.area[k] - current_.strip[k]) * columns / next_.columns[k] : 0;
    return 2 * w * elements * speeds_[k].per_operation / rates(k, w).qr_update;
  }
  /// Chunks beside that of the next window's columns (TrailingUpdate::add_chunks; potrf halves its triangle).
  void count_chunks() {
    const auto [shortest, most] = schedule::chunks_before(
        is_next_distributed_ ? schedule::PanelMethod::distributed : schedule::PanelMethod::collected,
        schedule::parameters_of(choice_.kind, choice_.parameters).chunk);
    for (std::size_t j = 0; j < chunks_.size(); ++j)
      chunks_[j] = static_cast<std::size_t>(
          std::clamp(columns_of_line_[j] / static_cast<double>(shortest), 1.0, static_cast<double>(most)));
  }
  double columns_of_chunk(std::size_t k, std::size_t c) const {
    return c == 0 ? next_.columns[k] - after_.columns[k]
                  : after_.columns[k] / static_cast<double>(chunks_[line(k)]);
  }

  /// What messages between hosts take of a member is counted with its next step, in which they come and go.
  void owe(std::size_t member, double sent, double received) {
    owed_[member] += costs_.overhead(member, sent, received);
  }
  /// Its part of a panel comes, from another host if the member receives for its own one.
  void receive_panel(std::size_t member, double rows, double columns) {
    ledger_.receive(member, rows + columns);
    owe(member, 0, row_receivers_[member] * rows + column_receivers_[member] * columns);
  }

  // The step.

  void step() {
    width_ = width(window_);
    std::ranges::fill(columns_of_line_, 0);
    for (std::size_t k = 0; k < members_; ++k)
      columns_of_line_[line(k)] = std::max(columns_of_line_[line(k)], after_.columns[k]);
    const bool is_last = window_ + 1 == steps();
    const std::size_t process = is_last ? 0 : factoring_process(window_ + 1);
    is_next_distributed_ = !is_last && is_distributed(next_, window_ + 1, process);
    next_process_ = is_last || is_next_distributed_ ? nobody : static_cast<int>(process);
    count_chunks();
    find_speeds();
    gather_and_solve();
    for (std::size_t k = 0; k < members_; ++k) {
      ledger_.wait(k, arrival_[k]);
      ledger_.charge(k, &ProcessPrediction::communication,
                     costs_.copy(k, current_.strip[k])); // stores panel s
      ledger_.charge(k, &ProcessPrediction::communication, std::exchange(owed_[k], 0));
      left_[k] += ledger_.weight() * next_.rows[k] * (current_.columns[k] - next_.columns[k]);
    }
    if (is_last)
      return;
    for (std::size_t k = 0; k < members_; ++k) {
      update_[k] = update_seconds(k);
      ends_[k].fill(0);
      update_chunks(k, 0, 1);
    }
    if (is_next_distributed_) {
      const double factored = factor_distributed(next_, window_ + 1);
      update_rest(members_);
      return spread_distributed(next_, window_ + 1, factored);
    }
    processes_.take_turn(static_cast<int>(process));
    const double collected = collect(next_, process);
    const double factored = update_and_factor(process, collected);
    update_rest(process);
    spread(next_, window_ + 1, process, factored);
  }

  /// They depend on sizes, and are asked for with every chunk.
  void find_speeds() {
    for (std::size_t k = 0; k < members_; ++k)
      speeds_[k] = {costs_.per_operation(k, current_.area[k]),
                    lu() ? costs_.interchange_rate(k, current_.area[k]) : 0};
  }

  /// The chunks behind that of the next window's columns, of all members but one.
  void update_rest(std::size_t except) {
    for (std::size_t k = 0; k < members_; ++k)
      if (k != except)
        update_chunks(k, 1, chunks_[line(k)] + 1);
  }

  // Distributed panels.

  /// The line that owns the columns of a window.
  std::size_t line_of_window(Index s) const {
    const Index block = windows_.border(s) / problem_.block_size;
    return line(static_cast<std::size_t>(work_.owner(block, block)));
  }
  bool has_one_line(Index s) const {
    const Index nb = problem_.block_size, last = (windows_.border(s + 1) - 1) / nb;
    for (Index block = windows_.border(s) / nb; block <= last; ++block)
      if (line(static_cast<std::size_t>(work_.owner(block, block))) != line_of_window(s))
        return false;
    return true;
  }
  /// \param process  who would factor it collected
  bool is_distributed(const Trailing& trailing, Index s, std::size_t process) {
    if (!has_one_line(s))
      return false;
    panel_members_.clear();
    const std::size_t place = line_of_window(s);
    for (std::size_t k = 0; k < members_; ++k)
      if (line(k) == place)
        panel_members_.push_back({trailing.rows[k], work_.cycle_times()[k] / fastest_});
    return choice_.is_distributed(
        {choice_.kind, width(s), length(s), static_cast<double>(problem_.n - windows_.border(s + 1)),
         costs_.element_bytes(), panel_members_, work_.cycle_times()[process] / fastest_,
         static_cast<double>(column_lines_.size()), together_});
  }
  /// \return when all of the line have their part of the factors
  double factor_distributed(const Trailing& trailing, Index s) {
    const std::size_t place = line_of_window(s);
    const Line& members = column_lines_[place];
    const double w = width(s);
    double begin = 0, slowest = 0;
    for (std::size_t k = 0; k < members_; ++k) {
      if (line(k) != place)
        continue;
      ledger_.charge(k, &ProcessPrediction::communication, costs_.copy(k, trailing.strip[k]));
      const double kernel = rates(k, w).*schedule::local_rate(choice_.kind);
      const double seconds =
          schedule::local_operations(choice_.kind, w, trailing.rows[k], static_cast<int>(members.members)) *
          costs_.per_operation(k, w * trailing.rows[k]) / kernel;
      begin = std::max(begin, ledger_.clock[k]);
      slowest = std::max(slowest, seconds);
      local_[k] = seconds;
    }
    const double bytes = schedule::exchange_bytes(choice_.kind, w, costs_.element_bytes());
    const double exchange = schedule::panel_exchanges(choice_.kind, w) *
                            schedule::reduction_seconds(members.members, members.hop.latency,
                                                        bytes * members.hop.seconds_per_byte);
    const double factored = begin + slowest + exchange;
    for (std::size_t k = 0; k < members_; ++k)
      if (line(k) == place) {
        ledger_.charge(k, &ProcessPrediction::panel, local_[k]);
        ledger_.wait(k, factored);
        ends_[k][0] = ledger_.clock[k];
      }
    return factored;
  }
  /// Of what a panel carries beside its rows: T and R of QR, L(K,K) of LU where several grid rows need it.
  double header_bytes(Index s) const {
    const double squares = cholesky() ? 0 : !lu() ? 2 : row_lines_.size() > 1 ? 1 : 0;
    return squares * width(s) * width(s) * costs_.element_bytes();
  }

  /// Every process of the line sends its rows along its grid row, and with Cholesky to the grid columns.
  void spread_distributed(const Trailing& trailing, Index s, double factored) {
    const double w = width(s) * costs_.element_bytes(), header = header_bytes(s);
    const std::size_t place = line_of_window(s), places = column_lines_.size();
    // The owner of the next panel gets it first: WindowPanels::first_receiver.
    const schedule::Ring ring{static_cast<int>(places),
                              static_cast<int>(s + 1 < steps() ? line_of_window(s + 1) : place + 1),
                              static_cast<int>(place)};
    const double delay = passing_delay(s), along_rows = row_delay(s);
    double total = 0;
    for (std::size_t k = 0; k < members_; ++k)
      if (line(k) == place)
        total += (header + w * trailing.rows[k]) *
                 (row_lines_[static_cast<std::size_t>(work_.row_line()[k])].hosts - 1);
    const double bus = wires_.occupy_bus(factored, wires_.one_host() ? 0 : total);
    for (std::size_t k = 0; k < members_; ++k) {
      const Line& row = row_lines_[static_cast<std::size_t>(work_.row_line()[k])];
      const double bytes = header + w * trailing.rows[k], cross = cholesky() ? w * trailing.columns[k] : 0;
      arrival_[k] = factored;
      if (line(k) != place) {
        receive_panel(k, bytes, cross);
        const int position = std::min(ring.position(static_cast<int>(line(k))), row.hosts - 1);
        arrival_[k] +=
            row.hosts > 1 ? row.seconds(bytes, position, row.hosts - 1, along_rows) : wires_.flag_latency();
      }
      if (const Line& column = column_lines_[line(k)]; cholesky() && column.hosts > 1)
        arrival_[k] =
            std::max(arrival_[k], factored + column.seconds(cross, column.hosts, column.hosts, delay));
      arrival_[k] = std::max(arrival_[k], line(k) == place && !cholesky() ? factored : bus);
    }
  }

  /// Of what goes along grid rows.
  double row_delay(Index s) const { return columns_go_round_ ? 0 : passing_delay(s); }
  /// WindowPanels::passing_delay.
  double passing_delay(Index s) const {
    const auto length = static_cast<double>(problem_.n - windows_.border(s));
    return schedule::passing_delay(length * length /
                                       static_cast<double>(row_lines_.size() * column_lines_.size()),
                                   width(s), choice_.parameters.machine);
  }

  /// Chunks [first, end) of a member, each when its solution is there.
  void update_chunks(std::size_t k, std::size_t first, std::size_t end) {
    const bool has_solutions = gathers(k);
    const auto& [ready, solver, solving] = solutions_[line(k)];
    Chunks& ends = ends_[k];
    Ledger::Turn turn(ledger_, k);
    for (std::size_t c = first; c < end; ++c) {
      const double seconds = update_[k][c];
      if (has_solutions && seconds > 0) {
        if (solver[c] == k)
          turn.charge(&ProcessPrediction::panel, solving[c]);
        turn.wait(ready[c]);
      }
      turn.charge(&ProcessPrediction::update, seconds);
      ends[c] = turn.now();
    }
  }

  /// First end of a chunk of the last step from `time` on, when a process notices what has come.
  double service(std::size_t k, double time) const {
    if (time >= ledger_.clock[k])
      return time;
    for (const double end : ends_[k])
      if (end >= time)
        return end;
    return ledger_.clock[k];
  }

  /// What a chunk needs before its columns are updated, in the grid columns of several processes.
  void gather_and_solve() {
    if (cholesky())
      return;
    gathered_.assign(column_lines_.size(), Chunks{});
    for (std::size_t k = 0; k < members_; ++k) {
      if (!gathers(k))
        continue;
      const std::size_t chunks = chunks_[line(k)];
      const double of_first = gather_seconds(k, columns_of_chunk(k, 0)),
                   of_others = gather_seconds(k, columns_of_chunk(k, 1));
      const Chunks& ends = ends_[k];
      Chunks& gathered = gathered_[line(k)];
      const double clock = ledger_.clock[k];
      double now = service(k, arrival_[k]), done = 0;
      for (std::size_t c = 0; c <= chunks; ++c) {
        const double seconds = c == 0 ? of_first : of_others;
        // The columns of the next window were the first behind the last one.
        const double end = ends[std::max<std::size_t>(c, 1)];
        now = std::max(now, (end > 0 ? end : clock) + done) + seconds;
        done += seconds;
        gathered[c] = std::max(gathered[c], now);
      }
      ledger_.wait(k, arrival_[k]);
      ledger_.charge(k, lu() ? &ProcessPrediction::communication : &ProcessPrediction::update, done);
    }
    for (std::size_t j = 0; j < column_lines_.size(); ++j)
      if (column_lines_[j].members > 1)
        solve(j);
  }

  void solve(std::size_t j) {
    const Line& members = column_lines_[j];
    auto& [ready, solver, seconds] = solutions_[j];
    for (std::size_t c = 0; c <= chunks_[j]; ++c) {
      const auto k =
          static_cast<std::size_t>(schedule::solver_of_chunk(solvers_[j], turn_[j]++, c, next_process_));
      const double columns = columns_of_chunk(k, c);
      // LU: rows of the window and pivots; QR: to the solver those of all members.
      const double rows = width_ * columns * costs_.element_bytes(), bytes = (lu() ? 2 : 1) * rows;
      const double sent = members.hosts > 1 ? (lu() ? 2 : members.hosts - 1) * rows : 0;
      double come = gathered_[j][c] + members.hop.seconds(sent);
      come = wires_.occupy_bus(come, sent);
      solver[c] = k;
      seconds[c] = solve_seconds(k, columns);
      ready[c] = service(k, come) + seconds[c] + members.seconds(bytes, c == 0 ? passing_delay(window_) : 0);
      ready[c] = wires_.occupy_bus(ready[c], (members.hosts - 1) * bytes);
    }
  }

  /// Rank among the members that factors a panel if it is collected.
  std::size_t factoring_process(Index s) {
    const Index nb = problem_.block_size;
    std::vector<int> owners;
    for (Index block = windows_.border(s) / nb; block * nb < windows_.border(s + 1); ++block)
      owners.push_back(work_.owner(block, block));
    return static_cast<std::size_t>(processes_.next(owners));
  }

  /// Sends the parts of a panel to the process that factors it. \return when all are there
  double collect(const Trailing& trailing, std::size_t process) {
    double all = 0, bytes = 0, slowest = 0;
    for (std::size_t k = 0; k < members_; ++k) {
      if (trailing.strip[k] == 0)
        continue;
      double sent = ledger_.clock[k];
      if (k != process) {
        const double elements = trailing.strip[k];
        ledger_.charge(k, &ProcessPrediction::communication, costs_.copy(k, elements));
        ends_[k][0] = ledger_.clock[k];
        ledger_.receive(process, elements * costs_.element_bytes());
        const Link& link = wires_.link(static_cast<int>(k), static_cast<int>(process));
        sent = ledger_.clock[k] + link.latency;
        if (!wires_.same_host(static_cast<int>(k), static_cast<int>(process))) {
          bytes += elements * costs_.element_bytes();
          owe(k, elements * costs_.element_bytes(), 0);
          owe(process, 0, elements * costs_.element_bytes());
          slowest = std::max(slowest, link.seconds_per_byte);
        }
      }
      all = std::max(all, sent);
    }
    return wires_.occupy_bus(all + bytes * slowest, bytes);
  }

  /// The chunks of the process that factors the next panel, and the panel at the first end of one at which it has been
  /// collected. \return when it is factored
  double update_and_factor(std::size_t process, double collected) {
    double factored = 0;
    const auto factor = [&] {
      ledger_.wait(process, collected);
      factor_panel(window_ + 1, process);
      factored = ledger_.clock[process];
    };
    for (std::size_t c = 1; c <= chunks_[line(process)]; ++c) {
      const double solution = gathers(process) ? solutions_[line(process)].ready[c] : 0;
      if (factored == 0 && collected <= std::max(ledger_.clock[process], solution))
        factor();
      update_chunks(process, c, c + 1);
    }
    if (factored == 0)
      factor();
    return factored;
  }

  void factor_panel(Index s, std::size_t process) {
    ledger_.charge(process, &ProcessPrediction::communication, assembly_seconds(s, process));
    ledger_.charge(process, &ProcessPrediction::panel, panel_seconds(s, process));
  }

  /// Nothing can hide the first panel.
  void factor_first() {
    const std::size_t process = factoring_process(0);
    if (is_distributed(current_, 0, process))
      return spread_distributed(current_, 0, factor_distributed(current_, 0));
    processes_.take_turn(static_cast<int>(process));
    ledger_.wait(process, collect(current_, process));
    factor_panel(0, process);
    spread(current_, 0, process, ledger_.clock[process]);
  }

  /// Sends a factored panel to the grid rows, each its rows, and with Cholesky to the grid columns.
  void spread(const Trailing& trailing, Index s, std::size_t process, double factored) {
    const double w = width(s) * costs_.element_bytes(), header = header_bytes(s);
    // Sent by the factoring process, sent by all, and the time of the hops on the longest ring.
    double between_hosts = 0, total = 0, hops = 0;
    if (!wires_.one_host()) {
      const auto send = [&](const std::vector<Line>& lines, const std::vector<int>& line,
                            const std::vector<double>& lengths, double header, double delay) {
        std::vector<double> bytes(lines.size());
        for (std::size_t k = 0; k < members_; ++k)
          bytes[static_cast<std::size_t>(line[k])] =
              std::max(bytes[static_cast<std::size_t>(line[k])], header + lengths[k] * w);
        for (std::size_t j = 0; j < lines.size(); ++j) {
          const bool mine = static_cast<std::size_t>(line[process]) == j;
          if (mine && lines[j].hosts == 1)
            continue;
          between_hosts += bytes[j];
          total += bytes[j] * (lines[j].hosts - mine);
          const int receivers = lines[j].hosts - mine;
          hops = std::max(hops, lines[j].seconds(bytes[j], receivers, receivers, delay) -
                                    lines[j].hop.seconds(bytes[j]));
        }
      };
      send(row_lines_, work_.row_line(), trailing.rows, header, row_delay(s));
      if (cholesky())
        send(column_lines_, work_.column_line(), trailing.columns, 0, 0);
    }
    owe(process, between_hosts, 0);
    const double bus = wires_.occupy_bus(factored, total);
    for (std::size_t k = 0; k < members_; ++k) {
      if (k == process) {
        arrival_[k] = factored;
        continue;
      }
      const bool is_near = wires_.same_host(static_cast<int>(process), static_cast<int>(k));
      const double rows = header + w * trailing.rows[k], columns = cholesky() ? w * trailing.columns[k] : 0;
      if (is_near)
        ledger_.receive(k, rows + columns);
      else
        receive_panel(k, rows, columns);
      const Link& link = wires_.link(static_cast<int>(process), static_cast<int>(k));
      arrival_[k] =
          is_near ? factored + link.latency : std::max(bus, factored + link.seconds(between_hosts) + hops);
    }
  }

  /// The interchanges of every window in the columns before it: once out of the columns and once back.
  void permute_left() {
    for (std::size_t k = 0; k < members_; ++k)
      ledger_.charge(k, &ProcessPrediction::communication, costs_.permutation(k, 2 * left_[k]));
    std::vector<double> bytes(column_lines_.size()), latest(column_lines_.size());
    for (std::size_t k = 0; k < members_; ++k) {
      bytes[line(k)] = std::max(bytes[line(k)], left_[k] * costs_.element_bytes());
      latest[line(k)] = std::max(latest[line(k)], ledger_.clock[k]);
    }
    for (std::size_t k = 0; k < members_; ++k)
      if (const Line& members = column_lines_[line(k)]; members.members > 1)
        ledger_.clock[k] = latest[line(k)] + members.hop.seconds(members.hosts > 1 ? bytes[line(k)] : 0);
  }

  void count_memory() {
    const double w = width(0);
    for (std::size_t k = 0; k < members_; ++k) {
      const double panels = 4 * w * current_.rows[k] + (cholesky() ? 2 * w * current_.columns[k] : 0) +
                            (gathers(k) ? 4 * w * current_.columns[k] : 0);
      ledger_.parts[k].memory = costs_.element_bytes() * (current_.area[k] + panels);
    }
  }

  const Problem& problem_;
  const Costs& costs_;
  Wires& wires_;
  Workload& work_;
  Ledger& ledger_;
  std::size_t members_;
  Windows windows_;
  schedule::MethodChoice choice_;
  bool is_next_distributed_ = false; ///< the panel after that of the step
  static constexpr int nobody = -1;
  int next_process_ = nobody; ///< that factors it, if one does
  bool columns_go_round_ = work_.columns_go_round();
  double fastest_ = 0;  ///< cycle-time
  double together_ = 0; ///< sum of speeds, that of the fastest being 1
  std::vector<schedule::PanelMember> panel_members_;
  std::vector<double> local_ =
      std::vector<double>(members_); ///< seconds of a distributed panel, of each member
  std::vector<Line> row_lines_, column_lines_;
  /// Of a member in a step.
  struct Speeds {
    double per_operation, interchange_rate; ///< seconds; bytes a second
  };
  std::vector<Speeds> speeds_ = std::vector<Speeds>(members_);
  std::vector<KernelRates> rates_ = std::vector<KernelRates>(members_); ///< for windows of rates_width_
  double rates_width_ = 0;
  Index window_ = 0;
  double width_ = 0;                ///< of this window
  Index read_ = 0;                  ///< last border behind which the workload was asked for
  Trailing current_, next_, after_; ///< behind borders window_, window_ + 1, window_ + 2
  std::vector<double> arrival_;     ///< of the current panel, on each member
  std::vector<double> diagonal_ =
      std::vector<double>(members_); ///< elements behind the next window, of each member
  Index diagonal_border_ = 0;        ///< where they begin
  std::vector<double> owed_;         ///< seconds that messages take of the next step, of each member
  std::vector<bool> row_receivers_,
      column_receivers_;     ///< for their hosts, of what comes along a row or column
  std::vector<double> left_; ///< elements of the columns of all panels below them, on each member
  std::vector<UpdateSeconds> update_ = std::vector<UpdateSeconds>(members_); ///< of a step, of each member
  std::vector<Chunks> ends_;            ///< of the chunks of a step, on each member
  std::vector<double> columns_of_line_; ///< behind window_ + 1, on the member with the most
  std::vector<std::size_t> chunks_;     ///< of a step, by column line
  std::vector<Chunks> gathered_;        ///< when all contributions to a solution are there, by column line
  struct Solutions {
    Chunks ready{};
    std::array<std::size_t, most_chunks> solver{};
    Chunks seconds{};
  };
  std::vector<Solutions> solutions_;       ///< by column line
  std::vector<std::vector<int>> solvers_;  ///< members that solve, by column line
  std::vector<std::size_t> turn_;          ///< solutions so far, by column line
  schedule::FactoringProcesses processes_; ///< members that factor collected panels
};

} // namespace

std::int64_t factorization_steps(const Problem& problem, const Workload& work) {
  return Windows(problem, widths_of(problem, work)).count();
}

std::int64_t factorization_steps(const Problem& problem) {
  return Windows(problem, schedule::widths_of(kind_of(problem.operation, {}), {})).count();
}

void model_factorization(const Problem& problem, const Costs& costs, Wires& wires, Workload& work,
                         Ledger& ledger, const std::vector<SimulatedStep>& steps) {
  Factorization(problem, costs, wires, work, ledger).run(steps);
}

} // namespace hetgrid::plan
