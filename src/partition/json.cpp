#include "hetgrid/partition.hpp"
#include "plan/json_fields.hpp"
#include "plan/limits.hpp"

namespace hetgrid::partition {
namespace {

using plan::Fields;
using plan::Json;

int within(Fields& fields, const char* name, std::int64_t low, std::int64_t high) {
  const int value = fields.get<int>(name);
  if (value < low || value > high)
    plan::refuse(fields.place(name), value, std::to_string(low) + " to " + std::to_string(high));
  return value;
}

Rectangle rectangle_from_json(const Json& json, const std::string& place, const Partition& partition) {
  Fields fields(json, place);
  const std::int64_t cells = partition.cells();
  Rectangle rectangle;
  rectangle.row = within(fields, "row", 0, cells - 1);
  rectangle.column = within(fields, "column", 0, cells - 1);
  rectangle.rows = within(fields, "rows", 1, cells - rectangle.row);
  rectangle.columns = within(fields, "columns", 1, cells - rectangle.column);
  rectangle.owner = within(fields, "owner", 0, partition.processes() - 1);
  fields.finish();
  return rectangle;
}

/// Which cells have an owner.
class Claims {
public:
  explicit Claims(std::int64_t cells) : cells_(cells), claimed_(static_cast<std::size_t>(cells * cells)) {}

  void claim(const Rectangle& rectangle, const std::string& place) {
    for (std::int64_t i = rectangle.row; i < rectangle.row + rectangle.rows; ++i)
      for (std::int64_t j = rectangle.column; j < rectangle.column + rectangle.columns; ++j) {
        const auto cell = static_cast<std::size_t>(i * cells_ + j);
        if (claimed_[cell])
          throw InputError(ArgumentError(place, name(cell), "cells that no other rectangle has").what());
        claimed_[cell] = true;
      }
  }
  void check_complete() const {
    for (std::size_t cell = 0; cell < claimed_.size(); ++cell)
      if (!claimed_[cell])
        throw InputError("rectangles: expected all cells, found none with " + name(cell));
  }

private:
  std::string name(std::size_t cell) const {
    const auto index = static_cast<std::int64_t>(cell);
    return "cell (" + std::to_string(index / cells_) + ", " + std::to_string(index % cells_) + ")";
  }

  std::int64_t cells_;
  std::vector<bool> claimed_;
};

} // namespace

std::string to_json(const Partition& partition) {
  Json list = Json::array();
  for (const Rectangle& rectangle : rectangles(partition))
    list.push_back({{"row", rectangle.row},
                    {"column", rectangle.column},
                    {"rows", rectangle.rows},
                    {"columns", rectangle.columns},
                    {"owner", rectangle.owner}});
  return Json{{"cells", partition.cells()}, {"processes", partition.processes()}, {"rectangles", list}}.dump(
      2);
}

Partition partition_from_json(const std::string& text) {
  const Json json = plan::parse_json(text, "partition");
  Fields fields(json, "");
  const int cells = within(fields, "cells", 1, Partition::most_cells);
  Partition partition(cells, within(fields, "processes", 1, plan::limits::processes));
  Claims claims(cells);
  plan::for_each_of(fields.require("rectangles"), "rectangles",
                    [&](const Json& entry, const std::string& place) {
                      const Rectangle rectangle = rectangle_from_json(entry, place, partition);
                      claims.claim(rectangle, place);
                      partition.assign(rectangle);
                    });
  fields.finish();
  claims.check_complete();
  return partition;
}

} // namespace hetgrid::partition
