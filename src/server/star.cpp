#include "hetgrid/server.hpp"

#include "hetgrid/error.hpp"
#include "plan/limits.hpp"
#include "plan/precision.hpp"
#include "server/operations.hpp"

#include <algorithm>
#include <optional>

namespace hetgrid::server {
namespace {

constexpr plan::Range cost{1e-300, 1e18, true}; ///< seconds for a block
constexpr plan::Range update_cost{1e-300, 1e18};

void validate(const Worker& worker, const std::string& name) {
  plan::check(name + ".seconds_per_block", worker.seconds_per_block, cost);
  plan::check(name + ".seconds_per_update", worker.seconds_per_update, update_cost);
  plan::check(name + ".latency", worker.latency, plan::limits::latency);
  plan::check(name + ".copy_seconds_per_block", worker.copy_seconds_per_block, cost);
  if (worker.buffers < 0)
    throw ArgumentError(name + ".buffers", std::to_string(worker.buffers), "at least 1, or 0: not limited");
}

plan::Medium server_medium(const plan::Platform& platform) {
  const plan::ProcessSpeed& server = platform.processes[static_cast<std::size_t>(platform.server.rank)];
  return platform.network.medium == plan::Medium::star ? plan::Medium::star
                                                       : platform.network.segment(server.segment).medium;
}

/// Of the server's host, which all messages to other hosts pass: the fastest to any of them, if it is not one of its own.
plan::Link server_link(const plan::Platform& platform) {
  const int server = platform.server.rank;
  if (platform.network.medium == plan::Medium::star && platform.network.pairs.empty())
    return platform.network.links[static_cast<std::size_t>(server)];
  std::optional<plan::Link> fastest;
  for (int process = 0; process < static_cast<int>(platform.processes.size()); ++process)
    if (!platform.same_host(server, process))
      if (const plan::Link link = platform.link(server, process);
          !fastest || link.seconds_per_byte < fastest->seconds_per_byte)
        fastest = link;
  return fastest.value_or(plan::Link{});
}

/// Both are of one host, and of one of the groups of so many processes there that share memory.
bool share_memory(const plan::Platform& platform, int one, int other, int sharing) {
  const auto group = [&](int process) {
    int before = 0;
    for (int k = 0; k < process; ++k)
      before += platform.same_host(k, process);
    return before / sharing;
  };
  return sharing > 1 && platform.same_host(one, other) && group(one) == group(other);
}

Worker worker_of(const plan::Platform& platform, int process, const Product& product, int sharing) {
  const auto& [server, port, computes] = platform.server;
  const plan::ProcessSpeed& speed = platform.processes[static_cast<std::size_t>(process)];
  const plan::Link link = process == server ? plan::Link{} : platform.link(server, process);
  const double q = static_cast<double>(product.block_size), block_bytes = q * q * product.element_bytes;
  const double c_elements = static_cast<double>(product.m) * static_cast<double>(product.n);
  const double room =
      speed.memory > 0 ? std::min(c_elements, speed.memory / product.element_bytes) : c_elements;
  Worker worker;
  worker.process = process;
  worker.latency = link.latency;
  worker.seconds_per_block = block_bytes * link.seconds_per_byte;
  if (process != server && platform.same_host(process, server)) {
    worker.copy_seconds_per_block = worker.seconds_per_block;
    worker.shares_memory = share_memory(platform, process, server, sharing);
  }
  worker.seconds_per_update = operations_per_update(product.element_bytes) * q * q * q /
                              (1e9 * speed.gflops_at(plan::in_doubles(room, product.element_bytes)));
  if (speed.memory > 0) {
    worker.buffers = static_cast<Index>(speed.memory / block_bytes);
    if (worker.buffers == 0)
      throw ArgumentError("processes[" + std::to_string(process) + "].memory", plan::text_of(speed.memory),
                          "at least " + plan::text_of(block_bytes) + ", a block");
  }
  return worker;
}

} // namespace

void validate(const Star& star) {
  if (star.workers.empty())
    throw ArgumentError("workers", "(none)", "at least one");
  if (star.workers.size() > plan::limits::processes)
    throw ArgumentError("workers", std::to_string(star.workers.size()),
                        "at most " + std::to_string(plan::limits::processes));
  for (std::size_t k = 0; k < star.workers.size(); ++k)
    validate(star.workers[k], "workers[" + std::to_string(k) + "]");
  plan::check("pack_seconds_per_block", star.pack_seconds_per_block, cost);
  plan::check("wire_seconds_per_block", star.wire_seconds_per_block, cost);
  plan::check("server_seconds_per_update", star.server_seconds_per_update, cost);
  if (star.server < -1 || star.server >= static_cast<int>(star.workers.size()))
    throw ArgumentError("server", std::to_string(star.server), "a worker, or -1: it does not compute");
}

Star star_of(const plan::Platform& platform, const Product& product, int sharing) {
  plan::validate(platform);
  validate(product);
  Star star;
  star.port = platform.server.port;
  for (int process = 0; process < static_cast<int>(platform.processes.size()); ++process)
    if (process != platform.server.rank || platform.server.computes) {
      if (process == platform.server.rank)
        star.server = static_cast<int>(star.workers.size());
      star.workers.push_back(worker_of(platform, process, product, sharing));
    }
  const plan::ProcessSpeed& server = platform.processes[static_cast<std::size_t>(platform.server.rank)];
  const double block = static_cast<double>(product.block_size * product.block_size);
  star.server_seconds_per_update = operations_per_update(product.element_bytes) * block *
                                   static_cast<double>(product.block_size) / (1e9 * server.gflops);
  star.kernels = server.kernels;
  if (server.copy_alone > 0)
    star.kernels.copy = server.copy_alone;
  star.pack_seconds_per_block = block * product.element_bytes / (1e9 * server.gflops * star.kernels.copy);
  star.posting = Posting::ahead;
  if (star.port == plan::Port::one)
    star.wire_seconds_per_block = block * product.element_bytes * server_link(platform).seconds_per_byte;
  star.both_ways = server_medium(platform) != plan::Medium::bus;
  if (star.workers.empty())
    throw ArgumentError("processes", "the server alone", "workers, or a server that computes");
  return star;
}

} // namespace hetgrid::server
