// What the planner knows of a machine: the processes, their speeds and memory, and the network between them.
#pragma once

#include "hetgrid/kernel_rates.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hetgrid::plan {

/// A point of a functional performance model (Lastovetsky and Reddy): the speed of a process while its part of the
/// matrices has a certain size.
struct SpeedPoint {
  double elements = 0; ///< of the local part of the matrix that is updated, doubles
  double gflops = 0;   ///< 1e9 floating-point operations of double precision a second
  /// KernelRates::interchange, which depends on the size more than any other: on whether the rows are in a cache.
  double interchange = 0; ///< 0: as KernelRates says
};

/// A CPU quota: a process computes at the speed of its core until its share of a period is used up, then it stops until
/// the next period. Speeds are averages over many periods.
struct Quota {
  double period = 0; ///< seconds; 0: no quota
  double share = 1;  ///< of a core

  bool operator==(const Quota&) const = default;
};

/// What messages between hosts take of a process that computes meanwhile, as they are copied and pass the protocols of its
/// system: the overhead o of LogGP (Alexandrov, Ionescu, Schauser and Scheiman, 1995), there for a message, here for a byte.
struct Overhead {
  double send = 0, receive = 0; ///< seconds a byte; 0: not known

  bool operator==(const Overhead&) const = default;
};

/// What is known of one process: written by `hetgrid probe`, read by the planner.
struct ProcessSpeed {
  std::string host;
  int rank = 0;
  double cycle_time = 0; ///< relative, the fastest process has 1
  double gflops = 0;     ///< 1e9 floating-point operations a second
  double spread = 0;     ///< (max - min) / median of the repeated measurements
  /// Speeds by increasing size, piecewise linear between the points and constant outside; empty: gflops at any size.
  std::vector<SpeedPoint> curve;
  double memory = 0;   ///< bytes that the matrices may take on this process; 0: not limited
  std::string segment; ///< of the network, to which its host belongs; empty where there is only one
  KernelRates kernels;
  double copy_alone =
      0; ///< KernelRates::copy while no other process of its host copies, as a server; 0: the same
  Quota quota;
  Overhead overhead;
  bool gflops_assumed = false; ///< only the cycle-time is known

  /// Speed with a local part of so many doubles, 1e9 operations a second.
  double gflops_at(double elements) const;
  /// Bytes of matrix rows that are moved there in the time of one operation.
  double interchange_at(double elements) const;
};

/// Hockney's model of a link: a message of m bytes takes latency + m seconds_per_byte.
struct Link {
  double latency = 0;          ///< alpha, seconds
  double seconds_per_byte = 0; ///< beta
  bool assumed = false;        ///< nobody has measured it or said so: a default

  double seconds(double bytes) const { return latency + bytes * seconds_per_byte; }

  bool operator==(const Link&) const = default;
};

/// What messages of different pairs of processes have in common.
enum class Medium {
  crossbar, ///< a switch: pairs without a common process transfer at the same time
  bus,      ///< one message at a time between hosts
  star      ///< every process has a link of its own to a centre that is never busy
};

/// A part of a network with a medium of its own, to which hosts belong by ProcessSpeed::segment.
struct Segment {
  std::string name;
  Medium medium = Medium::crossbar;       ///< crossbar or bus
  Link between_hosts{20e-6, 8e-10, true}; ///< of this segment

  bool operator==(const Segment&) const = default;
};

/// Messages within a segment share its medium: each segment of a bus network is a bus.
struct Network {
  Medium medium = Medium::crossbar;       ///< of every segment that is not listed
  Link within_host{1e-6, 2e-10, true};    ///< between processes of the same host
  Link between_hosts{20e-6, 8e-10, true}; ///< of the same segment, unless that is listed
  Link between_segments{20e-6, 8e-10, true};
  std::vector<Segment> segments; ///< those that differ from the rest
  std::vector<Link> links;       ///< star: of each process, to the centre; else empty
  std::vector<Link> pairs;       ///< n x n, row-major, from process to process; empty: by what is said above

  /// The segment of this name as listed, else one like the rest.
  Segment segment(const std::string& name) const;

  bool operator==(const Network&) const = default;
};

/// How many messages the server sends or receives at the same time.
enum class Port {
  one, ///< one in all: the one-port model of [Dongarra06] 2.2
  many ///< one with each worker
};

/// The process that has the matrices where the others only compute (hetgrid/server.hpp).
struct Server {
  int rank = 0;
  Port port = Port::one;
  bool computes = false; ///< as one more worker

  bool operator==(const Server&) const = default;
};

/// Processes in the order of their ranks.
struct Platform {
  int block_size = 0; ///< block size r at which the speeds were measured, elements
  std::vector<ProcessSpeed> processes;
  Network network;
  Server server{};

  std::vector<double> cycle_times() const;
  /// The link between two processes: that of the pair if pairs are given, else by hosts and segments, or through the
  /// centre of a star: both latencies and the slower bandwidth. A process whose host has no name has it for itself.
  Link link(int from, int to) const;
  /// Both are one process, or processes of one host.
  bool same_host(int a, int b) const;
};

/// Speed of the fastest process where only cycle-times are known: one core of today.
inline constexpr double assumed_gflops = 50;

/// A platform of which only cycle-times are known, in any common unit: every process on a host of its own, the fastest
/// with assumed_gflops, the default network.
Platform platform_from_cycle_times(std::span<const double> cycle_times);

/// \throws ArgumentError naming the first illegal field: numbers within the limits of src/plan/limits.hpp (cycle-times and
/// speeds of two processes differ by a factor of 10^6 at most, and do not contradict each other by more than 2), sizes of a
/// curve increasing, ranks in order, names of at most 255 bytes, pairs empty or n x n, links those of a star, segments
/// listed once, none in a star, the server one of the processes.
void validate(const Platform& platform);

/// The fields of the structures above, by their names, but for these: medium is "switch", "bus" or "star"; links have
/// "latency", seconds, and "bandwidth", bytes a second, in place of seconds_per_byte (none: unlimited); points of a curve
/// are [elements, gflops] or [elements, gflops, interchange]; port is "one" or "many".
std::string to_json(const Platform& platform);
/// A file may leave out what has a default above, and host, rank, spread; gflops is then that of the first process that
/// tells it, by the ratio of the cycle-times, or as in platform_from_cycle_times if none does. What it leaves out is
/// assumed, and the structures say so.
/// \throws InputError on malformed text, unknown fields, fields that come twice and wrong types, ArgumentError on illegal
/// values; both name the field with its index
Platform platform_from_json(const std::string& text);

} // namespace hetgrid::plan
