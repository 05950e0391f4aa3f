// Whose turn it is, where all workers share one port.
#pragma once

#include "hetgrid/server.hpp"

namespace hetgrid::server {

/// Of the workers that may be sent something the one with the least figure, such as the time at which it runs dry; the first of
/// equal ones, any_worker if none may. \param figure, may  (worker); may is asked only of those who would come first
template <typename Figure, typename May>
int first_worker(std::size_t workers, Figure&& figure, May&& may) {
  int first = any_worker;
  decltype(figure(0)) least{};
  for (int worker = 0; worker < static_cast<int>(workers); ++worker)
    if (const auto mine = figure(worker); (first == any_worker || mine < least) && may(worker)) {
      first = worker;
      least = mine;
    }
  return first;
}

} // namespace hetgrid::server
