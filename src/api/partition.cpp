// HG_GRIDINIT_PARTITION, HG_GRIDINIT_SHAPE, HG_DESCINIT_PARTITION, HG_PARTITION_SIZE, HG_PARTITION_BLOCKS.
#include "hetgrid/partition.hpp"
#include "api/border.hpp"
#include "api/check.hpp"
#include "api/create_grid.hpp"
#include "api/from_file.hpp"
#include "api/system_communicator.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "hetgrid/plan.hpp"
#include "hetgrid/shape.hpp"
#include "plan/limits.hpp"
#include "plan/quiet_arithmetic.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace hetgrid::api {
namespace {

using layout::Descriptor;
using layout::Index;

/// What a partition, its text and its layout take of a process's memory at most, but for larger ones, which process 0
/// finds out.
constexpr std::size_t partition_memory = std::size_t{64} << 20;

/// A context whose process k is process k of the map. Collective over `comm`. \return as create_grid
int create(const char* routine, int& context, MPI_Comm comm, const layout::OwnerMap& map) {
  const int info = create_grid(routine, context, comm, plan::uniform_plan(1, map.nprocs()));
  if (info == 0)
    if (comm::Grid* const grid = comm::Grid::find(context))
      grid->lay_out(map);
  return info;
}

int gridinit_partition(int& context, const char* file, int length) {
  if (const int info = check_file_arguments(context, file, length); info != 0)
    return info;
  const MPI_Comm comm = system_communicator(context);
  const comm::Reservation memory(comm, "a partition", partition_memory);
  const auto map = value_from_file(
      "HG_GRIDINIT_PARTITION", std::string(file, static_cast<std::size_t>(length)), "a partition", comm,
      partition::owner_map_from_json, [](const layout::OwnerMap& read) { return read.nprocs(); });
  return map ? create("HG_GRIDINIT_PARTITION", context, comm, *map) : -2;
}

/// The shape that is predicted to be fastest for products of order n. \throws Error
partition::Partition fastest_shape(std::span<const double> cycle_times, int n, int nb) {
  plan::Problem problem;
  problem.n = n;
  problem.block_size = nb;
  const std::int64_t cells = (std::int64_t{n} + nb - 1) / nb;
  const auto shapes = partition::candidates(plan::platform_from_cycle_times(cycle_times), problem,
                                            partition::Algorithm::pio, {}, cells);
  if (shapes.empty() || !shapes.front().feasible())
    throw InputError("no shape is possible");
  return partition::partition_of(cells, static_cast<int>(cycle_times.size()), shapes.front().rectangles);
}

/// The same as process 0 finds it, as sums whose last bits may differ between unlike processors are compared. Collective.
/// \throws InputError on all processes if it finds none
layout::OwnerMap agreed_shape(std::span<const double> cycle_times, int n, int nb, MPI_Comm comm) {
  std::string text, reason;
  const int rank = comm::rank_in(comm);
  if (rank == 0) {
    const plan::QuietArithmetic quiet;
    try {
      text = partition::to_json(fastest_shape(cycle_times, n, nb));
    } catch (const std::exception& error) { // the others wait for the broadcast
      reason = error.what();
    }
  }
  comm::broadcast(text, 0, comm);
  comm::broadcast(reason, 0, comm);
  if (text.empty())
    throw InputError(reason);
  return partition::owner_map_from_json(text);
}

int gridinit_shape(int& context, int n, int nb, const double* t) {
  if (context == no_context)
    return -1;
  const MPI_Comm comm = system_communicator(context);
  int processes = 0;
  HG_MPI(MPI_Comm_size(comm, &processes));
  ArgumentChecker check(comm);
  check.integer(2, n, 1);
  check.integer(3, nb, 1);
  if (nb >= 1 && (std::int64_t{n} + nb - 1) / nb > partition::Partition::most_cells)
    check.illegal(3);
  const std::span<const double> cycle_times(t, static_cast<std::size_t>(processes));
  if (!plan::are_cycle_times(cycle_times))
    check.illegal(4);
  check.elements(4, cycle_times);
  if (const int info = check.agree(); info != 0)
    return info;
  const comm::Reservation memory(comm, "a partition", partition_memory);
  layout::OwnerMap map;
  try {
    if (processes > 1)
      map = agreed_shape(cycle_times, n, nb, comm);
  } catch (const InputError& error) {
    if (comm::rank_in(comm) == 0)
      report_failure("HG_GRIDINIT_SHAPE", error.what());
    return -2;
  }
  return create("HG_GRIDINIT_SHAPE", context, comm, map);
}

/// INFO of the first illegal argument of HG_DESCINIT_PARTITION; they stand where the descriptor's entries do.
int check_description(const Descriptor& desc, const comm::Grid* grid) {
  if (desc.m < 0)
    return -2;
  if (desc.n < 0)
    return -3;
  if (desc.mb < 1)
    return -4;
  if (desc.nb < 1)
    return -5;
  return grid && grid->owner_map() ? 0 : -6;
}

int descinit_partition(int* desc, int m, int n, int mb, int nb, int context) {
  const Descriptor asked{layout::dtype_partitioned, context, m, n, mb, nb, 0, 0, 1};
  const int info = check_description(asked, comm::Grid::find(context));
  Descriptor{layout::dtype_partitioned,
             context,
             std::max(0, m),
             std::max(0, n),
             std::max(1, mb),
             std::max(1, nb),
             0,
             0,
             1}
      .to(desc);
  if (info != 0 && context >= 0)
    report_illegal_argument(context, "HG_DESCINIT_PARTITION", info);
  return info;
}

/// The matrix of a descriptor, which stands first in the argument list. \return INFO
int find_matrix(const int* desc, const comm::Grid*& grid, layout::PartitionedMatrix& matrix) {
  const Descriptor descriptor = Descriptor::from(desc);
  grid = comm::Grid::find(descriptor.context);
  if (!grid)
    return -(100 + ctxt_);
  if (descriptor.dtype != layout::dtype_partitioned || !grid->owner_map())
    return -(100 + dtype_);
  if (const int info = check_description(descriptor, grid); info != 0)
    return -(100 - info + 1); // M_ is entry 3, argument 2
  matrix = grid->partitioned(descriptor);
  return 0;
}

int partition_size(const int* desc, int& blocks, std::int64_t& elements) {
  blocks = 0;
  elements = 0;
  const comm::Grid* grid = nullptr;
  layout::PartitionedMatrix matrix;
  if (const int info = find_matrix(desc, grid, matrix); info != 0)
    return info;
  blocks = static_cast<int>(layout::local_blocks(matrix, grid->rank()).size());
  elements = layout::local_elements(matrix, grid->rank());
  return 0;
}

/// Where a process's blocks go: arrays of `most` entries each.
struct BlockArrays {
  int most;
  int *i, *j, *m, *n;
  std::int64_t* offset;
  int* lld;
};

int partition_blocks(const int* desc, const BlockArrays& to) {
  const comm::Grid* grid = nullptr;
  layout::PartitionedMatrix matrix;
  if (const int info = find_matrix(desc, grid, matrix); info != 0)
    return info;
  const auto blocks = layout::local_blocks(matrix, grid->rank());
  if (to.most < std::ssize(blocks))
    return -2;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    to.i[k] = static_cast<int>(blocks[k].i + 1);
    to.j[k] = static_cast<int>(blocks[k].j + 1);
    to.m[k] = static_cast<int>(blocks[k].m);
    to.n[k] = static_cast<int>(blocks[k].n);
    to.offset[k] = blocks[k].offset;
    to.lld[k] = static_cast<int>(blocks[k].ld);
  }
  return 0;
}

} // namespace
} // namespace hetgrid::api

