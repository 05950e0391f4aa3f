// A new policy is a line here.
#include "hetgrid/server_policies.hpp"

#include "hetgrid/dynamic_policy.hpp"
#include "hetgrid/error.hpp"
#include "plan/shortened.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>
#include <array>

namespace hetgrid::server {
namespace {

using Maker = std::unique_ptr<Policy> (*)(const Star&, const Product&);

struct Entry {
  PolicyInfo info;
  Maker make;
  Least (*least)(const Star&, const Product&) = nullptr; ///< if that is known
};

/// A strategy for tasks on demand, by its name there. One alone is told speeds.
template <const char* name>
std::unique_ptr<Policy> on_demand(const Star& star, const Product& product) {
  dynamic::Options options;
  for (const Worker& worker : star.workers)
    options.speeds.push_back(1 / worker.seconds_per_update);
  return dynamic::make_policy(name, star, product, options);
}
constexpr char random_tasks[] = "random", sorted_tasks[] = "sorted", data_aware[] = "dynamic",
               two_phases[] = "dynamic-2-phases", greedy[] = "greedy", partition[] = "partition";

constexpr std::array entries{
    Entry{{"holm", "as many workers as the port can feed, in turn"}, holm},
    Entry{{"orroml", "all workers in turn"}, orroml},
    Entry{{"ommoml", "who would begin the step first"}, ommoml},
    Entry{{"oddoml", "who has asked first, with memory for two steps"}, oddoml},
    Entry{{"ddoml", "who has asked first, with memory for one step"}, ddoml},
    Entry{{"bmm", "who has asked first, thirds of the memory for A, B and C"}, bmm},
    Entry{{"obmm", "who has asked first, fifths of the memory for two of A, two of B, and C"}, obmm},
    Entry{{"global", "the most work in all for the time so far"}, global, least_of_two_phases},
    Entry{{"local", "the most work for the time of the transfer"}, local, least_of_two_phases},
    Entry{{"global-two-steps", "global, for the best pair of transfers"},
          global_two_steps,
          least_of_two_phases},
    Entry{{"local-two-steps", "local, for the best pair of transfers"}, local_two_steps, least_of_two_phases},
    Entry{{"best-of-four", "the fastest of the last four", false}, best_of_four},
    Entry{{"two-buffers", "global-two-steps, receiving as soon as buffers are free, chunk by chunk"},
          two_buffers},
    Entry{{"periodic", "two-buffers, in the best period of selections that a search finds", false}, periodic},
    Entry{{"guided", "oddoml, with smaller chunks in the end"}, guided},
    Entry{{"shared-chunks", "chunks on demand, of which others take the last steps in the end", true, true},
          shared_chunks},
    Entry{{"alternating-greedy", "one worker; memory without limit, C stays", false}, alternating_greedy},
    Entry{{"thrifty", "as few workers as possible, never idle; memory without limit, C stays", false},
          thrifty},
    Entry{{"min-min", "the task that can start first; memory without limit, C stays", false}, min_min},
    Entry{{random_tasks, "tasks on demand: any", false, true}, on_demand<random_tasks>},
    Entry{{sorted_tasks, "tasks on demand: in their order", false, true}, on_demand<sorted_tasks>},
    Entry{{data_aware, "tasks on demand: those of new random indices", false, true}, on_demand<data_aware>},
    Entry{{two_phases, "dynamic; in the end any task", false, true}, on_demand<two_phases>},
    Entry{{greedy, "tasks on demand: those of the best new index", false, true, true}, on_demand<greedy>},
    Entry{{partition, "tasks on demand: of parts by speed, then of those of others", false, true, true},
          on_demand<partition>},
};

constexpr auto infos = [] {
  std::array<PolicyInfo, entries.size()> infos;
  std::ranges::transform(entries, infos.begin(), &Entry::info);
  return infos;
}();

std::string names() {
  std::string list;
  for (const PolicyInfo& info : infos)
    list += (list.empty() ? "" : ", ") + std::string(info.name);
  return list;
}

const Entry& entry_of(std::string_view name) {
  const auto entry = std::ranges::find(entries, name, [](const Entry& e) { return e.info.name; });
  if (entry == entries.end())
    throw ArgumentError("policy", plan::shortened(plan::one_line(std::string(name))), names());
  return *entry;
}

} // namespace

std::span<const PolicyInfo> policies() {
  return infos;
}

Product product_for(std::string_view policy, Product product) {
  product.added = entry_of(policy).info.added;
  return product;
}

std::unique_ptr<Policy> make_policy(std::string_view name, const Star& star, const Product& product) {
  validate(star);
  validate(product);
  const Entry& entry = entry_of(name);
  if (entry.info.added != product.added)
    throw ArgumentError("product.added", product.added ? "true" : "false",
                        std::string(entry.info.added ? "true" : "false") + " with policy " +
                            std::string(name));
  return entry.make(star, product);
}

Least least_of(std::string_view policy, const Star& star, const Product& product) {
  const Entry& entry = entry_of(policy);
  return entry.least ? entry.least(star, product) : Least();
}

} // namespace hetgrid::server
