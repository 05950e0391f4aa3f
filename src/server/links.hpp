// Who may be sent something when: what a server asks a policy for, and when it asks. The one statement of it, for simulate() and
// for a run with messages.
//
// A link has so many transfers under way at once. Posting::one_at_a_time: the next one once nothing is under way, its worker has
// room for what it is sent, and has done the updates of what it returns. Posting::ahead: two; and if a link has nothing else to do,
// the policy is asked as if a worker had done its oldest updates already. What it then gets waits at the worker for room, or for these
// updates, not for the server to hear of them, and does not keep the link from others. A server that computes looks after its workers
// now and then: as many updates are taken for done as keep a worker busy until then.
#pragma once

#include "hetgrid/server.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace hetgrid::server {

inline constexpr int posted_at_once =
    2; ///< transfers of a link, besides those that wait at their worker, if posted ahead

class Links {
public:
  /// \param now  seconds, of the clock that policies see
  Links(const Star& star, const Product& product, Policy& policy, Posting posting,
        std::function<double()> now);

  std::size_t count() const { return links_.size(); }
  /// That of a worker.
  std::size_t link_of(int worker) const { return links_.size() == 1 ? 0 : at(worker); }
  const WorkerState& state(int worker) const { return states_[at(worker)]; }
  View view() const { return {now_(), states_}; }

  /// The server does itself what this worker is sent, which then occupies no link, or no longer.
  void set_here(int worker, bool here);
  bool is_here(int worker) const { return here_[at(worker)]; }

  /// Workers shall have enough to do for so many seconds, as far as copies of what waits for them fit into the memory of one.
  void keep_busy(double seconds) { busy_seconds_ = seconds; }

  /// What the link should carry next, if there is anything that it could: to be begun at once, and then asked again.
  std::optional<Transfer> next(std::size_t link);
  /// What the policy wants next on a link, if its worker is not ready for it.
  const std::optional<Transfer>& held_up(std::size_t link) const { return links_[link].held_up; }
  /// Something under way or to be done will change the room that a worker has.
  bool expects_room(int worker) const;

  /// A transfer is posted. \return its number, from 0
  Index begin(const Transfer& transfer);
  /// So many were.
  Index begun() const { return numbers_; }
  /// It has arrived.
  void arrived(Index number, const Transfer& transfer);
  /// A worker has done its oldest transfer with updates. \param seconds  that they took, if that is known: how long others take it is
  /// judged by
  void computed(int worker, std::optional<double> seconds = {});
  /// A transfer no longer occupies the link of its worker, wherever it is.
  void leave(Index number, int worker);
  /// All that a worker has been sent is void: it holds nothing.
  void forget(int worker);
  /// A worker will be ready later than its speed says.
  void delay(int worker, double seconds);

private:
  struct UnderWay {
    Index number;
    int worker;
    Index elements;
    Index waits_for; ///< transfers its worker has not done: it does not keep the link from others
  };
  struct Link {
    std::vector<UnderWay> under_way;
    int busy = 0;                    ///< of these, those that do not wait
    std::optional<Transfer> held_up; ///< for which the worker is not ready
    Index anticipated = 0;           ///< pending transfers of its workers that the policy takes for done
  };
  /// With updates, or what is released, that its worker has not done yet.
  struct Pending {
    std::vector<Update> updates;
    Index released; ///< elements
    double seconds;
  };

  /// What updates have taken lately, and what they should have by the star.
  struct Pace {
    double taken = 0, said = 0;
  };

  static std::size_t at(int worker) { return static_cast<std::size_t>(worker); }
  /// Seconds that updates take rather than those that the star says.
  double likely(int worker, double seconds) const;
  bool can_begin(const Transfer& transfer) const;
  bool anticipate(std::size_t link);
  int to_anticipate(std::size_t link) const;
  bool may_anticipate(const Link& link, int worker) const;
  void end_anticipation(Link& link, int worker);
  Index anticipated(int worker) const;
  const Pending& oldest_not_done(int worker) const;
  void count_as_done(int worker);
  /// Its time, or whether it has anything to do, changes within.
  template <typename Change>
  void change_ready(int worker, Change&& change);

  const Star& star_;
  const Product& product_;
  Policy& policy_;
  Posting posting_;
  std::function<double()> now_;
  std::vector<WorkerState> states_; ///< as the policy sees them
  std::vector<std::deque<Pending>> pending_;
  std::vector<bool> here_;
  std::vector<Pace> paces_;
  std::set<std::pair<double, int>>
      busy_; ///< workers with something to do, not here, by when they are ready: if all share a link
  std::vector<Link> links_; ///< one for all workers, or one for each
  Index numbers_ = 0;
  double busy_seconds_ = 0;
};

} // namespace hetgrid::server
