#include "partition/push/direction.hpp"

#include <utility>

namespace hetgrid::partition {

Rectangle View::turned(Rectangle rectangle) const {
  if (transposed_) {
    std::swap(rectangle.row, rectangle.column);
    std::swap(rectangle.rows, rectangle.columns);
  }
  if (reflected_)
    rectangle.row = cells() - rectangle.row - rectangle.rows;
  return rectangle;
}

void View::exchange(std::int64_t i, std::int64_t j, std::int64_t g, std::int64_t h) {
  if (transposed_)
    state_.exchange(j, row(i), h, row(g));
  else
    state_.exchange(row(i), j, row(g), h);
}

} // namespace hetgrid::partition
