// Memory for the little that a process needs to meet the others of a call, and to tell them that it has no more. What a call
// keeps back (kernel::StandbyMemory) is taken after they have met, as it may not be there.
#pragma once

#include <cstddef>
#include <memory_resource>

namespace hetgrid::comm {

/// What operator new gives; where that has nothing, part of 256 KiB that the program has had since it began: enough for
/// some tens of sets of a thousand processes. Of one thread at a time. \throws std::bad_alloc when these are used up, too
std::pmr::memory_resource* last_resort();

/// The objects of a class derived from this are made there.
struct MadeOfLastResort {
  static void* operator new(std::size_t bytes) { return last_resort()->allocate(bytes); }
  static void operator delete(void* object, std::size_t bytes) { last_resort()->deallocate(object, bytes); }
};

} // namespace hetgrid::comm
