// A fluid: between two ends of messages all rates are constant. Messages send at a level times their weights; levels rise
// together, and those on a link that is full stay.
#include "partition/model/star_messages.hpp"

#include "partition/model/computation.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

namespace hetgrid::partition {
namespace {

constexpr int none = -1;

/// Messages that are alike.
struct Messages {
  std::array<int, 3> links; ///< up, down, and what a pair has alone
  double weight;            ///< their number, over the time of a byte
  double bytes_left;        ///< of all of them
  double level = 0;
  bool is_fixed = false;
};

class Fluid {
public:
  /// \param links  bytes a second of each
  Fluid(std::vector<Messages> messages, std::vector<double> links)
      : messages_(std::move(messages)), links_(std::move(links)) {}

  /// Until all messages are there.
  double seconds() {
    double time = 0;
    while (!messages_.empty()) {
      find_levels();
      double step = std::numeric_limits<double>::infinity();
      for (const Messages& message : messages_)
        step = std::min(step, message.bytes_left / rate(message));
      time += step;
      constexpr double rounding = 1e-9;
      std::erase_if(messages_, [&](Messages& message) {
        const double sent = step * rate(message);
        const bool ends = sent >= (1 - rounding) * message.bytes_left;
        message.bytes_left -= sent;
        return ends;
      });
    }
    return time;
  }

private:
  static double rate(const Messages& message) { return message.level * message.weight; }
  static bool uses(const Messages& message, int link) { return std::ranges::count(message.links, link) > 0; }

  void find_levels() {
    for (Messages& message : messages_)
      message.is_fixed = false;
    for (std::size_t open = messages_.size(); open > 0;) {
      int full = none; // the first one
      double level = std::numeric_limits<double>::infinity();
      for (int link = 0; link < static_cast<int>(links_.size()); ++link)
        if (const double at = level_of(link); at < level) {
          level = at;
          full = link;
        }
      for (Messages& message : messages_)
        if (!message.is_fixed && uses(message, full)) {
          message.level = level;
          message.is_fixed = true;
          --open;
        }
    }
  }
  /// At which the messages that are not fixed fill a link.
  double level_of(int link) const {
    double left = links_[static_cast<std::size_t>(link)], wanted = 0;
    for (const Messages& message : messages_)
      if (uses(message, link)) {
        if (message.is_fixed)
          left -= rate(message);
        else
          wanted += message.weight;
      }
    return wanted > 0 ? std::max(0.0, left) / wanted : std::numeric_limits<double>::infinity();
  }

  std::vector<Messages> messages_;
  std::vector<double> links_;
};

/// (from, to, cells) of a message -> how many there are: for each step, of the lines that follow one another, have one owner and
/// are needed by the same processes.
using Pieces = std::map<std::tuple<int, int, std::int64_t>, std::int64_t>;

/// The processes in each band, ascending. \param owner  (band, place within it)
template <typename Owner>
std::vector<std::vector<int>> audiences(std::size_t bands, std::size_t places, Owner&& owner) {
  std::vector<std::vector<int>> all(bands);
  for (std::size_t band = 0; band < bands; ++band) {
    for (std::size_t place = 0; place < places; ++place)
      all[band].push_back(owner(band, place));
    std::ranges::sort(all[band]);
    const auto repeated = std::ranges::unique(all[band]);
    all[band].erase(repeated.begin(), repeated.end());
  }
  return all;
}

/// Of one operand. \param lines  bands of lines: rows of A, columns of B \param steps  bands of the inner dimension
/// \param owner, audience  of (line, step) and of a line \param length, count  cells of a line and of a step
template <typename Owner, typename Length, typename Count>
void add_pieces(std::size_t lines, std::size_t steps, const std::vector<std::vector<int>>& audience,
                Owner&& owner, Length&& length, Count&& count, Pieces& pieces) {
  for (std::size_t step = 0; step < steps; ++step)
    for (std::size_t line = 0; line < lines;) {
      const std::size_t first = line;
      std::int64_t cells = 0;
      for (; line < lines && owner(line, step) == owner(first, step) && audience[line] == audience[first];
           ++line)
        cells += length(line);
      for (const int to : audience[first])
        if (to != owner(first, step))
          pieces[{owner(first, step), to, cells}] += count(step);
    }
}

Pieces pieces_of(const Bands& partition) {
  const std::size_t rows = partition.rows(), columns = partition.columns();
  const auto by_row = [&](std::size_t a, std::size_t b) { return partition.owner(a, b); };
  const auto by_column = [&](std::size_t b, std::size_t a) { return partition.owner(a, b); };
  const auto height = [&](std::size_t a) { return partition.height(a); };
  const auto width = [&](std::size_t b) { return partition.width(b); };
  Pieces pieces;
  add_pieces(rows, columns, audiences(rows, columns, by_row), by_row, height, width, pieces);
  add_pieces(columns, rows, audiences(columns, rows, by_column), by_column, width, height, pieces);
  return pieces;
}

} // namespace

double star_messages(const Bands& partition, const Run& run) {
  const int processes = partition.processes(), centre = *run.topology.centre;
  const double bytes_per_cell = elements_per_cell(partition, run) * run.problem.element_bytes;
  // Link 2 k is that of process k to the centre, 2 k + 1 from there; then those of pairs.
  std::vector<double> links(static_cast<std::size_t>(processes * (processes + 2)), 0);
  std::vector<Messages> all;
  double latency = 0;
  for (const auto& [key, count] : pieces_of(partition)) {
    const auto [from, to, cells] = key;
    const int of_pair = 2 * processes + from * processes + to;
    Messages messages{{none, none, of_pair}, 0, static_cast<double>(count * cells) * bytes_per_cell};
    plan::Link whole;
    const auto take = [&](int a, int b, int number) {
      const plan::Link link = run.platform.link(a, b);
      whole = {whole.latency + link.latency, whole.seconds_per_byte + link.seconds_per_byte};
      if (link.seconds_per_byte == 0)
        return none;
      links[static_cast<std::size_t>(number)] = 1 / link.seconds_per_byte;
      return number;
    };
    if (from != centre)
      messages.links[0] = take(from, centre, 2 * from);
    if (to != centre)
      messages.links[1] = take(centre, to, 2 * to + 1);
    latency = std::max(latency, whole.latency);
    if (whole.seconds_per_byte > 0) {
      links[static_cast<std::size_t>(of_pair)] = 1 / whole.seconds_per_byte;
      messages.weight = static_cast<double>(count) / whole.seconds_per_byte;
      all.push_back(messages);
    }
  }
  return latency + Fluid(std::move(all), std::move(links)).seconds();
}

} // namespace hetgrid::partition
