// HG_P?ELSET and HG_P?ELGET: one element of a distributed matrix, uneven or uniform.
#include "api/border.hpp"
#include "api/check.hpp"

#include <cctype>
#include <complex>

namespace hetgrid::api {
namespace {

/// Where element (i, j), 1-based, of a matrix is.
struct Place {
  comm::Grid* grid;
  int row, column;     ///< grid coordinates of the owner
  layout::Index index; ///< in the owner's local storage

  bool mine() const { return grid->myrow() == row && grid->mycol() == column; }
};

/// \return INFO; the descriptor stands at `position_desc`, I and J right before it
int locate(const std::string& routine, int i, int j, const int* descriptor, int position_desc, Place& place) {
  const auto desc = layout::Descriptor::from(descriptor);
  place.grid = first_grid({desc.context});
  if (!place.grid)
    return -(position_desc * 100 + ctxt_);
  int info = 0;
  if (i < 1 || i > desc.m)
    info = -(position_desc - 2);
  else if (j < 1 || j > desc.n)
    info = -(position_desc - 1);
  else if (desc.dtype != layout::dtype_uneven && desc.dtype != layout::dtype_block_cyclic)
    info = -(position_desc * 100 + dtype_);
  if (info != 0) {
    report_illegal_argument(desc.context, routine, info);
    return info;
  }
  const layout::Axis rows = place.grid->row_axis(desc), columns = place.grid->column_axis(desc);
  place.row = rows.owner(i - 1);
  place.column = columns.owner(j - 1);
  place.index = rows.local(i - 1, place.row) +
                columns.local(j - 1, place.column) * static_cast<layout::Index>(desc.lld);
  return 0;
}

template <typename T>
int elset(const std::string& routine, T* a, int ia, int ja, const int* desca, T alpha) {
  Place place{};
  const int info = locate(routine, ia, ja, desca, 4, place);
  if (info == 0 && place.mine())
    a[place.index] = alpha;
  return info;
}

/// As PDELGET: processes outside the scope get zero; with no scope ('-') only the owner gets the element.
template <typename T>
int elget(const std::string& routine, char scope, T& alpha, const T* a, int ia, int ja, const int* desca) {
  Place place{};
  alpha = T(0);
  if (const int info = locate(routine, ia, ja, desca, 7, place); info != 0)
    return info;
  const comm::Grid& grid = *place.grid;
  if (place.mine())
    alpha = a[place.index];
  const auto broadcast = [&](int root, MPI_Comm comm) {
    HG_MPI(MPI_Bcast(&alpha, sizeof alpha, MPI_BYTE, root, comm));
  };
  switch (std::toupper(static_cast<unsigned char>(scope))) {
  case 'R':
    if (grid.myrow() == place.row)
      broadcast(place.column, grid.row());
    break;
  case 'C':
    if (grid.mycol() == place.column)
      broadcast(place.row, grid.column());
    break;
  case 'A':
    broadcast(place.row * grid.q() + place.column, grid.all());
    break;
  default: // the owner only
    break;
  }
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_ELEMENT(set, SET, get, GET, T)                                                             \
  extern "C" void HG_FC_GLOBAL_(set, SET)(T * a, const int* ia, const int* ja, const int* desca,             \
                                          const T* alpha) {                                                  \
    hetgrid::api::last_info() = hetgrid::api::guarded(                                                       \
        #SET, [&] { return hetgrid::api::elset<T>(#SET, a, *ia, *ja, desca, *alpha); });                     \
  }                                                                                                          \
  extern "C" void HG_FC_GLOBAL_(get, GET)(const char* scope, const char*, T* alpha, const T* a,              \
                                          const int* ia, const int* ja, const int* desca) {                  \
    hetgrid::api::last_info() = hetgrid::api::guarded(                                                       \
        #GET, [&] { return hetgrid::api::elget<T>(#GET, *scope, *alpha, a, *ia, *ja, desca); });             \
  }

HG_DEFINE_ELEMENT(hg_pselset, HG_PSELSET, hg_pselget, HG_PSELGET, float)
HG_DEFINE_ELEMENT(hg_pdelset, HG_PDELSET, hg_pdelget, HG_PDELGET, double)
HG_DEFINE_ELEMENT(hg_pcelset, HG_PCELSET, hg_pcelget, HG_PCELGET, std::complex<float>)
HG_DEFINE_ELEMENT(hg_pzelset, HG_PZELSET, hg_pzelget, HG_PZELGET, std::complex<double>)
