// Text while it is written.
#pragma once

#include <iterator>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hetgrid/platform.hpp"

namespace hetgrid::cli {

/// text += the values in this format.
template <typename... Values>
void append(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

/// "3 (host): t 1.5", the cycle-time; "3: t 1.5" where no host is known.
std::string name_of(int process, const plan::ProcessSpeed& speed);
/// "no answer from rank 1, 2"
std::string no_answer(std::span<const int> silent);

} // namespace hetgrid::cli
