// Calls on contexts of different processes can wait for each other for ever: process 0 calls on a context of {0, 1},
// process 1 on one of {0, 1, 2}. They find out by edge chasing (Chandy, Misra, Haas: Distributed Deadlock Detection, ACM
// TOCS 1(2), 1983) in the AND model, where whoever waits needs all of those it waits for.
//
// Nodes are openings: (S, n) is the n-th opening of the process set S. It waits for every process of S that has not come to
// it. There is an edge
//
//   (S, n) -> (T, m)   if a process of S that has not come to (S, n) waits in (T, m).
//
// An edge lasts as long as (T, m) waits, so that a cycle never goes away by itself, and what is on it, or leads to it, never
// completes. What leads nowhere waits for processes that do something else: they may come, however late.
//
// A process x that has waited for some time in (S, n) sends a probe, marked with x and the number of this wait of x, to all
// of S. Who has not come to (S, n) and waits in (T, m) itself sends it on to all of T, once in each of its waits. If the
// probe gets back to x in the same wait, it has gone along edges that all still exist: x is on a cycle.
//
// - A process that does not wait reads its probes when it does; what it has read stays true, so that it notes the last
//   opening of S in which somebody waits: with n > opened, (S, n) waits for it.
// - x need not send a probe of its own if another process that waits in (S, n) did, unless it has noted before this wait that
//   an opening waits for it: whatever gets back to one of them gets back to all. A probe that is sent on in S may have begun
//   outside of all cycles. Of the processes that link a cycle, consider the one whose wait began last: the probes that it gets
//   in this wait go round the whole cycle, since all others wait by then; those that a link had read before its last wait
//   are replaced by its own.
//
// Who finds that its opening never completes marks as given up this opening and all those that wait for it, tells all their
// processes, and leaves; not at once, so that those who came little later have time to say that they wait. Who is told while
// it waits there does the same. So the news goes along the edges, backwards, and every opening on the cycle is marked by a
// process that never comes to it any more before this process leaves its own wait: none of them can complete on some of its
// processes. A reduction that has begun cannot be withdrawn: all contexts of these processes that exist then are of no use
// any more, and are marked by a message on each of them; those that are made later meet anew, in the next generation.
//
// No message is sent before a wait has lasted a second, but for the first opening of a set, which has no communicator yet:
// its processes tell the first of them that they are there, and create it when all are. Messages go over the communicators of
// the BLACS, which exist on all processes of a context before anyone calls, with a tag that the BLACS do not use; a process
// that waits looks at those of all its contexts.
//
// A process of S that has never called on a context may free it before the news of its end is read, and is then in an
// earlier generation than the others. It has not met them in its own: those who have are told over the communicator of
// their meeting, which nobody frees. So it can go on in the generation of the others as soon as it hears of it, even while
// it waits for the first opening. What it says counts by the context it says it on: a context that has not been given up
// was made after all that were. What it left unread may turn up on a later communicator, of other processes: MPI uses numbers
// again.
//
// In a simulation, where a process that waits has to be woken by what it waits for, nothing is searched, and contexts of the
// same processes have nothing in common.
#include "comm/opening.hpp"

#include "comm/collectives.hpp"
#include "comm/grid.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace hetgrid::comm {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr int most_contexts = 1024; ///< that are looked at; the BLACS number them from 0, free numbers first
constexpr std::chrono::microseconds first_look{1000}, least_pause{50}; ///< between looks at messages
constexpr milliseconds most_pause{10};                                 ///< a shorter wait is none
constexpr milliseconds patience{1000}, grace{500};
constexpr milliseconds patience_per_rank{1}; ///< so that one of those who wait together speaks for all

SystemError deadlock() {
  return SystemError(
      "processes wait for each other in calls on different contexts: on these, calls fail from now on");
}

enum class Kind : std::int64_t {
  arrived,
  all_arrived,
  probe,
  given_up,
  generation, ///< the receiver's is an earlier one
};

/// What a process of a set tells the others, about an opening of theirs.
struct Notice {
  Kind kind;
  std::int64_t fingerprint, generation; ///< of the set
  std::int64_t opening = 0;
  std::int64_t sender = 0, wait = 0; ///< probe: where it began, rank in MPI_COMM_WORLD
  std::int64_t sent_on = 0;          ///< probe: by a process that has not come to the opening
};

