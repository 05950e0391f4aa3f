// What a program does that has matrices on a partition: a context of a file, descriptors, its rectangles.
#pragma once

#include "testing/support/mpi_test.hpp"

#include "comm/blacs.hpp"
#include "hetgrid.h"
#include "hetgrid/partition.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace hetgrid::testing {

/// A file of process 0 while it lives. Collective.
class PartitionFile {
public:
  explicit PartitionFile(const std::string& text) {
    if (mpi_rank() == 0)
      std::ofstream(name_) << text;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  ~PartitionFile() {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mpi_rank() == 0)
      std::remove(name_.c_str());
  }
  const std::string& name() const { return name_; }

private:
  std::string name_ = std::string(program_invocation_short_name) + "." + std::to_string(mpi_size()) + ".json";
};

/// A context of the partition in a file. \return INFO
inline int gridinit(const std::string& name, int& context) {
  Cblacs_get(-1, 0, &context);
  const int length = static_cast<int>(name.size());
  int info = 1;
  HG_FC_GLOBAL_(hg_gridinit_partition, HG_GRIDINIT_PARTITION)(&context, name.c_str(), &length, &info);
  return info;
}

/// Process 1, where there is one, has a square in the corner.
inline partition::Partition square_corner() {
  partition::Partition partition(10, mpi_size());
  if (mpi_size() > 1)
    partition.assign({6, 6, 4, 4, 1});
  if (mpi_size() > 2)
    partition.assign({0, 0, 3, 2, 2});
  return partition;
}

/// Distributed by the partition of a context.
struct PartitionedMatrix {
  int desc[9], blocks = 0, info = 1;
  std::int64_t elements = 0;
  std::vector<double> data;

  PartitionedMatrix(int context, int m, int n, int mb, int nb) {
    HG_FC_GLOBAL_(hg_descinit_partition, HG_DESCINIT_PARTITION)(desc, &m, &n, &mb, &nb, &context, &info);
    BOOST_TEST_REQUIRE(info == 0, on_rank());
    HG_FC_GLOBAL_(hg_partition_size, HG_PARTITION_SIZE)(desc, &blocks, &elements, &info);
    BOOST_TEST_REQUIRE(info == 0, on_rank());
    data.resize(static_cast<std::size_t>(elements));
  }

  /// Calls visit(i, j, element), from 1, for what this process owns.
  template <typename Visit>
  void each(Visit&& visit) {
    const auto count = static_cast<std::size_t>(blocks);
    std::vector<int> i(count), j(count), m(count), n(count), lld(count);
    std::vector<std::int64_t> offset(count);
    HG_FC_GLOBAL_(hg_partition_blocks, HG_PARTITION_BLOCKS)
    (desc, &blocks, i.data(), j.data(), m.data(), n.data(), offset.data(), lld.data(), &info);
    BOOST_TEST_REQUIRE(info == 0, on_rank());
    for (std::size_t k = 0; k < count; ++k)
      for (int s = 0; s < n[k]; ++s)
        for (int r = 0; r < m[k]; ++r)
          visit(i[k] + r, j[k] + s, data[static_cast<std::size_t>(offset[k] + r + std::int64_t{s} * lld[k])]);
  }
};

} // namespace hetgrid::testing
