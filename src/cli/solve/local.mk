# `hetgrid solve': a system in files, with workers.
command_sources += src/cli/solve/solve.cpp
