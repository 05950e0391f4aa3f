// How pictures show what a process does.
#pragma once

#include <array>

#include "cli/output/trace.hpp"

namespace hetgrid::cli {

/// Colour and meaning.
struct ActivityLook {
  const char* colour;
  const char* meaning;
};
/// In the order of activities, and of what is done outside of them.
inline constexpr std::array<ActivityLook, activities.size() + 1> activity_looks{
    {{"#c0392b", "panel: factoring panels"},
     {"#f2b03d", "broadcast: packing, sending, unpacking"},
     {"#4e79a7", "update: local multiplies and solves"},
     {"#8e6bb0", "swap: row interchanges"},
     {"#e4e4e4", "wait: for other ranks"},
     {"#8a8a8a", "other"}}};

} // namespace hetgrid::cli
