# `hetgrid simulate': `hetgrid time' in the virtual time of a platform, under SimGrid.
libhetgrid_command_a_SOURCES += $(SIMULATION_SOURCES) \
	src/cli/simulate/simulate.cpp
