#include "scalapack/wrapper/tied_vector.hpp"

#include "comm/collectives.hpp"
#include "comm/redistribute.hpp"

#include <complex>
#include <numeric>

namespace hetgrid::scalapack::wrapper {
namespace {

/// The processes of a line of the grid, as a grid of one column.
comm::Placement line_placement(int processes, int me) {
  comm::Placement placement{processes, 1, std::vector<int>(static_cast<std::size_t>(processes)), me, 0};
  std::iota(placement.rank.begin(), placement.rank.end(), 0);
  return placement;
}

const layout::Axis& one_column() {
  static const layout::Axis axis{layout::AxisMap::uniform(1), 1, 1, 0};
  return axis;
}

} // namespace

template <typename T>
layout::Axis TiedVector<T>::uniform_axis(const Call& call) const {
  const int* const desc = lines_.matrix->desc();
  return lines_.are_rows ? call.rows(desc[2]) : call.columns(desc[3]);
}

template <typename T>
void TiedVector<T>::allocate(const Call& call) {
  const int me = lines_.are_rows ? call.grid().myrow() : call.grid().mycol();
  const layout::Axis axis = uniform_axis(call);
  // PxLAPIV uses one block more of IPIV.
  moved_ = zeroed<T>(static_cast<std::size_t>(axis.local(axis.n, me) + axis.nb));
}

template <typename T>
std::size_t TiedVector<T>::moving_memory(const Call& call) const {
  return lines_.matrix->is_partitioned()
             ? 0
             : comm::redistribution_memory(lines_.count, 1, 2 * std::max(call.nprow(), call.npcol()));
}

template <typename T>
void TiedVector<T>::copy_mine(const Call& call) const {
  const layout::Axis axis = uniform_axis(call);
  const int me = lines_.are_rows ? call.grid().myrow() : call.grid().mycol();
  const T* const callers = callers_ + lines_.callers_first();
  for (Index k = 0; k < lines_.count; ++k)
    if (axis.owner(lines_.first + k) == me)
      moved_.get()[axis.local(lines_.first + k, me)] = callers[k];
}

template <typename T>
void TiedVector<T>::collect(const Call& call) const {
  const layout::Axis axis = uniform_axis(call);
  const comm::Grid& grid = call.grid();
  const int me = lines_.are_rows ? grid.myrow() : grid.mycol();
  T* const callers = callers_ + lines_.callers_first();
  for (Index k = 0; k < lines_.count;) {
    const Index line = lines_.first + k, end = axis.run_end(line, lines_.first + lines_.count);
    const int owner = axis.owner(line);
    const auto count = static_cast<std::size_t>(end - line);
    if (owner == me)
      std::copy_n(moved_.get() + axis.local(line, me), count, callers + k);
    comm::broadcast(callers + k, count, owner, lines_.are_rows ? grid.column() : grid.row());
    k += end - line;
  }
}

template <typename T>
void TiedVector<T>::move(const Call& call, bool inwards) const {
  if (lines_.count == 0)
    return;
  if (lines_.matrix->is_partitioned())
    return inwards ? copy_mine(call) : collect(call);
  const comm::Grid& grid = call.grid();
  const layout::Descriptor& desc = lines_.matrix->caller();
  const layout::Axis theirs = lines_.are_rows ? grid.row_axis(desc) : grid.column_axis(desc),
                     ours = uniform_axis(call);
  const int me = lines_.are_rows ? grid.myrow() : grid.mycol();
  const auto column = [&](const layout::Axis& axis, Index first, T* data) -> comm::Submatrix<T> {
    return {axis, one_column(), first, 0, lines_.count, 1, data, std::max<Index>(1, axis.local(axis.n, me))};
  };
  const comm::Submatrix<T> callers = column(theirs, lines_.callers_first(), callers_),
                           moved = column(ours, lines_.first, moved_.get());
  const comm::Placement line = line_placement(lines_.are_rows ? grid.p() : grid.q(), me);
  comm::redistribute(lines_.are_rows ? grid.column() : grid.row(), line,
                     comm::as_const(inwards ? callers : moved), line, inwards ? moved : callers);
}

template <typename T>
void TiedVector<T>::shift(const Call& call, Index lines) {
  if constexpr (std::is_same_v<T, int>) {
    const int me = lines_.are_rows ? call.grid().myrow() : call.grid().mycol();
    const layout::Axis axis = uniform_axis(call);
    T* const mine = moved_.get() + axis.local(lines_.first, me);
    for (Index k = 0; k < axis.local_count(lines_.first, lines_.count, me); ++k)
      mine[k] = static_cast<int>(mine[k] + lines); // wraps where nothing was set
  }
}

template <typename T>
void TiedVector<T>::move_in(const Call& call) {
  if (intent_ == out)
    return;
  move(call, true);
  if (indices_)
    shift(call, lines_.first - lines_.callers_first());
}

template <typename T>
void TiedVector<T>::move_out(const Call& call) {
  if (intent_ == in)
    return;
  if (indices_)
    shift(call, lines_.callers_first() - lines_.first);
  move(call, false);
}

template <typename T>
void ReplicatedVector<T>::move_out(const Call& call) {
  comm::broadcast(data_, static_cast<std::size_t>(count_), 0, call.grid().all());
}

template class TiedVector<int>;
template class TiedVector<float>;
template class TiedVector<double>;
template class TiedVector<std::complex<float>>;
template class TiedVector<std::complex<double>>;

template class ReplicatedVector<int>;
template class ReplicatedVector<float>;
template class ReplicatedVector<double>;
template class ReplicatedVector<std::complex<float>>;
template class ReplicatedVector<std::complex<double>>;

} // namespace hetgrid::scalapack::wrapper
