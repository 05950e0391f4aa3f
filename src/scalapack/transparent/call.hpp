// One intercepted call: the decision, the moves, the report.
//
// All processes of the context take the same way through it. First they agree that the arguments are legal and the
// same, with one reduction; only then do they look at the session, which the first of them make together, and at the
// prediction; the last thing to agree on is that everyone has the memory. Until the results are moved back nothing of
// the caller's is touched, so that ScaLAPACK can have the call at any time before.
#pragma once

#include "api/controls.hpp"
#include "api/hash.hpp"
#include "comm/agreement.hpp"
#include "comm/collectives.hpp"
#include "comm/memory_error.hpp"
#include "hetgrid/error.hpp"
#include "kernel/memory_limit.hpp"
#include "measure/call_log.hpp"
#include "measure/profile.hpp"
#include "plan/quiet_arithmetic.hpp"
#include "scalapack/dispatch.hpp"
#include "scalapack/journal.hpp"
#include "scalapack/text.hpp"
#include "scalapack/transparent/operand.hpp"
#include "scalapack/transparent/session.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <complex>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace hetgrid::scalapack::transparent {

/// "m 10 n 20" from ("m", 10, "n", 20).
template <typename... Words>
Text spelled(const Words&... words) {
  Text text;
  const char* space = "";
  ((text << std::exchange(space, " ") << words), ...);
  return text;
}

/// How fast a library runs an algorithm, for the prediction.
struct Efficiency {
  double fraction;           ///< of the work per unit of time that the layout allows, for large matrices
  double seconds_per_column; ///< in steps that nothing hides, on the fastest process
};
struct Algorithm {
  Efficiency scalapack, hetgrid;
};
// Fitted to the times of bench_transparent with n = 1000, 2000 and 4000 on two equal processes of one node; from
// rank_k on with n = 1000 and 2000 alone: means of the grids 1 x 2 and 2 x 1, for inverses and eigenproblems
// 2 x 1, which gains less. Triangular and symmetric products and solves, and inverses: to those of `hetgrid time` with n = 800 to
// 4000.
inline constexpr Algorithm multiply{{0.81, 0}, {0.91, 0.5e-6}};
inline constexpr Algorithm lu{{0.78, 4e-6}, {0.86, 3e-6}};
inline constexpr Algorithm qr{{0.66, 8e-6}, {0.76, 6.7e-6}};
inline constexpr Algorithm cholesky{{0.61, 1.5e-6}, {0.75, 2e-6}};
inline constexpr Algorithm triangular_solve{{0.62, 3.9e-6}, {0.89, 1.6e-6}};
inline constexpr Algorithm triangular_product{{0.77, 1.2e-6}, {0.92, 1.1e-6}};
inline constexpr Algorithm symmetric_multiply{{0.65, 0}, {0.955, 1e-6}};
inline constexpr Algorithm rank_k{{0.545, 0}, {0.77, 2.1e-6}};
inline constexpr Algorithm rank_2k{{0.57, 1.7e-6}, {0.754, 4e-6}};
inline constexpr Algorithm triangular_inverse{{0.47, 2.8e-6}, {0.74, 1.6e-6}};
inline constexpr Algorithm cholesky_inverse{{0.5, 4.5e-6}, {0.74, 2e-6}};
inline constexpr Algorithm lu_inverse{{0.52, 4.4e-6}, {0.66, 3.8e-6}};
inline constexpr Algorithm eigenproblem{{0.49, 6.3e-6}, {0.64, 4e-6}};

/// A call's size.
struct Work {
  Text sizes;  ///< to be shown: "m 10 n 20"
  Index order; ///< what HETGRID_MIN_N is compared with: the smallest dimension of the factored matrix, of
               ///< the product
  double operations; ///< as LAPACK counts them, for real numbers
  Algorithm algorithm;
  bool may_be_partitioned = false; ///< compute() asks operands for their partition
};

// Why ScaLAPACK gets a call.
inline constexpr std::string_view not_aligned = "the operands are not aligned as ScaLAPACK demands",
                                  nothing_to_do = "nothing to do";

/// Ends the program with a message, from one process if all have the same.
[[noreturn]] void end_program(const char* message) noexcept;

