// Intercepted routines with workspace: its length is checked and answered as ScaLAPACK does.
#pragma once

#include "scalapack/transparent/call.hpp"

#include <complex>
#include <string_view>

namespace hetgrid::scalapack::transparent {

/// ScaLAPACK's routines for s, d, c, z.
using Symbols = const char* const[4];
/// What ScaLAPACK's routine answers to a workspace query, for which it checks all arguments.
template <typename T>
struct WorkspaceAnswer {
  T work{}; ///< WORK(1), the least LWORK
  int info = 0;

  /// ask(routine, &work, &lwork, &info) calls the routine. Collective over the context.
  template <typename Routine, typename Ask>
  static WorkspaceAnswer of(const Symbols& symbols, const int* desc, Ask&& ask) {
    const auto routine =
        scalapack_routine<Routine>(symbols[type_index<T>], layout::Descriptor::from(desc).context);
    const int query = -1;
    WorkspaceAnswer answer;
    const ScalapackCall guard;
    ask(routine, &answer.work, &query, &answer.info);
    return answer;
  }
  Index least() const { return static_cast<Index>(std::real(work)); }
};

inline constexpr std::string_view workspace_query = "a workspace query",
                                  short_workspace = "LWORK is too small";

} // namespace hetgrid::scalapack::transparent
