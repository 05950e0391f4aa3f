// Squares in a rectangle, on shelves: every square goes to the first shelf with room for it, or opens a new one on top. By
// non-increasing sides, squares that take half of a rectangle or less always fit if the first does (Moon and Moser 1967).
#pragma once

#include <vector>

namespace hetgrid::partition {

class SquarePacking {
public:
  struct Corner {
    double x, y;
  };

  /// An empty rectangle.
  void reset(double width, double height);

  /// \pre side is at most that of the squares before
  /// \return false if there is no room
  bool add(double side, Corner* corner = nullptr);

private:
  struct Shelf {
    double y, used;
  };

  double width_ = 0, height_ = 0, top_ = 0;
  std::vector<Shelf> shelves_;
};

} // namespace hetgrid::partition
