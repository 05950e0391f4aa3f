#include "scalapack/wrapper/call.hpp"

#include "comm/collectives.hpp"
#include "runtime/reservation.hpp"

#include <cctype>

namespace hetgrid::scalapack::wrapper {

Call::Call(const char* routine, int* info, int position_desc, std::initializer_list<int> contexts)
    : routine_(routine), info_(info), position_desc_(position_desc), grid_(api::common_grid(contexts)) {}

void Call::same(int position, const char* letter) {
  scalars_.add({position, std::toupper(static_cast<unsigned char>(*letter))});
}

int Call::agreed_failure() const {
  return comm::all_reduced(info_ ? std::min(*info_, 0) : 0, MPI_MIN, grid_->all());
}

int Call::check_arguments() {
  api::ArgumentChecker check(*grid_);
  for (const Scalar& scalar : scalars_)
    check.integer(scalar.position, scalar.value, std::numeric_limits<int>::min());
  for (Argument* const argument : arguments_)
    argument->check(check, *grid_);
  return check.agree(routine_, grid_->context());
}

/// Blocks small enough for every process to have some, and for several block rows: PxSTEDC needs more than one.
void Call::choose_block() {
  for (const Argument* const argument : arguments_)
    extent_ = std::max(extent_, argument->extent());
  const Index blocks = 2 * std::max(nprow(), npcol());
  least_block(std::clamp<Index>((extent_ + blocks - 1) / blocks, 1, largest_));
  while (not_divided_ > 1 && not_divided_ % nb_ == 0)
    ++nb_;
}

void Call::allocate_arguments() {
  moving_memory_ = 0;
  for (Argument* const argument : arguments_) {
    argument->allocate(*this);
    moving_memory_ += argument->moving_memory(*this);
  }
}

void Call::move_in(bool for_queries) {
  for (Argument* const argument : arguments_)
    if (argument->is_read_by_queries() == for_queries)
      argument->move_in(*this);
}

int Call::query(Step compute) {
  comm::reserve_together(grid_->all(), routine_, [&] {
    for (AnyWorkspace* const workspace : workspaces_)
      workspace->ask();
  });
  const auto memory = runtime::take_memory(*grid_, routine_, moving_memory_);
  move_in(true);
  const ScalapackCall guard;
  compute();
  return agreed_failure();
}

int Call::run(Step reserve, Step compute) {
  if (!grid_)
    return -(position_desc_ * 100 + api::ctxt_);
  if (const int info = check_arguments(); info != 0)
    return info;
  choose_block();
  comm::reserve_together(grid_->all(), routine_, [&] {
    allocate_arguments();
    reserve();
  });
  const bool queries = std::ranges::any_of(workspaces_, &AnyWorkspace::needs_query);
  if (queries) {
    if (const int info = query(compute); info != 0)
      return info;
    comm::reserve_together(grid_->all(), routine_, [&] {
      for (AnyWorkspace* const workspace : workspaces_)
        workspace->reserve_answer(*this);
    });
  }
  const bool asked = std::ranges::any_of(workspaces_, &AnyWorkspace::is_asked);
  for (AnyWorkspace* const workspace : workspaces_)
    workspace->answer(asked);
  if (asked)
    return 0;
  // From here on processes wait for each other: nobody may lack memory.
  const auto memory = runtime::take_memory(*grid_, routine_, moving_memory_);
  if (!queries)
    move_in(true);
  move_in(false);
  {
    const ScalapackCall guard;
    compute();
  }
  if (agreed_failure() == 0) // else nothing was computed
    for (Argument* const argument : arguments_)
      argument->move_out(*this);
  return info_ ? *info_ : 0;
}

} // namespace hetgrid::scalapack::wrapper
