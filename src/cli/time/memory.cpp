#include "cli/time/memory.hpp"

#include <algorithm>
#include <complex>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "cli/options/message.hpp"
#include "cli/options/precision.hpp"
#include "cli/time/operation/reflectors.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/layout.hpp"
#include "kernel/execution.hpp"
#include "measure/host_memory.hpp"

namespace hetgrid::cli {
namespace {

/// Vectors of the checks, whole on every rank, and columns of reflectors.
double vector_bytes(const Case& parameters) {
  const bool reflectors =
      parameters.operation == "qr" || parameters.operation == "ormqr" || parameters.operation == "orgqr";
  const double vectors = 8 + (reflectors ? static_cast<double>(Reflectors<double>::width) : 0);
  return vectors * sizeof(std::complex<double>) *
         static_cast<double>(std::max({parameters.m, parameters.n, parameters.k}));
}

/// Elements of the process (i, j) of a grid.
double local_elements(const std::vector<Operands>& operands, int block_size, int i, int j,
                      const layout::AxisMap& rows, const layout::AxisMap& columns) {
  double elements = 0;
  for (const Operands& one : operands)
    elements +=
        one.count *
        static_cast<double>(numroc(static_cast<layout::Index>(one.rows), block_size, i, 0, rows)) *
        static_cast<double>(numroc(static_cast<layout::Index>(one.columns), block_size, j, 0, columns));
  return elements;
}

/// What the operands take on a partition, by rank.
void add_partition(const Case& parameters, const layout::OwnerMap& map, const std::vector<Operands>& operands,
                   std::vector<double>& bytes) {
  const auto cells = static_cast<double>(map.rows() * map.columns());
  for (const layout::Rectangle& rectangle : map.rectangles())
    for (const Operands& one : operands)
      bytes.at(static_cast<std::size_t>(rectangle.owner)) +=
          element_bytes(parameters.precision) * one.count * one.rows * one.columns *
          static_cast<double>(rectangle.rows * rectangle.columns) / cells;
}

std::vector<double> bytes_of_ranks(const Case& parameters, const Selection& selection, const plan::Plan& plan,
                                   std::size_t ranks) {
  const std::vector<Operands> operands = operands_of(parameters.operation, parameters);
  const int p = plan.arrangement.p, q = plan.arrangement.q;
  std::vector<double> bytes(ranks, vector_bytes(parameters));
  const auto add = [&](int rank, int i, int j, const layout::AxisMap& rows, const layout::AxisMap& columns) {
    bytes.at(static_cast<std::size_t>(rank)) +=
        element_bytes(parameters.precision) *
        local_elements(operands, parameters.block_size, i, j, rows, columns);
  };
  const layout::AxisMap uniform_rows = layout::AxisMap::uniform(p),
                        uniform_columns = layout::AxisMap::uniform(q);
  const layout::AxisMap rows(p, plan.rows.order), columns(q, plan.columns.order);
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < q; ++j) {
      if (selection.scalapack || selection.uniform)
        add(i * q + j, i, j, uniform_rows, uniform_columns);
      if (selection.uneven)
        add(plan.arrangement.at(i, j), i, j, rows, columns);
    }
  for (const TimedPartition& partition : selection.partitions)
    add_partition(parameters, partition.map, operands, bytes);
  return bytes;
}

std::string gigabytes(double bytes) {
  return fmt::format("{:.{}f} GB", bytes / 1e9, bytes < 1e12 ? 1 : 0);
}

/// The option that makes the matrices large, and its value.
std::pair<const char*, int> largest_size(const Case& parameters) {
  std::pair<const char*, int> largest{"--n", parameters.n};
  for (const auto& [option, size] :
       {std::pair<const char*, int>{"--m", parameters.m}, {"--k", parameters.k}, {"--nrhs", parameters.nrhs}})
    if (size > largest.second)
      largest = {option, size};
  return largest;
}

/// \throws SystemError
void compare(const Case& parameters, double needed, double there, std::size_t ranks,
             const std::string& where) {
  if (needed <= there)
    return;
  const auto [option, size] = largest_size(parameters);
  throw SystemError(
      wrong_value(option, std::to_string(size),
                  fmt::format("matrices that fit into memory: {} needed by {} rank{} {}, {} there",
                              gigabytes(needed), ranks, ranks == 1 ? "" : "s", where, gigabytes(there))));
}

} // namespace

