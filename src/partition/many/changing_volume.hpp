// NestingVolume of a nesting that changes a little at a time, in the time of the depth of its tree.
//
// The volume of a part of width w and height h is  across w + down h + guests:  a vertical cut that gives f of the width to
// the first part adds its length h, so that
//   across = f across_1 + (1 - f) across_2,   down = 1 + down_1 + down_2,   guests = guests_1 + guests_2,
// a horizontal one likewise. Whoever changes a node changes these figures of the nodes above it alone.
#pragma once

#include "partition/many/nesting.hpp"

#include <utility>
#include <vector>

namespace hetgrid::partition {

class ChangingVolume {
public:
  /// As for NestingVolume.
  ChangingVolume(const Nesting& nesting, std::span<const double> areas, double margin);

  /// Nodes have changed; those of them that are not in use may be anything.
  void update(const Nesting& nesting, std::span<const int> changed);
  /// Takes the last update back; once more, it is made again.
  void swap_update();
  /// As of NestingVolume, up to rounding: below rounding() times the volume.
  double operator()(const Nesting& nesting);

  static constexpr double rounding() { return 1e-12; } // of thousands of additions

private:
  struct Figures {
    double area = 0, across = 0, down = 0, guests = 0;
    int hosts = 0; ///< of guests
  };

  void recompute(const Nesting& nesting, int node);
  Figures of_leaf(const Nesting& nesting, const Nesting::Node& leaf) const;
  /// Is there room for all guests?
  bool fits(const Nesting& nesting, int node, double width, double height);

  NestingVolume volume_;
  std::vector<Figures> figures_;                ///< of each node
  std::vector<std::pair<int, Figures>> former_; ///< of the nodes of the last update
  std::vector<unsigned> touched_;               ///< of each node: the last update that concerned it
  unsigned update_ = 0;
};

} // namespace hetgrid::partition