int my_world_rank() {
  int rank = 0;
  HG_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  return rank;
}

void send_to(int rank, MPI_Comm context, const Notice& notice) {
  wait(start_send(&notice, sizeof notice, rank, opening_tag, context, Content::facts));
}

void send_to_all(MPI_Comm context, const Notice& notice) {
  int me = 0, size = 0;
  HG_MPI(MPI_Comm_rank(context, &me));
  HG_MPI(MPI_Comm_size(context, &size));
  for (int rank = 0; rank < size; ++rank)
    if (rank != me)
      send_to(rank, context, notice);
}

/// nullptr if hetgrid does not know it and has no memory to; then its messages stay where they are.
KnownContext* known_context(MPI_Comm comm) {
  try {
    return KnownContext::of(comm);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

/// visit(comm, context) for all contexts that this process is in, in any case for the one that it is called on: from now on
/// hetgrid knows them, and will when they are freed.
template <typename Visit>
void each_context(MPI_Comm called_on, Visit&& visit) {
  bool visited = false;
  const auto visit_if_known = [&](MPI_Comm comm) {
    visited |= comm == called_on;
    if (KnownContext* const known = known_context(comm))
      visit(comm, *known);
  };
  for (int context = 0; context < most_contexts; ++context)
    if (Grid::is_member(context))
      visit_if_known(Grid::communicator(context));
  if (!visited)
    visit_if_known(called_on);
}

/// The next message on a communicator. \return the rank that sent it, -1 if there is none. It need not be one of the communicator's:
/// what was left unread on another one that had its number.
int receive(MPI_Comm comm, Notice& notice) {
  int found = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  HG_MPI(MPI_Improbe(MPI_ANY_SOURCE, opening_tag, comm, &found, &message, &status));
  if (!found)
    return -1;
  HG_MPI(MPI_Mrecv(&notice, sizeof notice, MPI_BYTE, &message, MPI_STATUS_IGNORE));
  return status.MPI_SOURCE;
}

/// What a notice says of a set for good, of the generation of the set or a later one. `waiting_in`: where this process is, if
/// anywhere. \return false if it says nothing: about openings that were given up since
bool note(ProcessSet& set, const Notice& notice, const ProcessSet* waiting_in) {
  if (notice.generation > set.generation) {
    const bool waits_here = &set == waiting_in;
    if (waits_here && (set.meeting || set.given_up)) {
      set.given_up = true;
      return false;
    }
    if (waits_here)
      set.generation = static_cast<int>(notice.generation);
    else
      set.begin_generation(static_cast<int>(notice.generation));
  }
  switch (notice.kind) {
  case Kind::all_arrived:
    set.all_arrived = true;
    break;
  case Kind::probe:
    set.awaited = std::max(set.awaited, notice.opening);
    break;
  case Kind::given_up:
    set.given_up = true;
    break;
  case Kind::arrived:
  case Kind::generation:
    break;
  }
  return true;
}

/// Likewise of a notice on a context, which says something of the context as well. `answer()` tells the sender the generation.
template <typename Answer>
bool note(KnownContext& context, const Notice& notice, const ProcessSet* waiting_in, Answer&& answer) {
  ProcessSet& set = *context.set;
  if (notice.fingerprint != set.fingerprint)
    return false; // for a context of the past
  context.given_up |= notice.kind == Kind::given_up;
  context.arrived += notice.kind == Kind::arrived ? 1 : 0;
  if (notice.generation >= set.generation)
    return note(set, notice, waiting_in);
  if (!context.given_up)
    answer();
  return false;
}

/// All messages are noted, and heard(set, notice) where they say something: until there are none, so that whatever their
/// senders sent before has been read as well.
template <typename Heard>
void receive_all(MPI_Comm called_on, const ProcessSet* waiting_in, Heard&& heard) {
  Notice notice;
  bool any = true;
  const auto next = [&](MPI_Comm comm) {
    const int sender = receive(comm, notice);
    any |= sender >= 0;
    return sender;
  };
  while (std::exchange(any, false)) {
    each_context(called_on, [&](MPI_Comm comm, KnownContext& context) {
      ProcessSet& set = *context.set;
      for (int sender = 0; (sender = next(comm)) >= 0;)
        if (note(context, notice, waiting_in, [&] {
              send_to(sender, comm, {Kind::generation, set.fingerprint, set.generation});
            }))
          heard(set, notice);
    });
    ProcessSet::each([&](ProcessSet& set) {
      while (set.meeting && next(set.meeting->comm.get()) >= 0)
        if (notice.fingerprint == set.fingerprint && notice.generation >= set.generation)
          note(set, notice, waiting_in);
    });
  }
}

/// Whoever calls on contexts of the set that exist now gets an INFO; others are told.
void give_up(MPI_Comm called_on, ProcessSet& set, bool tell) {
  const Notice notice{Kind::given_up, set.fingerprint, set.generation};
  set.given_up = true;
  each_context(called_on, [&](MPI_Comm comm, KnownContext& context) {
    if (context.set != &set)
      return;
    context.given_up = true;
    if (!tell)
      return;
    send_to_all(comm, notice);
    try {
      process_sets().keep(comm);
    } catch (const std::bad_alloc&) { // then it may be misunderstood, by who never calls on this context
    }
  });
  if (tell && set.meeting) // last: whoever reads this can read the others
    send_to_all(set.meeting->comm.get(), notice);
}

/// True if an opening of the set waits for this process.
bool is_waited_for(const ProcessSet& set) {
  return !set.given_up && set.awaited > set.opened;
}

/// What a process does while it waits in an opening.
class Search {
public:
  Search(KnownContext& known, MPI_Comm context)
      : known_(known), set_(*known.set), context_(context), start_(Clock::now()),
        generation_(set_.generation) {
    next_look_ =
        set_.meeting ? Clock::duration(first_look) : Clock::duration::zero(); // arrivals are messages
    HG_MPI(MPI_Comm_rank(context, &rank_));
  }

  /// True if the opening never completes: then all are told.
  bool gives_up() {
    const auto waited = Clock::now() - start_;
    if (waited < next_look_)
      return false;
    next_look_ = waited + std::clamp<Clock::duration>(waited / 8, least_pause, most_pause);
    receive_all(context_, &set_, [&](const ProcessSet& set, const Notice& notice) { hear(set, notice); });
    if (wait_ == 0) {
      if (set_.given_up)
        return true; // before: nobody waits for this process in this opening
      if (waited >= most_pause)
        begin();
    }
    if (circular_ && give_up_at_ == Clock::duration::max())
      give_up_at_ = waited + grace;
    if (set_.given_up || known_.given_up || waited >= give_up_at_) {
      give_up_all();
      return true;
    }
    catch_up();
    if (wait_ != 0 && !probed_ && waited >= patience + rank_ * patience_per_rank)
      probe();
    return false;
  }

private:
  void begin() {
    struct Waits {
      std::int64_t last = 0;
    };
    wait_ = ++kernel::process_local<Waits>().last;
    ProcessSet::each([&](const ProcessSet& set) { waited_for_ |= &set != &set_ && is_waited_for(set); });
  }

  /// Others have not understood what this process said in an earlier generation.
  void catch_up() {
    if (std::exchange(generation_, set_.generation) == set_.generation)
      return;
    probed_ = false;
    waited_for_ = true;
  }

  void send(std::int64_t sender, std::int64_t wait) const {
    send_to_all(context_,
                {Kind::probe, set_.fingerprint, set_.generation, set_.opened, sender, wait, sender != me_});
  }

  void probe() {
    probed_ = true;
    if (!announced_ || waited_for_)
      send(me_, wait_);
  }

  void hear(const ProcessSet& set, const Notice& notice) {
    if (notice.kind != Kind::probe)
      return;
    const bool here = &set == &set_ && notice.opening == set.opened;
    announced_ |= here && !notice.sent_on;
    if (wait_ == 0 || (!here && !(notice.opening > set.opened)))
      return;
    if (notice.sender == me_) {
      circular_ |= notice.wait == wait_;
      return;
    }
    Heard& heard = process_sets().heard[static_cast<std::size_t>(notice.sender)];
    if (here || (heard.wait == notice.wait && heard.while_waiting == wait_))
      return;
    heard = {notice.wait, wait_};
    send(notice.sender, notice.wait);
  }

  /// This opening, and those that wait for this process.
  void give_up_all() {
    give_up(context_, set_, circular_ || !set_.given_up); // else whoever found out has told all
    ProcessSet::each([&](ProcessSet& set) {
      if (is_waited_for(set))
        give_up(context_, set, true);
    });
  }

  KnownContext& known_;
  ProcessSet& set_;
  MPI_Comm context_;
  Clock::time_point start_;
  Clock::duration next_look_, give_up_at_ = Clock::duration::max();
  int generation_, rank_ = 0, me_ = my_world_rank();
  std::int64_t wait_ = 0;   ///< number of this wait, among those of this process; 0: it has just begun
  bool waited_for_ = false; ///< by an opening of which this process knew before
  bool announced_ = false;  ///< another process in this opening has sent a probe
  bool probed_ = false;     ///< so has this one, or need not
  bool circular_ = false;   ///< its probe has come back
};

/// Waits until done(); \throws SystemError if that never is
template <typename Condition>
void wait_in_opening(KnownContext& known, MPI_Comm context, Condition&& done) {
  Search search(known, context);
  bool hopeless = false;
  wait_until([&] { return done() || (hopeless = search.gives_up()); });
  if (hopeless)
    throw deadlock();
}

/// How many processes of the set have come to its first opening, whichever context they call on.
int arrived(MPI_Comm called_on, const ProcessSet& set) {
  int processes = 0;
  each_context(called_on, [&](MPI_Comm, const KnownContext& context) {
    if (context.set == &set && !context.given_up)
      processes += context.arrived;
  });
  return processes;
}

void forget_arrivals(MPI_Comm called_on, const ProcessSet& set) {
  each_context(called_on, [&](MPI_Comm, KnownContext& context) {
    if (context.set == &set)
      context.arrived = 0;
  });
}

/// The first opening of a set: all are there when the communicator is made.
void meet_first(KnownContext& known, MPI_Comm context) {
  ProcessSet& set = *known.set;
  auto meeting = std::make_unique<Meeting>();
  const std::pmr::vector<int> ranks = world_ranks(context, last_resort());
  const int others = static_cast<int>(ranks.size()) - 1;
  set.opened = 1;
  const int first = set.world_ranks.front();
  if (first == my_world_rank()) {
    wait_in_opening(known, context, [&] { return arrived(context, set) == others; });
    forget_arrivals(context, set);
    send_to_all(context, {Kind::all_arrived, set.fingerprint, set.generation});
  } else {
    send_to(static_cast<int>(std::ranges::find(ranks, first) - ranks.begin()), context,
            {Kind::arrived, set.fingerprint, set.generation});
    wait_in_opening(known, context, [&] { return set.all_arrived; });
  }
  meeting->comm = set.make_communicator();
  set.meeting = std::move(meeting);
}

} // namespace

SystemError different_contexts() {
  return SystemError("processes of the grid call with different contexts");
}

void receive_last_notices(MPI_Comm comm, KnownContext& context) {
  Notice notice;
  while (receive(comm, notice) >= 0)
    note(context, notice, nullptr, [] {});
}

Opening Opening::of_context(MPI_Comm context) {
  if constexpr (kernel::simulated)
    return Opening(context);
  KnownContext* const known = KnownContext::of(context);
  if (!known)
    return Opening(context);
  receive_all(context, nullptr, [](const ProcessSet&, const Notice&) {});
  if (known->given_up)
    throw deadlock();
  ProcessSet& set = *known->set;
  if (set.given_up)
    set.begin_generation(set.generation + 1);
  if (!set.meeting)
    meet_first(*known, context);
  return {*known, context};
}

void Opening::largest(std::span<std::int64_t> values) const {
  if (!known_)
    return all_reduce(values.data(), values.size(), MPI_MAX, comm_);
  ProcessSet& set = *known_->set;
  if (set.given_up || set.generation != generation_)
    throw deadlock();
  std::int64_t* const all = set.meeting->values.data();
  std::ranges::copy(values, all);
  ++set.opened;
  MPI_Request request = MPI_REQUEST_NULL;
  HG_MPI(MPI_Iallreduce(MPI_IN_PLACE, all, checked_count(values.size()), mpi_type<std::int64_t>(), MPI_MAX,
                        comm_, &request));
  wait_in_opening(*known_, context_, [&] { return test(request); });
  std::ranges::copy_n(all, std::ssize(values), values.begin());
}

} // namespace hetgrid::comm
