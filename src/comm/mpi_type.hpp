// MPI's names of the element types.
#pragma once

#include <complex>
#include <cstdint>
#include <mpi.h>
#include <type_traits>

namespace hetgrid::comm {

template <typename T>
MPI_Datatype mpi_type() {
  if constexpr (std::is_same_v<T, int>)
    return MPI_INT;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return MPI_INT64_T;
  else if constexpr (std::is_same_v<T, float>)
    return MPI_FLOAT;
  else if constexpr (std::is_same_v<T, double>)
    return MPI_DOUBLE;
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return MPI_C_FLOAT_COMPLEX;
  else {
    static_assert(std::is_same_v<T, std::complex<double>>);
    return MPI_C_DOUBLE_COMPLEX;
  }
}

} // namespace hetgrid::comm
