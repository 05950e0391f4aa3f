#include "partition/model/sending_steps.hpp"

#include "layout/subscript.hpp"
#include "partition/model/communication.hpp"
#include "partition/model/computation.hpp"
#include "partition/model/host_links.hpp"
#include "plan/machine.hpp"
#include "schedule/broadcast.hpp"
#include "schedule/product.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace hetgrid::partition {
namespace {

/// Who is to have what is in each row of cells, or in each column, ascending: column k of A is needed by the processes in the
/// row of each of its cells, row k of B by those in the column.
class Audiences {
public:
  /// \param audience  (processes, ascending) -> those that messages go to
  template <typename Audience>
  Audiences(const Bands& partition, bool of_rows, Audience&& audience) {
    const std::size_t lines = of_rows ? partition.rows() : partition.columns(),
                      length = of_rows ? partition.columns() : partition.rows();
    for (std::size_t k = 0; k < lines; ++k) {
      std::vector<int> processes(length);
      for (std::size_t l = 0; l < length; ++l)
        processes[l] = of_rows ? partition.owner(k, l) : partition.owner(l, k);
      std::ranges::sort(processes);
      processes.erase(std::ranges::unique(processes).begin(), processes.end());
      of_line_.push_back(audience(std::move(processes)));
    }
  }

  const std::vector<int>& operator[](std::size_t line) const { return of_line_[line]; }

private:
  std::vector<std::vector<int>> of_line_;
};

/// Calls piece(owner, audience, cells) for what column k of A consists of, in a band of columns.
template <typename Piece>
void for_column(const Bands& partition, const Audiences& rows, std::size_t band, Piece&& piece) {
  for (std::size_t a = 0; a < partition.rows(); ++a)
    piece(partition.owner(a, band), rows[a], partition.height(a));
}
/// The same for row k of B, in a band of rows.
template <typename Piece>
void for_row(const Bands& partition, const Audiences& columns, std::size_t band, Piece&& piece) {
  for (std::size_t b = 0; b < partition.columns(); ++b)
    piece(partition.owner(band, b), columns[b], partition.width(b));
}

/// One message after the other. What a line of A and a line of B send adds up.
class Serial {
public:
  using Load = double; ///< seconds

  Serial(const Bands& partition, const Run& run)
      : run_(run), processes_(at(partition.processes())),
        bytes_per_cell_(elements_per_cell(partition, run) * run.problem.element_bytes),
        cells_(processes_ * processes_) {}

  /// Each process that receives something.
  static std::vector<int> audience(std::vector<int> processes) { return processes; }

  void add(int from, const std::vector<int>& audience, std::int64_t cells) {
    for (const int to : audience)
      if (to != from) {
        const std::size_t message = at(from) * processes_ + at(to);
        if (cells_[message] == 0)
          messages_.push_back(message);
        cells_[message] += cells;
      }
  }
  /// Of what was added since the last call.
  Load load() {
    double sum = 0;
    for (const std::size_t message : messages_) {
      sum += seconds_of_message(run_, static_cast<int>(message / processes_),
                                static_cast<int>(message % processes_),
                                static_cast<double>(cells_[message]) * bytes_per_cell_);
      cells_[message] = 0;
    }
    messages_.clear();
    return sum;
  }
  static double seconds(Load a, Load b) { return a + b; }

private:
  const Run& run_;
  std::size_t processes_;
  double bytes_per_cell_;
  std::vector<std::int64_t> cells_;   ///< of messages from process to process
  std::vector<std::size_t> messages_; ///< those that are not empty
};

/// All at once. Processes of a host share what it receives (comm::PanelStream).
class Parallel {
public:
  struct Load {
    std::vector<double> sent, received; ///< seconds without latency, by host
    double latency = 0;
    double passing_on = 0; ///< from the owner of a piece to the last host, at most, where hosts pass it on
    std::map<std::pair<int, int>, double> over_centre; ///< seconds without latency, of outer hosts of a star
  };

  Parallel(const Bands& partition, const Run& run)
      : run_(run), links_(run.platform), machine_(plan::machine_of(run.platform)),
        bytes_per_cell_(elements_per_cell(partition, run) * run.problem.element_bytes), load_(empty()) {}

