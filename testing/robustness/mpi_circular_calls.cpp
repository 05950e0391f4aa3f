// Processes that wait for each other for ever, in calls on contexts of different processes: an INFO on all of them, on these
// contexts from then on, and nothing of it on others. Who is late is waited for.
// ranks: 2 5
// long-ranks: 3 6
// cores: 1
#include "testing/support/mpi_test.hpp"

#include "testing/robustness/small_problems.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace {

using namespace hetgrid::testing;

constexpr int deadlock = -9999;

using Ranks = std::vector<int>;

bool contains(const Ranks& ranks, int rank) {
  return std::ranges::find(ranks, rank) != ranks.end();
}

Ranks all_ranks() {
  Ranks ranks(static_cast<std::size_t>(mpi_size()));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

/// A context of these processes in a row. Collective over all. \return < 0 on the others
int make_context(Ranks ranks) {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridmap(&context, ranks.data(), 1, 1, static_cast<int>(ranks.size()));
  return context;
}

std::vector<int> make_contexts(const std::vector<Ranks>& sets) {
  std::vector<int> contexts;
  for (const Ranks& set : sets)
    contexts.push_back(make_context(set));
  return contexts;
}

void free_contexts(const std::vector<int>& contexts) {
  MPI_Barrier(MPI_COMM_WORLD);
  for (const int context : contexts)
    if (context >= 0)
      Cblacs_gridexit(context);
}

using Call = int (*)(int context);

int solve_on(int context) {
  const int n = 20, nb = 4;
  SmallMatrix a(Interface::scalapack, context, n, n, nb), b(Interface::scalapack, context, n, 1, nb);
  a.each([](int i, int j, double& x) { x = matrix_element(i, j, n); });
  std::vector<int> ipiv(static_cast<std::size_t>(a.rows + nb));
  int info = 0;
  HG_FC_GLOBAL_(hg_pdgesv, HG_PDGESV)
  (&n, &one, a.local.data(), &one, &one, a.desc, ipiv.data(), b.local.data(), &one, &one, b.desc, &info);
  return info;
}

/// Every context works. Collective over all.
void call_on_each(const std::vector<int>& contexts, Call call) {
  for (const int context : contexts)
    if (context >= 0)
      BOOST_TEST(call(context) == 0);
}

/// Process k calls on contexts[choice[k]], nowhere if choice[k] < 0, and all of them wait for each other.
void wait_for_each_other(const std::vector<int>& contexts, const std::vector<int>& choice, Call call) {
  const int mine = choice[static_cast<std::size_t>(mpi_rank())];
  if (mine >= 0)
    BOOST_TEST(call(contexts[static_cast<std::size_t>(mine)]) == deadlock);
  MPI_Barrier(MPI_COMM_WORLD);
  for (std::size_t k = 0; k < contexts.size(); ++k) { // whoever calls on them, and before others do
    const int chosen = static_cast<int>(k);
    if (contexts[k] >= 0 && std::ranges::count(choice, chosen) > 0)
      BOOST_TEST(call(contexts[k]) == deadlock);
  }
}

void sleep_for(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

} // namespace

BOOST_AUTO_TEST_CASE(nested_contexts) {
  if (mpi_size() < 3)
    return;
  const std::vector<Ranks> sets{{0, 1}, all_ranks()};
  std::vector<std::pair<Call, bool>> ways{{multiply_on, false}, {factor_on, true}};
  if (thorough())
    ways = {{multiply_on, false}, {multiply_on, true}, {factor_on, false},
            {factor_on, true},    {solve_on, false},   {solve_on, true}};
  std::vector<int> choice(static_cast<std::size_t>(mpi_size()), 1);
  choice[0] = 0;
  for (const auto& [call, used_before] : ways)
    BOOST_TEST_CONTEXT(on_rank() << (used_before ? ", used before" : "")) {
      Ranks others = all_ranks();
      others.erase(others.begin());
      const std::vector<int> contexts = make_contexts(sets), unaffected{make_context(others)};
      if (used_before) {
        call_on_each(contexts, call);
        call_on_each(unaffected, call);
      }
      wait_for_each_other(contexts, choice, call);
      call_on_each(unaffected, call);
      const std::vector<int> anew = make_contexts(sets); // of the same processes
      call_on_each(anew, call);
      wait_for_each_other(contexts, choice, call);
      free_contexts(contexts);
      call_on_each(anew, call);
      free_contexts(anew);
      free_contexts(unaffected);
    }
}

BOOST_AUTO_TEST_CASE(ring_of_contexts) {
  if (mpi_size() < 3)
    return;
  BOOST_TEST_CONTEXT(on_rank()) {
    // Process 3 is not on the ring, but waits for one that is.
    std::vector<Ranks> sets{{0, 1}, {1, 2}, {2, 0}};
    std::vector<int> choice{0, 1, 2};
    if (mpi_size() > 3) {
      sets.push_back({3, 0});
      choice.push_back(3);
    }
    choice.resize(static_cast<std::size_t>(mpi_size()), -1);
    const std::vector<int> contexts = make_contexts(sets), all{make_context(all_ranks())};
    wait_for_each_other(contexts, choice, solve_on);
    call_on_each(all, solve_on);
    free_contexts(contexts);
    free_contexts(all);
  }
}

BOOST_AUTO_TEST_CASE(who_waits_for_a_ring_searches_first) {
  if (mpi_size() < 5)
    return;
  BOOST_TEST_CONTEXT(on_rank()) {
    // Process 0 waits for 1 and 2, they for 3 and 4, which wait for them.
    const std::vector<Ranks> sets{{0, 1, 2}, {1, 2, 3, 4}, {1, 3, 4}};
    std::vector<int> choice{0, 1, 1, 2, 2};
    choice.resize(static_cast<std::size_t>(mpi_size()), -1);
    const std::vector<int> contexts = make_contexts(sets);
    if (mpi_rank() != 0)
      sleep_for(0.1);
    wait_for_each_other(contexts, choice, multiply_on);
    free_contexts(contexts);
  }
}

BOOST_AUTO_TEST_CASE(who_frees_a_context_without_a_call_on_it_hears_of_its_end_later) {
  if (mpi_size() < 3)
    return;
  // Of {0, 1, 2} two wait for each other, and the third does not call.
  const std::vector<int> third = thorough() ? std::vector{2, 0, 1} : std::vector{2};
  for (const int silent : third)
    BOOST_TEST_CONTEXT(on_rank() << ", silent " << silent) {
      const int caller = silent == 0 ? 1 : 0, other = 3 - silent - caller;
      const std::vector<Ranks> sets{
          {0, 1, 2}, {std::min(caller, other), std::max(caller, other)}, {silent, other}};
      std::vector<int> choice(static_cast<std::size_t>(mpi_size()), -1);
      choice[static_cast<std::size_t>(caller)] = 0;
      choice[static_cast<std::size_t>(other)] = 1;
      for (const bool linked : {false, true}) {
        const std::vector<int> contexts = make_contexts(sets);
        if (const int mine = choice[static_cast<std::size_t>(mpi_rank())]; mine >= 0)
          BOOST_TEST(multiply_on(contexts[static_cast<std::size_t>(mine)]) == deadlock);
        free_contexts(contexts);
        const std::vector<int> anew = make_contexts(sets);
        if (linked) { // the silent one waits for the other and the other for it
          std::vector<int> next(choice.size(), -1);
          next[static_cast<std::size_t>(silent)] = 0;
          next[static_cast<std::size_t>(other)] = 2;
          wait_for_each_other(anew, next, multiply_on);
        } else
          call_on_each(anew, multiply_on);
        free_contexts(anew);
      }
    }
}

BOOST_AUTO_TEST_CASE(what_was_left_unread_is_not_for_others) {
  if (mpi_size() < 5)
    return;
  BOOST_TEST_CONTEXT(on_rank()) {
    // Process 1 frees the context of {0, 1, 2} without a look at what 0 and 2 say there, and meets others on a communicator
    // to which MPI may give its number: with MPICH 4.0 the second one that is made now.
    const std::vector<int> contexts = make_contexts({{0, 1, 2}, {0, 2}}),
                           others = make_contexts({{1, 3}, {1, 4}, {1, 3, 4}});
    if (mpi_rank() == 0 || mpi_rank() == 2)
      BOOST_TEST(multiply_on(contexts[mpi_rank() == 0 ? 0 : 1]) == deadlock);
    free_contexts(contexts);
    MPI_Comm first;
    MPI_Comm_dup(MPI_COMM_SELF, &first);
    call_on_each(others, multiply_on);
    MPI_Comm_free(&first);
    free_contexts(others);
  }
}

BOOST_AUTO_TEST_CASE(late_callers_are_waited_for) {
  BOOST_TEST_CONTEXT(on_rank()) {
    // Process 0 waits for process 1, which waits for the last, which is late; and then process 1 is.
    Ranks others = all_ranks();
    others.erase(others.begin());
    const std::vector<int> contexts = make_contexts({{0, 1}, others});
    if (!thorough())
      call_on_each(contexts, multiply_on);
    for (int round = 0; round < (thorough() ? 3 : 1); ++round) {
      if (mpi_rank() == mpi_size() - 1)
        sleep_for(thorough() ? 3 : 1.3);
      if (contexts[1] >= 0) {
        BOOST_TEST(multiply(Interface::hg, contexts[1], 20, 4) == 0);
        BOOST_TEST(solve(Interface::hg, contexts[1], 20, 2, 4) < 1e-11);
      }
      if (mpi_rank() == 1 && mpi_size() > 2)
        sleep_for(1.3);
      if (contexts[0] >= 0) {
        BOOST_TEST(multiply(Interface::hg, contexts[0], 20, 4) == 0);
        BOOST_TEST(solve(Interface::hg, contexts[0], 20, 2, 4) < 1e-11);
      }
    }
    free_contexts(contexts);
  }
}

namespace {

/// Who never gets on, if process k calls on sets[choice[k]] alone: true. Empty if some wait for nobody but processes that
/// do get on, but have called elsewhere.
std::vector<bool> stuck(const std::vector<Ranks>& sets, const std::vector<int>& choice) {
  const auto chosen = [&](int rank) { return choice[static_cast<std::size_t>(rank)]; };
  const auto waits = [&](int rank) {
    return std::ranges::any_of(sets[static_cast<std::size_t>(chosen(rank))],
                               [&](int other) { return chosen(other) != chosen(rank); });
  };
  std::vector<bool> result;
  for (std::size_t k = 0; k < choice.size(); ++k)
    result.push_back(waits(static_cast<int>(k)));
  for (std::size_t k = 0; k < choice.size(); ++k)
    if (result[k] && std::ranges::none_of(sets[static_cast<std::size_t>(choice[k])], [&](int other) {
          return chosen(other) != chosen(static_cast<int>(k)) && result[static_cast<std::size_t>(other)];
        }))
      return {};
  return result;
}

} // namespace

BOOST_AUTO_TEST_CASE(random_contexts) {
  if (mpi_size() < 3 || !thorough())
    return;
  std::mt19937 random(20);
  const auto below = [&](std::size_t n) { return random() % n; };
  const auto processes = static_cast<std::size_t>(mpi_size());
  const std::size_t sets_of_several = (std::size_t{1} << processes) - processes - 1;
  for (int tried = 0; tried < 60;) {
    std::vector<Ranks> sets;
    while (sets.size() < std::min<std::size_t>(5, sets_of_several)) {
      Ranks ranks;
      for (const int rank : all_ranks())
        if (below(2) == 0)
          ranks.push_back(rank);
      if (ranks.size() > 1 && std::ranges::find(sets, ranks) == sets.end())
        sets.push_back(ranks);
    }
    std::vector<int> choice;
    for (const int rank : all_ranks()) {
      std::vector<int> possible;
      for (std::size_t k = 0; k < sets.size(); ++k)
        if (contains(sets[k], rank))
          possible.push_back(static_cast<int>(k));
      if (!possible.empty())
        choice.push_back(possible[below(possible.size())]);
    }
    if (std::ssize(choice) < mpi_size())
      continue;
    const std::vector<bool> expected = stuck(sets, choice);
    if (std::ranges::count(expected, true) < 3)
      continue;
    ++tried;
    const bool used_before = below(2) == 0, together = below(2) == 0;
    BOOST_TEST_CONTEXT(on_rank() << ", case " << tried) {
      const auto me = static_cast<std::size_t>(mpi_rank());
      const std::vector<int> contexts = make_contexts(sets);
      if (used_before)
        call_on_each(contexts, multiply_on);
      if (!together)
        sleep_for(0.05 * static_cast<double>(me));
      const int info = multiply_on(contexts[static_cast<std::size_t>(choice[me])]);
      BOOST_TEST(info == (expected[me] ? deadlock : 0));
      free_contexts(contexts);
      const std::vector<int> all{make_context(all_ranks())};
      call_on_each(all, multiply_on);
      free_contexts(all);
    }
  }
}
