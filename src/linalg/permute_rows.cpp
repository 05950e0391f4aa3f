// Only rows that move are touched. In a batch of columns every process packs the rows it has to give, grouped by the
// grid row they go to, into one panel of its grid column's stream, waits for the rows it gets, and puts them in
// place. Rows that stay on the process go the same way, since a permutation in place needs a second copy anyhow.
#include "linalg/permute_rows.hpp"

#include "comm/collectives.hpp"
#include "kernel/rows.hpp"
#include "measure/profile.hpp"
#include "runtime/reservation.hpp"

#include <algorithm>

namespace hetgrid::linalg {
namespace {

using measure::Phase;
using measure::Profile;

} // namespace

RowMoves::RowMoves(const Grid& grid, const layout::Axis& rows, Index begin, std::span<const Index> source)
    : to_(static_cast<std::size_t>(grid.p())), from_(to_.size()), count_(to_.size() * to_.size()) {
  for (std::size_t r = 0; r < source.size(); ++r) {
    if (source[r] == static_cast<Index>(r))
      continue;
    const Index target_row = begin + static_cast<Index>(r), source_row = begin + source[r];
    const int target = rows.owner(target_row), origin = rows.owner(source_row);
    ++count_[static_cast<std::size_t>(origin) * to_.size() + static_cast<std::size_t>(target)];
    if (origin == grid.myrow())
      to_[static_cast<std::size_t>(target)].push_back(rows.local(source_row, origin));
    if (target == grid.myrow())
      from_[static_cast<std::size_t>(origin)].push_back(rows.local(target_row, target));
  }
}

namespace {

constexpr Index batch_bytes = Index{1} << 18;
constexpr auto rate = &plan::KernelRates::permutation;

} // namespace

template <typename T>
std::size_t RowPermuter<T>::memory(const Grid& grid, Index rows) {
  const auto p = static_cast<std::size_t>(grid.p());
  constexpr std::size_t batches =
      4; // three under way, one to come; in each a row has its number in two lists that grow
  const std::size_t lists =
      batches * (4 * runtime::bytes_of<Index>(rows) + 12 * p * p * sizeof(Index) + 64 * p);
  if (p == 1)
    return static_cast<std::size_t>(batch_bytes) + runtime::bytes_of<T>(rows) + lists;
  return runtime::stream_memory(static_cast<std::size_t>(batch_bytes) + runtime::bytes_of<T>(rows) +
                                    64 * p * p,
                                comm::Channel::solutions) +
         lists;
}

template <typename T>
void RowPermuter<T>::reserve(const Submatrix<T>& a) {
  const auto columns_of = [](Index rows) {
    return std::max<Index>(1, batch_bytes / (std::max<Index>(1, rows) * static_cast<Index>(sizeof(T))));
  };
  if (grid_.p() == 1) {
    batch_columns_ = columns_of(a.m);
    return scratch_.resize(static_cast<std::size_t>(batch_columns_ * a.m));
  }
  stream_ = &grid_.stream(comm::Channel::solutions);
  // Of a column a group holds the rows that leave it, or stay, and those that come.
  Index rows = 0;
  for (int i = 0; i < grid_.p(); ++i)
    if (is_of_my_group(i))
      rows += 2 * a.rows.local_count(a.i, a.m, i);
  rows = std::min(rows, a.m);
  batch_columns_ = columns_of(comm::all_reduced<std::int64_t>(rows, MPI_MAX, grid_.column()));
  const std::size_t alignment = 64 * static_cast<std::size_t>(grid_.p() * grid_.p());
  stream_->reserve_for_group(runtime::bytes_of<T>(batch_columns_ * rows) + alignment);
  engine_.join(*stream_);
}

template <typename T>
void RowPermuter<T>::permute(RowMoves moves, T* data, Index ld, Index columns) {
  if (grid_.p() == 1)
    return permute_alone(moves, data, ld, columns);
  const auto shared = std::make_shared<const RowMoves>(std::move(moves));
  for (Index first = 0; first < columns; first += batch_columns_)
    send(shared, data + first * ld, ld, std::min(batch_columns_, columns - first));
}

template <typename T>
void RowPermuter<T>::permute_alone(const RowMoves& moves, T* data, Index ld, Index columns) {
  const std::vector<Index>& from = moves.to(0);
  const std::vector<Index>& to = moves.from(0);
  for (Index first = 0; first < columns; first += batch_columns_) {
    const Index count = std::min(batch_columns_, columns - first);
    kernel::gather_rows<T>(from, count, data + first * ld, ld, scratch_.data(), std::ssize(from), rate);
    kernel::scatter_rows<T>(to, count, scratch_.data(), std::ssize(to), data + first * ld, ld, rate);
  }
}

template <typename T>
void RowPermuter<T>::send(std::shared_ptr<const RowMoves> moves, T* data, Index ld, Index columns) {
  constexpr std::size_t most_under_way = 3;
  if (batches_.size() == most_under_way)
    receive_first();
  engine_.wait([&] { return stream_->can_open(); });
  Batch batch{std::move(moves), data, ld, columns, 0, {}};
  batch.offset.resize(static_cast<std::size_t>(grid_.p()));
  pieces_.clear();
  std::size_t end = 0;
  for (int i = 0; i < grid_.p(); ++i)
    for (int k = 0; k < grid_.p(); ++k) {
      const Index count = batch.moves->count(i, k);
      if (count == 0)
        continue;
      const std::size_t size = runtime::bytes_of<T>(count * columns);
      pieces_.push_back({i, end, size, 1 + k});
      if (k == grid_.myrow())
        batch.offset[static_cast<std::size_t>(i)] = end;
      if (is_of_my_group(i) || is_of_my_group(k))
        end += (size + 63) / 64 * 64;
    }
  batch.ticket = stream_->open(pieces_);
  for (const comm::PanelStream::Piece& piece : pieces_)
    if (piece.owner == grid_.myrow()) {
      const std::vector<Index>& rows = batch.moves->to(piece.audience - 1);
      kernel::gather_rows<T>(rows, columns, data, ld,
                             reinterpret_cast<T*>(stream_->panel(batch.ticket) + piece.offset),
                             std::ssize(rows), rate);
    }
  stream_->publish(batch.ticket);
  batches_.push_back(std::move(batch));
}

template <typename T>
void RowPermuter<T>::receive_first() {
  const Batch& batch = batches_.front();
  engine_.wait([&] { return stream_->ready(batch.ticket); });
  for (int i = 0; i < grid_.p(); ++i) {
    const T* const in =
        reinterpret_cast<const T*>(stream_->panel(batch.ticket) + batch.offset[static_cast<std::size_t>(i)]);
    const std::vector<Index>& rows = batch.moves->from(i);
    kernel::scatter_rows<T>(rows, batch.columns, in, std::ssize(rows), batch.data, batch.ld, rate);
  }
  stream_->release(batch.ticket);
  batches_.pop_front();
}

template <typename T>
void RowPermuter<T>::finish() {
  while (!batches_.empty())
    receive_first();
  engine_.finish();
}

template <typename T>
void permute_rows(Grid& grid, const Submatrix<T>& a, std::span<const Index> source) {
  if (a.m == 0 || a.n == 0)
    return;
  const Phase phase(&Profile::swap);
  const auto memory =
      runtime::take_memory(grid, "the rows of a permutation", RowPermuter<T>::memory(grid, a.m));
  RowPermuter<T> permuter(grid);
  permuter.reserve(a);
  const Index first_column = a.columns.local(a.j, grid.mycol());
  permuter.permute(RowMoves(grid, a, source), a.data + first_column * a.ld, a.ld, a.local_columns(grid));
  permuter.finish();
}

template class RowPermuter<float>;
template class RowPermuter<double>;
template class RowPermuter<std::complex<float>>;
template class RowPermuter<std::complex<double>>;
template void permute_rows(Grid&, const Submatrix<float>&, std::span<const Index>);
template void permute_rows(Grid&, const Submatrix<double>&, std::span<const Index>);
template void permute_rows(Grid&, const Submatrix<std::complex<float>>&, std::span<const Index>);
template void permute_rows(Grid&, const Submatrix<std::complex<double>>&, std::span<const Index>);

} // namespace hetgrid::linalg
