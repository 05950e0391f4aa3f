// What calls of a routine cost, as profiles of programs have it.
#pragma once

#include "comm/traffic.hpp"
#include "measure/profile.hpp"

#include <array>
#include <cstdint>

namespace hetgrid::measure {

/// What became of a call.
enum class Way {
  native,        ///< a routine HG_P..., or one that ScaLAPACK computes on uniform layouts
  uneven,        ///< intercepted, on copies of the operands
  in_place,      ///< intercepted, on the operands themselves
  passed_through ///< ScaLAPACK had it
};
/// How files call them, in this order.
inline constexpr std::array<const char*, 4> way_names{"native", "uneven", "in place", "passed through"};

/// Calls of a routine that went the same way, on this process.
struct CallSum {
  std::int64_t calls = 0;
  double seconds = 0;
  Profile parts;       ///< of the seconds
  comm::Traffic moved; ///< sent by messages
};

} // namespace hetgrid::measure
