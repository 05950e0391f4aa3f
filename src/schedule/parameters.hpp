// Parameters as text: width=128,lu.panel=distributed,gemm.depth=256,gflops=50,latency=2e-06,seconds_per_byte=1e-10.
#pragma once

#include "hetgrid/parameters.hpp"
#include "schedule/product.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace hetgrid::schedule {

/// Columns of op(A) and rows of op(B) in one local multiply of a product.
constexpr int gemm_depth(const Parameters& parameters) noexcept {
  return parameters.gemm_depth > 0 ? parameters.gemm_depth : 192;
}

/// The order of a square product with as many operations.
std::int64_t order_of_product(double m, double n, double k);

/// width, tail, chunk and panel are those of all factorizations, lu.width those of one. Of fields that contradict each
/// other the last one counts.
/// \param argument  what the text was given for, for the message
/// \return `parameters` with the fields that the text names changed. \throws ArgumentError naming the field
Parameters parameters_from_text(std::string_view argument, std::string_view text, Parameters parameters);
/// Fields that are not as a routine has them, and the machine.
std::string to_text(const Parameters& parameters);
/// The same without the machine; empty if all fields are as the routines have them.
std::string choices_text(const Parameters& parameters);

} // namespace hetgrid::schedule
