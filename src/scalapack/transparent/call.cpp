#include "scalapack/transparent/call.hpp"

#include "api/border.hpp"
#include "api/controls.hpp"
#include "comm/abort.hpp"
#include "hetgrid/error.hpp"
#include "measure/host_memory.hpp"
#include "scalapack/journal.hpp"
#include "scalapack/mpi_library.hpp"

#include <cstdio>
#include <unistd.h>

namespace hetgrid::scalapack::transparent {
namespace {

constexpr double least_operations = 3e8;          ///< milliseconds of work: below, not even a plan is
constexpr int least_block = 16, most_block = 512; ///< of uniform matrices that hetgrid works on in place

/// Operations per unit of time that the layout of the session lets through for a square matrix of `order`, relative to
/// a process of cycle-time 1: the panel's share for large matrices, less where blocks do not divide evenly.
double work_of(const Session& session, Index order) {
  const comm::Grid& grid = session.grid();
  const Index nb = uneven_block_size(grid, order);
  const layout::Axis rows{grid.row_map(), order, nb, 0}, columns{grid.column_map(), order, nb, 0};
  double slowest = 0;
  for (int i = 0; i < grid.p(); ++i)
    for (int j = 0; j < grid.q(); ++j)
      slowest = std::max(slowest, static_cast<double>(rows.local(order, i) * columns.local(order, j)) *
                                      grid.cycle_time(i, j));
  return static_cast<double>(order * order) / slowest;
}

} // namespace

bool Call::wanted() noexcept {
  if (ScalapackCall::active() || !program_has_our_mpi())
    return false;
  journal::open();
  try {
    return api::controls().on;
  } catch (const std::exception& error) {
    end_program(error.what());
  }
}

bool Call::begin(const Work& work) {
  return begin(work.sizes, work.order, work.operations >= least_operations);
}

bool Call::begin(const Text& sizes, Index order, bool large) {
  begun_ = true;
  sizes_ = sizes;
  const auto least = api::controls().least_n;
  require(!least || order >= *least, "smaller than HETGRID_MIN_N");
  require(least || large, "too small for a gain");
  if (callers_ == Callers::owners && everywhere_) {
    pass({});
    return false;
  }
  const std::int64_t hash = hash_.value();
  std::int64_t all[3] = {objection_.empty(), hash, -hash};
  comm::all_reduce(all, 3, MPI_MIN, comm::Grid::communicator(context_));
  require(all[1] == -all[2], "arguments differ between processes");
  if (!all[0] || !objection_.empty())
    pass("another process has an illegal argument");
  return all[0] && objection_.empty();
}

bool Call::predict(Session& session, const Work& work, double operations, double bytes) {
  const comm::Grid& grid = session.grid();
  double slowest = grid.cycle_time(0, 0), fastest = slowest;
  for (int i = 0; i < grid.p(); ++i)
    for (int j = 0; j < grid.q(); ++j) {
      slowest = std::max(slowest, grid.cycle_time(i, j));
      fastest = std::min(fastest, grid.cycle_time(i, j));
    }
  const auto predicted = [&](const Efficiency& efficiency, double work_per_time) {
    return operations / (session.operations_per_second() * work_per_time * efficiency.fraction) +
           static_cast<double>(work.order) * efficiency.seconds_per_column * slowest / fastest;
  };
  scalapack_seconds_ = predicted(work.algorithm.scalapack, session.plan().cyclic_work);
  hetgrid_seconds_ = predicted(work.algorithm.hetgrid, work_of(session, work.order)) *
                         (partition_ ? partition_->time_over_grid : 1) +
                     (bytes > 0 ? bytes * session.seconds_per_byte() : 0);
  predicted_gain_ = scalapack_seconds_ / hetgrid_seconds_;
  class_ = {routine_.c_str(), operations};
  slower_ = false;
  if (api::controls().least_n)
    return acceptable();
  slower_ = predicted_gain_ < least_gain || session.is_lost(class_);
  require(predicted_gain_ >= least_gain, "no gain predicted");
  require(!session.is_lost(class_), "ScaLAPACK was faster");
  if (session.is_uniform() && !partition_ && (smallest_block_ < least_block || largest_block_ > most_block))
    require(false, "equal speeds, and blocks too small or too large to work on");
  return acceptable();
}

void Call::require_memory(Session& session, std::span<const std::size_t> sizes) {
  const auto& most = api::controls().memory;
  const double beside = session.workspace(class_).value_or(0);
  const bool allowed = !most || copies_ + beside <= static_cast<double>(*most);
  // What is kept from the last call serves this one, unless it is more than the copies and too much.
  MemoryPool& memory = session.memory();
  double missing = static_cast<double>(memory.prepare(sizes));
  if (most && static_cast<double>(memory.bytes()) + missing + beside > static_cast<double>(*most)) {
    memory.trim();
    missing = copies_;
  }
  const bool free = missing == 0 || copies_of_node_ - copies_ + std::min(missing, copies_) +
                                            beside * static_cast<double>(session.node().size()) <=
                                        measure::free_memory();
  lacks_room_ = (!allowed || !free) && copies_of_node_ > 0; // else no plan needs less
  require(allowed, copies_ > 0 ? "HETGRID_MEMORY allows less than the copies need"
                               : "HETGRID_MEMORY allows less than the call needs");
  require(free, "the copies need more memory than is free");
}

std::vector<double> Call::rooms(Session& session) {
  const MPI_Comm comm = comm::Grid::communicator(context_);
  int processes = 0;
  HG_MPI(MPI_Comm_size(comm, &processes));
  constexpr std::size_t to_ask_the_system = std::size_t{1} << 16;
  const comm::Reservation memory(comm, "a plan",
                                 to_ask_the_system + 64 * static_cast<std::size_t>(processes));
  session.memory().trim();
  constexpr double for_copies = 0.9; // layouts are whole blocks
  const auto& most = api::controls().memory;
  const double beside = session.workspace(class_).value_or(0);
  double room = most ? static_cast<double>(*most) - beside : std::numeric_limits<double>::max();
  if (copies_of_node_ > 0)
    room = std::min(room, copies_ / copies_of_node_ * measure::free_memory() - beside);
  std::vector<double> all(static_cast<std::size_t>(processes) + 1, 0.0); // rooms, and the copies of all
  all[static_cast<std::size_t>(comm::rank_in(comm))] = std::max(0.0, for_copies * room);
  all.back() = copies_;
  comm::all_reduce(all, MPI_SUM, comm);
  const double copies = all.back();
  all.pop_back();
  for (double& one : all)
    one /= copies;
  return all;
}

std::size_t Call::memory_left() const {
  const auto& most = api::controls().memory;
  return most ? static_cast<std::size_t>(static_cast<double>(*most) - copies_)
              : std::numeric_limits<std::size_t>::max();
}

void Call::pass(std::string_view otherwise) const noexcept {
  const Text why = objection_.empty() ? Text(otherwise) : objection_;
  measure::call_log().announce(routine_.c_str(), why.c_str());
  if (is_first())
    journal::count(routine_.c_str(), journal::Way::passed_through, why.c_str(), 0);
  Text text;
  text << "passed through: " << why.c_str();
  if (predicted_gain_ > 0)
    text.add(", predicted gain %.2f", predicted_gain_);
  print(text);
}

bool Call::hand_on(const char* why, int* info) noexcept {
  if (!touched_) {
    give_up(why);
    return false;
  }
  Text text;
  text << routine_.c_str() << ": " << why;
  if (!info)
    end_program(text.c_str());
  *info = api::info_system;
  if (is_first())
    std::fprintf(stderr, "hetgrid: %s\n", text.c_str());
  return true;
}

void Call::report(Session& session, bool done) const noexcept {
  constexpr std::string_view singular = "a singular matrix, which ScaLAPACK has its own way with";
  if (!done)
    return pass(singular);
  const double seconds = moving_ + computing_;
  if (!api::controls().least_n)
    session.note({class_, Library::hetgrid, hetgrid_seconds_, scalapack_seconds_, seconds,
                  seconds > 0 ? 1 - waiting_ / seconds : 1});
  if (is_first())
    journal::count(routine_.c_str(), is_in_place(session) ? journal::Way::in_place : journal::Way::uneven, {},
                   taking_memory_ + seconds);
  Text text;
  text.add("%s%s%s, moving %.4f s, computing %.4f s, gain predicted %.2f, actual %.2f of ScaLAPACK's "
           "predicted %.4f s",
           !is_in_place(session) ? "uneven"
           : copies_ > 0         ? "equal speeds, on copies"
                                 : "equal speeds, in place",
           partition_ ? ", " : "", partition_ ? partition_->shape.c_str() : "", moving_, computing_,
           predicted_gain_, scalapack_seconds_ / seconds, scalapack_seconds_);
  if (constexpr double worth_telling = 1e-3; taking_memory_ > worth_telling)
    text.add(", after %.4f s for memory of the copies", taking_memory_);
  print(text);
}

void Call::report_in_place(double seconds) const noexcept {
  if (is_first())
    journal::count(routine_.c_str(), journal::Way::in_place, {}, seconds);
  Text text;
  text.add("in place, %.4f s", seconds);
  print(text);
}

bool Call::is_first() const noexcept {
  int p, q, myrow, mycol;
  Cblacs_gridinfo(context_, &p, &q, &myrow, &mycol);
  return myrow == 0 && mycol == 0;
}

void Call::print(const Text& text) const noexcept {
  int p, q, myrow, mycol;
  Cblacs_gridinfo(context_, &p, &q, &myrow, &mycol);
  if (api::controls().verbose && is_first())
    std::fprintf(stderr, "hetgrid: %s %s on %d x %d: %s\n", routine_.c_str(), sizes_.c_str(), p, q,
                 text.c_str());
}

void end_program(const char* message) noexcept {
  int initialized = 0, rank = 0;
  if (MPI_Initialized(&initialized) == MPI_SUCCESS && initialized)
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0)
    sleep(1); // process 0 has most likely the same to say, and ends this one
  std::fprintf(stderr, "hetgrid: %s\n", message);
  comm::abort(1);
}

} // namespace hetgrid::scalapack::transparent
