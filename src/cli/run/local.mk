# `hetgrid run': a program in front of which libhetgrid-scalapack is loaded.
command_sources += \
	src/cli/run/run.cpp
