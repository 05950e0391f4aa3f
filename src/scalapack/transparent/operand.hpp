// A matrix among the arguments of an intercepted call, and its copy on the uneven grid.
#pragma once

#include "comm/blacs.hpp"
#include "comm/partitioned_submatrix.hpp"
#include "comm/submatrix.hpp"
#include "scalapack/transparent/memory_pool.hpp"
#include "scalapack/transparent/partitions.hpp"
#include "scalapack/transparent/session.hpp"
#include "scalapack/transparent/sources.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

namespace hetgrid::scalapack::transparent {

using comm::Submatrix;
using layout::Index;

enum class Access { in, out, in_out };

/// Block size of `n` rows or columns on the uneven grid: 64 as in the library's measurements, less where so few
/// panels would fit that the shares do not come true. Depends on the longer panel, so that what is aligned with one
/// another stays aligned.
inline Index uneven_block_size(const comm::Grid& grid, Index n) {
  constexpr Index usual = 64, least = 4, panels = 4;
  const Index panel = std::max(grid.row_map().panel(), grid.column_map().panel());
  return std::clamp(n / (panels * panel), least, usual);
}

/// T: element type, const if the call only reads the matrix.
template <typename T>
class Operand {
public:
  using Value = std::remove_const_t<T>;

  /// Rows i .. i+m-1 and columns j .. j+n-1 (1-based) of the matrix with descriptor `desc`, of which `data` is the
  /// local part.
  Operand(T* data, int i, int j, const layout::Descriptor& desc, Index m, Index n, Access access)
      : data_(data), i_(i), j_(j), m_(m), n_(n), desc_(desc), access_(access) {}
  Operand(T* data, int i, int j, const int* desc, Index m, Index n, Access access)
      : Operand(data, i, j, layout::Descriptor::from(desc), m, n, access) {}

  const layout::Descriptor& desc() const noexcept { return desc_; }
  int row() const noexcept { return i_; }
  int column() const noexcept { return j_; }
  double bytes_moved() const noexcept {
    const double bytes = static_cast<double>(m_) * static_cast<double>(n_) * sizeof(T);
    return bytes * ((access_ != Access::out) + (access_ != Access::in));
  }

  /// Descriptor and place are what ScaLAPACK accepts, as far as all processes know it. Local.
  bool is_described(int context) const {
    int p, q, myrow, mycol;
    Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
    return desc_.dtype == layout::dtype_block_cyclic && desc_.context == context && desc_.m >= 0 &&
           desc_.n >= 0 && desc_.mb >= 1 && desc_.nb >= 1 && desc_.rsrc >= 0 && desc_.rsrc < p &&
           desc_.csrc >= 0 && desc_.csrc < q && i_ >= 1 && j_ >= 1 && i_ - 1 + m_ <= desc_.m &&
           j_ - 1 + n_ <= desc_.n;
  }
  /// The local part is stored as a part of a matrix that is_described().
  bool is_stored() const {
    int p, q, myrow, mycol;
    Cblacs_gridinfo(desc_.context, &p, &q, &myrow, &mycol);
    return desc_.lld >= std::max(1, local_count(desc_.m, desc_.mb, desc_.rsrc, p, myrow));
  }
  /// The memory of the local part of the whole matrix, which is_described() and is_stored().
  const Value* stored_begin() const noexcept { return data_; }
  const Value* stored_end() const {
    int p, q, myrow, mycol;
    Cblacs_gridinfo(desc_.context, &p, &q, &myrow, &mycol);
    return data_ + Index{desc_.lld} * local_count(desc_.n, desc_.nb, desc_.csrc, q, mycol);
  }
  /// Process (row, column) of the context's p x q grid owns some of it. It is_described().
  bool lies_on(int row, int p, int column, int q) const noexcept {
    return lies_on_line(i_ - 1, m_, desc_.mb, desc_.rsrc, row, p) &&
           lies_on_line(j_ - 1, n_, desc_.nb, desc_.csrc, column, q);
  }
  /// Square blocks, and the submatrix begins with one.
  bool begins_with_square_block() const {
    return desc_.mb >= 1 && desc_.mb == desc_.nb && (i_ - 1) % desc_.mb == 0 && (j_ - 1) % desc_.nb == 0;
  }
  /// The row of the context's grid that owns the first row. The operand is legal.
  int first_row_owner() const {
    int p, q, myrow, mycol;
    Cblacs_gridinfo(desc_.context, &p, &q, &myrow, &mycol);
    return static_cast<int>(((i_ - 1) / desc_.mb + desc_.rsrc) % p);
  }
  /// Likewise the column.
  int first_column_owner() const {
    int p, q, myrow, mycol;
    Cblacs_gridinfo(desc_.context, &p, &q, &myrow, &mycol);
    return static_cast<int>(((j_ - 1) / desc_.nb + desc_.csrc) % q);
  }

