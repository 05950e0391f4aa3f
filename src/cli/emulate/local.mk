# `hetgrid emulate': a program on this machine as if its cores had other cycle-times.
libhetgrid_command_a_SOURCES += \
	src/cli/emulate/cgroup.cpp src/cli/emulate/cgroup.hpp \
	src/cli/emulate/emulate.cpp
