#include "scalapack/wrapper/matrix.hpp"

#include "comm/partitioned_submatrix.hpp"
#include "comm/redistribute.hpp"
#include "hetgrid/error.hpp"
#include "runtime/reservation.hpp"

#include <complex>

namespace hetgrid::scalapack::wrapper {

using layout::Descriptor;

AnyMatrix::AnyMatrix(Call& call, int position, bool placed, int i, int j, const int* desc, Index m, Index n,
                     bool referenced)
    : position_(position), placed_(placed), referenced_(referenced), i_(Index{i} - 1), j_(Index{j} - 1),
      m_(max(m, 0)), n_(max(n, 0)) {
  if (referenced_)
    caller_ = Descriptor::from(desc);
  call.add(*this);
}

void AnyMatrix::check(api::ArgumentChecker& check, const comm::Grid& grid) {
  if (!referenced_)
    return;
  const int position_desc = position_ + (placed_ ? 3 : 1);
  if (is_partitioned())
    check.partitioned_descriptor(position_desc, caller_, grid);
  else
    check.descriptor(position_desc, caller_, grid);
  check.submatrix(placed_ ? position_ + 1 : position_, i_ + 1, j_ + 1, m_, n_, position_desc, caller_);
}

void AnyMatrix::lay_out(const Call& call) {
  const Index m = std::max<Index>(m_, 2), n = std::max<Index>(n_, 2);
  const int lld = static_cast<int>(max(1, call.locr(m)));
  Descriptor{layout::dtype_block_cyclic,
             call.grid().context(),
             static_cast<int>(m),
             static_cast<int>(n),
             call.nb(),
             call.nb(),
             0,
             0,
             lld}
      .to(uniform_);
}

template <typename T>
void Matrix<T>::allocate(const Call& call) {
  lay_out(call);
  const Index columns = call.locc(std::max<Index>(n(), 2));
  moved_ = zeroed<T>(static_cast<std::size_t>(referenced() ? lld(*this) * columns : 1));
  if (referenced() && is_partitioned())
    list_rectangles(call);
}

template <typename T>
void Matrix<T>::list_rectangles(const Call& call) {
  const comm::Grid& grid = call.grid();
  const std::vector<int> ranks = comm::Placement::of(grid).rank;
  const comm::PartitionedSubmatrix<T> matrix{grid.partitioned(caller()), i(), j(), m(), n(), callers_};
  read_ = comm::as_const(matrix).sides(ranks, grid.rank());
  written_ = matrix.sides(ranks, grid.rank());
}

template <typename T>
std::size_t Matrix<T>::moving_memory(const Call& call) const {
  if (!referenced() || empty())
    return 0;
  if (!is_partitioned())
    return runtime::redistribution_memory(call.grid(), m(), n());
  const comm::Side<T> here{comm::Placement::of(call.grid()), moved(call)};
  return comm::redistribution_memory<T>(read_, std::span(&here, 1), call.nprow() * call.npcol());
}

template <typename T>
comm::Submatrix<T> Matrix<T>::callers(const Call& call) const {
  return {call.grid().row_axis(caller()),
          call.grid().column_axis(caller()),
          i(),
          j(),
          m(),
          n(),
          callers_,
          caller().lld};
}

template <typename T>
comm::Submatrix<T> Matrix<T>::moved(const Call& call) const {
  return {call.rows(desc()[2]), call.columns(desc()[3]), 0, 0, m(), n(), moved_.get(), lld(*this)};
}

template <typename T>
void Matrix<T>::move_in(const Call& call) {
  if (!referenced() || empty())
    return;
  if (is_partitioned()) {
    const comm::Side<T> here{comm::Placement::of(call.grid()), moved(call)};
    comm::redistribute<T>(call.grid().all(), read_, std::span(&here, 1));
  } else {
    comm::redistribute(call.grid(), comm::as_const(callers(call)), moved(call), false, false);
  }
}

template <typename T>
void Matrix<T>::move_out(const Call& call) {
  if (intent_ == in || !referenced() || empty())
    return;
  if (is_partitioned()) {
    const comm::Side<const T> here{comm::Placement::of(call.grid()), comm::as_const(moved(call))};
    comm::redistribute<T>(call.grid().all(), std::span(&here, 1), written_);
  } else {
    comm::redistribute(call.grid(), comm::as_const(moved(call)), callers(call), false, false);
  }
}

bool AnyVector::in_scope(const comm::Grid& grid) const {
  if (matrix_->is_partitioned())
    return true;
  const bool my_row = grid.row_axis(matrix_->caller()).owner(matrix_->i()) == grid.myrow(),
             my_column = grid.column_axis(matrix_->caller()).owner(matrix_->j()) == grid.mycol();
  return single_ ? my_row && my_column : row_ ? my_row : my_column;
}

int AnyVector::owner(const comm::Grid& grid) const {
  if (matrix_->is_partitioned())
    return 0; // any: all of them have it
  return grid.row_axis(matrix_->caller()).owner(matrix_->i()) * grid.q() +
         grid.column_axis(matrix_->caller()).owner(matrix_->j());
}

template <typename T>
void Vector<T>::check(api::ArgumentChecker& check, const comm::Grid& grid) {
  Matrix<T>::check(check, grid);
  const int position = this->position() + 4;
  check.integer(position, callers_increment_, std::numeric_limits<int>::min());
  if (callers_increment_ != 1 && !is_row())
    check.illegal(position);
}

template class Matrix<int>;
template class Matrix<float>;
template class Matrix<double>;
template class Matrix<std::complex<float>>;
template class Matrix<std::complex<double>>;

template class Vector<int>;
template class Vector<float>;
template class Vector<double>;
template class Vector<std::complex<float>>;
template class Vector<std::complex<double>>;

} // namespace hetgrid::scalapack::wrapper