/// Which processes of a context call a routine.
enum class Callers {
  all,   ///< ScaLAPACK compares the arguments of all processes, and so it is here
  owners ///< the PBLAS: perhaps only those that own some of the operands, who need not hear of others
};

class Call {
public:
  /// False if no call is to be looked at: HETGRID=off, another MPI, or ScaLAPACK itself calls. Ends the program with a
  /// message if an HETGRID variable is malformed.
  static bool wanted() noexcept;

  /// \param routine PDGETRF
  Call(Text routine, int context, Callers callers)
      : routine_(routine), context_(context), callers_(callers) {}

  /// ScaLAPACK gets the call, and may complain, unless `legal`, which depends on arguments that are the same on all
  /// processes. `objection`: what is shown then.
  void require(bool legal, std::string_view objection) {
    require_here(legal, objection);
    everywhere_ = everywhere_ || !legal;
  }
  /// The same for what is known on this process only.
  void require_here(bool legal, std::string_view objection) {
    if (!legal && objection_.empty())
      objection_ = objection;
  }
  /// An argument that must be the same everywhere.
  void same(Index value) { hash_.add(value); }
  template <typename T>
  void operand(const Operand<T>& x) {
    require(x.is_described(context_), illegal);
    require_here(!x.is_described(context_) || x.is_stored(), illegal);
    for (const int value : {x.row(), x.column(), x.desc().m, x.desc().n, x.desc().mb, x.desc().nb,
                            x.desc().rsrc, x.desc().csrc})
      same(value);
    smallest_block_ = std::min({smallest_block_, x.desc().mb, x.desc().nb});
    largest_block_ = std::max({largest_block_, x.desc().mb, x.desc().nb});
  }
  /// An operand of a context of its own, which this process is in.
  template <typename T>
  void stored_here(const Operand<T>& x) {
    require_here(x.is_described(x.desc().context) && x.is_stored(), illegal);
  }
  /// Operands of which some process owns nothing are left to those that own some: perhaps they alone make the call.
  template <typename... Operands>
  void require_all_owners(const Operands&... operands) {
    if (everywhere_)
      return;
    int p, q, myrow, mycol;
    Cblacs_gridinfo(context_, &p, &q, &myrow, &mycol);
    bool all = true;
    for (int i = 0; i < p; ++i)
      for (int j = 0; j < q; ++j)
        all = all && (operands.lies_on(i, p, j, q) || ...);
    require(all, "a process owns nothing of the operands");
  }

  /// A character argument, one of `allowed` (upper case) in either case.
  void letter(char value, std::string_view allowed) {
    const char upper = 'a' <= value && value <= 'z' ? static_cast<char>(value - 'a' + 'A') : value;
    require(allowed.find(upper) != std::string_view::npos, illegal);
    same(upper);
  }
  /// The smallest of the dimensions, which must be positive.
  Index order(std::initializer_list<int> dimensions) {
    for (const int n : dimensions) {
      require(n >= 0, illegal);
      require(n > 0, nothing_to_do);
      same(n);
    }
    return std::min(dimensions);
  }
  /// No objection so far on this process.
  bool acceptable() const noexcept { return objection_.empty(); }

  /// What routines that solve demand of A and B, both legal: the first rows are at the same place of a block of the same
  /// size, on the same grid row.
  template <typename A, typename B>
  bool rows_aligned(const Operand<A>& a, const Operand<B>& b) const {
    return acceptable() && a.desc().mb == b.desc().mb &&
           (a.row() - 1) % a.desc().mb == (b.row() - 1) % b.desc().mb &&
           a.first_row_owner() == b.first_row_owner();
  }