  /// The computation may fail after it has written: the original is only touched by move_out.
  void keep_original() noexcept { keep_original_ = true; }
  /// By this plan: nothing is copied. Local.
  bool stays(const Session& session, const ChosenPartition* partition) const noexcept {
    return session.is_uniform() && !keep_original_ && !partition;
  }
  /// After reserve.
  bool is_in_place() const noexcept { return in_place_; }
  bool is_partitioned() const noexcept { return partitioned_.has_value(); }
  bool changes_in_place() const noexcept { return in_place_ && access_ != Access::in; }
  bool is_result() const noexcept { return access_ != Access::in; }
  /// Where a copy begins best. Local, the same on all processes.
  Sources closest_sources(const Session& session) const {
    const comm::Grid& grid = session.grid();
    return transparent::closest_sources(session, rows(session.context_placement().p), i_ - 1, m_,
                                        uneven_block_size(grid, m_), columns(session.context_placement().q),
                                        j_ - 1, n_, uneven_block_size(grid, n_));
  }
  /// Bytes of the part of the copy, as reserve() makes it, that belongs to process `rank` of the session's grid. Local.
  double bytes_of_copy(const Session& session, const Sources& sources, const ChosenPartition* partition,
                       int rank) const {
    if (stays(session, partition))
      return 0;
    return static_cast<double>(sizeof(T)) *
           static_cast<double>(partition ? layout::local_elements(partition->matrix(m_, n_), rank)
                                         : elements_on_grid(session.grid(), sources, rank));
  }
  /// Gives back the memory of a copy by a plan before. Local.
  void release() noexcept { storage_ = {}; }
  /// Gets the memory of the copy, which begins at `sources` or is on a partition, and whatever else is needed later.
  /// Local. \throws std::bad_alloc
  void reserve(Session& session, const Sources& sources, const ChosenPartition* partition) {
    const comm::Grid& grid = session.grid();
    const comm::Placement& place = session.context_placement();
    views_.emplace();
    views_->original = {rows(place.p), columns(place.q), i_ - 1, j_ - 1, m_, n_, data_, desc_.lld};
    views_->from_original = comm::as_const(views_->original);
    in_place_ = stays(session, partition);
    partitioned_.reset();
    if (partition)
      return reserve_on(*partition, session);
    if (in_place_) {
      views_->on_grid = views_->original;
      return;
    }
    views_->copy = {{grid.row_map(), m_, uneven_block_size(grid, m_), sources.row},
                    {grid.column_map(), n_, uneven_block_size(grid, n_), sources.column},
                    0,
                    0,
                    m_,
                    n_,
                    nullptr,
                    1};
    views_->copy.ld = std::max<Index>(1, views_->copy.local_rows(grid));
    storage_ = PooledArray<Value>(session.memory(), views_->copy.ld * views_->copy.local_columns(grid));
    views_->copy.data = storage_.data();
    views_->on_grid = {views_->copy.rows, views_->copy.columns, views_->copy.i,    views_->copy.j,
                       views_->copy.m,    views_->copy.n,       views_->copy.data, views_->copy.ld};
    views_->from_copy = comm::as_const(views_->copy);
  }
  /// The submatrix on session.grid(): the copy, or the original where the layouts are the same. After reserve.
  const Submatrix<T>& on_grid() const noexcept { return views_->on_grid; }
  /// The copy on the partition, rank k of session.grid() is process k. After reserve with a partition.
  comm::PartitionedSubmatrix<T> on_partition() const {
    const comm::PartitionedSubmatrix<Value>& copy = partitioned_->copy;
    return {copy.matrix, copy.i, copy.j, copy.m, copy.n, copy.data};
  }
  const Submatrix<T>& original() const noexcept { return views_->original; }

