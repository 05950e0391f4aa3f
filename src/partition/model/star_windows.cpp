#include "partition/model/star_windows.hpp"

#include "layout/subscript.hpp"
#include "partition/model/computation.hpp"
#include "partition/model/star.hpp"
#include "schedule/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace hetgrid::partition {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What one process sends another of a window, in messages that are equally long.
struct Transfer {
  int from, to;
  std::int64_t messages, cells; ///< all cells
};

/// Windows that follow one another and are alike.
struct Alike {
  std::vector<Transfer> transfers; ///< of a step
  std::int64_t count;
  double steps; ///< of each: rows of cells of B
};

/// Of a partition with many bands, whose messages are about equally long, those of a pair as one.
std::vector<Transfer> transfers_of(std::vector<StarPiece> pieces) {
  constexpr std::size_t many = 32;
  const bool all_lengths = pieces.size() > many;
  std::ranges::sort(pieces);
  std::vector<Transfer> transfers;
  const StarPiece* last = nullptr;
  for (const StarPiece& piece : pieces) {
    const bool is_like_last = last && last->from == piece.from && last->to == piece.to &&
                              (all_lengths || last->cells == piece.cells);
    if (!is_like_last)
      transfers.push_back({piece.from, piece.to, 0, 0});
    ++transfers.back().messages;
    transfers.back().cells += piece.cells;
    last = &piece;
  }
  return transfers;
}

/// They end where an owner changes, and before where they are deep enough, as linalg/partition/gemm.cpp cuts them.
std::vector<Alike> windows_of(const Bands& partition, const Run& run) {
  constexpr double rounding = 1e-9;
  const double most = steps_of_window(partition, run);
  const StarPieces pieces(partition);
  std::vector<Alike> all;
  for (const auto& [row, column, count] : alike_steps(partition)) {
    std::vector<StarPiece> of_window = pieces.of_column(column);
    std::ranges::copy(pieces.of_row(row), std::back_inserter(of_window));
    const auto steps = static_cast<double>(count);
    const double windows = std::max(1.0, std::ceil(steps / most - rounding));
    all.push_back({transfers_of(std::move(of_window)), static_cast<std::int64_t>(windows), steps / windows});
  }
  return all;
}

/// Windows that are followed, one after the other.
class Pipeline {
public:
  Pipeline(const Run& run, std::span<const double> compute, double bytes_per_cell)
      : under_way_(schedule::windows_of_product(true, run.schedule.lookahead)), compute_(compute),
        bytes_per_cell_(bytes_per_cell), links_(run, static_cast<int>(compute.size())),
        fluid_(links_.bandwidths()), processes_(compute.size()) {}

  /// A window. \param alike  outlives this
  void add(const Alike& alike) {
    windows_.push_back({&alike, std::vector<int>(processes_.size()), std::vector<int>(processes_.size())});
    for (const Transfer& transfer : alike.transfers) {
      ++windows_.back().to_send[at(transfer.from)];
      ++windows_.back().to_come[at(transfer.to)];
    }
  }

  /// \return when the last process has multiplied each window, seconds
  std::vector<double> run() {
    std::vector<double> multiplied;
    for (;;) {
      while (go_on()) {
      }
      for (; multiplied.size() < windows_.size() &&
             std::ranges::all_of(processes_, [&](const Process& process) {
               return process.multiplied > static_cast<int>(multiplied.size());
             });)
        multiplied.push_back(now_);
      if (multiplied.size() == windows_.size())
        return multiplied;
      until_next_event();
    }
  }

private:
  struct Window {
    const Alike* kind;
    std::vector<int> to_send, to_come; ///< transfers, of each process
    bool is_sent = false;              ///< all of them are under way, or have been
    std::vector<bool> has_begun = std::vector<bool>(kind->transfers.size());
  };
  struct Process {
    int published = 0, multiplied = 0; ///< windows
    double busy_until = infinity;      ///< with the next one to multiply; infinity: it does not compute
  };
  struct Arrival {
    int window, process;
  };

  int windows() const { return static_cast<int>(windows_.size()); }

  /// What can be done now. \return whether something was
  bool go_on() {
    bool any = false;
    for (std::size_t k = 0; k < processes_.size(); ++k)
      any |= publish_and_multiply(k);
    const int first = std::ranges::min(processes_, {}, &Process::published).published;
    for (int w = std::max(0, first - under_way_); w < std::min(windows(), first + under_way_); ++w)
      if (!windows_[at(w)].is_sent)
        any |= send(w);
    return any;
  }

