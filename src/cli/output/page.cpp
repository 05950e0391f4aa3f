#include "cli/output/page.hpp"

#include <fmt/format.h>

#include "cli/output/markup.hpp"
#include "cli/output/svg_colours.hpp"

namespace hetgrid::cli {
namespace {

// The hatchings are those of the pictures. Parts of a bar differ in lightness, so that grey paper tells them apart.
constexpr std::string_view style = R"(
:root { color-scheme: light dark; --ink: #1d2327; --faint: #667; --line: #c8ccd0; --paper: #fff; --panel: #f5f6f7; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --faint: #9aa4ad; --line: #3c444b; --paper: #16191c; --panel: #1f2428; } }
body { margin: 2em auto; max-width: 900px; padding: 0 1em; font: 15px/1.45 Helvetica, Arial, sans-serif;
  color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5em; margin: 0 0 .2em; } h2 { font-size: 1.1em; margin: 2em 0 .5em; }
p, figcaption { color: var(--faint); max-width: 75ch; } figure { margin: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .8em; margin: 1.2em 0; }
.figures div { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .6em 1em; }
.figures b { display: block; font-size: 1.45em; }
.figures span { color: var(--faint); font-size: .85em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2em .8em .2em 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; font-size: .85em; } td.text, th.text { text-align: left; }
td.text { white-space: normal; overflow-wrap: anywhere; min-width: 8em; } tr.ours td { font-weight: 600; }
svg { max-width: 100%; height: auto; }
.scroll { overflow-x: auto; }
.swatch { display: inline-block; width: 1em; height: 1em; vertical-align: -.15em; border: 1px solid #888;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.hatching-1 { background-image: repeating-linear-gradient(135deg, #0006 0 2px, #0000 2px 6px); }
.hatching-2 { background-image: repeating-linear-gradient(45deg, #0006 0 2px, #0000 2px 6px); }
.hatching-3 { background-image: radial-gradient(#0006 1.5px, #0000 2px); background-size: 5px 5px; }
.legend { margin-right: 1.2em; } .note { border-left: 4px solid var(--faint); padding-left: .8em; }
@media print { body { margin: 0; font-size: 12px; } table { break-inside: auto; } tr { break-inside: avoid; } h2 { break-after: avoid; } figure { break-inside: avoid; } }
)";

} // namespace

std::string page(const std::string& title, std::string_view body) {
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width, "
                     "initial-scale=1\"/>\n<title>hetgrid: {}</title>\n"
                     "<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
                     escape_markup(title), style, body);
}

std::string inline_svg(double width, double height, const std::string& elements) {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                     "viewBox=\"0 0 {0:.0f} {1:.0f}\" fill=\"currentColor\">\n{2}</svg>\n",
                     width, height, elements);
}

std::string with_hatchings(const std::string& elements) {
  constexpr double period = 8; // pixels
  return "<defs>" + hatchings(period) + "</defs>" + elements;
}

} // namespace hetgrid::cli
