// hetgrid report: where the time of a program went, by the files that it wrote with HETGRID_PROFILE.
#include "cli/commands.hpp"

#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/options/option_values.hpp"
#include "cli/output/output_file.hpp"
#include "cli/output/progress_clock.hpp"
#include "cli/report/presentation.hpp"

namespace hetgrid::cli {
namespace {

struct ReportOptions {
  std::string file, html, trace;
  std::string json; ///< file; empty: standard output
  bool as_json = false, progress = false;
};

int run(const ReportOptions& options) {
  const bool text = !options.as_json || !options.json.empty();
  OutputFile html(options.html), trace(options.trace), json(text ? options.json : "-");
  std::optional<ProgressClock> clock(std::in_place, options.progress);
  const ProgramProfile profile =
      read_program_profile(options.file, [&clock](const std::string& name, int processes) {
        clock->tell("reading " + name + (processes > 0 ? fmt::format(" of {} processes", processes) : ""));
      });
  if (html.wanted()) {
    clock->tell("drawing the page");
    html.write(profile_page(profile));
  }
  if (trace.wanted()) {
    clock->tell("writing the trace");
    trace.write(profile_trace(profile));
  }
  clock->tell("adding up the calls");
  const std::string sums = text ? profile_text(profile) : "";
  if (json.wanted())
    json.write(profile_json(profile));
  clock.reset();
  fmt::print("{}", sums);
  flush_standard_output();
  for (OutputFile* const file : {&html, &trace, &json})
    file->publish();
  return 0;
}

} // namespace

void add_report(CLI::App& app, Invocation& invocation) {
  CLI::App* const command = app.add_subcommand(
      "report", "Show where the time of a program went: HETGRID_PROFILE=FILE program; hetgrid report FILE");
  const auto options = std::make_shared<ReportOptions>();
  command->add_option("FILE", options->file, "What HETGRID_PROFILE named: FILE.0, FILE.1 ... are read")
      ->required()
      ->transform(not_empty());
  command->add_option("--html", options->html, "Write a page with what every process did to FILE")
      ->transform(not_empty());
  command
      ->add_option("--trace", options->trace,
                   "Write who did what when to FILE, for Perfetto or chrome://tracing")
      ->transform(not_empty());
  CLI::Option* const json =
      command->add_option("--json", options->json, "Write the sums as JSON to FILE, or instead of the text")
          ->expected(0, 1)
          ->transform(not_empty())
          ->type_name("[FILE]");
  add_progress(*command, options->progress);
  command->callback([=, &invocation] {
    options->as_json = json->count() > 0;
    invocation.action = [=] { return run(*options); };
  });
}

} // namespace hetgrid::cli
