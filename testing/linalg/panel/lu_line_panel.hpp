// LU panels on a line of all processes, by any method, for the tests of each.
#pragma once

#include "testing/linalg/panel/line_panel.hpp"

#include "linalg/panel/lu_panel.hpp"

namespace hetgrid::testing {

template <typename T>
struct FactoredPanel {
  Index info;
  std::vector<int> ipiv;
  SerialMatrix<T> factors;
};

/// \tparam Panel  LuPanel<T> or TournamentPanel<T>
template <typename Panel, typename T>
LinePanel<T> lu_panel_on_line(Random& random, const SerialMatrix<T>& a) {
  return {random, a, linalg::LuHeader<T>::bytes(a.n), Panel::exchange_bytes(a.n)};
}

/// Factors a panel; that all processes know the same of it is checked. \param first  of the window
template <typename Panel, typename T>
FactoredPanel<T> factor_lu_panel(LinePanel<T>& line, const SerialMatrix<T>& a, Index first = 0) {
  Panel panel;
  panel.start(line.panel(), first);
  line.factor(panel);
  const linalg::LuHeader<T> header{line.header(), a.n};
  BOOST_TEST(same_everywhere(header.data, sizeof(Index) * static_cast<std::size_t>(1 + a.n)));
  BOOST_TEST(same_everywhere(header.square(), sizeof(T) * static_cast<std::size_t>(a.n * a.n)));
  return {header.info(), {header.pivots(), header.pivots() + a.n}, line.gather()};
}

/// The square of the header is that of the panel; NaN do not occur.
template <typename T>
bool is_square_of(LinePanel<T>& line, const SerialMatrix<T>& factors) {
  const linalg::LuHeader<T> header{line.header(), factors.n};
  for (Index j = 0; j < factors.n; ++j)
    for (Index i = 0; i < factors.n; ++i)
      if (factors(i, j) != header.square()[i + j * factors.n])
        return false;
  return true;
}

} // namespace hetgrid::testing