  bool publish_and_multiply(std::size_t k) {
    Process& process = processes_[k];
    if (process.busy_until < infinity)
      return false;
    bool any = false;
    const int most = windows_[0].to_come[k] > 0 ? 1 : std::min(windows(), process.multiplied + under_way_);
    const auto has_slot = [&](int w) {
      return w < under_way_ || windows_[at(w - under_way_)].to_send[k] == 0;
    };
    for (; process.published < most && has_slot(process.published); any = true)
      ++process.published;
    if (process.multiplied < windows() && process.published == most &&
        windows_[at(process.multiplied)].to_come[k] == 0) {
      process.busy_until = now_ + compute_[k] * windows_[at(process.multiplied)].kind->steps;
      any = true;
    }
    return any;
  }

  /// The transfers of a window whose sender and receiver have both come to it.
  bool send(int w) {
    Window& window = windows_[at(w)];
    bool any = false, all = true;
    for (std::size_t k = 0; k < window.kind->transfers.size(); ++k) {
      const auto& [from, to, messages, cells] = window.kind->transfers[k];
      if (window.has_begun[k])
        continue;
      if (processes_[at(from)].published <= w || processes_[at(to)].published <= w) {
        all = false;
        continue;
      }
      window.has_begun[k] = any = true;
      const auto [links, whole] = links_.route(from, to);
      const int name = static_cast<int>(messages_.size());
      messages_.push_back({w, from, to, whole.latency});
      if (whole.seconds_per_byte > 0)
        fluid_.add({links, static_cast<double>(messages) / whole.seconds_per_byte,
                    window.kind->steps * static_cast<double>(cells) * bytes_per_cell_, name});
      else
        has_been_sent(name);
    }
    window.is_sent = all;
    return any;
  }

  void has_been_sent(int name) {
    const auto& [window, from, to, latency] = messages_[at(name)];
    --windows_[at(window)].to_send[at(from)];
    arrivals_.emplace(now_ + latency, Arrival{window, to});
  }

  void until_next_event() {
    double next = arrivals_.empty() ? infinity : arrivals_.begin()->first;
    for (const Process& process : processes_)
      next = std::min(next, process.busy_until);
    const double sent = fluid_.next();
    if (next == infinity && sent == infinity)
      throw std::logic_error("windows of a star: nobody goes on");
    const bool is_sent_first = now_ + sent < next;
    const std::vector<int>& names = fluid_.advance(is_sent_first ? sent : next - now_);
    now_ = is_sent_first ? now_ + sent : next;
    for (const int name : names)
      has_been_sent(name);
    for (; !arrivals_.empty() && arrivals_.begin()->first <= now_; arrivals_.erase(arrivals_.begin()))
      --windows_[at(arrivals_.begin()->second.window)].to_come[at(arrivals_.begin()->second.process)];
    for (Process& process : processes_)
      if (process.busy_until <= now_) {
        process.busy_until = infinity;
        ++process.multiplied;
      }
  }

  struct Message {
    int window, from, to;
    double latency;
  };

  int under_way_;
  std::span<const double> compute_;
  double bytes_per_cell_;
  StarLinks links_;
  Fluid fluid_;
  std::vector<Process> processes_;
  std::vector<Window> windows_;
  std::vector<Message> messages_; ///< by name
  std::multimap<double, Arrival> arrivals_;
  double now_ = 0;
};

} // namespace

double star_windows(const Bands& partition, const Run& run, std::span<const double> compute) {
  Pipeline pipeline(run, compute, elements_per_cell(partition, run) * run.problem.element_bytes);
  // Of windows that are alike: until each one takes as long as the last, some multiple of those under way, and those beside
  // which the next kind begins.
  const std::int64_t settling = 2 * schedule::windows_of_product(true, run.schedule.lookahead),
                     measured = settling, leaving = settling, followed = settling + measured + leaving;
  const std::vector<Alike> all = windows_of(partition, run);
  for (const Alike& alike : all)
    for (std::int64_t k = 0; k < std::min(alike.count, followed); ++k)
      pipeline.add(alike);
  const std::vector<double> multiplied = pipeline.run();
  double seconds = multiplied.back();
  auto first = multiplied.begin();
  for (const Alike& alike : all) {
    if (alike.count > followed)
      seconds += static_cast<double>(alike.count - followed) / static_cast<double>(measured) *
                 (first[settling + measured - 1] - first[settling - 1]);
    first += std::min(alike.count, followed);
  }
  return seconds;
}

} // namespace hetgrid::partition