  /// Agrees that the arguments are legal and the same everywhere, and that there is enough to do to look further.
  /// Collective over the context, unless what all know already is enough to pass the call through.
  bool begin(const Work& work);
  /// A move of `bytes` on all processes together. Begins, lets `compute` work on the caller's operands where they are, as
  /// another layout would not make it faster, and reports. compute throws before it touches them or not at all; it returns
  /// false if ScaLAPACK shall have the call, the same on every process. Collective over the context. \return true if the call is
  /// done
  template <typename Compute>
  bool run_in_place(const Text& sizes, Index order, double bytes, Compute&& compute) {
    if (!begin(sizes, order, bytes >= least_bytes))
      return false;
    const kernel::MemoryLimit limit(memory_left());
    const measure::LoggedCall logged(routine_.c_str(), measure::Way::in_place);
    start();
    if (!compute())
      return false;
    report_in_place(lap());
    return true;
  }
  /// Begins unless the caller has begun, decides, gets memory, moves the operands, lets `compute(session)` work on their
  /// copies, and moves back. `reserve_more(session)` gets what else is needed of memory, and may throw std::bad_alloc.
  /// compute returns false if ScaLAPACK shall have the call after all, the same on every process. Collective over the
  /// context. \return true if the call is done
  template <typename T, typename Reserve, typename Compute, typename... Operands>
  bool run(const Work& work, Reserve&& reserve_more, Compute&& compute, Operands&... operands) {
    if (!begun_ && !begin(work))
      return false;
    const auto quietly = [](auto&& decide) {
      const plan::QuietArithmetic quiet;
      return decide();
    };
    Session& unlimited = *quietly([&] { return &Session::of_context(context_); });
    const auto prepare_by = [&](Session& session) {
      // For the speeds as they are: the session may have measured them again.
      partition_ =
          work.may_be_partitioned && &session == &unlimited ? unlimited.partition_for(work.order) : nullptr;
      const double moved = (0.0 + ... + (operands.stays(session, partition_) ? 0 : operands.bytes_moved()));
      if (!predict<T>(session, work, moved))
        return;
      reserve(session, operands...);
      if (acceptable())
        reserve_more(session);
    };
    for (bool again = false;; again = true) {
      Session* const session = quietly([&] { return prepare(unlimited, prepare_by); });
      if (!session)
        return false;
      // What a call needs beside the copies it tells where it lacks it. Where this was not known, another plan may do.
      const bool last = again || is_in_place(*session) || unlimited.workspace(class_);
      try {
        return run_by(*session, compute, operands...);
      } catch (const comm::MemoryError& error) {
        unlimited.note_workspace(class_, static_cast<double>(error.bytes()));
        if (last)
          throw;
      } catch (const std::bad_alloc&) { // the same, and not even for its text
        unlimited.note_workspace(class_, 0);
        if (last)
          throw;
      }
    }
  }

