# `hetgrid probe': the speeds of all ranks, as a platform file.
libhetgrid_command_a_SOURCES += \
	src/cli/probe/probe.cpp
