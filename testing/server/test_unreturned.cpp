// What a worker owes, against a list of every single block product: after any order of updates, results and losses.
#define BOOST_TEST_MODULE unreturned
#include <boost/test/unit_test.hpp>

#include "server/unreturned.hpp"

#include <algorithm>
#include <compare>
#include <random>
#include <vector>

using namespace hetgrid::server;

namespace {

/// C(row, column) += A(row, step) B(step, column), of an update of that number.
struct Task {
  Index number, row, column, step;

  auto operator<=>(const Task&) const = default;
};

template <typename Visit>
void each_task(const Update& update, Visit&& visit) {
  for (Index row = update.rows.begin; row < update.rows.end; ++row)
    for (Index column = update.columns.begin; column < update.columns.end; ++column)
      for (Index step = update.steps.begin; step < update.steps.end; ++step)
        visit(row, column, step);
}

class RandomParts {
public:
  explicit RandomParts(unsigned seed) : random_(seed) {}
  Index draw(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(random_); }
  Blocks blocks() {
    const Index begin = draw(0, 5);
    return {begin, draw(begin + 1, 6)};
  }
  Update update() { return {blocks(), blocks(), blocks()}; }
  Piece result() { return {Operand::c, blocks(), blocks()}; }

private:
  std::mt19937_64 random_;
};

/// The tasks of updates of which nobody knows the numbers any more: told by those that are expected, in their order.
void check(const std::vector<Update>& found, const std::vector<Task>& expected) {
  std::vector<Task> tasks;
  for (const Update& update : found) {
    BOOST_TEST(update.rows.size() > 0);
    BOOST_TEST(update.columns.size() > 0);
    BOOST_TEST(update.steps.size() > 0);
    each_task(update, [&](Index row, Index column, Index step) { tasks.push_back({0, row, column, step}); });
  }
  BOOST_REQUIRE(tasks.size() == expected.size());
  // Parts of one update stand together and before those of the next.
  for (std::size_t begin = 0, end = 0; begin < expected.size(); begin = end) {
    while (end < expected.size() && expected[end].number == expected[begin].number)
      ++end;
    for (std::size_t k = begin; k < end; ++k)
      tasks[k].number = expected[begin].number;
    std::ranges::sort(tasks.begin() + static_cast<std::ptrdiff_t>(begin),
                      tasks.begin() + static_cast<std::ptrdiff_t>(end));
  }
  BOOST_TEST((tasks == expected));
}

} // namespace

BOOST_AUTO_TEST_CASE(of_a_worker_that_returns_results_in_pieces) {
  for (unsigned seed = 1; seed <= 500; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      RandomParts random(seed);
      Unreturned unreturned;
      std::vector<Task> owed; ///< sorted
      for (int event = 0; event < 12; ++event) {
        if (random.draw(0, 2) > 0) {
          std::vector<Update> updates(static_cast<std::size_t>(random.draw(0, 2)));
          Index number = unreturned.count();
          for (Update& update : updates) {
            update = random.update();
            each_task(update, [&](Index row, Index column, Index step) {
              owed.push_back({number, row, column, step});
            });
            ++number;
          }
          unreturned.sent(updates);
          BOOST_TEST(unreturned.count() == number);
        } else {
          const Piece piece = random.result();
          const Index held = random.draw(0, unreturned.count());
          unreturned.returned(piece, held);
          std::erase_if(owed, [&](const Task& task) {
            return task.number < held && task.row >= piece.rows.begin && task.row < piece.rows.end &&
                   task.column >= piece.columns.begin && task.column < piece.columns.end;
          });
        }
        check(unreturned.of_first(), owed);
        const Index count = random.draw(0, unreturned.count());
        std::vector<Task> first = owed;
        std::erase_if(first, [&](const Task& task) { return task.number >= count; });
        check(unreturned.of_first(count), first);
      }
      const Index sent = unreturned.count();
      unreturned.clear();
      BOOST_TEST(unreturned.of_first().empty());
      BOOST_TEST(unreturned.count() == sent);
    }
  }
}
