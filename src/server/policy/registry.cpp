// A new policy is a line here.
#include "hetgrid/server_policies.hpp"

#include "hetgrid/error.hpp"
#include "server/policy/policies.hpp"

#include <algorithm>
#include <array>

namespace hetgrid::server {
namespace {

using Maker = std::unique_ptr<Policy> (*)(const Star&, const Product&);

struct Entry {
  PolicyInfo info;
  Maker make;
};

constexpr std::array entries{
    Entry{{"orroml", "all workers in turn"}, orroml},
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

} // namespace

std::span<const PolicyInfo> policies() {
  return infos;
}

std::unique_ptr<Policy> make_policy(std::string_view name, const Star& star, const Product& product) {
  validate(star);
  validate(product);
  const auto entry = std::ranges::find(entries, name, [](const Entry& e) { return e.info.name; });
  if (entry == entries.end())
    throw ArgumentError("policy", name, names());
  return entry->make(star, product);
}

} // namespace hetgrid::server
