// Vectors that belong to the rows or columns of an operand: IPIV, TAU.
#pragma once

#include "scalapack/transparent/call.hpp"

#include <type_traits>
#include <vector>

namespace hetgrid::scalapack::transparent {

enum class Along { rows, columns };

/// The caller's where the operand is, else that of its copy. Elements along rows name rows: each library counts them from the first
/// of its matrix. \tparam Element const if it is only read
template <typename T, typename Element, Along along>
class LineVector {
public:
  LineVector(const Operand<T>& a, Element* caller) : a_(a), caller_(caller) {}

  /// \throws std::bad_alloc
  void reserve(const Session& session) {
    if (a_.is_in_place())
      return;
    const Submatrix<T>& copy = a_.on_grid();
    mine_.resize(static_cast<std::size_t>(
        axis(copy).local(first(copy) + (along == Along::rows ? copy.m : copy.n), coordinate(session))));
    all_.resize(static_cast<std::size_t>(std::min(copy.m, copy.n)));
  }
  Element* data() { return a_.is_in_place() ? caller_ : mine_.data(); }

  /// As ScaLAPACK has it. Collective over the grid.
  void to_caller(const Session& session) {
    if (a_.is_in_place())
      return;
    const Submatrix<T>&copy = a_.on_grid(), &original = a_.original();
    const comm::Grid& grid = session.grid();
    gather(axis(copy), first(copy), coordinate(session), mine_.data(),
           along == Along::rows ? grid.column() : grid.row(), all_);
    const comm::Placement& place = session.context_placement();
    scatter(all_, shift(copy, original), axis(original), first(original),
            along == Along::rows ? place.myrow : place.mycol, caller_);
  }

  /// The other way round, before the computation. Collective over the grid.
  void from_caller(const Session& session) requires(along == Along::rows) {
    if (a_.is_in_place())
      return;
    const comm::Placement& place = session.context_placement();
    const Submatrix<T>&copy = a_.on_grid(), &original = a_.original();
    std::ranges::fill(all_, 0);
    if (place.mycol == 0) // all columns of the context's grid have the same
      for (Index k = 0; k < std::ssize(all_); ++k)
        if (original.rows.owner(original.i + k) == place.myrow)
          all_[static_cast<std::size_t>(k)] = caller_[original.rows.local(original.i + k, place.myrow)];
    comm::all_reduce(all_, MPI_SUM, session.grid().all());
    scatter(all_, shift(original, copy), copy.rows, copy.i, session.grid().myrow(), mine_.data());
  }

private:
  using Value = std::remove_const_t<Element>;

  static const layout::Axis& axis(const Submatrix<T>& x) { return along == Along::rows ? x.rows : x.columns; }
  static Index first(const Submatrix<T>& x) { return along == Along::rows ? x.i : x.j; }
  static Value shift(const Submatrix<T>& from, const Submatrix<T>& to) {
    return along == Along::rows ? static_cast<Value>(to.i - from.i) : Value(0);
  }
  static int coordinate(const Session& session) {
    return along == Along::rows ? session.grid().myrow() : session.grid().mycol();
  }

  const Operand<T>& a_;
  Element* caller_;
  std::vector<Value> mine_, all_; ///< by local row or column; of all
};

} // namespace hetgrid::scalapack::transparent
