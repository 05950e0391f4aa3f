#include "cli/output/basis.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "cli/output/quantities.hpp"

namespace hetgrid::cli {

std::vector<std::string> hosts_of(const plan::Platform& platform) {
  std::vector<std::string> hosts;
  for (const plan::ProcessSpeed& process : platform.processes)
    hosts.push_back(process.host);
  if (std::ranges::all_of(hosts, &std::string::empty))
    hosts.clear();
  return hosts;
}

namespace {

/// "20 us and 1.25 GB/s"
std::string in_words(const plan::Link& link) {
  return fmt::format("{} and {}", duration(link.latency), bandwidth(1 / link.seconds_per_byte));
}

void tell_speeds(const plan::Platform& platform, const RelativeSpeeds& words, Basis& basis) {
  const auto assumed = static_cast<std::size_t>(
      std::ranges::count_if(platform.processes, &plan::ProcessSpeed::gflops_assumed));
  const std::size_t all = platform.processes.size();
  if (assumed > 0)
    basis.given.emplace_back(words.given);
  if (assumed == all) {
    const auto fastest = std::ranges::min_element(platform.processes, {}, &plan::ProcessSpeed::cycle_time);
    basis.assumed.push_back(fmt::format("{} for {}", speed(fastest->gflops), words.fastest));
    return;
  }
  basis.given.push_back(assumed == 0 ? "speeds"
                                     : fmt::format("speeds of {} of {} processes", all - assumed, all));
  if (assumed > 0)
    basis.assumed.emplace_back(std::string("the other speeds by their ") + words.given);
}

/// Which kinds of links the processes have between them.
struct Links {
  bool within_host = false, between_hosts = false, between_segments = false;
};

Links links_of(const plan::Platform& platform) {
  std::map<std::string, std::string> segment_of; // of hosts with a name
  std::map<std::string, int> hosts_in;           // segment -> hosts
  Links links;
  for (const plan::ProcessSpeed& process : platform.processes) {
    if (!process.host.empty() && !segment_of.try_emplace(process.host, process.segment).second)
      links.within_host = true;
    else
      links.between_hosts = ++hosts_in[process.segment] > 1 || links.between_hosts;
  }
  links.between_segments = hosts_in.size() > 1;
  return links;
}

void tell_network(const plan::Platform& platform, Basis& basis) {
  const plan::Network& network = platform.network;
  if (platform.processes.size() < 2)
    return;
  if (!network.pairs.empty()) {
    basis.given.emplace_back("the link of each pair of processes");
    return;
  }
  const Links links = links_of(platform);
  const auto tell = [&](const plan::Link& link, const std::string& what) {
    (link.assumed ? basis.assumed : basis.given).push_back(what);
  };
  if (std::ranges::all_of(platform.processes, &std::string::empty, &plan::ProcessSpeed::host))
    basis.assumed.emplace_back("every process on a host of its own");
  if (links.within_host)
    tell(network.within_host, in_words(network.within_host) + " within a host");
  if (network.medium == plan::Medium::star && (links.between_hosts || links.between_segments)) {
    basis.given.emplace_back("the links of a star");
    return;
  }
  if (links.between_hosts && !network.segments.empty())
    basis.given.push_back(counted(network.segments.size(), "network segment", "network segments"));
  if (links.between_hosts)
    tell(network.between_hosts,
         fmt::format("{} with {}", network.medium == plan::Medium::bus ? "a bus" : "a switch",
                     in_words(network.between_hosts)));
  if (links.between_segments)
    tell(network.between_segments, in_words(network.between_segments) + " between segments");
}

} // namespace

Basis basis(const plan::Platform& platform, const plan::Problem& problem, const RelativeSpeeds& words) {
  Basis basis;
  tell_speeds(platform, words, basis);
  tell_network(platform, basis);
  const auto has_memory = [](const plan::ProcessSpeed& process) { return process.memory > 0; };
  if (std::ranges::all_of(platform.processes, has_memory))
    basis.given.emplace_back("memory");
  else
    basis.assumed.emplace_back(std::ranges::any_of(platform.processes, has_memory)
                                   ? "memory without limit where none is told"
                                   : "memory without limit");
  const auto default_kernels = [](const plan::ProcessSpeed& process) {
    return process.kernels == plan::KernelRates();
  };
  if (plan::is_factorization(problem.operation) && std::ranges::all_of(platform.processes, default_kernels))
    basis.assumed.emplace_back("panels as fast relative to products as on an AMD EPYC");
  return basis;
}

} // namespace hetgrid::cli
