#include "partition/many/square_packing.hpp"

namespace hetgrid::partition {

void SquarePacking::reset(double width, double height) {
  width_ = width;
  height_ = height;
  top_ = 0;
  shelves_.clear();
}

bool SquarePacking::add(double side, Corner* corner) {
  auto shelf = shelves_.begin();
  while (shelf != shelves_.end() && shelf->used + side > width_)
    ++shelf;
  if (shelf == shelves_.end()) {
    if (side > width_ || top_ + side > height_)
      return false;
    shelf = shelves_.insert(shelf, {top_, 0});
    top_ += side;
  }
  if (corner)
    *corner = {shelf->used, shelf->y};
  shelf->used += side;
  return true;
}

} // namespace hetgrid::partition
