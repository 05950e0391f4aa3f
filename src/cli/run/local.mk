# `hetgrid run': a program in front of which libhetgrid-scalapack is loaded.
libhetgrid_command_a_SOURCES += \
	src/cli/run/run.cpp