  /// What a move takes of this process's memory at most, bytes.
  std::size_t memory_of_move(const Session& session) const noexcept {
    if (access_ == Access::in)
      return 0;
    const auto processes = static_cast<std::size_t>(session.grid().p() * session.grid().q());
    const std::size_t of_one = comm::redistribution_memory(m_, n_, static_cast<int>(2 * processes));
    return partitioned_ ? of_one * (1 + partitioned_->sides.size()) : of_one;
  }

  /// Collective over session.grid().
  void move_in(const Session& session) {
    if (access_ == Access::out || in_place_)
      return;
    if (partitioned_) {
      comm::redistribute<Value>(session.grid().all(), {&partitioned_->from_original, 1}, partitioned_->sides);
    } else {
      comm::redistribute<Value>(session.grid().all(), session.context_placement(), views_->from_original,
                                session.grid_placement(), views_->copy);
    }
  }
  void move_out(const Session& session) {
    if constexpr (!std::is_const_v<T>) {
      if (access_ == Access::in || in_place_)
        return;
      if (partitioned_) {
        comm::redistribute<Value>(session.grid().all(), partitioned_->const_sides,
                                  {&partitioned_->original, 1});
      } else {
        comm::redistribute<Value>(session.grid().all(), session.grid_placement(), views_->from_copy,
                                  session.context_placement(), views_->original);
      }
    }
  }

private:
  Index elements_on_grid(const comm::Grid& grid, const Sources& sources, int rank) const {
    const layout::Axis rows{grid.row_map(), m_, uneven_block_size(grid, m_), sources.row},
        columns{grid.column_map(), n_, uneven_block_size(grid, n_), sources.column};
    return rows.local(m_, rank / grid.q()) * columns.local(n_, rank % grid.q());
  }

  void reserve_on(const ChosenPartition& partition, Session& session) {
    const comm::Grid& grid = session.grid();
    partitioned_.emplace();
    partitioned_->original = {session.context_placement(), views_->original};
    partitioned_->from_original = {session.context_placement(), views_->from_original};
    comm::PartitionedSubmatrix<Value>& copy = partitioned_->copy;
    copy = {partition.matrix(m_, n_), 0, 0, m_, n_, nullptr};
    storage_ = PooledArray<Value>(session.memory(), layout::local_elements(copy.matrix, grid.rank()));
    copy.data = storage_.data();
    const std::vector<int>& ranks = session.grid_placement().rank;
    partitioned_->sides = copy.sides(ranks, grid.rank());
    partitioned_->const_sides = comm::as_const(copy).sides(ranks, grid.rank());
  }

  /// What Axis says of uniform layouts, without the memory of one.
  static int local_count(Index n, Index nb, int source, int lines, int mine) {
    const Index blocks = n / nb, distance = (mine - source + lines) % lines;
    const Index whole = blocks / lines + (distance < blocks % lines);
    return static_cast<int>(whole * nb + (distance == blocks % lines ? n % nb : 0));
  }
  static bool lies_on_line(Index first, Index count, Index nb, int source, int line, int lines) noexcept {
    const Index from = first / nb, blocks = (first + count - 1) / nb - from + 1;
    return (line - (from + source) % lines + lines) % lines < blocks;
  }

  layout::Axis rows(int p) const { return {layout::AxisMap::uniform(p), desc_.m, desc_.mb, desc_.rsrc}; }
  layout::Axis columns(int q) const { return {layout::AxisMap::uniform(q), desc_.n, desc_.nb, desc_.csrc}; }

  T* data_;
  int i_, j_;
  Index m_, n_;
  layout::Descriptor desc_;
  Access access_;
  bool keep_original_ = false, in_place_ = false;
  /// Views of the same data: to make one takes memory, which reserve() gets.
  struct Views {
    Submatrix<T> original, on_grid;
    Submatrix<Value> copy;
    Submatrix<const Value> from_original, from_copy;
  };
  std::optional<Views> views_;
  /// The copy on a partition, and what its rectangles hold.
  struct OnPartition {
    comm::PartitionedSubmatrix<Value> copy;
    comm::Side<T> original;
    comm::Side<const Value> from_original;
    std::vector<comm::Side<Value>> sides;
    std::vector<comm::Side<const Value>> const_sides;
  };
  std::optional<OnPartition> partitioned_;
  PooledArray<Value> storage_;
};

} // namespace hetgrid::scalapack::transparent
