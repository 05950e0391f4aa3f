// A panel on a line of all processes, for the tests of distributed panels: its rows lie in an uneven layout, anywhere in a
// matrix; some processes may own none.
#pragma once

#include "testing/support/mpi_test.hpp"

#include "comm/collectives.hpp"
#include "comm/wait.hpp"
#include "linalg/panel/panel_rows.hpp"
#include "testing/support/lapack_reference.hpp"
#include "testing/support/random_grid.hpp"
#include "testing/support/test_grids.hpp"

#include <sstream>

namespace hetgrid::testing {

inline comm::LineReduction& all_processes() {
  static comm::LineReduction line(MPI_COMM_WORLD);
  return line;
}

template <typename T>
class LinePanel {
public:
  LinePanel(Random& random, const SerialMatrix<T>& a, std::size_t header_bytes, std::size_t exchange_bytes)
      : width_(a.n), length_(a.m) {
    const int choice = uniform_int(random, 0, 2);
    const layout::AxisMap map = choice == 0
                                    ? layout::AxisMap::uniform(mpi_size())
                                    : layout::AxisMap(mpi_size(), random_panel(random, mpi_size()).order);
    const int nb = uniform_int(random, 1, choice == 1 ? 9 : 80);
    const Index begin = uniform_int(random, 0, 1) * uniform_int(random, 1, 100);
    axis_ = {map, begin + length_, nb, uniform_int(random, 0, static_cast<int>(map.panel()) - 1)};
    rows_ = linalg::PanelRows(axis_, begin, length_, mpi_rank());
    ld_ = std::max<Index>(1, rows_.count() + uniform_int(random, 0, 3));
    data_.assign(static_cast<std::size_t>(ld_ * width_), guard);
    each_own_row([&](Index row, Index local) {
      for (Index c = 0; c < width_; ++c)
        at(local, c) = a(row, c);
    });
    header_.resize(header_bytes);
    all_processes().reserve(exchange_bytes);
    std::ostringstream text;
    text << on_rank() << ", " << length_ << " x " << width_ << ", nb " << nb << " from " << begin << ", "
         << rows_.count() << " rows here, " << sizeof(T) << " bytes an element";
    text_ = text.str();
  }

  linalg::DistributedPanel<T> panel() {
    return {rows_, width_, data_.data(), ld_, &all_processes(), header_.data()};
  }
  /// Until it is factored.
  template <typename Panel>
  void factor(Panel& panel) {
    comm::wait_until([&] { return panel.advance(); });
    bool untouched = true;
    for (Index c = 0; c < width_; ++c)
      for (Index local = rows_.count(); local < ld_; ++local)
        untouched = untouched && at(local, c) == guard;
    BOOST_TEST(untouched, "what is between the columns has changed");
  }

  /// Rows of all processes; get(row, column, local) is an element of mine. Collective.
  template <typename Get>
  SerialMatrix<T> gather(Index rows, Get&& get) const {
    SerialMatrix<T> all(rows, width_);
    each_own_row([&](Index row, Index local) {
      for (Index c = 0; c < width_ && row < rows; ++c)
        all(row, c) = get(row, c, local);
    });
    comm::all_reduce(all.data, MPI_SUM, MPI_COMM_WORLD);
    return all;
  }
  SerialMatrix<T> gather() const {
    return gather(length_, [&](Index, Index c, Index local) {
      return data_[static_cast<std::size_t>(local + c * ld_)];
    });
  }
  std::byte* header() { return header_.data(); }
  const std::string& text() const { return text_; }

private:
  static constexpr T guard = T(7);

  T& at(Index local, Index column) { return data_[static_cast<std::size_t>(local + column * ld_)]; }
  template <typename Visit>
  void each_own_row(Visit&& visit) const {
    for (Index local = 0; local < rows_.count(); ++local)
      visit(rows_.global(local), local);
  }

  Index width_, length_;
  layout::Axis axis_;
  linalg::PanelRows rows_;
  Index ld_ = 1;
  std::vector<T> data_;
  std::vector<std::byte> header_;
  std::string text_;
};

/// Bytes that all processes have alike. Collective.
inline bool same_everywhere(const void* data, std::size_t bytes) {
  std::vector<std::byte> mine(static_cast<const std::byte*>(data),
                              static_cast<const std::byte*>(data) + bytes),
      first = mine;
  comm::broadcast(first.data(), bytes, 0, MPI_COMM_WORLD);
  return mine == first;
}

inline constexpr std::array panel_widths{1, 5, 32, 33, 64, 100, 128};

} // namespace hetgrid::testing
