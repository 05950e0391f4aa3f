// HG_P?GEMR2D: moves a submatrix between any two layouts, grids and contexts.
//
// No process need know both grids, and some may know none, so the processes of the exchange first tell each
// other where the grids are and agree that everyone means the same; then those in a grid check its
// descriptor, and it is told to the rest.
#include "api/gemr2d.hpp"

#include "api/border.hpp"
#include "api/check.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "comm/partitioned_submatrix.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <limits>
#include <optional>
#include <utility>

namespace hetgrid::api {
namespace {

using layout::Descriptor;

/// The lowest rank of the exchange that is in the grid of each descriptor; size of the exchange if nobody is.
std::array<int, 2> first_members(const Descriptor& desc_a, const Descriptor& desc_b, MPI_Comm exchange) {
  int size = 0;
  HG_MPI(MPI_Comm_size(exchange, &size));
  const auto mine = [&](const Descriptor& desc) -> std::int64_t {
    return comm::Grid::is_member(desc.context) ? comm::rank_in(exchange) : size;
  };
  std::array<std::int64_t, 2> ranks{mine(desc_a), mine(desc_b)};
  comm::all_reduce(ranks.data(), 2, MPI_MIN, exchange);
  return {static_cast<int>(ranks[0]), static_cast<int>(ranks[1])};
}

/// One of the two matrices, as far as this process knows it.
struct OneSide {
  int position;    ///< of the descriptor in the argument list
  Descriptor desc; ///< meaningless outside its grid
  int root;        ///< rank in the exchange that tells what others do not know
  comm::Placement placement;
  comm::Grid* grid = nullptr; ///< nullptr outside the grid
  layout::Axis rows, columns; ///< of a matrix on a grid
  layout::PartitionedMatrix partitioned;

  OneSide(int position_, const Descriptor& desc_, int root_)
      : position(position_), desc(desc_), root(root_) {}

  bool member() const { return comm::Grid::is_member(desc.context); }

  /// Everyone learns where the grid is. Objections go to `check`.
  void place(MPI_Comm exchange, ArgumentChecker& check) {
    int size = 0;
    HG_MPI(MPI_Comm_size(exchange, &size));
    if (root == size)
      return check.illegal(position, ctxt_);
    const comm::Placement mine = comm::Placement::of_context(desc.context, exchange);
    placement = mine;
    std::vector<int> shape{mine.p, mine.q};
    comm::broadcast(shape, root, exchange);
    comm::broadcast(placement.rank, root, exchange);
    placement.p = shape[0];
    placement.q = shape[1];
    const auto& ranks = placement.rank;
    const bool listed = std::ranges::count(ranks, comm::rank_in(exchange)) > 0;
    const bool outside = std::ranges::count(ranks, comm::Placement::nowhere) > 0;
    const bool same_grid = mine.p == placement.p && mine.q == placement.q && mine.rank == ranks;
    if (outside || listed != member() || (member() && !same_grid))
      check.illegal(position, ctxt_);
  }

  /// The members check what they have. Everyone agreed on the placement.
  void check_matrix(int m, int n, int i, int j, ArgumentChecker& check) {
    if (member()) {
      grid = &comm::Grid::of_context(desc.context);
      if (desc.dtype == layout::dtype_partitioned)
        check.partitioned_descriptor(position, desc, *grid);
      else
        check.descriptor(position, desc, *grid);
      check.submatrix(position - 2, i, j, m, n, position, desc);
    } else {
      check.no_descriptor(position);
      check.integer(position - 2, i, 1);
      check.integer(position - 1, j, 1);
    }
  }

  /// Everyone learns the layout of a legal matrix.
  void describe(MPI_Comm exchange) {
    std::vector<int> numbers;
    if (grid)
      numbers = {desc.dtype, desc.m, desc.n, desc.mb, desc.nb, desc.rsrc, desc.csrc};
    comm::broadcast(numbers, root, exchange);
    desc = {numbers[0], desc.context, numbers[1], numbers[2], numbers[3],
            numbers[4], numbers[5],   numbers[6], desc.lld};
    if (desc.dtype == layout::dtype_partitioned)
      describe_partition(exchange);
    else
      describe_axes(exchange);
  }

  /// What the processes of the grid hold of a submatrix.
  template <typename T>
  std::vector<comm::Side<T>> sides(T* data, int i, int j, int m, int n) const {
    if (desc.dtype != layout::dtype_partitioned)
      return {{placement, {rows, columns, i - 1, j - 1, m, n, data, desc.lld}}};
    return comm::PartitionedSubmatrix<T>{partitioned, i - 1, j - 1, m, n, data}.sides(
        placement.rank, grid ? grid->rank() : -1);
  }

private:
  void describe_axes(MPI_Comm exchange) {
    std::vector<int> row_order, column_order;
    if (grid) {
      rows = grid->row_axis(desc);
      columns = grid->column_axis(desc);
      row_order.assign(rows.map.order().begin(), rows.map.order().end());
      column_order.assign(columns.map.order().begin(), columns.map.order().end());
    }
    for (std::vector<int>* const part : {&row_order, &column_order})
      comm::broadcast(*part, root, exchange);
    if (!grid) {
      rows = {layout::AxisMap(placement.p, row_order), desc.m, desc.mb, desc.rsrc};
      columns = {layout::AxisMap(placement.q, column_order), desc.n, desc.nb, desc.csrc};
    }
  }

