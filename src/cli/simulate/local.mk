# `hetgrid simulate': `hetgrid time' in the virtual time of a platform, under SimGrid.
command_sources += $(SIMULATION_SOURCES) \
	src/cli/simulate/simulate.cpp