using namespace hetgrid;

extern "C" {

void HG_FC_GLOBAL_(hg_gridinit_partition, HG_GRIDINIT_PARTITION)(int* ictxt, const char* file,
                                                                 const int* length, int* info) {
  *info =
      api::guarded("HG_GRIDINIT_PARTITION", [&] { return api::gridinit_partition(*ictxt, file, *length); });
}

void HG_FC_GLOBAL_(hg_gridinit_shape, HG_GRIDINIT_SHAPE)(int* ictxt, const int* n, const int* nb,
                                                         const double* t, int* info) {
  *info = api::guarded("HG_GRIDINIT_SHAPE", [&] { return api::gridinit_shape(*ictxt, *n, *nb, t); });
}

void HG_FC_GLOBAL_(hg_descinit_partition, HG_DESCINIT_PARTITION)(int* desc, const int* m, const int* n,
                                                                 const int* mb, const int* nb,
                                                                 const int* ictxt, int* info) {
  *info = api::guarded("HG_DESCINIT_PARTITION",
                       [&] { return api::descinit_partition(desc, *m, *n, *mb, *nb, *ictxt); });
}

void HG_FC_GLOBAL_(hg_partition_size, HG_PARTITION_SIZE)(const int* desc, int* blocks, std::int64_t* elements,
                                                         int* info) {
  *info = api::guarded("HG_PARTITION_SIZE", [&] { return api::partition_size(desc, *blocks, *elements); });
}

void HG_FC_GLOBAL_(hg_partition_blocks, HG_PARTITION_BLOCKS)(const int* desc, const int* most, int* i, int* j,
                                                             int* m, int* n, std::int64_t* offset, int* lld,
                                                             int* info) {
  *info = api::guarded("HG_PARTITION_BLOCKS", [&] {
    return api::partition_blocks(desc, {*most, i, j, m, n, offset, lld});
  });
}

} // extern "C"
