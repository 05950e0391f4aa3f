// An index of pieces against a list of them, after any order of additions and removals.
#define BOOST_TEST_MODULE piece_index
#include <boost/test/unit_test.hpp>

#include "server/piece_index.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <utility>
#include <vector>

using namespace hetgrid::server;

namespace {

using Pairs = std::vector<std::pair<Piece, int>>;

/// The oldest first.
struct List {
  Pairs pairs;

  std::optional<int> take(const Piece& piece) {
    const auto found = std::ranges::find(pairs, piece, &std::pair<Piece, int>::first);
    if (found == pairs.end())
      return {};
    const int value = found->second;
    pairs.erase(found);
    return value;
  }
  Pairs meeting(const Piece& wanted) const {
    Pairs met;
    for (const auto& [piece, value] : pairs)
      if (piece.operand == wanted.operand && piece.rows.begin < wanted.rows.end &&
          wanted.rows.begin < piece.rows.end && piece.columns.begin < wanted.columns.end &&
          wanted.columns.begin < piece.columns.end)
        met.emplace_back(piece, value);
    return met;
  }
};

class RandomPieces {
public:
  explicit RandomPieces(unsigned seed) : random_(seed), longest_(draw(1, 6)) {}
  Index draw(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(random_); }
  Piece piece() { return {static_cast<Operand>(draw(0, 2)), blocks(), blocks()}; }

private:
  Blocks blocks() {
    const Index begin = draw(0, 7);
    return {begin, begin + draw(1, longest_)};
  }

  std::mt19937_64 random_;
  Index longest_;
};

} // namespace

BOOST_AUTO_TEST_CASE(it_finds_what_a_list_finds) {
  for (unsigned seed = 1; seed <= 300; ++seed)
    BOOST_TEST_CONTEXT("seed " << seed) {
      RandomPieces random(seed);
      PieceIndex<int> index;
      List list;
      for (int event = 0; event < 80; ++event) {
        const Piece piece = random.piece();
        const Index kind = random.draw(0, 9);
        if (kind < 5) {
          BOOST_TEST(index.add(piece, event) == event);
          list.pairs.emplace_back(piece, event);
        } else if (kind < 7) {
          BOOST_TEST((index.take(piece) == list.take(piece)));
        } else if (kind == 7 && !list.pairs.empty()) { // one that is there
          const Piece known =
              list.pairs[static_cast<std::size_t>(random.draw(0, std::ssize(list.pairs) - 1))].first;
          BOOST_TEST((index.take(known) == list.take(known)));
        } else if (kind == 8) {
          const auto is_even = [](int value) { return value % 2 == 0; };
          Pairs expected = list.meeting(piece);
          std::erase_if(expected, [&](const auto& pair) { return !is_even(pair.second); });
          std::erase_if(list.pairs, [&](const auto& pair) { return std::ranges::count(expected, pair) > 0; });
          BOOST_TEST((index.take_meeting(piece, is_even) == expected));
        } else if (random.draw(0, 9) == 0) {
          index.clear();
          list.pairs.clear();
        }
        Pairs met;
        index.each_meeting(piece, [&](const Piece& found, int value) { met.emplace_back(found, value); });
        BOOST_TEST((met == list.meeting(piece)));
        BOOST_TEST((index.all() == list.pairs));
        BOOST_TEST(index.empty() == list.pairs.empty());
      }
    }
}