std::vector<Operands> operands_of(const std::string& operation, const Case& parameters) {
  const double m = parameters.m, n = parameters.n, k = parameters.k, nrhs = parameters.nrhs,
               order = parameters.order();
  if (operation == "gemm") {
    const bool a = parameters.transa == 'N', b = parameters.transb == 'N';
    // C, and the reference with which all results are compared
    return {{a ? m : k, a ? k : m, 1}, {b ? k : n, b ? n : k, 1}, {m, n, 2}};
  }
  if (operation == "solve")
    return {{n, n, 2}, {n, nrhs, 2}}; // and factors, and solutions
  if (operation == "redistribute")
    return {{m, n, 3}}; // there and back
  if (operation == "symm" || operation == "trmm" || operation == "trsm" || operation == "ormqr")
    // B and C, or B and C before and after; hetgrid multiplies C^H by Q from the left in place of C from the right
    return {{order, order, 1}, {m, n, operation == "ormqr" && parameters.side == 'R' ? 3 : 2}};
  if (operation == "syrk" || operation == "syr2k") {
    const bool a = parameters.transa == 'N';
    return {{a ? n : k, a ? k : n, operation == "syrk" ? 1 : 2}, {n, n, 1}};
  }
  if (operation == "potri" || operation == "getri" || operation == "sygst")
    return {{n, n, 3}}; // A, factors, and the result
  if (operation == "orgqr")
    return {{m, n, 3}}; // and Q, and hetgrid's copy of the reflectors
  return {{operation == "cholesky" || operation == "trtri" ? n : m, n, 2}}; // and factors, or the inverse
}

HostMemory::HostMemory(std::vector<std::string> host_names)
    : hosts_(std::move(host_names)),
      bytes_(comm::gather(std::vector{measure::host_memory()}, 0, MPI_COMM_WORLD)) {
  if (kernel::simulated) // all in one process
    std::ranges::fill(hosts_, "this one");
}

void HostMemory::require(const MpiSession& session, const Case& parameters,
                         const Selection& selection) const {
  if (!kernel::computes())
    return;
  session.together([&] {
    if (!session.root())
      return;
    double elements = 0;
    for (const Operands& one : operands_of(parameters.operation, parameters))
      elements += one.count * one.rows * one.columns;
    const int layouts = (selection.scalapack || selection.uniform ? 1 : 0) + (selection.uneven ? 1 : 0) +
                        static_cast<int>(selection.partitions.size());
    std::map<std::string, double> hosts;
    double there = 0;
    for (std::size_t rank = 0; rank < hosts_.size(); ++rank)
      if (hosts.emplace(hosts_[rank], bytes_[rank]).second)
        there += bytes_[rank];
    const double ranks = static_cast<double>(hosts_.size());
    compare(parameters,
            layouts * elements * element_bytes(parameters.precision) + ranks * vector_bytes(parameters),
            there, hosts_.size(), "on all hosts");
  });
}

void HostMemory::require(const MpiSession& session, const Case& parameters, const Selection& selection,
                         const plan::Plan& plan) const {
  if (!kernel::computes())
    return;
  session.together([&] {
    if (!session.root())
      return;
    const std::vector<double> needed = bytes_of_ranks(parameters, selection, plan, hosts_.size());
    struct Host {
      double needed = 0, there = 0;
      std::size_t ranks = 0;
    };
    std::map<std::string, Host> hosts;
    for (std::size_t rank = 0; rank < hosts_.size(); ++rank) {
      Host& host = hosts[hosts_[rank]];
      host.needed += needed[rank];
      host.there = bytes_[rank];
      ++host.ranks;
    }
    for (const auto& [name, host] : hosts)
      compare(parameters, host.needed, host.there, host.ranks, "on host " + name);
  });
}

} // namespace hetgrid::cli
