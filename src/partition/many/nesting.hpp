// Partitions of the unit square by nested cuts. A rectangle is cut in two by a vertical or horizontal line, each part
// likewise (guillotine cuts). A part that is not cut belongs to one process, its host, but for a square within it for each of
// its guests: one rectangle with guests is the Square Corner of [DeFlumere14] for any number of processes.
//
// The volume of communication follows from the tree. It is the sum of the half-perimeters of all processes less 2, for
// VoC = N (sum i_X + sum j_X - 2 N). A vertical cut of a rectangle of height h adds h to that sum, (w1 + h) + (w2 + h) =
// (w + h) + h, and a guest, whose host is in its rows and columns as before, adds the half-perimeter of its square:
//   VoC / N^2 = sum over cuts of their length + sum over guests of 2 sqrt(area).
#pragma once

#include "partition/many/square_packing.hpp"

#include <span>
#include <vector>

namespace hetgrid::partition {

enum class Cut { none, vertical, horizontal };

struct Nesting {
  struct Node {
    Cut cut = Cut::none;
    int parent = -1;
    int child[2] = {-1, -1}; ///< left and right, or upper and lower
    int host = -1;           ///< without a cut
    int guest = -1;          ///< the first of them, -1: none
  };
  std::vector<Node> nodes;     ///< nodes[0] is the whole square
  std::vector<int> next_guest; ///< of each process: the next guest of the same host, with no larger an area

  /// All of the square belongs to `host`.
  Nesting(int processes, int host);

  /// Cuts a part without a cut. \return its children, without hosts
  std::pair<int, int> divide(int node, Cut cut);
  /// Makes `process` a guest, in its place by area.
  void add_guest(int node, int process, std::span<const double> areas);
};

/// VoC / N^2 of nestings of the same processes.
class NestingVolume {
public:
  /// \param areas of the processes, with the sum 1
  /// \param margin room that guests have about them and hosts along their sides, for cells are not divided
  NestingVolume(std::span<const double> areas, double margin);

  /// \return infinity if the guests of a part do not fit into it
  double operator()(const Nesting& nesting);

  /// Is there room for guests? open() a part, then admit() them by non-increasing area.
  void open(double width, double height);
  bool admit(int process);

  double side(int process) const {
    return side_[static_cast<std::size_t>(process)];
  } ///< of a square of its area
  std::span<const double> areas() const { return areas_; }
  double margin() const { return margin_; }

private:
  double add_areas(const Nesting& nesting, int node);
  double of(const Nesting& nesting, int node, double width, double height);

  std::span<const double> areas_;
  double margin_;
  std::vector<double> side_; ///< of squares of the areas
  std::vector<double> node_area_;
  SquarePacking packing_;
};

} // namespace hetgrid::partition
