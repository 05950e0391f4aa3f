# What commands write: files, pages, quantities with units, pictures.
command_sources += \
	src/cli/output/activity_looks.hpp \
	src/cli/output/basis.cpp src/cli/output/basis.hpp \
	src/cli/output/gantt.cpp src/cli/output/gantt.hpp src/cli/output/trace.hpp \
	src/cli/output/markup.cpp src/cli/output/markup.hpp \
	src/cli/output/output_file.cpp src/cli/output/output_file.hpp \
	src/cli/output/page.cpp src/cli/output/page.hpp \
	src/cli/output/progress_clock.cpp src/cli/output/progress_clock.hpp \
	src/cli/output/progress_line.cpp src/cli/output/progress_line.hpp \
	src/cli/output/quantities.cpp src/cli/output/quantities.hpp \
	src/cli/output/server_timeline.cpp src/cli/output/server_timeline.hpp \
	src/cli/output/svg.cpp src/cli/output/svg.hpp \
	src/cli/output/svg_colours.cpp src/cli/output/svg_colours.hpp \
	src/cli/output/text.cpp src/cli/output/text.hpp \
	src/cli/output/trace_events.cpp
