// Pages: HTML5 that is XHTML as well, with style and pictures inside, no scripts, nothing to load.
#pragma once

#include <string>
#include <string_view>

#include "cli/output/text.hpp"

namespace hetgrid::cli {

inline constexpr double page_width = 880; ///< of pictures that are as wide as the text, pixels

/// A whole page. \param title without markup \param body of the page, HTML
std::string page(const std::string& title, std::string_view body);

/// The body of a page while it is written.
class PageBody {
protected:
  /// One of the class "figures": a number and what it is, HTML.
  void figure(const std::string& value, const char* what) {
    append(text_, "<div><b>{}</b><span>{}</span></div>\n", value, what);
  }

  std::string text_;
};

/// A picture within a page.
std::string inline_svg(double width, double height, const std::string& elements);

/// Elements that refer to hatchings(), which only one picture of a page has to define.
std::string with_hatchings(const std::string& elements);

} // namespace hetgrid::cli
