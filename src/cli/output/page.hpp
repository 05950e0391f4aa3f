// Pages: HTML5 that is XHTML as well, with style and pictures inside, no scripts, nothing to load.
#pragma once

#include <string>
#include <string_view>

namespace hetgrid::cli {

inline constexpr double page_width = 880; ///< of pictures that are as wide as the text, pixels

/// A whole page. \param title without markup \param body of the page, HTML
std::string page(const std::string& title, std::string_view body);

/// A picture within a page.
std::string inline_svg(double width, double height, const std::string& elements);

/// Elements that refer to hatchings(), which only one picture of a page has to define.
std::string with_hatchings(const std::string& elements);

} // namespace hetgrid::cli