  /// ScaLAPACK gets the call if the caller's operands are as they were. Else nobody can have it any more: INFO says so; a
  /// routine without ends the program, as the PBLAS do where they lack memory. \return true if the call is done
  bool hand_on(const char* why, int* info) noexcept;
  /// ScaLAPACK gets the call because of an exception, which all processes have.
  void give_up(const char* why) noexcept {
    require(false, why);
    pass(why);
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::string_view illegal = "an argument is illegal";
  static constexpr double least_bytes = 1 << 20; ///< below, moves differ by microseconds

  bool begin(const Text& sizes, Index order, bool large);
  /// The call by the plan of a session, for which the operands are reserved. As run().
  template <typename Compute, typename... Operands>
  bool run_by(Session& session, Compute& compute, Operands&... operands) {
    const kernel::MemoryLimit limit(memory_left());
    const measure::LoggedCall logged(routine_.c_str(),
                                     is_in_place(session) ? measure::Way::in_place : measure::Way::uneven);
    moving_ = 0;
    start();
    session.memory().touch();
    comm::barrier(session.grid().all()); // those with less to touch would wait in the first move
    taking_memory_ = lap();              // once: no part of what such calls take
    const double idle = measure::profile().idle;
    {
      const measure::Phase phase(&measure::Profile::exchange);
      (operands.move_in(session), ...);
    }
    moving_ += lap();
    touched_ = (operands.changes_in_place() || ...);
    const bool done = compute(session);
    computing_ = lap();
    if (done && !touched_) {
      // After the first result nobody may lack memory for the second.
      const comm::Reservation memory(session.grid().all(), "the results of a call",
                                     (operands.memory_of_move(session) + ...));
      touched_ = true;
      const measure::Phase phase(&measure::Profile::exchange);
      (operands.move_out(session), ...);
    }
    moving_ += lap();
    waiting_ = measure::profile().idle - idle;
    report(session, done);
    return done;
  }
  template <typename T>
  bool predict(Session& session, const Work& work, double bytes) {
    constexpr bool is_complex = !std::is_arithmetic_v<T>;
    constexpr bool is_single = sizeof(T) == (is_complex ? 2 : 1) * sizeof(float);
    return predict(session, work, work.operations * (is_complex ? 4 : 1) / (is_single ? 2 : 1), bytes);
  }
  /// \param operations those of double precision that take as long
  /// Collective over the context.
  bool predict(Session& session, const Work& work, double operations, double bytes);
  /// All copies begin where that of the first result moves least: what is aligned stays aligned.
  template <typename... Operands>
  void reserve(Session& session, Operands&... operands) {
    std::optional<Sources> sources;
    const auto choose = [&](const auto& operand) {
      if (!sources && operand.is_result())
        sources = operand.closest_sources(session);
    };
    if (!session.is_uniform() && !partition_)
      (choose(operands), ...);
    const auto needed = [&](int rank) {
      return (operands.bytes_of_copy(session, sources.value_or(Sources{}), partition_, rank) + ...);
    };
    const int me = session.grid().rank();
    copies_ = needed(me);
    copies_of_node_ = 0;
    for (const int rank : session.node())
      copies_of_node_ += needed(rank);
    (operands.release(), ...);
    const std::array sizes{static_cast<std::size_t>(
        operands.bytes_of_copy(session, sources.value_or(Sources{}), partition_, me))...};
    require_memory(session, sizes);
    if (!acceptable())
      return;
    (operands.reserve(session, sources.value_or(Sources{}), partition_), ...);
  }
  /// For copies_ on this process, of these bytes each, and copies_of_node_ on its node. Local.
  void require_memory(Session& session, std::span<const std::size_t> sizes);
  /// What HETGRID_MEMORY leaves for what the routine itself needs.
  std::size_t memory_left() const;
  /// Everyone predicts a gain and has its memory, by the session's plan or by one within the memory of each. What the
  /// processes learn of the last call counts for this one. \param prepare_by prepares by the plan of a session
  /// \return the session of the plan; nullptr: the call is passed through
  template <typename Prepare>
  Session* prepare(Session& unlimited, Prepare&& prepare_by) {
    enum Opinion : std::int64_t { impossible, lacking_memory, slower, faster };
    const Text before = objection_;
    Session* session = &unlimited;
    for (;;) {
      slower_ = lacks_room_ = false;
      try {
        prepare_by(*session);
      } catch (const std::bad_alloc&) {
        lacks_room_ = false;
        require(false, "no memory for copies");
      }
      Opinion opinion = impossible;
      if (acceptable())
        opinion = faster;
      else if (before.empty() && (slower_ || lacks_room_))
        opinion = slower_ ? slower : lacking_memory;
      const auto [least, revised] = session->agree(opinion, context_);
      if (least == faster && !revised)
        return session;
      if (revised) {
        session = &unlimited;
      } else if (Session* const smaller = least == lacking_memory && session == &unlimited
                                              ? unlimited.within(rooms(unlimited), context_)
                                              : nullptr) {
        session = smaller;
      } else {
        pass("another process has no memory for copies, or HETGRID_MEMORY allows less");
        if (least == slower)
          journal::time_next(
              session->note({class_, Library::scalapack, scalapack_seconds_, scalapack_seconds_, 0, 1}));
        return nullptr;
      }
      objection_ = before;
    }
  }
  /// What each process of the context has room for, relative to the copies of all. Collective over the context.
  std::vector<double> rooms(Session& session);
  bool is_in_place(const Session& session) const noexcept { return session.is_uniform() && !partition_; }
  void start() { last_ = Clock::now(); }
  double lap() {
    const auto now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }
  /// Says why ScaLAPACK gets the call, `otherwise` if this process does not know better.
  void pass(std::string_view otherwise) const noexcept;
  void report(Session& session, bool done) const noexcept;
  void report_in_place(double seconds) const noexcept;
  void print(const Text& text) const noexcept;
  /// This process is the first of the context, which tells and counts for all.
  bool is_first() const noexcept;

  Text routine_;
  int context_;
  Callers callers_;
  bool begun_ = false;
  bool everywhere_ = false; ///< all processes have the objection
  bool touched_ = false;    ///< what the caller sees may have changed
  Text objection_, sizes_;
  int smallest_block_ = std::numeric_limits<int>::max(), largest_block_ = 0;
  api::Hash hash_;
  const ChosenPartition* partition_ = nullptr; ///< of the session; nullptr: the grid
  CallClass class_;
  bool slower_ = false;     ///< than ScaLAPACK, is what is predicted
  bool lacks_room_ = false; ///< for copies by this plan
  double predicted_gain_ = 0, scalapack_seconds_ = 0, hetgrid_seconds_ = 0;
  double taking_memory_ = 0, moving_ = 0, computing_ = 0, waiting_ = 0;
  double copies_ = 0, copies_of_node_ = 0; ///< bytes on this process, on all of its node
  Clock::time_point last_;
};

/// Place of a type in the order s, d, c, z, i.
template <typename T>
inline constexpr int type_index = std::is_same_v<T, float>                  ? 0
                                  : std::is_same_v<T, double>               ? 1
                                  : std::is_same_v<T, std::complex<float>>  ? 2
                                  : std::is_same_v<T, std::complex<double>> ? 3
                                                                            : 4;

/// PDGETRF for GETRF and double.
template <typename T>
Text routine_name(std::string_view name) {
  Text text;
  return text << 'P' << "SDCZI"[type_index<T>] << name;
}

/// Runs attempt(call) for a call on a context, unless no call is wanted or this process is not in the
/// context. Exceptions are the same on all its processes: without memory ScaLAPACK gets the call, if that is found while
/// the caller's operands are as they were, else the call fails; if a HETGRID variable or its file is at fault the program
/// ends. \param info nullptr for routines without
template <typename T, typename Attempt>
bool intercepted(std::string_view name, Callers callers, int context, int* info, Attempt&& attempt) noexcept {
  if (!Call::wanted() || !comm::Grid::is_member(context))
    return false;
  try {
    Call call(routine_name<T>(name), context, callers);
    try {
      return attempt(call);
    } catch (const comm::MemoryError& error) { // before anything of the caller's has changed
      call.give_up(error.what());
      return false;
    } catch (const std::bad_alloc&) { // the same, and not even for its text
      call.give_up("no memory");
      return false;
    } catch (const SystemError& error) {
      return call.hand_on(error.what(), info);
    }
  } catch (const std::exception& error) {
    end_program(error.what());
  }
}

/// The same for the context of a descriptor.
template <typename T, typename Attempt>
bool intercepted(std::string_view name, Callers callers, const int* desc, int* info,
                 Attempt&& attempt) noexcept {
  return intercepted<T>(name, callers, layout::Descriptor::from(desc).context, info,
                        std::forward<Attempt>(attempt));
}

/// For calls that need nothing but their copies.
inline constexpr auto no_more_memory = [](Session&) {};

/// all[k] = element first + k of a vector along `axis`, on every process. `mine` are indexed by local index, those of this
/// process, and the same on all processes with this `coordinate`. Collective over a line of the grid that crosses the
/// axis' coordinates.
template <typename T>
void gather(const layout::Axis& axis, Index first, int coordinate, const T* mine, MPI_Comm line,
            std::vector<T>& all) {
  std::ranges::fill(all, T{});
  for (Index k = 0; k < std::ssize(all); ++k)
    if (axis.owner(first + k) == coordinate)
      all[static_cast<std::size_t>(k)] = mine[axis.local(first + k, coordinate)];
  comm::all_reduce(all, MPI_SUM, line);
}

/// all[k] + shift to element first + k of a vector along `axis`, on the processes with its coordinate.
template <typename T>
void scatter(const std::vector<T>& all, T shift, const layout::Axis& axis, Index first, int coordinate,
             T* mine) {
  for (Index k = 0; k < std::ssize(all); ++k)
    if (axis.owner(first + k) == coordinate)
      mine[axis.local(first + k, coordinate)] = all[static_cast<std::size_t>(k)] + shift;
}

} // namespace hetgrid::scalapack::transparent
