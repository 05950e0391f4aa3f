// Words within XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace hetgrid::cli {

/// The text with & < > " ' as entities and "?" for control characters and for bytes that are no UTF-8, which neither XML
/// nor HTML may contain.
std::string escape_markup(std::string_view text);

} // namespace hetgrid::cli
