// What every dispatcher does: look at the descriptors, find ScaLAPACK's routine, count the calls of it.
#pragma once

#include "hetgrid.h"
#include "hetgrid/layout.hpp"
#include "scalapack/next_symbol.hpp"

#include <initializer_list>
#include <string_view>

#define HG_TEXT_OF(symbol) #symbol
#define HG_EXPANDED_TEXT_OF(symbol) HG_TEXT_OF(symbol)
/// The name that the linker knows a Fortran routine by.
#define HG_SYMBOL(name, NAME) HG_EXPANDED_TEXT_OF(HG_FC_GLOBAL(name, NAME))

namespace hetgrid::scalapack {

/// `letter` is one of `letters` (upper case), in either case.
inline bool is(const char* letter, std::string_view letters) noexcept {
  const char upper = *letter >= 'a' && *letter <= 'z' ? static_cast<char>(*letter - 'a' + 'A') : *letter;
  return letters.find(upper) != std::string_view::npos;
}

/// One of the descriptors is that of a partition. nullptr stands for an operand that is not referenced.
template <typename... Descriptor>
bool any_partitioned(const Descriptor*... desc) noexcept {
  return ((desc && desc[0] == layout::dtype_partitioned) || ...);
}

/// One of the descriptors is that of an uneven layout or a partition, none that ScaLAPACK knows. nullptr as above.
template <typename... Descriptor>
bool any_uneven(const Descriptor*... desc) noexcept {
  return ((desc && desc[0] == layout::dtype_uneven) || ...) || any_partitioned(desc...);
}

/// The same for operands of which a process may own nothing and know nothing (CTXT_ = -1): if one is uneven on any
/// process of `context`. Collective over it, but for calls within a ScalapackCall: nothing is uneven there.
bool any_uneven_in(int context, const int* desca, const int* descb) noexcept;
/// Likewise collective over all processes of the program.
bool any_uneven_anywhere(const int* desca, const int* descb) noexcept;

/// The context of all processes of the program, as BLACS_GET(-1, 0) gives it.
int system_context() noexcept;

/// While it lives, the calls that come are those of ScaLAPACK's own routines among themselves.
class ScalapackCall {
public:
  ScalapackCall() noexcept { ++depth; }
  ~ScalapackCall() { --depth; }
  ScalapackCall(const ScalapackCall&) = delete;
  ScalapackCall& operator=(const ScalapackCall&) = delete;

  static bool active() noexcept { return depth > 0; }

private:
  inline static constinit thread_local int depth = 0;
};

/// \copydoc next_symbol. Without it the program cannot go on: it ends as ScaLAPACK ends it, by BLACS_ABORT.
void* scalapack_symbol(const char* symbol, int context) noexcept;

/// ScaLAPACK's routine.
template <typename Routine>
Routine* scalapack_routine(const char* symbol, int context) noexcept {
  return reinterpret_cast<Routine*>(scalapack_symbol(symbol, context));
}

/// A descriptor and its position in an argument list.
struct PlacedDescriptor {
  int position;
  const int* desc;
};

/// A routine that cannot work on uneven layouts: INFO, or what HG_LASTINFO returns, says which of the descriptors is one
/// (DTYPE_); PXERBLA and the reason are printed. Local.
void refuse(const char* routine, int* info, std::initializer_list<PlacedDescriptor> descriptors,
            const char* reason) noexcept;

} // namespace hetgrid::scalapack
