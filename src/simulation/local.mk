# A platform as SimGrid reads it: part of the command, and of its test.
SIMULATION_SOURCES = \
	src/simulation/network_tree.cpp src/simulation/network_tree.hpp \
	src/simulation/simgrid_platform.cpp src/simulation/simgrid_platform.hpp