  void describe_partition(MPI_Comm exchange) {
    std::vector<layout::Index> numbers; // size of the panel, then the rectangles
    if (grid) {
      partitioned = grid->partitioned(desc);
      numbers = {partitioned.map.rows(), partitioned.map.columns()};
      for (const layout::Rectangle& r : partitioned.map.rectangles())
        numbers.insert(numbers.end(), {r.row, r.column, r.rows, r.columns, r.owner});
    }
    comm::broadcast(numbers, root, exchange);
    if (grid)
      return;
    std::vector<layout::Rectangle> rectangles;
    for (std::size_t k = 2; k < numbers.size(); k += 5)
      rectangles.push_back(
          {numbers[k], numbers[k + 1], numbers[k + 2], numbers[k + 3], static_cast<int>(numbers[k + 4])});
    partitioned = {layout::OwnerMap(placement.p * placement.q, numbers[0], numbers[1], std::move(rectangles)),
                   desc.m, desc.n, desc.mb, desc.nb};
  }
};

/// What the processes tell each other takes of a process's memory at most, bytes, but for layouts of more than this.
std::size_t description_memory(const comm::Grid& everyone) {
  constexpr std::size_t layouts = std::size_t{16} << 20;
  return layouts + 1024 * static_cast<std::size_t>(everyone.p() * everyone.q());
}

} // namespace

template <typename T>
int gemr2d(const char* routine, int m, int n, const T* a, int ia, int ja, const int* desca, T* b, int ib,
           int jb, const int* descb, int context, int before) {
  const int position_context = before + 11;
  comm::Grid* const everyone = common_grid({context});
  if (!everyone)
    return -position_context; // this process takes no part
  const MPI_Comm exchange = everyone->all();
  ArgumentChecker sizes(*everyone);
  sizes.integer(before + 1, m, 0);
  sizes.integer(before + 2, n, 0);
  sizes.context(position_context, 0, *everyone);
  if (const int info = sizes.agree(routine, context); info != 0)
    return info;
  std::optional<comm::Reservation> memory(std::in_place, exchange, "moving a matrix",
                                          description_memory(*everyone));
  const auto desc_a = Descriptor::from(desca), desc_b = Descriptor::from(descb);
  const auto [root_a, root_b] = first_members(desc_a, desc_b, exchange);
  OneSide from(before + 6, desc_a, root_a), to(before + 10, desc_b, root_b);
  ArgumentChecker grids(exchange);
  from.place(exchange, grids);
  to.place(exchange, grids);
  if (const int info = grids.agree(routine, context); info != 0)
    return info;
  ArgumentChecker matrices(exchange);
  from.check_matrix(m, n, ia, ja, matrices);
  to.check_matrix(m, n, ib, jb, matrices);
  if (const int info = matrices.agree(routine, context); info != 0)
    return info;
  from.describe(exchange);
  to.describe(exchange);

  const auto sources = from.sides(a, ia, ja, m, n);
  const auto destinations = to.sides(b, ib, jb, m, n);
  memory.reset(); // the rest depends on the layouts
  comm::redistribute<T>(exchange, sources, destinations);
  return 0;
}

} // namespace hetgrid::api

#define HG_DEFINE_GEMR2D(name, NAME, T)                                                                      \
  template int hetgrid::api::gemr2d(const char*, int, int, const T*, int, int, const int*, T*, int, int,     \
                                    const int*, int, int);                                                   \
  extern "C" void HG_FC_GLOBAL_(name, NAME)(const int* m, const int* n, const T* a, const int* ia,           \
                                            const int* ja, const int* desca, T* b, const int* ib,            \
                                            const int* jb, const int* descb, const int* ictxt) {             \
    hetgrid::api::last_info() = hetgrid::api::guarded(#NAME, [&] {                                           \
      return hetgrid::api::gemr2d(#NAME, *m, *n, a, *ia, *ja, desca, b, *ib, *jb, descb, *ictxt);            \
    });                                                                                                      \
  }

HG_DEFINE_GEMR2D(hg_pigemr2d, HG_PIGEMR2D, int)
HG_DEFINE_GEMR2D(hg_psgemr2d, HG_PSGEMR2D, float)
HG_DEFINE_GEMR2D(hg_pdgemr2d, HG_PDGEMR2D, double)
HG_DEFINE_GEMR2D(hg_pcgemr2d, HG_PCGEMR2D, std::complex<float>)
HG_DEFINE_GEMR2D(hg_pzgemr2d, HG_PZGEMR2D, std::complex<double>)
