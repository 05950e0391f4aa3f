// As a tree, the platform is made of two kinds of zones. In a Cluster zone every host of SimGrid's, a process, has a link to
// a centre; a bus is the backbone that all messages pass. A zone of zones - of the hosts of a segment, if processes share
// hosts, of the segments, if there are several - is routed along shortest paths (DijkstraCache) over a centre as well. A
// link towards a centre has half of the latency that is left after what is below it, and the whole bandwidth.
#include "simulation/simgrid_platform.hpp"

#include "plan/kernel_rate_names.hpp"
#include "simulation/network_tree.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace hetgrid::simulation {
namespace {

using plan::Link;
using plan::Medium;
using plan::Platform;

/// Bytes a second of what is not limited: SimGrid has no infinity.
constexpr double unlimited = 1e15;

double bandwidth(const Link& link) {
  return link.seconds_per_byte > 0 ? 1 / link.seconds_per_byte : unlimited;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  return result;
}

std::string process_name(int rank) {
  return fmt::format("process{}", rank);
}

std::string pair_name(int from, int to) {
  return fmt::format("link{}_{}", from, to);
}

std::string through(const std::string& link, const char* direction = nullptr) {
  return direction ? fmt::format(R"(<link_ctn id="{}" direction="{}"/>)", link, direction)
                   : fmt::format(R"(<link_ctn id="{}"/>)", link);
}

/// A zone below another one, and its links to the centre there.
struct Branch {
  std::string zone, gateway; ///< the router at its own centre
  std::string up, down;
};

class Description {
public:
  explicit Description(const Platform& platform) : platform_(platform) {
    write("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
          "<platform version=\"4.1\">\n");
  }

  void write_tree(const std::vector<SegmentOfHosts>& segments);
  void write_pairs(const std::vector<SegmentOfHosts>& segments);

