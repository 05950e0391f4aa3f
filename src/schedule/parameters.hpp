// Parameters as text: width=128,panel=distributed,gflops=50,latency=2e-06,seconds_per_byte=1e-10.
#pragma once

#include "hetgrid/parameters.hpp"

#include <string>
#include <string_view>

namespace hetgrid::schedule {

/// \param argument  what the text was given for, for the message
/// \return `parameters` with the fields that the text names changed. \throws ArgumentError naming the field
Parameters parameters_from_text(std::string_view argument, std::string_view text, Parameters parameters);
/// All fields.
std::string to_text(const Parameters& parameters);

} // namespace hetgrid::schedule
