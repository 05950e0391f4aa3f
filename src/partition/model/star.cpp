#include "partition/model/star.hpp"

#include "layout/subscript.hpp"

#include <algorithm>

namespace hetgrid::partition {
namespace {

/// The processes in each band, ascending. \param owner  (band, place within it)
template <typename Owner>
std::vector<std::vector<int>> processes_of(std::size_t bands, std::size_t places, Owner&& owner) {
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

/// Of a step. \param lines  bands of lines: rows of A, columns of B \param audience, owner, length  of a band, cells
template <typename Owner, typename Length>
std::vector<StarPiece> pieces_of(std::size_t lines, const std::vector<std::vector<int>>& audience,
                                 Owner&& owner, Length&& length) {
  std::vector<StarPiece> pieces;
  for (std::size_t line = 0; line < lines;) {
    const std::size_t first = line;
    std::int64_t cells = 0;
    for (; line < lines && owner(line) == owner(first) && audience[line] == audience[first]; ++line)
      cells += length(line);
    for (const int to : audience[first])
      if (to != owner(first))
        pieces.push_back({owner(first), to, cells});
  }
  return pieces;
}

} // namespace

bool messages_share_star(const Bands& partition, const Run& run) {
  constexpr int most_processes = 4;
  return run.topology.centre && run.platform.network.medium != plan::Medium::bus &&
         partition.processes() <= most_processes;
}

StarPieces::StarPieces(const Bands& partition)
    : partition_(partition),
      in_rows_(processes_of(partition.rows(), partition.columns(),
                            [&](std::size_t a, std::size_t b) { return partition.owner(a, b); })),
      in_columns_(processes_of(partition.columns(), partition.rows(),
                               [&](std::size_t b, std::size_t a) { return partition.owner(a, b); })) {}

std::vector<StarPiece> StarPieces::of_column(std::size_t band) const {
  return pieces_of(
      partition_.rows(), in_rows_, [&](std::size_t a) { return partition_.owner(a, band); },
      [&](std::size_t a) { return partition_.height(a); });
}

std::vector<StarPiece> StarPieces::of_row(std::size_t band) const {
  return pieces_of(
      partition_.columns(), in_columns_, [&](std::size_t b) { return partition_.owner(band, b); },
      [&](std::size_t b) { return partition_.width(b); });
}

/// Link 2 k is that of process k to the centre, 2 k + 1 from there; then those of pairs.
StarLinks::StarLinks(const Run& run, int processes)
    : processes_(processes), bandwidths_(at(processes * (processes + 2)), 0) {
  const int centre = *run.topology.centre;
  for (int from = 0; from < processes_; ++from)
    for (int to = 0; to < processes_; ++to) {
      const int of_pair = 2 * processes_ + from * processes_ + to;
      Route route{{Fluid::no_link, Fluid::no_link, of_pair}, {0, 0}};
      const auto take = [&](int a, int b, int number) {
        const plan::Link link = run.platform.link(a, b);
        route.whole = {route.whole.latency + link.latency,
                       route.whole.seconds_per_byte + link.seconds_per_byte};
        if (link.seconds_per_byte == 0)
          return Fluid::no_link;
        bandwidths_[at(number)] = 1 / link.seconds_per_byte;
        return number;
      };
      if (from != to && from != centre)
        route.links[0] = take(from, centre, 2 * from);
      if (from != to && to != centre)
        route.links[1] = take(centre, to, 2 * to + 1);
      if (route.whole.seconds_per_byte > 0)
        bandwidths_[at(of_pair)] = 1 / route.whole.seconds_per_byte;
      routes_.push_back(route);
    }
}

} // namespace hetgrid::partition
