#include "cli/time/trace/gather_trace.hpp"

#include <algorithm>
#include <map>
#include <type_traits>

#include "comm/collectives.hpp"
#include "comm/machine_identity.hpp"
#include "comm/messages.hpp"

namespace hetgrid::cli {
namespace {

constexpr int tag = 0;
/// Long traces travel in pieces: messages have less than 2^31 bytes.
constexpr std::size_t piece = std::size_t{1} << 16; // intervals
static_assert(std::is_trivially_copyable_v<measure::Interval>);

/// Calls transfer(data, bytes) for the pieces.
template <typename Transfer>
void each_piece(std::vector<measure::Interval>& intervals, Transfer&& transfer) {
  for (std::size_t first = 0; first < intervals.size(); first += piece)
    transfer(intervals.data() + first, std::min(piece, intervals.size() - first) * sizeof(measure::Interval));
}

/// What a rank says first.
struct Head {
  double begin, end;
  unsigned long long count;
  bool complete;
};

/// One rank after the other, so that no more than a trace is under way.
std::vector<RankTrace> receive(const MpiSession& session, RankTrace mine) {
  std::vector<RankTrace> ranks{std::move(mine)};
  for (int rank = 1; rank < session.size(); ++rank) {
    Head head{};
    comm::wait(comm::receive(&head, sizeof head, rank, tag, MPI_COMM_WORLD, comm::Content::facts));
    ranks.push_back({head.begin, head.end, std::vector<measure::Interval>(head.count), {}, head.complete});
    each_piece(ranks.back().intervals, [&](measure::Interval* data, std::size_t bytes) {
      comm::wait(comm::receive(data, bytes, rank, tag, MPI_COMM_WORLD, comm::Content::facts));
    });
  }
  return ranks;
}

void send(RankTrace mine) {
  const Head head{mine.begin, mine.end, mine.intervals.size(), mine.complete};
  comm::wait(comm::send(&head, sizeof head, 0, tag, MPI_COMM_WORLD, comm::Content::facts));
  each_piece(mine.intervals, [](const measure::Interval* data, std::size_t bytes) {
    comm::wait(comm::send(data, bytes, 0, tag, MPI_COMM_WORLD, comm::Content::facts));
  });
}

void shift(RankTrace& trace, double origin) {
  trace.begin -= origin;
  trace.end -= origin;
  for (measure::Interval& interval : trace.intervals) {
    interval.begin -= origin;
    interval.end -= origin;
  }
}

} // namespace

std::vector<RankTrace> gather_trace(const MpiSession& session, RankTrace mine) {
  std::vector<std::string> clocks = comm::all_host_names(MPI_COMM_WORLD);
  if (!session.root()) {
    send(std::move(mine));
    return {};
  }
  std::vector<RankTrace> ranks = receive(session, std::move(mine));
  if (kernel::simulated)
    std::ranges::fill(clocks, "");
  std::map<std::string, double> origins;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const auto [place, is_new] = origins.try_emplace(clocks[rank], ranks[rank].begin);
    place->second = std::min(place->second, ranks[rank].begin);
  }
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    shift(ranks[rank], origins[clocks[rank]]);
  return ranks;
}

} // namespace hetgrid::cli
