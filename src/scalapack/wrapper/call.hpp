// A call of a ScaLAPACK routine some of whose operands have uneven layouts: the operands move to uniform layouts of the
// same grid, the routine computes there, results move back.
//
// Every submatrix gets a layout of its own that begins with it, at process (0, 0), and all get the same square blocks:
// so every alignment that a routine of ScaLAPACK demands is there. No descriptor has one row or one column: some
// routines take that for a special case.
#pragma once

#include "api/border.hpp"
#include "api/check.hpp"
#include "comm/grid.hpp"
#include "scalapack/dispatch.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <initializer_list>
#include <limits>

namespace hetgrid::scalapack::wrapper {

using layout::Index;

enum Intent { in, out, inout };

/// What becomes of IA, JA and INCX = 1.
inline constexpr int one = 1;

/// The value of a function whose arguments are illegal.
template <typename T>
inline constexpr T not_a_number{std::numeric_limits<decltype(std::real(T{}))>::quiet_NaN()};

/// For expressions in INTEGER arguments and Index.
constexpr Index min(Index a, Index b) noexcept {
  return a < b ? a : b;
}
constexpr Index max(Index a, Index b) noexcept {
  return a > b ? a : b;
}

/// A callable that outlives this reference to it.
class Step {
public:
  template <typename F>
  Step(const F& f)
      : callable_(&f), run_([](const void* callable) { (*static_cast<const F*>(callable))(); }) {}
  void operator()() const { run_(callable_); }

private:
  const void* callable_;
  void (*run_)(const void*);
};

/// A short list that takes no memory: what is noted before the processes agree may not fail on one of them alone.
template <typename T>
class Notes {
public:
  void add(const T& entry) { entries_.at(count_++) = entry; }
  auto begin() const noexcept { return entries_.begin(); }
  auto end() const noexcept { return entries_.begin() + count_; }
  const T& front() const noexcept { return entries_.front(); }

private:
  std::array<T, 32> entries_{};
  std::size_t count_ = 0;
};

class Call;

/// An argument that does not go to the routine as it is. Its constructor only notes the argument; the rest is called by
/// Call::run, on all processes of the grid, in this order.
class Argument {
public:
  Argument() = default;
  virtual ~Argument() = default;
  Argument(const Argument&) = delete;
  Argument& operator=(const Argument&) = delete;

  /// Objects to what is illegal. Local.
  virtual void check(api::ArgumentChecker&, const comm::Grid&) {}
  /// Rows or columns, whichever are more, that it has in the uniform layout.
  virtual Index extent() const { return 0; }
  /// Gets memory. Local. \throws std::bad_alloc
  virtual void allocate(const Call&) {}
  /// What moving it takes of this process's memory at most, bytes.
  virtual std::size_t moving_memory(const Call&) const { return 0; }
  /// Routines look at it even when they are only asked for the size of their workspace.
  virtual bool is_read_by_queries() const { return false; }
  /// Moves what the routine reads. Collective over the grid.
  virtual void move_in(const Call&) {}
  /// Moves what it has written. Collective over the grid.
  virtual void move_out(const Call&) {}
};

/// An argument that is workspace.
class AnyWorkspace : public Argument {
public:
  /// Its size must be asked for.
  virtual bool needs_query() const = 0;
  /// The caller asks for its size.
  virtual bool is_asked() const = 0;
  /// Makes the next call of the routine a query.
  virtual void ask() = 0;
  /// Gets the memory that the query demands. \throws std::bad_alloc, SystemError
  virtual void reserve_answer(const Call&) = 0;
  /// Tells the caller the size, as routines do where there is room, and where they are asked by any of their workspaces:
  /// PCGESVD tells the size of RWORK, which has no length, when LWORK = -1.
  virtual void answer(bool asked) = 0;
};

class Call {
public:
  /// contexts: of the operands, -1 for one that is not referenced. info: nullptr if the routine has none. Collective over
  /// the grid like Grid::of_context.
  Call(const char* routine, int* info, int position_desc, std::initializer_list<int> contexts);

  /// An argument that must be the same on all processes.
  void same(int position, const char* letter);
  void same(int position, const int* value) { scalars_.add({position, *value}); }
  /// The block size of the uniform layouts must not be less.
  void least_block(Index size) { nb_ = std::max(nb_, size); }
  /// It should not be more, unless it must.
  void largest_block(Index size) { largest_ = std::clamp<Index>(size, 1, largest_); }
  void block_not_dividing(Index size) { not_divided_ = size; }
  void add(Argument& argument) { arguments_.add(&argument); }
  void add(AnyWorkspace& workspace) {
    arguments_.add(&workspace);
    workspaces_.add(&workspace);
  }

  /// The call. reserve: workspace whose size is known; compute: ScaLAPACK's routine. Collective over the grid.
  /// \return INFO \throws SystemError, on every process
  int run(Step reserve, Step compute);

  // Below: from the first step of run on.
  const comm::Grid& grid() const noexcept { return *grid_; }
  int nb() const noexcept { return static_cast<int>(nb_); }
  // 0 on a process that is not in the grid.
  int nprow() const noexcept { return grid_ ? grid_->p() : 0; }
  int npcol() const noexcept { return grid_ ? grid_->q() : 0; }
  /// Axes of `size` rows or columns in the uniform layouts.
  layout::Axis rows(Index size) const { return {layout::AxisMap::uniform(nprow()), size, nb_, 0}; }
  layout::Axis columns(Index size) const { return {layout::AxisMap::uniform(npcol()), size, nb_, 0}; }
  /// Rows, columns of them on this process.
  Index locr(Index size) const { return rows(size).local(max(size, 0), grid_->myrow()); }
  Index locc(Index size) const { return columns(size).local(max(size, 0), grid_->mycol()); }

  /// Elements of workspace for several vectors of the operands and for a block of reflectors. The answer of PxPOSVX is too
  /// small for PxPOCON by as much.
  Index spare_workspace() const {
    return (nb_ + 4) * (locr(extent_) + locc(extent_)) + nb_ * (nb_ + nprow() + npcol());
  }

private:
  struct Scalar {
    int position = 0, value = 0;
  };
  /// INFO < 0 of the first process that has one, agreed; else 0.
  int agreed_failure() const;
  int check_arguments();
  void choose_block();
  void allocate_arguments();
  void move_in(bool for_queries);
  /// Moves what queries read and calls the routine with LWORK = -1 and the like. \return INFO < 0, agreed, or 0
  int query(Step compute);

  const char* routine_;
  int* info_;
  int position_desc_;
  comm::Grid* grid_;
  Index nb_ = 1, largest_ = 64, not_divided_ = 0, extent_ = 1;
  std::size_t moving_memory_ = 0; ///< bytes
  Notes<Scalar> scalars_;
  Notes<Argument*> arguments_;
  Notes<AnyWorkspace*> workspaces_;
};

/// Runs `body`, a wrapped call: INFO, or what HG_LASTINFO returns, is its result; an exception becomes INFO and a message.
template <typename Body>
void guarded(const char* routine, int* info, const Body& body) noexcept {
  const int result = api::guarded(routine, body);
  (info ? *info : api::last_info()) = result;
}

} // namespace hetgrid::scalapack::wrapper
