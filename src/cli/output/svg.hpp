// Picture of a plan: the panel and a matrix laid out by it, coloured by process.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

inline constexpr int largest_drawn_matrix = 400; ///< blocks

/// A piece of a picture: SVG elements in a rectangle with the corner (0, 0), pixels. Words have the colour currentColor.
struct Drawing {
  double width = 0;
  double height = 0;
  std::string elements;
};

inline constexpr double margin = 28; ///< round a picture, pixels

// Attributes of words().
inline constexpr const char* bold = " font-weight=\"bold\"";
inline constexpr const char* centred = " text-anchor=\"middle\"";
inline constexpr const char* at_end = " text-anchor=\"end\"";

/// A <text> with its baseline at (x, y) in a font size, and more attributes, each with a blank in front.
std::string words(double x, double y, std::string_view text, double size, const char* attributes = "");

/// At most `width` pixels of a text in a font size: the beginning and an ellipsis.
std::string shortened(const std::string& text, double width, double size);

/// What is drawn of a matrix.
struct DrawnMatrix {
  int blocks = 0;       ///< each way; 0: two panels or a little more, but no more than can be seen
  std::int64_t all = 0; ///< blocks that the matrix has each way; 0: as many as are drawn. No more are drawn
};

/// The panel on the left, in several lines if it is long, and the matrix on the right. Blocks of a process are one <path>
/// with the class "process" and a <title> that names it. Of grids whose blocks would be noise, the shares: a rectangle
/// r_i x c_j for each process. Refers to the patterns of hatchings().
/// \param hosts  host name of every process, or empty
/// \throws ArgumentError if matrix.blocks is negative or above largest_drawn_matrix
Drawing draw_maps(const plan::Plan& plan, std::span<const std::string> hosts, const DrawnMatrix& matrix);

/// The grid with the processes in their colours, numbered where there is room.
/// \param width  of the drawing; grids with few columns do not use all of it
Drawing draw_arrangement(const plan::Plan& plan, std::span<const std::string> hosts, double width);

/// All of it as an SVG file: maps and a legend. Parameters and errors as those of draw_maps.
std::string draw_plan(const plan::Plan& plan, std::span<const std::string> hosts = {},
                      const DrawnMatrix& matrix = {});

} // namespace hetgrid::cli
