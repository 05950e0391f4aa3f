#include "scalapack/transparent/session.hpp"

#include "api/agreed_plan.hpp"
#include "api/controls.hpp"
#include "api/speeds.hpp"
#include "comm/agreement.hpp"
#include "comm/attribute.hpp"
#include "comm/blacs.hpp"
#include "comm/collectives.hpp"
#include "comm/communicator.hpp"
#include "comm/finalize.hpp"
#include "measure/call_log.hpp"
#include "scalapack/text.hpp"
#include "scalapack/transparent/sources.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <ranges>
#include <utility>

namespace hetgrid::scalapack::transparent {
namespace {

using layout::Index;
using Sessions = std::vector<std::unique_ptr<Session>>;

/// At the beginning of MPI_Finalize, while the communicators of the sessions can still be freed.
extern "C" int delete_sessions(MPI_Comm, int, void* sessions, void*) {
  delete static_cast<Sessions*>(sessions);
  return MPI_SUCCESS;
}

/// All sessions of this process, until MPI_Finalize.
Sessions& all_sessions() {
  static Sessions* const sessions = [] {
    auto made = std::make_unique<Sessions>();
    comm::call_in_finalize(delete_sessions, made.get());
    return made.release();
  }();
  return *sessions;
}

/// When a context is freed, the memory for copies of its matrices is, too.
extern "C" int free_memory(MPI_Comm, int, void* session, void*) {
  static_cast<Session*>(session)->memory().trim();
  return MPI_SUCCESS;
}

/// The sessions of contexts, which do not own them.
const comm::Attribute<Session>& sessions_of_contexts() {
  static const comm::Attribute<Session> all(free_memory);
  return all;
}

/// Speeds, the search for a plan, its text; addresses only.
constexpr std::size_t memory_of_plan = std::size_t{64} << 20;

plan::Options options_for(int p, int q) {
  plan::Options options;
  options.p = p;
  options.q = q;
  options.problem.operation = plan::Operation::getrf;
  options.any_order = true;
  return options;
}

plan::Plan plan_for(const std::vector<double>& cycle_times, int p, int q, MPI_Comm comm) {
  plan::Plan plan = api::agreed_plan(cycle_times, options_for(p, q), comm);
  api::order_equal_processes(plan, 'R');
  return plan;
}

} // namespace

Session& Session::of_context(int context) {
  const MPI_Comm comm = comm::Grid::communicator(context);
  if (Session* const known = sessions_of_contexts().of(comm))
    return *known;
  const comm::Reservation memory(comm, "a plan", memory_of_plan);
  int p, q, myrow, mycol;
  Cblacs_gridinfo(context, &p, &q, &myrow, &mycol);
  std::vector<int> cells = comm::world_ranks(comm);
  Sessions& sessions = all_sessions();
  auto place = std::ranges::find_if(
      sessions, [&](const auto& one) { return one->p_ == p && one->q_ == q && one->cells_ == cells; });
  if (place == sessions.end()) {
    const api::Speeds speeds = api::speeds_of(comm);
    sessions.push_back(std::unique_ptr<Session>(
        new Session(context, std::move(cells), speeds, plan_for(speeds.cycle_times, p, q, comm))));
    place = std::prev(sessions.end());
    (*place)->tell();
  }
  sessions_of_contexts().set(comm, place->get());
  return **place;
}

Session::Session(int context, std::vector<int> cells, const api::Speeds& speeds, const plan::Plan& plan)
    : cells_(std::move(cells)), speeds_(speeds), experience_(speeds.measured) {
  const MPI_Comm comm = comm::Grid::communicator(context);
  Cblacs_gridinfo(context, &p_, &q_, &context_placement_.myrow, &context_placement_.mycol);
  grid_ = comm::Grid::without_context(comm, plan);
  measure::call_log().set_cycle_time(grid_->cycle_time(grid_->myrow(), grid_->mycol()));
  operations_per_second_ = speeds.operations_per_second;

  const comm::Communicator node = comm::Communicator::split_by_node(grid_->all());
  int place = 0, size = 0;
  HG_MPI(MPI_Comm_rank(node.get(), &place));
  HG_MPI(MPI_Comm_size(node.get(), &size));
  node_.assign(static_cast<std::size_t>(size), 0);
  node_[static_cast<std::size_t>(place)] = grid_->rank();
  comm::all_reduce(node_, MPI_SUM, node.get());

  grid_placement_ = comm::Placement::of(*grid_);
  context_placement_.p = p_;
  context_placement_.q = q_;
  const std::vector<int>& process = plan.arrangement.process;
  context_placement_.rank.resize(process.size());
  for (std::size_t cell = 0; cell < process.size(); ++cell)
    context_placement_.rank[static_cast<std::size_t>(process[cell])] = static_cast<int>(cell);
  uniform_ = std::ranges::is_sorted(process) && grid_->row_map() == layout::AxisMap::uniform(p_) &&
             grid_->column_map() == layout::AxisMap::uniform(q_);
  if (!uniform_)
    seconds_per_byte_ = measure_moving();
}

Session* Session::within(const std::vector<double>& fractions, int context) {
  const MPI_Comm comm = comm::Grid::communicator(context);
  const comm::Reservation memory(comm, "a plan", memory_of_plan);
  constexpr double parts = 64;
  std::vector<int> sixtyfourths;
  for (const double fraction : fractions)
    sixtyfourths.push_back(static_cast<int>(parts * std::clamp(fraction, 0.0, 1.0)));
  const auto known = std::ranges::find(limited_, sixtyfourths, &Limited::sixtyfourths);
  if (known != limited_.end())
    return known->session.get();

  const plan::Options options = options_for(p_, q_);
  std::vector<double> bytes;
  for (const int count : sixtyfourths) // 0 would be no limit
    bytes.push_back(options.problem.matrix_bytes() / parts * std::max<double>(count, 1 / parts));
  std::optional<plan::Plan> plan = api::agreed_plan_within(bytes, speeds_.cycle_times, options, comm);
  if (limited_.size() == most_limited)
    limited_.erase(limited_.begin());
  Limited& one = limited_.emplace_back(std::move(sixtyfourths), nullptr);
  if (!plan)
    return nullptr;
  one.session.reset(new Session(context, cells_, speeds_, *plan));
  one.session->unlimited_ = this;
  one.session->tell();
  return one.session.get();
}

std::optional<double> Session::workspace(const CallClass& calls) const noexcept {
  if (unlimited_)
    return unlimited_->workspace(calls);
  const auto known = std::ranges::find(workspaces_, calls, &Workspace::calls);
  return known == workspaces_.end() ? std::nullopt : std::optional(known->bytes);
}

void Session::note_workspace(const CallClass& calls, double bytes) noexcept {
  auto place = std::ranges::find(workspaces_, calls, &Workspace::calls);
  if (place == workspaces_.end())
    place = workspaces_.begin() + static_cast<std::ptrdiff_t>(workspaces_noted_++ % most_workspaces);
  *place = {calls, bytes};
}

bool Session::tells() const noexcept {
  return api::controls().verbose && context_placement_.myrow == 0 && context_placement_.mycol == 0;
}

void Session::tell() const noexcept {
  if (!tells())
    return;
  Text text;
  text.add("%d x %d processes, cycle-times", p_, q_);
  for (const double time : plan().cycle_times)
    text.add(" %.3g", time);
  text.add(" (%s), %.3g GF/s at cycle-time 1%s: ", speeds_.origin.c_str(), operations_per_second_ / 1e9,
           unlimited_ ? ", within the memory of each" : "");
  if (uniform_)
    text << "equal speeds, nothing is moved";
  else
    text.add("uneven layouts do up to %.2f of the work of uniform ones, moving takes %.2g s per GB",
             plan().speedup(), seconds_per_byte_ * 1e9);
  std::fprintf(stderr, "hetgrid: %s\n", text.c_str());
  api::tell_tuning(*grid_);
}

Session::Agreement Session::agree(std::int64_t opinion, int context) {
  // Ratios and times as whole numbers, the least of which is found for all at once.
  constexpr double unit = 1e6, most = 1e12;
  const auto whole = [](double value) {
    return static_cast<std::int64_t>(std::clamp(value * unit, 1.0, most * unit));
  };
  const std::optional<Timing> last = std::exchange(last_, std::nullopt);
  std::array<std::int64_t, 5> least{opinion, 0, 0, 0, 0};
  if (last)
    least = {opinion, -whole(last->seconds), -whole(last->seconds / last->predicted),
             -whole(last->seconds / last->scalapack_predicted), whole(last->busy)};
  const MPI_Comm comm = comm::Grid::communicator(context);
  comm::all_reduce(least.data(), least.size(), MPI_MIN, comm);
  if (!last)
    return {least[0], false};

  const auto number = [&](std::size_t k) { return static_cast<double>(std::abs(least[k])) / unit; };
  const Outcome outcome{last->calls, last->library, number(1), number(2), number(3), number(4)};
  const Experience::Finding finding = experience_.learn(outcome);
  if (finding == Experience::Finding::nothing)
    return {least[0], false};
  tell_finding(finding, outcome);
  if (finding != Experience::Finding::parted)
    return {least[0], true};
  if (unlimited_) {
    experience_.measured(false);
    unlimited_->measure_again(comm, context); // may delete this
  } else {
    measure_again(comm, context);
  }
  return {least[0], true};
}

void Session::measure_again(MPI_Comm comm, int context) {
  const comm::Reservation memory(comm, "a plan", memory_of_plan);
  api::forget_measured_speed();
  const api::Speeds speeds = api::speeds_of(comm);
  const std::vector<double>& before = plan().cycle_times;
  const auto [least, most] = std::ranges::minmax(
      std::views::iota(std::size_t{0}, before.size()) |
      std::views::transform([&](std::size_t k) { return speeds.cycle_times[k] / before[k]; }));
  constexpr double same = 1.1;
  const bool changed = most > same * least;
  experience_.measured(changed);
  operations_per_second_ = speeds.operations_per_second;
  if (changed) {
    Session renewed(context, cells_, speeds, plan_for(speeds.cycle_times, p_, q_, comm));
    speeds_ = speeds;
    limited_.clear();
    grid_.swap(renewed.grid_);
    node_.swap(renewed.node_);
    std::swap(grid_placement_, renewed.grid_placement_);
    std::swap(context_placement_, renewed.context_placement_);
    uniform_ = renewed.uniform_;
    seconds_per_byte_ = renewed.seconds_per_byte_;
  }
  if (tells())
    std::fprintf(stderr, "hetgrid: speeds measured again: %s\n",
                 changed ? "the plan is renewed" : "as before");
  if (changed)
    tell();
}

void Session::tell_finding(Experience::Finding finding, const Outcome& outcome) const noexcept {
  if (!tells())
    return;
  Text text;
  text.add("%s of %.3g to %.3g operations ", outcome.calls.routine(), outcome.calls.least(),
           outcome.calls.limit());
  if (finding == Experience::Finding::parted)
    text.add("took %.2f of the predicted time, others before were as far from theirs", outcome.to_prediction);
  else
    text.add("took %.2f of ScaLAPACK's predicted time: %s from now on", outcome.to_scalapack,
             finding == Experience::Finding::lost ? "passed through" : "taken again");
  std::fprintf(stderr, "hetgrid: %s\n", text.c_str());
}

double Session::measure_moving() const {
  using Clock = std::chrono::steady_clock;
  // 16 MB, and as much where they go: of less, much stays in a cache, where operands that are worth moving do not fit.
  constexpr Index nb = 64, blocks_per_process = 512;
  const Index n = nb * static_cast<Index>(std::sqrt(static_cast<double>(blocks_per_process * p_ * q_)));
  const Index nb_from = uniform_ ? nb / 2 : nb;
  const layout::Axis rows{layout::AxisMap::uniform(p_), n, nb_from, 0},
      columns{layout::AxisMap::uniform(q_), n, nb_from, 0};
  const Sources sources = uniform_ ? Sources{} : closest_sources(*this, rows, 0, n, nb, columns, 0, n, nb);
  const layout::Axis uneven_rows{grid_->row_map(), n, nb, sources.row},
      uneven_columns{grid_->column_map(), n, nb, sources.column};
  const Index m_from = rows.local(n, context_placement_.myrow), m_to = uneven_rows.local(n, grid_->myrow());
  std::vector<double> from, to;
  comm::reserve_together(grid_->all(), "what moving takes", [&] {
    from.resize(static_cast<std::size_t>(m_from * columns.local(n, context_placement_.mycol)));
    to.resize(static_cast<std::size_t>(m_to * uneven_columns.local(n, grid_->mycol())));
  });

  const auto move = [&] {
    comm::redistribute<double>(
        grid_->all(), context_placement_,
        {rows, columns, 0, 0, n, n, from.data(), std::max<Index>(1, m_from)}, grid_placement_,
        {uneven_rows, uneven_columns, 0, 0, n, n, to.data(), std::max<Index>(1, m_to)});
  };
  constexpr int repetitions = 2;
  move(); // touches the memory
  const auto start = Clock::now();
  for (int k = 0; k < repetitions; ++k)
    move();
  std::vector<double> seconds{std::chrono::duration<double>(Clock::now() - start).count() / repetitions};
  comm::all_reduce(seconds, MPI_MAX, grid_->all());
  return seconds[0] / static_cast<double>(n * n * Index{sizeof(double)});
}

} // namespace hetgrid::scalapack::transparent
