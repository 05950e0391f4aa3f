// HG_P?GEMR2D: moves a submatrix between any two layouts, grids and contexts.
#include "api/border.hpp"
#include "api/check.hpp"
#include "comm/redistribute.hpp"

#include <complex>
#include <limits>

namespace hetgrid::api {
namespace {

/// What every process of the exchange must know of a matrix, also if it is in another grid or in none.
struct Side {
  comm::Placement placement;
  layout::Axis rows, columns;
};

/// Broadcasts a vector of integers whose length only the root knows.
void broadcast(std::vector<int>& values, int root, MPI_Comm comm) {
  int size = static_cast<int>(values.size());
  HG_MPI(MPI_Bcast(&size, 1, MPI_INT, root, comm));
  values.resize(static_cast<std::size_t>(size));
  HG_MPI(MPI_Bcast(values.data(), size, MPI_INT, root, comm));
}

/// Rank of the first process of the exchange that is in the grid; `none` if nobody is.
constexpr int none = std::numeric_limits<int>::max();
int first_member(bool member, MPI_Comm exchange) {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(exchange, &rank));
  if (!member)
    rank = none;
  HG_MPI(MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_MIN, exchange));
  return rank;
}

/// Collective over the exchange. `grid` is nullptr on processes that are not in the matrix's grid.
Side describe(const comm::Grid* grid, const layout::Descriptor& desc, int root, MPI_Comm exchange) {
  std::vector<int> numbers, row_order, column_order, ranks;
  if (grid) {
    const layout::Axis rows = grid->row_axis(desc), columns = grid->column_axis(desc);
    numbers = {grid->p(), grid->q(), desc.m, desc.n, desc.mb, desc.nb, desc.rsrc, desc.csrc};
    row_order.assign(rows.map.order().begin(), rows.map.order().end());
    column_order.assign(columns.map.order().begin(), columns.map.order().end());
    int rank = 0;
    HG_MPI(MPI_Comm_rank(exchange, &rank));
    ranks.resize(static_cast<std::size_t>(grid->p() * grid->q()));
    HG_MPI(MPI_Allgather(&rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, grid->all()));
  }
  for (std::vector<int>* const part : {&numbers, &row_order, &column_order, &ranks})
    broadcast(*part, root, exchange);
  Side side;
  side.placement = {numbers[0], numbers[1], ranks, grid ? grid->myrow() : -1, grid ? grid->mycol() : -1};
  side.rows = {layout::AxisMap(numbers[0], row_order), numbers[2], numbers[4], numbers[6]};
  side.columns = {layout::AxisMap(numbers[1], column_order), numbers[3], numbers[5], numbers[7]};
  return side;
}

template <typename T>
int gemr2d(const std::string& routine, int m, int n, const T* a, int ia, int ja, const int* desca, T* b,
           int ib, int jb, const int* descb, int context) {
  comm::Grid* const exchange_grid = first_grid({context});
  if (!exchange_grid)
    return -11; // this process takes no part
  const MPI_Comm exchange = exchange_grid->all();
  const auto desc_a = layout::Descriptor::from(desca), desc_b = layout::Descriptor::from(descb);
  const comm::Grid* const grid_a = first_grid({desc_a.context});
  const comm::Grid* const grid_b = first_grid({desc_b.context});
  const int root_a = first_member(grid_a != nullptr, exchange),
            root_b = first_member(grid_b != nullptr, exchange);

  ArgumentChecker check(exchange);
  check.integer(1, m, 0);
  check.integer(2, n, 0);
  if (root_a == none)
    check.illegal(6, ctxt_);
  if (root_b == none)
    check.illegal(10, ctxt_);
  if (const int info = check.agree(); info != 0) {
    report_illegal_argument(context, routine, info);
    return info;
  }
  // Descriptors are checked by those who have them.
  ArgumentChecker members(exchange);
  const auto check_matrix = [&](const comm::Grid* grid, const layout::Descriptor& desc, int i, int j,
                                int position) {
    members.integer(position - 2, i, 1);
    members.integer(position - 1, j, 1);
    if (!grid)
      return;
    ArgumentChecker own(grid->all());
    own.descriptor(position, desc, *grid);
    own.submatrix(position - 2, i, j, m, n, position, desc);
    if (const int info = own.agree(); info != 0)
      members.illegal(info <= -100 ? -info / 100 : -info, info <= -100 ? -info % 100 : 0);
  };
  check_matrix(grid_a, desc_a, ia, ja, 6);
  check_matrix(grid_b, desc_b, ib, jb, 10);
  if (const int info = members.agree(); info != 0) {
    report_illegal_argument(context, routine, info);
    return info;
  }
  const Side from = describe(grid_a, desc_a, root_a, exchange),
             to = describe(grid_b, desc_b, root_b, exchange);
  comm::redistribute(exchange, from.placement,
                     comm::Submatrix<const T>{from.rows, from.columns, ia - 1, ja - 1, m, n, a, desc_a.lld},
                     to.placement,
                     comm::Submatrix<T>{to.rows, to.columns, ib - 1, jb - 1, m, n, b, desc_b.lld});
  return 0;
}

} // namespace
} // namespace hetgrid::api

#define HG_DEFINE_GEMR2D(name, NAME, T)                                                                      \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* m, const int* n, const T* a, const int* ia,           \
                                            const int* ja, const int* desca, T* b, const int* ib,            \
                                            const int* jb, const int* descb, const int* ictxt) {             \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::gemr2d<T>(#NAME, *m, *n, a, *ia, *ja, desca, b, *ib, *jb, descb, *ictxt);         \
    });                                                                                                      \
  }

HG_DEFINE_GEMR2D(hg_pigemr2d, HG_PIGEMR2D, int)
HG_DEFINE_GEMR2D(hg_psgemr2d, HG_PSGEMR2D, float)
HG_DEFINE_GEMR2D(hg_pdgemr2d, HG_PDGEMR2D, double)
HG_DEFINE_GEMR2D(hg_pcgemr2d, HG_PCGEMR2D, std::complex<float>)
HG_DEFINE_GEMR2D(hg_pzgemr2d, HG_PZGEMR2D, std::complex<double>)