  /// Of each host the process that receives.
  std::vector<int> audience(std::vector<int> processes) const {
    for (int& process : processes)
      process = links_.leader(process);
    std::ranges::sort(processes);
    processes.erase(std::ranges::unique(processes).begin(), processes.end());
    return processes;
  }

  void add(int owner, const std::vector<int>& audience, std::int64_t cells) {
    const int receivers = static_cast<int>(audience.size()) - 1;
    if (receivers == 0)
      return;
    const double bytes = static_cast<double>(cells) * bytes_per_cell_;
    const schedule::Broadcast& route = route_of(cells, receivers);
    const Ring ring(audience, links_.leader(owner));
    const plan::Link slowest =
        links_.common() && !run_.topology.centre ? send_alike(ring, route, bytes) : send(ring, route, bytes);
    load_.latency = std::max(load_.latency, slowest.latency);
    if (receivers > route.fan_out)
      load_.passing_on =
          std::max(load_.passing_on, schedule::broadcast_seconds(route, bytes, receivers, slowest.latency,
                                                                 slowest.seconds_per_byte));
  }
  Load load() { return std::exchange(load_, empty()); }

  double seconds(const Load& a, const Load& b) const {
    double most = 0;
    for (std::size_t host = 0; host < a.sent.size(); ++host)
      most = std::max({most, a.sent[host] + b.sent[host], a.received[host] + b.received[host]});
    for (const auto& [hosts, seconds] : a.over_centre)
      most = std::max(most, seconds + seconds_between(hosts, b));
    for (const auto& [hosts, seconds] : b.over_centre)
      most = std::max(most, seconds);
    return std::max({most + std::max(a.latency, b.latency), a.passing_on, b.passing_on});
  }

private:
  /// Hosts in the order in which a piece gets to them, its owner at position 0: ascending from there, then from the first on.
  class Ring {
  public:
    Ring(const std::vector<int>& hosts, int owner)
        : hosts_(hosts),
          owner_(at(static_cast<int>(std::ranges::lower_bound(hosts, owner) - hosts.begin()))) {}

    std::size_t size() const { return hosts_.size(); }
    int operator[](std::size_t position) const {
      const std::size_t place = owner_ + position;
      return hosts_[place < hosts_.size() ? place : place - hosts_.size()];
    }

  private:
    const std::vector<int>& hosts_;
    std::size_t owner_;
  };

  Load empty() const {
    const std::size_t processes = run_.platform.processes.size();
    return {std::vector<double>(processes), std::vector<double>(processes), 0, 0, {}};
  }
  static double seconds_between(const std::pair<int, int>& hosts, const Load& load) {
    const auto found = load.over_centre.find(hosts);
    return found == load.over_centre.end() ? 0 : found->second;
  }

  /// \return the largest latency, and seconds a byte, of a message
  plan::Link send(const Ring& ring, const schedule::Broadcast& route, double bytes) {
    plan::Link slowest;
    for (std::size_t position = 1; position < ring.size(); ++position) {
      const int from = ring[(position - 1) / at(route.fan_out)], to = ring[position];
      const plan::Link link = run_.topology.centre ? over_centre(from, to, bytes) : directly(from, to, bytes);
      slowest = {std::max(slowest.latency, link.latency),
                 std::max(slowest.seconds_per_byte, link.seconds_per_byte)};
    }
    return slowest;
  }
  /// The same where all links are: there may be a thousand hosts, and a message from each to the next for every cell.
  plan::Link send_alike(const Ring& ring, const schedule::Broadcast& route, double bytes) {
    const plan::Link& link = *links_.common();
    const double seconds = bytes * link.seconds_per_byte;
    std::size_t position = 1;
    for (std::size_t sender = 0; position < ring.size(); ++sender) {
      double& sent = load_.sent[at(ring[sender])];
      for (const std::size_t end = std::min(position + at(route.fan_out), ring.size()); position < end;
           ++position) {
        sent += seconds;
        load_.received[at(ring[position])] += seconds;
      }
    }
    return link;
  }

