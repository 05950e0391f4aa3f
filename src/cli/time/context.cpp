#include "cli/time/context.hpp"

#include <algorithm>

#include <mpi.h>

#include "comm/blacs.hpp"

namespace hetgrid::cli {
namespace {

int system_context() {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  return context;
}

} // namespace

Context::Context(const plan::Plan& plan) : handle_(comm::Grid::create(MPI_COMM_WORLD, plan)) {}

Context::Context(const layout::OwnerMap& map) : Context(plan::uniform_plan(1, map.nprocs())) {
  if (inside())
    comm::Grid::of_context(handle_).lay_out(map);
}

Context::Context(int p, int q) : handle_(system_context()) {
  Cblacs_gridinit(&handle_, "Row", p, q);
}

Context::~Context() {
  if (inside())
    Cblacs_gridexit(handle_);
}

void Context::use(const schedule::Parameters& parameters) const {
  if (inside())
    comm::Grid::of_context(handle_).use(parameters);
}

const comm::Grid* Context::grid() const {
  return inside() ? &comm::Grid::of_context(handle_) : nullptr;
}

layout::Descriptor describe(const Context& context, int dtype, int m, int n, int nb) {
  layout::Descriptor descriptor{dtype, context.handle(), m, n, nb, nb, 0, 0, 1};
  const comm::Grid* const grid = context.grid();
  if (grid && dtype == layout::dtype_partitioned) {
    const auto cell = [](int size, layout::Index cells) {
      return static_cast<int>(std::max<layout::Index>(1, (size + cells - 1) / cells));
    };
    descriptor.mb = cell(m, grid->owner_map()->rows());
    descriptor.nb = cell(n, grid->owner_map()->columns());
  } else if (grid) {
    const layout::Index rows = grid->row_axis(descriptor).local_count(0, m, grid->myrow());
    descriptor.lld = static_cast<int>(std::max<layout::Index>(1, rows));
  }
  return descriptor;
}

} // namespace hetgrid::cli
