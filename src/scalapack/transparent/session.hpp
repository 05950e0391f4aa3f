// What transparent mode keeps for a set of processes on a grid.
#pragma once

#include "api/speeds.hpp"
#include "comm/grid.hpp"
#include "comm/redistribute.hpp"
#include "scalapack/transparent/experience.hpp"
#include "scalapack/transparent/memory_pool.hpp"
#include "scalapack/transparent/partitions.hpp"

#include <array>
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

  /// The plan of the same processes by which process k of the context, a rank, has no more than fractions[k] of a matrix;
  /// nullptr if a whole matrix has no room so. The last few are kept, for fractions of equal 64ths. What is measured of
  /// speeds is this session's. Collective over the context. \throws SystemError, on every process
  Session* within(const std::vector<double>& fractions, int context);

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

  /// What a call of this class asked for on this process beside its copies, bytes, when some process lacked it; nullopt on
  /// all processes if none has.
  std::optional<double> workspace(const CallClass& calls) const noexcept;
  /// Local: all processes must do it, each for its own bytes.
  void note_workspace(const CallClass& calls, double bytes) noexcept;

  /// Of the copies. What the last call has used is kept until a context is freed.
  MemoryPool& memory() noexcept { return unlimited_ ? unlimited_->memory_ : memory_; }

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
  /// from what was predicted, speeds are measured again, and if these have changed there is a new plan, and none within()
  /// any more.
  /// Collective over the context, one of those with this session. \throws as of_context
  Agreement agree(std::int64_t opinion, int context);

  /// To move a matrix from one layout to the other, measured: if is_uniform() at the first question, to copies with other
  /// blocks. Collective over grid().all(). \throws SystemError, on every process
  double seconds_per_byte() {
    if (seconds_per_byte_ == 0)
      seconds_per_byte_ = measure_moving();
    return seconds_per_byte_;
  }

private:
  /// \param cells rank of the process at each place of the context's grid, row by row, in MPI_COMM_WORLD
  Session(int context, std::vector<int> cells, const api::Speeds& speeds, const plan::Plan& plan);
  void measure_again(MPI_Comm comm, int context);
  /// On standard error of the first process, with HETGRID_VERBOSE.
  void tell_finding(Experience::Finding finding, const Outcome& outcome) const noexcept;
  bool tells() const noexcept;
  double measure_moving() const;
  /// What it found, on standard error.
  void tell() const noexcept;

  /// One of the plans within().
  struct Limited {
    std::vector<int> sixtyfourths;
    std::unique_ptr<Session> session; ///< nullptr: no room
  };
  static constexpr std::size_t most_limited = 4, most_workspaces = 16;
  struct Workspace {
    CallClass calls;
    double bytes;
  };

  std::vector<int> cells_;
  int p_, q_;
  api::Speeds speeds_;
  Session* unlimited_ = nullptr; ///< whose within() this is
  std::vector<Limited> limited_;
  std::array<Workspace, most_workspaces> workspaces_{}; ///< the oldest gives way
  std::size_t workspaces_noted_ = 0;
  std::unique_ptr<comm::Grid> grid_;
  comm::Placement context_placement_, grid_placement_;
  bool uniform_ = false;
  std::vector<int> node_;
  Experience experience_;
  std::optional<Timing> last_;
  Partitions partitions_;
  MemoryPool memory_;
  double operations_per_second_ = 0;
  double seconds_per_byte_ = 0; ///< 0: not measured
};

} // namespace hetgrid::scalapack::transparent
