// Time that messages take between the processes that a layout uses.
#pragma once

#include "hetgrid/parameters.hpp"
#include "hetgrid/platform.hpp"
#include "schedule/broadcast.hpp"

#include <span>
#include <vector>

namespace hetgrid::plan {

/// A set of processes that see the same panels: those of a grid row or column. On one host they share the memory of a
/// panel; from host to host it travels as schedule::broadcast_of says (comm::PanelStream).
class Line {
public:
  Line(Link hop, const schedule::Machine& machine) : hop(hop), machine(machine) {}

  int members = 0; ///< processes
  int hosts = 0;
  Link hop;                  ///< slowest between neighbours on the ring
  schedule::Machine machine; ///< that of the grid's parameters

  /// From a panel's last byte written to the last host having it. \param delay  of those who pass it on, if all are waited for
  double seconds(double bytes, double delay = 0) const {
    return hosts < 2 ? hop.latency : seconds(bytes, hosts - 1, hosts - 1, delay);
  }
  /// Hosts that each host sends such a panel to, of those that it passes.
  int fan_out(double bytes) const { return hosts < 2 ? 0 : broadcast(bytes, hosts - 1, 0).fan_out; }
  /// Hosts that pass such a panel on, one after the other.
  int passed_on(double bytes) const;
  /// To the receiver at `position` of so many hosts that do not have it yet.
  double seconds(double bytes, int position, int receivers, double delay = 0) const;

private:
  const schedule::Broadcast& broadcast(double bytes, int receivers, double delay) const;

  /// Members ask one after the other about what they all receive.
  struct Question {
    double bytes = -1;
    int receivers = 0;
    double delay = 0;
    bool operator==(const Question&) const = default;
  };
  mutable Question last_question_;
  mutable schedule::Broadcast last_{1, 1};
};

/// Members are processes of the platform that take part, counted from 0.
class Wires {
public:
  /// \param members  their indices in the platform
  /// \param machine  by which the grid chooses how to broadcast
  Wires(const Platform& platform, const std::vector<int>& members, const schedule::Machine& machine);

  bool one_host() const { return hosts_ == 1; }
  bool same_host(int a, int b) const { return host_[index(a)] == host_[index(b)]; }
  Link link(int from, int to) const;
  /// Latency of memory that two processes of a host share.
  double flag_latency() const { return platform_.network.within_host.latency; }
  /// \param line  number of the line of each member, 0 .. count - 1
  std::vector<Line> lines(std::span<const int> line, int count) const;

  /// Of each member whether it is the first one of its host on its line: this one receives what others send the host.
  std::vector<bool> receivers(std::span<const int> line) const;
  /// Number of its host, of which there are `hosts()`.
  int host(std::size_t member) const { return host_[member]; }
  int hosts() const { return hosts_; }

  /// Sends `bytes` between hosts from `time` on. \return the end of it on a bus, where messages wait for each other;
  /// `time` where there is a switch
  double occupy_bus(double time, double bytes);

private:
  void find_bus();
  static std::size_t index(int member) { return static_cast<std::size_t>(member); }

  const Platform& platform_;
  const std::vector<int>& members_;
  schedule::Machine machine_;
  std::vector<int> host_, segment_; ///< numbers, of each member
  int hosts_ = 0;
  std::vector<Segment> segments_;    ///< by number
  double bus_seconds_per_byte_ = -1; ///< negative: no bus
  double bus_free_ = 0;
};

} // namespace hetgrid::plan