  /// A message keeps both hosts busy as long as it is under way.
  plan::Link directly(int from, int to, double bytes) {
    const plan::Link link = links_.link(from, to);
    load_.sent[at(from)] += bytes * link.seconds_per_byte;
    load_.received[at(to)] += bytes * link.seconds_per_byte;
    return link;
  }
  /// In a star it keeps busy the link of each outer host, one after the other if there are two; those of the centre are
  /// links of others.
  plan::Link over_centre(int from, int to, double bytes) {
    const int centre = links_.leader(*run_.topology.centre);
    plan::Link whole{0, 0};
    if (from != centre) {
      const plan::Link up = links_.link(from, centre);
      load_.sent[at(from)] += bytes * up.seconds_per_byte;
      whole = up;
    }
    if (to != centre) {
      const plan::Link down = links_.link(centre, to);
      load_.received[at(to)] += bytes * down.seconds_per_byte;
      whole = {whole.latency + down.latency, whole.seconds_per_byte + down.seconds_per_byte};
    }
    if (from != centre && to != centre)
      load_.over_centre[{from, to}] += bytes * whole.seconds_per_byte;
    return whole;
  }

  const schedule::Broadcast& route_of(std::int64_t cells, int receivers) {
    const auto [route, is_new] = routes_.try_emplace({cells, receivers});
    if (is_new)
      route->second = schedule::broadcast_of(static_cast<double>(cells) * bytes_per_cell_, receivers,
                                             machine_, 0, schedule::direct_receivers_of_product);
    return route->second;
  }

  const Run& run_;
  HostLinks links_;
  schedule::Machine machine_;
  double bytes_per_cell_;
  std::map<std::pair<std::int64_t, int>, schedule::Broadcast> routes_;
  Load load_;
};

/// All that is sent of A, and of B.
template <typename Messages>
double whole(const Bands& partition, Messages messages) {
  const auto audience = [&](std::vector<int> processes) { return messages.audience(std::move(processes)); };
  const Audiences in_rows(partition, true, audience), in_columns(partition, false, audience);
  for (std::size_t b = 0; b < partition.columns(); ++b)
    for_column(partition, in_rows, b, [&](int owner, const std::vector<int>& audience, std::int64_t cells) {
      messages.add(owner, audience, cells * partition.width(b));
    });
  const auto of_a = messages.load();
  for (std::size_t a = 0; a < partition.rows(); ++a)
    for_row(partition, in_columns, a, [&](int owner, const std::vector<int>& audience, std::int64_t cells) {
      messages.add(owner, audience, cells * partition.height(a));
    });
  return messages.seconds(of_a, messages.load());
}

template <typename Messages>
std::vector<SendingSteps> steps(const Bands& partition, Messages messages) {
  const auto audience = [&](std::vector<int> processes) { return messages.audience(std::move(processes)); };
  const Audiences in_rows(partition, true, audience), in_columns(partition, false, audience);
  const auto add = [&](int owner, const std::vector<int>& audience, std::int64_t cells) {
    messages.add(owner, audience, cells);
  };
  std::vector<typename Messages::Load> columns, rows;
  for (std::size_t b = 0; b < partition.columns(); ++b) {
    for_column(partition, in_rows, b, add);
    columns.push_back(messages.load());
  }
  for (std::size_t a = 0; a < partition.rows(); ++a) {
    for_row(partition, in_columns, a, add);
    rows.push_back(messages.load());
  }
  std::vector<SendingSteps> all;
  for (const auto& [row, column, count] : alike_steps(partition))
    all.push_back({count, messages.seconds(columns[column], rows[row])});
  return all;
}

} // namespace

double sending_at_once(const Bands& partition, const Run& run) {
  return whole(partition, Parallel(partition, run));
}

std::vector<SendingSteps> sending_steps(const Bands& partition, const Run& run) {
  return run.platform.network.medium == plan::Medium::bus ? steps(partition, Serial(partition, run))
                                                          : steps(partition, Parallel(partition, run));
}

} // namespace hetgrid::partition
