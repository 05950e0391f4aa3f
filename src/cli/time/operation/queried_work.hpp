// WORK and IWORK of routines that say how much of them they need.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <vector>

#include "cli/time/routines.hpp"

namespace hetgrid::cli {

/// What a routine is given; lwork, liwork = -1: it is asked.
template <typename T>
struct Work {
  T* work;
  int lwork;
  int* iwork;
  int liwork;
};

/// The arrays, of either library. They are asked for once, in the run before the timed ones.
template <typename T>
class QueriedWork {
public:
  /// routine(Work, info) on a process of the grid. \return INFO
  template <typename Routine>
  int call(Library library, Routine&& routine) {
    Arrays& arrays = arrays_[static_cast<std::size_t>(library)];
    int info = 0;
    if (arrays.work.empty()) {
      T size = 0;
      int integers = 0;
      routine(Work<T>{&size, -1, &integers, -1}, &info);
      if (info != 0)
        return info;
      arrays.work.resize(static_cast<std::size_t>(std::max(1.0, static_cast<double>(std::real(size)))));
      arrays.iwork.resize(static_cast<std::size_t>(std::max(1, integers)));
    }
    routine(Work<T>{arrays.work.data(), static_cast<int>(arrays.work.size()), arrays.iwork.data(),
                    static_cast<int>(arrays.iwork.size())},
            &info);
    return info;
  }

private:
  struct Arrays {
    std::vector<T> work;
    std::vector<int> iwork;
  };
  std::array<Arrays, 2> arrays_; ///< by library
};

} // namespace hetgrid::cli