  std::string end() && {
    write("</platform>\n");
    return std::move(text_);
  }

private:
  template <typename... Values>
  void write(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  void open_zone(const std::string& name, const char* routing) {
    write("<zone id=\"{}\" routing=\"{}\">\n", name, routing);
  }
  void close_zone() { write("</zone>\n"); }
  void write_link(const std::string& name, double latency, double bytes_a_second, const char* policy) {
    write("<link id=\"{}\" latency=\"{}s\" bandwidth=\"{}Bps\" sharing_policy=\"{}\"/>\n", name, latency,
          bytes_a_second, policy);
  }
  void write_process(int rank);
  void write_processes_on_links(const Host& host, double latency, double bytes_a_second);
  void write_centre(const std::string& zone, const std::vector<Branch>& branches);

  Branch write_segment(const SegmentOfHosts& one, std::size_t number);
  void write_single_processes(const SegmentOfHosts& one, const std::string& name);
  void write_hosts(const SegmentOfHosts& one, const std::string& name);
  void write_bus_wires(const SegmentOfHosts& one, const std::string& name, double latency);

  double widest(int rank) const;
  void write_route(int from, int to, const std::vector<std::string>& buses);

  const Platform& platform_;
  std::string text_;
};

std::string gateway(const std::string& zone) {
  return zone + "_centre";
}

void Description::write_process(int rank) {
  const plan::ProcessSpeed& process = platform_.processes[static_cast<std::size_t>(rank)];
  write("<host id=\"{}\" speed=\"{}f\">", process_name(rank), 1e9 * process.gflops);
  if (!process.host.empty())
    write("<prop id=\"host\" value=\"{}\"/>", escaped(process.host));
  if (process.kernels != plan::KernelRates())
    for (const auto& [name, rate] : plan::kernel_rate_names)
      write("<prop id=\"{}\" value=\"{}\"/>", name, process.kernels.*rate);
  if (process.kernels.by_width != plan::WidthRates()) {
    write("<prop id=\"by_width\" value=\"");
    for (const auto& [name, curve, base] : plan::width_curve_names)
      for (const double rate : (process.kernels.by_width.*curve).rates)
        write("{} ", rate);
    write("\"/>");
  }
  if (!process.curve.empty()) {
    write("<prop id=\"curve\" value=\"");
    for (const plan::SpeedPoint& point : process.curve)
      write("{} {} {} ", point.elements, point.gflops, point.interchange);
    write("\"/>");
  }
  write("</host>\n");
}

/// Each with a link of its own to the centre of a Cluster zone.
void Description::write_processes_on_links(const Host& host, double latency, double bytes_a_second) {
  for (const int rank : host) {
    const std::string link = fmt::format("link{}", rank);
    write_process(rank);
    write_link(link, latency, bytes_a_second, "SPLITDUPLEX");
    write("<host_link id=\"{}\" up=\"{}_UP\" down=\"{}_DOWN\"/>\n", process_name(rank), link, link);
  }
}

/// What the hosts of a bus have besides the bus: latency. No message waits for another one there.
void Description::write_bus_wires(const SegmentOfHosts& one, const std::string& name, double latency) {
  write_link(name + "_up", latency, unlimited, "FATPIPE");
  write_link(name + "_down", latency, unlimited, "FATPIPE");
  const double bytes_a_second = bandwidth(one.segment.between_hosts);
  if (one.one_process_a_host())
    write("<backbone id=\"{}_bus\" latency=\"0s\" bandwidth=\"{}Bps\"/>\n", name, bytes_a_second);
  else
    write_link(name + "_bus", 0, bytes_a_second, "SHARED");
}

/// A segment in which every process has a host of its own: a Cluster zone.
void Description::write_single_processes(const SegmentOfHosts& one, const std::string& name) {
  const Link& link = one.segment.between_hosts;
  open_zone(name, "Cluster");
  write("<router id=\"{}\"/>\n", gateway(name));
  if (one.segment.medium == Medium::bus)
    write_bus_wires(one, name, link.latency / 2);
  for (const Host& host : one.hosts) {
    const int rank = host.front();
    if (one.segment.medium == Medium::bus) {
      write_process(rank);
      write("<host_link id=\"{}\" up=\"{}_up\" down=\"{}_down\"/>\n", process_name(rank), name, name);
    } else if (one.segment.medium == Medium::star) {
      const Link& mine = platform_.network.links[static_cast<std::size_t>(rank)];
      write_processes_on_links(host, mine.latency, bandwidth(mine));
    } else {
      write_processes_on_links(host, link.latency / 2, bandwidth(link));
    }
  }
  close_zone();
}

/// A segment of hosts with several processes: a zone of Cluster zones.
void Description::write_hosts(const SegmentOfHosts& one, const std::string& name) {
  const Link &memory = platform_.network.within_host, &wire = one.segment.between_hosts;
  const bool bus = one.segment.medium == Medium::bus;
  const double latency = (wire.latency - memory.latency) / 2;
  std::vector<Branch> branches;
  open_zone(name, "DijkstraCache");
  for (const Host& host : one.hosts) {
    const std::string zone = fmt::format("host_of_{}", process_name(host.front()));
    open_zone(zone, "Cluster");
    write("<router id=\"{}\"/>\n", gateway(zone));
    write_processes_on_links(host, memory.latency / 2, bandwidth(memory));
    close_zone();
    branches.push_back({zone, gateway(zone), "", ""});
  }
  open_zone(gateway(name) + "_zone", "None");
  write("<router id=\"{}\"/>\n", gateway(name));
  close_zone();
  if (bus)
    write_bus_wires(one, name, latency);
  for (Branch& branch : branches) {
    // A message passes the bus once, on its way up; one from another segment on its way down to this one.
    if (bus) {
      branch.up = through(name + "_up") + through(name + "_bus");
      branch.down = through(name + "_down");
    } else {
      const std::string link = branch.zone + "_link";
      write_link(link, latency, bandwidth(wire), "SPLITDUPLEX");
      branch.up = through(link, "UP");
      branch.down = through(link, "DOWN");
    }
  }
  write_centre(gateway(name), branches);
  close_zone();
}

Branch Description::write_segment(const SegmentOfHosts& one, std::size_t number) {
  const std::string name = fmt::format("segment{}", number);
  const bool single = one.one_process_a_host();
  single ? write_single_processes(one, name) : write_hosts(one, name);
  const std::string link = name + "_link", bus = name + "_bus";
  const bool pass_bus = !single && one.segment.medium == Medium::bus;
  return {name, gateway(name), through(link, "UP"),
          through(link, "DOWN") + (pass_bus ? through(bus) : std::string())};
}

/// Routes between the zones and a router that is a zone of its own, `centre`_zone.
void Description::write_centre(const std::string& centre, const std::vector<Branch>& branches) {
  for (const Branch& branch : branches) {
    write("<zoneRoute src=\"{}\" gw_src=\"{}\" dst=\"{}_zone\" gw_dst=\"{}\" "
          "symmetrical=\"NO\">{}</zoneRoute>\n",
          branch.zone, branch.gateway, centre, centre, branch.up);
    write("<zoneRoute src=\"{}_zone\" gw_src=\"{}\" dst=\"{}\" gw_dst=\"{}\" "
          "symmetrical=\"NO\">{}</zoneRoute>\n",
          centre, centre, branch.zone, branch.gateway, branch.down);
  }
}

void Description::write_tree(const std::vector<SegmentOfHosts>& segments) {
  if (segments.size() == 1) {
    write_segment(segments.front(), 0);
    return;
  }
  const Link& trunk = platform_.network.between_segments;
  const std::string name = "segments";
  std::vector<Branch> branches;
  open_zone(name, "DijkstraCache");
  for (std::size_t k = 0; k < segments.size(); ++k)
    branches.push_back(write_segment(segments[k], k));
  open_zone(gateway(name) + "_zone", "None");
  write("<router id=\"{}\"/>\n", gateway(name));
  close_zone();
  for (std::size_t k = 0; k < segments.size(); ++k)
    write_link(branches[k].zone + "_link", (trunk.latency - segments[k].segment.between_hosts.latency) / 2,
               bandwidth(trunk), "SPLITDUPLEX");
  write_centre(gateway(name), branches);
  close_zone();
}

/// Bandwidth of the link of a process: in a star its own, else that of the fastest of its pairs with another host.
double Description::widest(int rank) const {
  if (!platform_.network.links.empty())
    return bandwidth(platform_.network.links[static_cast<std::size_t>(rank)]);
  double widest = 1;
  for (int other = 0; other < static_cast<int>(platform_.processes.size()); ++other)
    if (!platform_.same_host(rank, other))
      widest =
          std::max({widest, bandwidth(platform_.link(rank, other)), bandwidth(platform_.link(other, rank))});
  return widest;
}

/// Alone, a message has the link of its pair; others make it wait there, on the links of its processes, or on a bus.
/// \param buses  of each process, empty: none
void Description::write_route(int from, int to, const std::vector<std::string>& buses) {
  write("<route src=\"{}\" dst=\"{}\" symmetrical=\"NO\">", process_name(from), process_name(to));
  if (!platform_.same_host(from, to)) {
    const std::string &first = buses[static_cast<std::size_t>(from)],
                      &last = buses[static_cast<std::size_t>(to)];
    write("{}", through(fmt::format("link{}", from), "UP"));
    if (!first.empty())
      write("{}", through(first));
    if (!last.empty() && last != first)
      write("{}", through(last));
    write("{}", through(fmt::format("link{}", to), "DOWN"));
  }
  write("{}</route>\n", through(pair_name(from, to)));
}

void Description::write_pairs(const std::vector<SegmentOfHosts>& segments) {
  const int n = static_cast<int>(platform_.processes.size());
  std::vector<std::string> buses(platform_.processes.size());
  open_zone("pairs", "Full");
  for (int rank = 0; rank < n; ++rank)
    write_process(rank);
  for (std::size_t k = 0; k < segments.size(); ++k) {
    const std::string bus = fmt::format("segment{}_bus", k);
    double bytes_a_second = 1;
    for (const Host& host : segments[k].hosts)
      for (const int rank : host) {
        write_link(fmt::format("link{}", rank), 0, widest(rank), "SPLITDUPLEX");
        bytes_a_second = std::max(bytes_a_second, widest(rank));
        if (segments[k].segment.medium == Medium::bus)
          buses[static_cast<std::size_t>(rank)] = bus;
      }
    if (segments[k].segment.medium == Medium::bus)
      write_link(bus, 0, bytes_a_second, "SHARED");
  }
  // SimGrid wants all links before the first route.
  for (int from = 0; from < n; ++from)
    for (int to = 0; to < n; ++to) {
      const Link link = platform_.link(from, to);
      write_link(pair_name(from, to), link.latency, bandwidth(link), "SHARED");
    }
  for (int from = 0; from < n; ++from)
    for (int to = 0; to < n; ++to)
      write_route(from, to, buses);
  close_zone();
}

} // namespace

std::string simgrid_platform(const Platform& platform) {
  validate(platform);
  const std::vector<SegmentOfHosts> segments = segments_of(platform);
  Description description(platform);
  if (is_tree(platform, segments))
    description.write_tree(segments);
  else
    description.write_pairs(segments);
  return std::move(description).end();
}

std::string simgrid_hosts(const Platform& platform) {
  std::string text;
  for (const plan::ProcessSpeed& process : platform.processes)
    text += process_name(process.rank) + "\n";
  return text;
}

} // namespace hetgrid::simulation
