// From the letter of a type to the type and what is known of it.
#pragma once

#include <complex>
#include <string>
#include <utility>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {

/// visit(T()) for the T of s, d, c or z. \throws ArgumentError
template <typename Visit>
decltype(auto) in_precision(char precision, Visit&& visit) {
  switch (precision) {
  case 's':
    return std::forward<Visit>(visit)(float());
  case 'd':
    return std::forward<Visit>(visit)(double());
  case 'c':
    return std::forward<Visit>(visit)(std::complex<float>());
  case 'z':
    return std::forward<Visit>(visit)(std::complex<double>());
  default:
    throw ArgumentError("precision", std::string(1, precision), "s, d, c or z");
  }
}

/// Of an element of type s, d, c or z.
constexpr int element_bytes(char precision) {
  return precision == 's' ? 4 : precision == 'z' ? 16 : 8;
}

/// Real operations of a multiply-add of elements.
constexpr double operations_per_update(char precision) {
  return precision == 'c' || precision == 'z' ? 8 : 2;
}

/// "double precision"
constexpr const char* precision_name(char precision) {
  return precision == 's'   ? "single precision"
         : precision == 'd' ? "double precision"
         : precision == 'c' ? "complex single precision"
                            : "complex double precision";
}

} // namespace hetgrid::cli
