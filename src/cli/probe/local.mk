# `hetgrid probe': the speeds of all ranks, as a platform file.
command_sources += \
	src/cli/probe/probe.cpp
