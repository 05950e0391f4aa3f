// What transparent mode keeps for a set of processes on a grid.
#pragma once

#include "api/speeds.hpp"
#include "comm/grid.hpp"
#include "comm/redistribute.hpp"
#include "scalapack/transparent/experience.hpp"
#include "scalapack/transparent/memory_pool.hpp"
#include "scalapack/transparent/partitions.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hetgrid::scalapack::transparent {

/// The uneven grid for the processes of a BLACS context, arranged and planned once, and what moving costs there. Contexts
/// with the same processes on the same places share one; it lives until MPI_Finalize, since programs make and free
/// contexts around every solve.
class Session {
public:
  /// Collective over the context, which this process is in.
  /// \throws ArgumentError, InputError, SystemError, on every process
  static Session& of_context(int context);

  /// The processes of the context, arranged and shared unevenly.
  comm::Grid& grid() const noexcept { return *grid_; }
  const plan::Plan& plan() const noexcept { return *grid_->plan(); }
  /// The context's grid among the ranks of grid().all().
  const comm::Placement& context_placement() const noexcept { return context_placement_; }
  const comm::Placement& grid_placement() const noexcept { return grid_placement_; }
  /// True if the uneven layout is the uniform one, each process in its place: nothing need be moved.
  bool is_uniform() const noexcept { return uniform_; }

  /// The partition for products of an order, nullptr: the grid. Collective over grid().all(). \throws SystemError
  const ChosenPartition* partition_for(layout::Index order) {
    const bool one_node = node_.size() == static_cast<std::size_t>(grid_->p() * grid_->q());
    return partitions_.find(*grid_, one_node, operations_per_second_, order);
  }
  /// Other partitions from now on, as HETGRID_PARTITION names them. Local: all processes must do it.
  void use_partition(std::string name) { partitions_ = Partitions(std::move(name)); }
  /// The processes of this node, as ranks of grid().all().
  const std::vector<int>& node() const noexcept { return node_; }

  /// Of the copies. What the last call has used is kept until a context is freed.
  MemoryPool& memory() noexcept { return memory_; }

  /// Operations a second, dgemm, of a process with cycle-time 1 in plan().
  double operations_per_second() const noexcept { return operations_per_second_; }
  /// ScaLAPACK has the calls of this class: it was faster.
  bool is_lost(const CallClass& calls) const noexcept { return experience_.is_lost(calls); }

  /// What this process knows of the last call, until the next one tells the others.
  struct Timing {
    CallClass calls;
    Library library;
    double predicted, scalapack_predicted; ///< seconds, for the library and for ScaLAPACK
    double seconds, busy;                  ///< on this process; busy: the part without waiting
  };
  /// Of a call that all processes had alike. Local. \return its seconds, to which may be added
  double* note(const Timing& timing) noexcept { return &last_.emplace(timing).seconds; }

  struct Agreement {
    std::int64_t least; ///< of the opinions
    bool revised;       ///< what is_lost(), or the plan, may be other than before: to be asked again
  };
  /// What all processes can agree on, and what they learn from the last call: where its time and others in a row part
  /// from what was predicted, speeds are measured again, and if these have changed there is a new plan.
  /// Collective over the context, one of those with this session. \throws as of_context
  Agreement agree(std::int64_t opinion, int context);

  /// To move a matrix from one layout to the other, measured. 0 if is_uniform().
  double seconds_per_byte() const noexcept { return seconds_per_byte_; }

private:
  /// \param cells rank of the process at each place of the context's grid, row by row, in MPI_COMM_WORLD
  Session(int context, std::vector<int> cells, const api::Speeds& speeds);
  void measure_again(MPI_Comm comm, int context);
  /// On standard error of the first process, with HETGRID_VERBOSE.
  void tell_finding(Experience::Finding finding, const Outcome& outcome) const noexcept;
  bool tells() const noexcept;
  double measure_moving() const;
  /// What it found, on standard error.
  void tell() const noexcept;

  std::vector<int> cells_;
  int p_, q_;
  std::unique_ptr<comm::Grid> grid_;
  comm::Placement context_placement_, grid_placement_;
  bool uniform_ = false;
  std::vector<int> node_;
  std::string origin_; ///< of the speeds
  Experience experience_;
  std::optional<Timing> last_;
  Partitions partitions_;
  MemoryPool memory_;
  double operations_per_second_ = 0;
  double seconds_per_byte_ = 0;
};

} // namespace hetgrid::scalapack::transparent
