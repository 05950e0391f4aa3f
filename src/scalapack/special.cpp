#include "scalapack/special.hpp"

#include "api/border.hpp"
#include "api/check.hpp"
#include "api/element.hpp"
#include "api/gemr2d.hpp"
#include "api/lapiv.hpp"
#include "comm/agreement.hpp"
#include "comm/blacs.hpp"
#include "scalapack/dispatch.hpp"

namespace hetgrid::scalapack::special {
namespace {

using layout::Index;

/// The hg_ routines for an element type.
template <typename T>
struct Native;

#define HG_NATIVE_FOR_ALL(p, P)                                                                              \
  static constexpr auto gemr2d = HG_FC_GLOBAL_(hg_##p##gemr2d, HG_##P##GEMR2D);                              \
  static constexpr const char *elset2 = #P "ELSET2", *trmr2d = #P "TRMR2D", *lapv2 = #P "LAPV2";
#define HG_NATIVE(T, p, P)                                                                                   \
  template <>                                                                                                \
  struct Native<T> {                                                                                         \
    HG_NATIVE_FOR_ALL(p, P)                                                                                  \
  };
template <>
struct Native<int> {
  HG_NATIVE_FOR_ALL(pi, PI)
};
HG_NATIVE(float, ps, PS)
HG_NATIVE(double, pd, PD)
HG_NATIVE(hg_complex8, pc, PC)
HG_NATIVE(hg_complex16, pz, PZ)

/// A context of all processes in one row.
class Everyone {
public:
  Everyone() {
    int me = 0, processes = 0;
    Cblacs_pinfo(&me, &processes);
    context_ = system_context();
    Cblacs_gridinit(&context_, "R", 1, processes);
  }
  ~Everyone() { Cblacs_gridexit(context_); }
  Everyone(const Everyone&) = delete;
  Everyone& operator=(const Everyone&) = delete;

  const int* context() const noexcept { return &context_; }

private:
  int context_ = -1;
};

/// The elements of an m x n submatrix that PxTRMR2D copies: a triangle and the rectangle of rows or columns which the
/// submatrix has more, so that the upper trapezoid ends in the last column, the lower one in the last row.
struct Trapezoid {
  bool upper, with_diagonal;
  Index m, n;

  bool contains(Index i, Index j) const noexcept {
    const Index within = upper ? j - i + std::max<Index>(0, m - n) : i - j + std::max<Index>(0, n - m);
    return with_diagonal ? within >= 0 : within > 0;
  }
};

/// An array of a process: the rows and columns of a matrix that coordinates of two axes have.
struct LocalArray {
  layout::Axis rows, columns;
  int row, column; ///< coordinates
  Index offset;    ///< elements from the beginning of the process's storage
  Index ld;
};

/// The m x n submatrix of B from (i, j), from 0, on a process that has B and finds its arguments legal: those of the rest are
/// left to HG_P?GEMR2D.
struct Destination {
  Index i = 0, j = 0;
  Index elements = 0; ///< of the local storage, as far as the submatrix reaches
  std::vector<LocalArray> arrays;
};

/// Collective over the grid of B like Grid::of_context.
Destination legal_destination(int ib, int jb, const int* descb, int m, int n) {
  const auto desc = layout::Descriptor::from(descb);
  if (!comm::Grid::is_member(desc.context))
    return {};
  const comm::Grid& grid = comm::Grid::of_context(desc.context);
  const bool partitioned = desc.dtype == layout::dtype_partitioned;
  api::ArgumentChecker check(grid.all());
  if (partitioned)
    check.partitioned_descriptor(12, desc, grid);
  else
    check.descriptor(12, desc, grid);
  check.submatrix(10, ib, jb, m, n, 12, desc);
  if (!check.legal() || m <= 0 || n <= 0)
    return {};
  Destination to;
  to.i = ib - 1;
  to.j = jb - 1;
  if (partitioned) {
    constexpr int inside = layout::RectangleArray::inside;
    const layout::PartitionedMatrix matrix = grid.partitioned(desc);
    to.elements = layout::local_elements(matrix, grid.rank());
    for (const layout::RectangleArray& array : layout::arrays_of(matrix, grid.rank()))
      to.arrays.push_back({array.rows, array.columns, inside, inside, array.offset, array.ld});
  } else {
    to.arrays.push_back(
        {grid.row_axis(desc), grid.column_axis(desc), grid.myrow(), grid.mycol(), 0, desc.lld});
    to.elements = desc.lld * to.arrays.front().columns.local(to.j + n, grid.mycol());
  }
  return to;
}

/// Copies the local part of a trapezoid of the submatrix of B between two storages of B's layout.
template <typename T>
void copy_trapezoid(const Trapezoid& trapezoid, const Destination& to, const T* from, T* b) {
  for (const auto& [rows, columns, row, column, offset, ld] : to.arrays)
    for (Index l = columns.local(to.j, column); l < columns.local(to.j + trapezoid.n, column); ++l)
      for (Index k = rows.local(to.i, row); k < rows.local(to.i + trapezoid.m, row); ++k)
        if (trapezoid.contains(rows.global(k, row) - to.i, columns.global(l, column) - to.j))
          b[offset + k + l * ld] = from[offset + k + l * ld];
}

/// The whole submatrix goes to memory in the layout of B, from there the trapezoid to B.
template <typename T>
int move_trapezoid(const Trapezoid& trapezoid, const T* a, const int* ia, const int* ja, const int* desca,
                   T* b, int ib, int jb, const int* descb, int ictxt) {
  const int m = static_cast<int>(trapezoid.m), n = static_cast<int>(trapezoid.n);
  Destination to;
  std::vector<T> memory;
  const auto reserve = [&] { // where the grid of B is not made, those who have only A hear of it as well
    to = legal_destination(ib, jb, descb, m, n);
    memory.resize(static_cast<std::size_t>(to.elements));
  };
  if (comm::Grid::is_member(ictxt))
    comm::reserve_together(comm::Grid::of_context(ictxt).all(), Native<T>::trmr2d, reserve);
  constexpr int before = 2; // UPLO, DIAG
  const int info =
      api::gemr2d(Native<T>::trmr2d, m, n, a, *ia, *ja, desca, memory.data(), ib, jb, descb, ictxt, before);
  if (info == 0)
    copy_trapezoid(trapezoid, to, memory.data(), b);
  return info;
}

} // namespace

template <typename T>
void elset2(T* alpha, T* a, const int* ia, const int* ja, const int* desca, const T* beta) noexcept {
  api::last_info() = api::guarded(
      Native<T>::elset2, [&] { return api::elset2(Native<T>::elset2, *alpha, a, *ia, *ja, desca, *beta); });
}

template <typename T>
void lapv2(const char* direc, const char* rowcol, const int* m, const int* n, T* a, const int* ia,
           const int* ja, const int* desca, int* ipiv, const int* ip, const int* jp,
           const int* descip) noexcept {
  api::last_info() = api::guarded(Native<T>::lapv2, [&] {
    return api::lapiv(Native<T>::lapv2, *direc, *rowcol, is(rowcol, "R") ? 'C' : 'R', *m, *n, a, *ia, *ja,
                      desca, ipiv, *ip, *jp, descip, 1);
  });
}

template <typename T>
void trmr2d(const char* uplo, const char* diag, const int* m, const int* n, const T* a, const int* ia,
            const int* ja, const int* desca, T* b, const int* ib, const int* jb, const int* descb,
            const int* ictxt) noexcept {
  const Trapezoid trapezoid{is(uplo, "U"), !is(diag, "U"), *m, *n};
  api::last_info() = api::guarded(Native<T>::trmr2d, [&] {
    return move_trapezoid(trapezoid, a, ia, ja, desca, b, *ib, *jb, descb, *ictxt);
  });
}

template <typename T>
void gemr2do(const int* m, const int* n, const T* a, const int* ia, const int* ja, const int* desca, T* b,
             const int* ib, const int* jb, const int* descb) noexcept {
  const Everyone everyone;
  Native<T>::gemr2d(m, n, a, ia, ja, desca, b, ib, jb, descb, everyone.context());
}

template <typename T>
void trmr2do(const char* uplo, const char* diag, const int* m, const int* n, const T* a, const int* ia,
             const int* ja, const int* desca, T* b, const int* ib, const int* jb, const int* descb) noexcept {
  const Everyone everyone;
  trmr2d(uplo, diag, m, n, a, ia, ja, desca, b, ib, jb, descb, everyone.context());
}

#define HG_INSTANTIATE_MOVES(T)                                                                              \
  template void elset2(T*, T*, const int*, const int*, const int*, const T*) noexcept;                       \
  template void trmr2d(const char*, const char*, const int*, const int*, const T*, const int*, const int*,   \
                       const int*, T*, const int*, const int*, const int*, const int*) noexcept;             \
  template void gemr2do(const int*, const int*, const T*, const int*, const int*, const int*, T*,            \
                        const int*, const int*, const int*) noexcept;                                        \
  template void trmr2do(const char*, const char*, const int*, const int*, const T*, const int*, const int*,  \
                        const int*, T*, const int*, const int*, const int*) noexcept;
#define HG_INSTANTIATE_LAPV2(T)                                                                              \
  template void lapv2(const char*, const char*, const int*, const int*, T*, const int*, const int*,          \
                      const int*, int*, const int*, const int*, const int*) noexcept;

HG_INSTANTIATE_MOVES(int)
HG_INSTANTIATE_MOVES(float)
HG_INSTANTIATE_MOVES(double)
HG_INSTANTIATE_MOVES(hg_complex8)
HG_INSTANTIATE_MOVES(hg_complex16)
HG_INSTANTIATE_LAPV2(float)
HG_INSTANTIATE_LAPV2(double)
HG_INSTANTIATE_LAPV2(hg_complex8)
HG_INSTANTIATE_LAPV2(hg_complex16)

} // namespace hetgrid::scalapack::special
