#include "plan/distribution/line_kinds.hpp"

#include <map>
#include <string_view>
#include <unordered_map>

namespace hetgrid::plan {
namespace {

std::size_t at(std::int64_t k) {
  return static_cast<std::size_t>(k);
}

} // namespace

LineKinds::LineKinds(const Distribution& distribution) {
  const std::size_t width = at(distribution.columns);
  std::unordered_map<std::string_view, int> known_rows; // by the bytes of the owners
  std::vector<const int*> rows_by_kind;
  for (int i = 0; i < distribution.rows; ++i) {
    const int* const owners = distribution.owner.data() + at(i) * width;
    const std::string_view bytes(reinterpret_cast<const char*>(owners), width * sizeof *owners);
    const auto [place, is_new] = known_rows.try_emplace(bytes, rows);
    row.push_back(place->second);
    if (is_new) {
      rows_by_kind.push_back(owners);
      ++rows;
    }
  }
  std::map<std::vector<int>, int> known_columns; // one owner a kind of rows
  std::vector<int> owners(at(rows));
  for (std::size_t j = 0; j < width; ++j) {
    for (std::size_t kind = 0; kind < owners.size(); ++kind)
      owners[kind] = rows_by_kind[kind][j];
    const auto [place, is_new] = known_columns.try_emplace(owners, columns);
    column.push_back(place->second);
    columns += is_new;
  }
  owner.resize(at(rows) * at(columns));
  for (const auto& [owners_of_kind, kind] : known_columns)
    for (std::size_t i = 0; i < at(rows); ++i)
      owner[i * at(columns) + at(kind)] = owners_of_kind[i];
}

std::vector<double> lines_of_kinds(const std::vector<int>& kind, int kinds, std::int64_t blocks) {
  std::vector<double> lines(at(kinds));
  const auto period = static_cast<std::int64_t>(kind.size());
  for (std::int64_t k = 0; k < period; ++k)
    lines[at(kind[at(k)])] += static_cast<double>((blocks - k + period - 1) / period);
  return lines;
}

} // namespace hetgrid::plan
