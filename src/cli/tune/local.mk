# `hetgrid tune': the fastest parameters.
command_sources += \
	src/cli/tune/candidates.cpp src/cli/tune/candidates.hpp \
	src/cli/tune/report.cpp src/cli/tune/report.hpp \
	src/cli/tune/search.cpp src/cli/tune/search.hpp \
	src/cli/tune/tune.cpp
