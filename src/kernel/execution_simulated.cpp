// Kernels in the virtual time of SimGrid, and the variables of its processes.
#include "kernel/execution.hpp"
#include "kernel/process_local.hpp"
#include "kernel/workspace.hpp"

#include "hetgrid/error.hpp"
#include "plan/kernel_rate_names.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <vector>

#include <mpi.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>

namespace hetgrid::kernel {
namespace {

enum class Execution {
  real,    ///< compute, no time passes
  timed,   ///< compute, modelled time
  modelled ///< modelled time only
};

Execution execution_from_environment() {
  const char* const value = std::getenv("HETGRID_KERNELS");
  const std::string_view text = value ? value : "timed";
  if (text == "real")
    return Execution::real;
  if (text == "timed")
    return Execution::timed;
  if (text == "modelled")
    return Execution::modelled;
  throw ArgumentError("HETGRID_KERNELS", text, "real, timed or modelled");
}

Execution execution() {
  static const Execution value = execution_from_environment();
  return value;
}

/// Rates are properties of the host, by the names that the fields have in a platform file.
double rate_of(const char* name, double otherwise) {
  const char* const value = sg_host_get_property_value(sg_host_self(), name);
  return value ? std::atof(value) : otherwise;
}

constexpr std::size_t smallest_common_memory = std::size_t{1} << 28;

/// Written by simulation::simgrid_platform: the fields of the points, one after the other.
std::vector<plan::SpeedPoint> curve_of_host() {
  std::vector<plan::SpeedPoint> curve;
  const char* const value = sg_host_get_property_value(sg_host_self(), "curve");
  std::istringstream text(value ? value : "");
  for (plan::SpeedPoint point; text >> point.elements >> point.gflops >> point.interchange;)
    curve.push_back(point);
  return curve;
}

/// Likewise: the curves of width_curve_names.
plan::WidthRates width_rates_of_host() {
  plan::WidthRates rates;
  const char* const value = sg_host_get_property_value(sg_host_self(), "by_width");
  std::istringstream text(value ? value : "");
  for (const auto& [name, curve, base] : plan::width_curve_names)
    for (double& rate : (rates.*curve).rates)
      if (double read = 0; text >> read)
        rate = read;
  return rates;
}

struct Host {
  double speed = sg_host_get_speed(sg_host_self());
  plan::ProcessSpeed process;
  plan::KernelRates rates; ///< at the size of the local part
  double slowdown = 1;     ///< the same, of the product
  double owed = 0;         ///< operations
  bool timed = true;       ///< kernels take time

  Host() {
    process.gflops = speed / 1e9;
    process.curve = curve_of_host();
    for (const auto& [name, rate] : plan::kernel_rate_names)
      process.kernels.*rate = rate_of(name, process.kernels.*rate);
    process.kernels.by_width = width_rates_of_host();
    rates = process.kernels;
  }
};

} // namespace

std::size_t new_process_slot() {
  static std::size_t slots = 0;
  return slots++;
}

void* process_slot(std::size_t slot, void* (*make)()) {
  // Owned by the process to the end of the simulation.
  auto* slots = static_cast<std::vector<void*>*>(smpi_process_get_user_data());
  if (!slots) {
    slots = new std::vector<void*>;
    smpi_process_set_user_data(slots);
  }
  if (slots->size() <= slot)
    slots->resize(slot + 1);
  if (!(*slots)[slot])
    (*slots)[slot] = make();
  return (*slots)[slot];
}

bool computes() {
  return execution() != Execution::modelled;
}

void use_speed_at(double elements) {
  Host& host = process_local<Host>();
  host.slowdown = host.process.gflops / host.process.gflops_at(elements);
  host.rates.interchange = host.process.interchange_at(elements);
}

void use_average_speed() {
  Host& host = process_local<Host>();
  host.slowdown = 1;
  host.rates = host.process.kernels;
}

Untimed::Untimed() {
  process_local<Host>().timed = false;
}

Untimed::~Untimed() {
  process_local<Host>().timed = true;
}

void pass_time(double operations) {
  if (execution() == Execution::real)
    return;
  Host& host = process_local<Host>();
  if (!host.timed)
    return;
  const double all = operations * host.slowdown + host.owed;
  host.owed = 0;
  if (all >
      0) // a process has its host alone: it could as well compute, which costs SimGrid three times as much
    sg_actor_sleep_for(all / host.speed);
}

void pass_time(double operations, Rate rate) {
  pass_time(operations / process_local<Host>().rates.*rate);
}

void pass_time(double operations, Rate rate, Curve curve, double width) {
  const plan::KernelRates& rates = process_local<Host>().rates;
  pass_time(operations / (rates.*rate * (rates.by_width.*curve).at(width)));
}

void pass_product_time(double m, double n, double k, double operations) {
  pass_time(operations / plan::product_rate(process_local<Host>().rates, m, n, k));
}

void owe_time(double operations, Rate rate) {
  Host& host = process_local<Host>();
  if (host.timed)
    host.owed += host.slowdown * operations / host.rates.*rate;
}

void settle() {
  pass_time(0);
}

double now() {
  settle();
  return virtual_time();
}

double virtual_time() {
  return simgrid_get_clock();
}

std::byte* common_memory(std::size_t bytes) {
  // One piece serves all processes: SMPI copies nothing between addresses that it has given out as shared.
  struct Memory {
    std::byte* data = nullptr;
    std::size_t bytes = 0;
  };
  static Memory memory;
  if (bytes > memory.bytes) { // who has the former piece keeps it
    memory.bytes = std::max(2 * bytes, smallest_common_memory);
    memory.data = static_cast<std::byte*>(smpi_shared_malloc(memory.bytes, __FILE__, __LINE__));
  }
  return memory.data;
}

double host_speed() {
  return process_local<Host>().speed;
}

} // namespace hetgrid::kernel
