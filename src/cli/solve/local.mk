# `hetgrid solve': a system in files, with workers.
libhetgrid_command_a_SOURCES += src/cli/solve/solve.cpp
