#include "cli/mpi/served_work.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/quantities.hpp"
#include "cli/output/text.hpp"
#include "hetgrid/server_bounds.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;

bool is_remote(const server::Worker& worker) {
  return worker.process != 0;
}

double real(server::Index x) {
  return static_cast<double>(x);
}

Json worker_json(const ServedWork::Worker& worker) {
  return {{"process", worker.worker.process},
          {"buffers", worker.worker.buffers},
          {"chunks", worker.chunks},
          {"panels", worker.panels},
          {"computing_s", worker.outcome.computing},
          {"waiting_s", worker.outcome.waiting},
          {"bytes_sent", is_remote(worker.worker) ? worker.outcome.bytes_sent : 0},
          {"bytes_returned", is_remote(worker.worker) ? worker.outcome.bytes_returned : 0},
          {"most_elements", worker.outcome.most_elements},
          {"stalls", worker.stalls}};
}

} // namespace

std::string progress_text(double part, double operations, double seconds, double bytes) {
  const double rate = seconds > 0 ? part * operations / seconds : 0;
  return fmt::format("{:.1f} %, {}, {} sent, {} left", 100 * part, speed(rate / 1e9), byte_size(bytes),
                     part > 0 ? duration(seconds / part * (1 - part)) : "unknown time");
}

ServedWork::ServedWork(const plan::Platform& platform, const server::Star& star) : platform_(platform) {
  for (const server::Worker& worker : star.workers)
    workers_.push_back({worker, {}});
}

/// nullptr: the server in place of workers that do not answer.
ServedWork::Worker* ServedWork::worker_of(int process) {
  const auto found =
      std::ranges::find(workers_, process, [](const Worker& worker) { return worker.worker.process; });
  return found == workers_.end() ? nullptr : &*found;
}

void ServedWork::hear(const server::Product& product, const server::Star& star,
                      const server::Transfer& transfer) {
  Worker* const worker = worker_of(star.workers[static_cast<std::size_t>(transfer.worker)].process);
  if (!worker)
    return;
  worker->chunks += transfer.to_server;
  for (const auto& [rows, columns, steps] : transfer.updates)
    worker->updates += real(product.extent(rows, product.m)) * real(product.extent(columns, product.n)) *
                       real(product.extent(steps, product.k));
  if (is_remote(worker->worker))
    bytes_heard_ += real(server::elements_sent(product, transfer)) * product.element_bytes;
}

void ServedWork::add(const server::Star& star, const linalg::ServedOutcome& outcome) {
  for (std::size_t k = 0; k < star.workers.size(); ++k)
    if (Worker* const worker = worker_of(star.workers[k].process)) {
      worker->outcome.computing += outcome.workers[k].computing;
      worker->outcome.waiting += outcome.workers[k].waiting;
      worker->outcome.bytes_sent += outcome.workers[k].bytes_sent;
      worker->outcome.bytes_returned += outcome.workers[k].bytes_returned;
      worker->outcome.most_elements =
          std::max(worker->outcome.most_elements, outcome.workers[k].most_elements);
      worker->stalls += outcome.stalls[k];
    }
}

void ServedWork::add_panel(int process, server::Index elements, int element_bytes, double seconds) {
  Worker* const worker = worker_of(process);
  if (!worker)
    return;
  ++worker->panels;
  worker->outcome.computing += seconds;
  worker->outcome.most_elements = std::max(worker->outcome.most_elements, elements);
  const double bytes = real(elements) * element_bytes;
  worker->outcome.bytes_sent += bytes;
  worker->outcome.bytes_returned += bytes;
  bytes_heard_ += 2 * bytes;
  panel_bytes_ += 2 * bytes;
}

void ServedWork::add_stall(int process) {
  if (Worker* const worker = worker_of(process))
    ++worker->stalls;
}

void ServedWork::wait_for(double seconds) {
  for (Worker& worker : workers_)
    worker.outcome.waiting = std::max(0.0, seconds - worker.outcome.computing);
}

int ServedWork::enrolled() const {
  return static_cast<int>(
      std::ranges::count_if(workers_, [](const Worker& worker) { return worker.outcome.computing > 0; }));
}

double ServedWork::updates() const {
  double sum = 0;
  for (const Worker& worker : workers_)
    sum += worker.updates;
  return sum;
}

double ServedWork::bytes_moved() const {
  double sum = 0;
  for (const Worker& worker : workers_)
    if (is_remote(worker.worker))
      sum += worker.outcome.bytes_sent + worker.outcome.bytes_returned;
  return sum;
}

double ServedWork::least_bytes(const server::Product& product) const {
  const double side = real(product.block_size);
  server::Star star;
  std::vector<double> updates; // of whole blocks
  for (const Worker& worker : workers_) {
    star.workers.push_back(worker.worker);
    updates.push_back(is_remote(worker.worker) ? worker.updates / std::pow(side, 3) : 0);
  }
  return side * side * product.element_bytes * server::least_traffic(star, product, updates) + panel_bytes_;
}

std::string ServedWork::text(const server::Product& product) const {
  std::string text;
  if (const double moved = bytes_moved(), least = least_bytes(product); least > 0)
    append(text, "{} moved, {:.2f} times the least of any algorithm in this memory\n", byte_size(moved),
           moved / least);
  append(text, "\n  {:<28} {:>9} {:>7} {:>10} {:>10} {:>10} {:>10}\n", "Worker", "blocks", "chunks",
         "computing", "waiting", "sent", "returned");
  for (const auto& [worker, outcome, chunks, panels, stalls, updates] : workers_)
    append(text, "  {:<28} {:>9} {:>7} {:>10} {:>10} {:>10} {:>10}\n",
           name_of(worker.process, platform_.processes[static_cast<std::size_t>(worker.process)]),
           worker.buffers == 0 ? "any" : std::to_string(worker.buffers), chunks, duration(outcome.computing),
           duration(outcome.waiting), is_remote(worker) ? byte_size(outcome.bytes_sent) : "-",
           is_remote(worker) ? byte_size(outcome.bytes_returned) : "-");
  for (const Worker& worker : workers_) {
    if (worker.panels > 0)
      append(text, "process {} factored {}\n", worker.worker.process,
             counted(static_cast<std::size_t>(worker.panels), "panel", "panels"));
    if (worker.stalls > 0)
      append(text, "process {} stalled {}: others did its part meanwhile\n", worker.worker.process,
             counted(static_cast<std::size_t>(worker.stalls), "time", "times"));
  }
  return text;
}

Json ServedWork::json() const {
  Json workers = Json::array();
  for (const Worker& worker : workers_)
    workers.push_back(worker_json(worker));
  return workers;
}

} // namespace hetgrid::cli
