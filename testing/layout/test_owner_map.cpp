// Owner maps: the picture of the header, brute force on random partitions, what is refused.
#define BOOST_TEST_MODULE owner_map
#include <boost/test/unit_test.hpp>

#include "hetgrid/error.hpp"
#include "hetgrid/owner_map.hpp"

#include <malloc.h>
#include <random>

using namespace hetgrid::layout;

namespace {

/// Cuts a rectangle at random, again and again, and gives the pieces to random processes.
void cut(std::mt19937& random, const Rectangle& r, int nprocs, std::vector<Rectangle>& pieces) {
  const bool by_rows = random() % 2 == 0;
  const Index extent = by_rows ? r.rows : r.columns;
  if (extent == 1 || random() % 4 == 0) {
    pieces.push_back(r);
    pieces.back().owner = static_cast<int>(random() % static_cast<unsigned>(nprocs));
    return;
  }
  const Index first = 1 + static_cast<Index>(random() % static_cast<unsigned>(extent - 1));
  Rectangle a = r, b = r;
  (by_rows ? a.rows : a.columns) = first;
  (by_rows ? b.row : b.column) += first;
  (by_rows ? b.rows : b.columns) -= first;
  cut(random, a, nprocs, pieces);
  cut(random, b, nprocs, pieces);
}

BOOST_AUTO_TEST_CASE(picture_of_the_header) {
  const OwnerMap map(2, 4, 4, {{0, 0, 3, 3, 0}, {0, 3, 3, 1, 1}, {3, 0, 1, 4, 1}});
  BOOST_TEST(map.row_bands().nprocs() == 2);
  BOOST_TEST(map.column_bands().nprocs() == 2);
  const PartitionedMatrix matrix{map, 80, 160, 10, 10}; // two panels of rows, four of columns
  const auto first = arrays_of(matrix, 0), second = arrays_of(matrix, 1);
  BOOST_TEST_REQUIRE(first.size() == 1u);
  BOOST_TEST(first[0].m == 60);
  BOOST_TEST(first[0].n == 120);
  BOOST_TEST_REQUIRE(second.size() == 2u);
  BOOST_TEST(second[0].m == 60);
  BOOST_TEST(second[0].n == 40);
  BOOST_TEST(second[1].offset == 2400);
  BOOST_TEST(second[1].m == 20);
  BOOST_TEST(second[1].n == 160);
  BOOST_TEST(local_elements(matrix, 1) == 2400 + 3200);
}

BOOST_AUTO_TEST_CASE(every_element_is_stored_once) {
  const unsigned seed = 41;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 200; ++trial) {
    const int nprocs = 1 + static_cast<int>(random() % 5);
    const Index height = 1 + random() % 9, width = 1 + random() % 9;
    std::vector<Rectangle> pieces;
    cut(random, {0, 0, height, width, 0}, nprocs, pieces);
    std::ranges::shuffle(pieces, random);
    const PartitionedMatrix matrix{OwnerMap(nprocs, height, width, pieces), static_cast<Index>(random() % 40),
                                   static_cast<Index>(random() % 40), static_cast<Index>(1 + random() % 5),
                                   static_cast<Index>(1 + random() % 5)};
    bool right = true;
    Index stored = 0;
    for (int process = 0; process < nprocs; ++process) {
      Index end = 0;
      for (const RectangleArray& array : arrays_of(matrix, process)) {
        right = right && array.offset == end && array.ld == array.m && array.m > 0 && array.n > 0;
        end = array.offset + array.m * array.n;
        const Rectangle& r = pieces[static_cast<std::size_t>(array.rectangle)];
        for (Index i = 0; i < array.m; ++i)
          for (Index j = 0; j < array.n; ++j) {
            const Index row = array.rows.global(i, RectangleArray::inside),
                        column = array.columns.global(j, RectangleArray::inside);
            const ElementPlace place = place_of(matrix, row, column);
            right = right && place.owner == process && place.index == array.offset + i + j * array.ld;
            const Index cell_row = row / matrix.mb % height, cell_column = column / matrix.nb % width;
            right = right && row < matrix.m && column < matrix.n && matrix.owner(row, column) == process &&
                    r.owner == process && cell_row >= r.row && cell_row < r.row + r.rows &&
                    cell_column >= r.column && cell_column < r.column + r.columns;
          }
      }
      Index in_blocks = 0;
      for (const LocalBlock& block : local_blocks(matrix, process)) {
        in_blocks += block.m * block.n;
        for (Index i = 0; i < block.m; ++i)
          for (Index j = 0; j < block.n; ++j) {
            const ElementPlace place = place_of(matrix, block.i + i, block.j + j);
            right = right && place.owner == process && place.index == block.offset + i + j * block.ld;
          }
      }
      right = right && local_elements(matrix, process) == end && in_blocks == end;
      stored += end;
    }
    BOOST_TEST(right, "trial " << trial);
    BOOST_TEST(stored == matrix.m * matrix.n);
  }
}

BOOST_AUTO_TEST_CASE(memory_does_not_grow_with_rectangles_times_cells) {
  constexpr int across = 32, processes = across * across;
  constexpr Index cells = 8192, width = cells / across;
  std::vector<Rectangle> rectangles;
  for (int column = 0; column < across; ++column)
    for (int k = 0; k < across; ++k) { // borders that no other column has
      const Index first = k == 0 ? 0 : k * width + column,
                  end = k + 1 == across ? cells : (k + 1) * width + column;
      rectangles.push_back({first, column * width, end - first, width, column * across + k});
    }
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  const OwnerMap map(processes, cells, cells, rectangles);
  const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
  BOOST_TEST(map.row_bands().nprocs() > 900);
  BOOST_TEST(after - before < std::size_t{4} << 20);
}

BOOST_AUTO_TEST_CASE(what_is_refused) {
  struct Case {
    int nprocs;
    Index rows, columns;
    std::vector<Rectangle> rectangles;
    const char* argument;
  };
  const Case cases[] = {
      {0, 2, 2, {{0, 0, 2, 2, 0}}, "nprocs"},
      {1, 0, 2, {}, "rows"},
      {1, 2, -1, {}, "columns"},
      {1, 2, 2, {}, "rectangles"},
      {1, 2, 2, {{0, 0, 2, 1, 0}}, "rectangles"},
      {2, 2, 2, {{0, 0, 2, 2, 0}, {1, 1, 1, 1, 1}}, "rectangles[1]"},
      {2, 2, 2, {{0, 0, 2, 2, 2}}, "rectangles[0].owner"},
      {2, 2, 2, {{0, 0, 2, 2, -1}}, "rectangles[0].owner"},
      {1, 2, 2, {{0, 0, 2, 3, 0}}, "rectangles[0]"},
      {1, 2, 2, {{0, 0, 2, 2, 0}, {0, 0, 0, 1, 0}}, "rectangles[1]"},
      {1, 2, 2, {{-1, 0, 3, 2, 0}}, "rectangles[0]"},
      {1, 2, 2, {{1, 0, INT64_MAX, 2, 0}}, "rectangles[0]"},
  };
  for (const Case& c : cases)
    BOOST_CHECK_EXCEPTION(OwnerMap(c.nprocs, c.rows, c.columns, c.rectangles), hetgrid::ArgumentError,
                          [&](const auto& error) { return error.argument() == c.argument; });
}

} // namespace
