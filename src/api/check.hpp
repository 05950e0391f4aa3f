// Argument checks of the routines that take descriptors.
#pragma once

#include "api/hash.hpp"
#include "comm/agreement.hpp"
#include "comm/grid.hpp"
#include "comm/submatrix.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>

namespace hetgrid::api {

/// Entries of a descriptor, 1-based as INFO counts them.
enum DescriptorEntry { dtype_ = 1, ctxt_, m_, n_, mb_, nb_, rsrc_, csrc_, lld_ };

/// The grid of the context that most of the arguments name, the first in doubt; contexts this process is not
/// in do not count, and if none is left: nullptr. So a process with one bad descriptor still takes part in
/// the agreement of the others and nobody waits for it. Collective like Grid::of_context.
comm::Grid* common_grid(std::initializer_list<int> contexts);

/// Collects what is wrong with the arguments on this process, then makes all processes agree on it before any
/// data moves. Positions are those of the argument list, from 1; the lowest illegal one is reported, as by
/// ScaLAPACK.
class ArgumentChecker {
public:
  /// Within a call, or of processes that have no grid.
  explicit ArgumentChecker(MPI_Comm comm) noexcept : ArgumentChecker(comm::Opening(comm)) {}
  /// Of a call on a grid, which begins by it: processes that mean different grids find out.
  explicit ArgumentChecker(const comm::Grid& grid) noexcept : ArgumentChecker(grid.opening()) {}

  /// Argument `position`, a character, must be one of `allowed` (upper case, either case is accepted) and the
  /// same everywhere. \return it in upper case
  char character(int position, char value, std::string_view allowed);
  /// Must be >= least and the same everywhere.
  void integer(int position, std::int64_t value, std::int64_t least);
  /// Must have the same bits everywhere.
  template <typename T>
  void scalar(int position, const T& value) {
    elements<T>(position, {&value, 1});
  }
  template <typename T>
  void elements(int position, std::span<const T> values) {
    Hash hash;
    hash.add(values.data(), values.size_bytes());
    same(position, 0, hash.value());
  }
  /// Must be the same everywhere.
  void text(int position, std::string_view value) {
    Hash hash;
    hash.add(value);
    same(position, 0, hash.value());
  }
  /// Descriptor at `position` of a matrix of `grid`: DTYPE_, CTXT_, sizes, blocks, sources and LLD_.
  void descriptor(int position, const layout::Descriptor& desc, const comm::Grid& grid);
  /// The same of a partitioned matrix: DTYPE_ says so and the context has an owner map; RSRC_ = CSRC_ = 0, LLD_ >= 1.
  void partitioned_descriptor(int position, const layout::Descriptor& desc, const comm::Grid& grid);
  /// Argument `position` (entry `entry` of a descriptor, or 0) is a context: it must be that of the same grid everywhere.
  void context(int position, int entry, const comm::Grid& grid) { same(position, entry, grid.identity()); }
  /// This process is not in the grid of the descriptor at `position`: it has no opinion.
  void no_descriptor(int position);
  /// Rows i .. i+m-1 and columns j .. j+n-1 (1-based) must lie in the matrix. I and J stand at position_i and
  /// the next.
  void submatrix(int position_i, std::int64_t i, std::int64_t j, std::int64_t m, std::int64_t n,
                 int position_desc, const layout::Descriptor& desc);
  /// LWORK or LIWORK: a query (-1), or what hetgrid demands (1: it gets its workspace itself). All processes query or
  /// none does. \return true for a query
  bool workspace(int position, std::int64_t length);
  /// This process's argument `position` (entry `entry` of a descriptor, or 0) is illegal.
  void illegal(int position, int entry = 0);
  /// Nothing is illegal on this process so far.
  bool legal() const noexcept { return first_illegal_ == 0; }
  /// The same, said by an INFO < 0.
  void illegal_info(int info) { info <= -100 ? illegal(-info / 100, -info % 100) : illegal(-info); }

  /// Collective. \return INFO, the same on every process: 0, -i or -(i*100+j)
  int agree();
  /// Likewise; an illegal argument of `routine` is reported, as PXERBLA does.
  int agree(const char* routine, int context);

private:
  explicit ArgumentChecker(const comm::Opening& opening) noexcept
      : opening_(opening), agreement_(comm::ArgumentAgreement::call) {}
  /// The global entries of a descriptor must be the same everywhere, and so must the grid.
  void same_descriptor(int position, const layout::Descriptor& desc, const comm::Grid& grid);
  // Keys: 100 * position + entry.
  void same(int position, int entry, std::int64_t value) { agreement_.same(100 * position + entry, value); }

  comm::Opening opening_;
  int first_illegal_ = 0; ///< key, 0 if none
  comm::ArgumentAgreement agreement_;
};

/// What TRANS may be where the choice is between a matrix and its conjugate transpose.
template <typename T>
constexpr std::string_view no_or_conjugate = std::is_floating_point_v<T> ? "NT" : "NC";

/// What a workspace query answers: the first element of WORK is the length to give, 1.
template <typename T>
void answer_workspace_query(T* work) {
  work[0] = T(1);
}

/// The submatrix (i, j, m, n), 1-based, of the matrix with descriptor `desc` on `grid`. The arguments are
/// legal.
template <typename T>
comm::Submatrix<T> submatrix_of(const comm::Grid& grid, const layout::Descriptor& desc, T* data, int i, int j,
                                int m, int n) {
  return {grid.row_axis(desc), grid.column_axis(desc), i - 1, j - 1, m, n, data, desc.lld};
}

} // namespace hetgrid::api
