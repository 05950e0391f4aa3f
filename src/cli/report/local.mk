# `hetgrid report': where the time of a program went, from what it wrote with HETGRID_PROFILE.
command_sources += \
	src/cli/report/html.cpp \
	src/cli/report/presentation.hpp \
	src/cli/report/program_profile.cpp src/cli/report/program_profile.hpp \
	src/cli/report/report.cpp \
	src/cli/report/summary.cpp src/cli/report/summary.hpp \
	src/cli/report/text.cpp
