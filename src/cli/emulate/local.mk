# `hetgrid emulate': a program on this machine as if its cores had other cycle-times.
command_sources += \
	src/cli/emulate/cgroup.cpp src/cli/emulate/cgroup.hpp \
	src/cli/emulate/emulate.cpp \
	src/cli/emulate/network.cpp src/cli/emulate/network.hpp \
	src/cli/emulate/schedule.cpp src/cli/emulate/schedule.hpp

pkglibexec_PROGRAMS += hetgrid-finalize
hetgrid_finalize_SOURCES = src/cli/emulate/finalize.cpp
hetgrid_finalize_CXXFLAGS = $(WARNING_FLAGS) -fPIC -fvisibility=hidden
hetgrid_finalize_LDADD = $(DL_LIBS)
# Any program loads it: it needs no C++ library.
hetgrid_finalize_LINK = $(CC) -shared $(LDFLAGS) -o $@
