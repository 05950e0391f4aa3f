// The Push of [DeFlumere14]: the cells of one process leave an edge of its enclosing rectangle for places within the
// rectangle, and the processes that owned these places get the cells of the edge. No number of cells changes, no enclosing
// rectangle grows, and the volume of communication does not rise: a Push that would raise it is refused, though appendix A
// taken literally makes it.
#pragma once

#include "partition/push/direction.hpp"

namespace hetgrid::partition {

/// Which Pushes are legal. A row or column is dirtied with a process that gets its first cell there, cleaned of one that
/// loses its last.
struct PushType {
  enum class Dirtied {
    nothing,
    one_row, ///< that is parallel to the edge
    one_line,
    anything
  };
  Dirtied pushed; ///< what may be dirtied with the process that is pushed
  bool
      others; ///< whether anything may be dirtied with the other processes, within their enclosing rectangles
  bool lowers; ///< whether the volume of communication has to fall; otherwise it must not rise

  bool operator==(const PushType&) const = default;
};

/// Appendix A, for two processes.
inline constexpr PushType push_of_two = {PushType::Dirtied::one_row, true, false};

/// Types One to Six of 6.1.
inline constexpr PushType push_types[] = {
    {PushType::Dirtied::nothing, false, true},   {PushType::Dirtied::anything, false, true},
    {PushType::Dirtied::nothing, true, true},    {PushType::Dirtied::anything, true, true},
    {PushType::Dirtied::one_line, false, false}, {PushType::Dirtied::one_line, true, false},
};

/// A Push of `process`; deterministic: elements take places as a typewriter would, from left to right and top to bottom as the
/// View has them, each the first that is legal. In LU, each the first that is legal in a row or column in which cells of the
/// process stay, if there is one: that line is not cleaned of it anyway.
/// \returns whether there is such a Push; otherwise nothing has changed
bool push(PushState& state, int process, Direction direction, const PushType& type);

/// The first Push that is legal: of appendix A between two processes, of types One to Six between more (6.1, 6.4).
/// \returns the type, null if there is none
const PushType* push(PushState& state, int process, Direction direction);

} // namespace hetgrid::partition
