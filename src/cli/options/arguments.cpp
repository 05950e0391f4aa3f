#include "cli/options/arguments.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "cli/options/message.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_memory.hpp"
#include "plan/metric_prefix.hpp"
#include "plan/text_file.hpp"
#include "server/judge.hpp"

namespace hetgrid::cli {
namespace {

/// The whole of `text` as a number.
template <class T>
bool parse_number(std::string_view text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, value);
  return status == std::errc() && rest == end;
}

/// The text of `file`, through `parse`; what is wrong with it is said with its name.
template <class Parse>
auto parsed(const std::string& file, Parse&& parse) {
  const std::string text = read_text(file);
  try {
    return parse(text);
  } catch (const ArgumentError& error) {
    const WrongArgument wrong(error);
    throw ArgumentError(file + ": " + error.argument(), wrong.value, wrong.expected);
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{}: {}", file, error.what()));
  }
}

/// That a policy has at least: for every step each chunk of C, which is no larger than the largest memory, is sent something.
double least_transfers(const server::Star& star, const server::Product& product) {
  double largest = 0;
  for (const server::Worker& worker : star.workers)
    largest = std::max(largest, static_cast<double>(server::capacity(product, worker)));
  const double c = static_cast<double>(product.m) * static_cast<double>(product.n);
  return static_cast<double>(product.t()) * std::max(1.0, c / largest);
}

} // namespace

std::vector<double> parse_cycle_times(const std::string& text) {
  return plan::cycle_times_from_text("--cycle-times", text);
}

std::vector<double> parse_speeds(const std::string& text) {
  const std::vector<double> speeds = plan::cycle_times_from_text("--speeds", text, ",:");
  if (speeds.size() < 2)
    throw ArgumentError("--speeds", text, "those of two processes or more");
  return speeds;
}

std::pair<int, int> parse_pair(const std::string& option, const std::string& text) {
  const std::size_t cross = text.find('x');
  int first = 0, second = 0;
  if (cross == std::string::npos || !parse_number(std::string_view(text).substr(0, cross), first) ||
      !parse_number(std::string_view(text).substr(cross + 1), second) || first < 1 || second < 1)
    throw ArgumentError(option, text, "two positive integers as in 2x3");
  return {first, second};
}

double parse_bit_rate(const std::string& option, const std::string& text) {
  constexpr double slowest = 1e5, fastest = 1e11;
  const double rate = plan::number_with_prefix(text).value_or(0);
  if (!(rate >= slowest && rate <= fastest))
    throw ArgumentError(option, text, "bits a second from 100k to 100G");
  return rate;
}

namespace {

/// What stands between commas.
std::vector<double> parse_list(const std::string& option, const std::string& text,
                               double (*parse)(const std::string& option, const std::string& text)) {
  std::vector<double> values;
  for (std::size_t begin = 0, end; begin <= text.size(); begin = end + 1) {
    end = std::min(text.find(',', begin), text.size());
    values.push_back(parse(option, text.substr(begin, end - begin)));
  }
  return values;
}

double parse_byte_size(const std::string& option, const std::string& text) {
  constexpr double most = 1e18;
  const double bytes = plan::number_with_prefix(text).value_or(0);
  if (!(bytes >= 1 && bytes <= most))
    throw ArgumentError(option, text, "bytes, as in 500M or 2G");
  return bytes;
}

} // namespace

std::vector<double> parse_bit_rates(const std::string& option, const std::string& text) {
  return parse_list(option, text, parse_bit_rate);
}

std::vector<double> parse_byte_sizes(const std::string& option, const std::string& text) {
  return parse_list(option, text, parse_byte_size);
}

void set_worker_memory(plan::Platform& platform, const std::string& memory, layout::Index block_size,
                       std::size_t element_bytes) {
  if (memory.empty())
    return;
  const std::vector<double> sizes = parse_byte_sizes("--memory", memory);
  std::vector<plan::ProcessSpeed*> workers;
  for (plan::ProcessSpeed& process : platform.processes)
    if (process.rank != platform.server.rank || platform.server.computes)
      workers.push_back(&process);
  if (sizes.size() != 1 && sizes.size() != workers.size())
    throw ArgumentError("--memory", memory,
                        workers.size() == 1
                            ? "one size, for one worker"
                            : fmt::format("one size, or {}, one for each worker", workers.size()));
  const double block = static_cast<double>(block_size * block_size) * static_cast<double>(element_bytes);
  if (std::ranges::min(sizes) < block)
    throw ArgumentError(
        "--memory", memory,
        fmt::format("at least {:.0f} bytes for each, a block of {} x {}", block, block_size, block_size));
  for (std::size_t k = 0; k < workers.size(); ++k)
    workers[k]->memory = sizes[sizes.size() == 1 ? 0 : k];
}

void check_lu_policy(const std::string& policy, const server::Star& star, const server::Product& matrix) {
  server::Product mine = server::product_for(policy, matrix);
  mine.k = mine.block_size;
  try {
    server::make_policy(policy, mine.added ? star : server::with_shares(star, mine), mine);
  } catch (const ArgumentError& error) {
    throw ArgumentError("--policy", policy,
                        fmt::format("one for these workers and their memory: {}", error.what()));
  }
}

std::string chosen_policy(const std::string& policy, const std::vector<server::Judged>& compared,
                          const server::Product& product) {
  if (policy != "auto")
    return policy;
  if (compared.empty() || !compared.front().feasible())
    throw ArgumentError("--memory", "that of the workers",
                        fmt::format("room for {} blocks of {} x {} on one of them at least",
                                    server::buffers_needed(server::MemoryLayout::sequential, 1),
                                    product.block_size, product.block_size));
  return std::string(compared.front().policy.name);
}

std::string read_text(const std::string& file) {
  return plan::text_of_file(file);
}

plan::Platform platform_from_file(const std::string& file) {
  return parsed(file, plan::platform_from_json);
}

plan::Plan plan_from_file(const std::string& file) {
  return parsed(file, plan::plan_from_json);
}

partition::Partition partition_from_file(const std::string& file) {
  return parsed(file, partition::partition_from_json);
}

void check_simulation_length(const server::Star& star, const server::Product& product) {
  const double transfers = least_transfers(star, product), most = server::most_transfers(star);
  if (transfers > most)
    throw ArgumentError(
        "block_size", std::to_string(product.block_size),
        fmt::format("blocks or memory so large that at most {:g} transfers are simulated, not {:.2g}", most,
                    transfers));
}

} // namespace hetgrid::cli
