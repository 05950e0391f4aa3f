# The library and `hetgrid time' for SimGrid's SMPI, from the same sources; what is pure, from the same objects. smpirun
# loads a program of it as a shared object, tests once for each process: what is unique in a process by GNU's rules must
# not be there, but for constants.
SIMULATED_CPPFLAGS = $(HETGRID_CPPFLAGS) -DHETGRID_SIMULATED $(SIMGRID_CPPFLAGS)
SIMULATED_CXXFLAGS = $(WARNING_FLAGS) -fPIC -fno-gnu-unique
SIMULATED_LINK = $(CXX) $(SIMULATED_CXXFLAGS) $(CXXFLAGS) -shared $(LDFLAGS) -o $@
# SimGrid comes last: libraries that it depends on have a BLAS, too.
SIMULATED_LIBS = libhetgrid-simulated.a libhetgrid-plan.a $(LAPACK_LIBS) $(DL_LIBS) $(SIMGRID_LIBS)

noinst_LIBRARIES += libhetgrid-simulated.a
libhetgrid_simulated_a_SOURCES = \
	src/comm/blacs_simulated.cpp \
	src/comm/pxerbla_simulated.cpp \
	src/comm/virtual_time.cpp \
	src/kernel/execution_simulated.cpp
if UNITY
nodist_libhetgrid_simulated_a_SOURCES = $(hetgrid_units)
else
libhetgrid_simulated_a_SOURCES += $(hetgrid_sources)
endif
libhetgrid_simulated_a_CPPFLAGS = $(SIMULATED_CPPFLAGS)
libhetgrid_simulated_a_CXXFLAGS = $(SIMULATED_CXXFLAGS)

pkglibexec_PROGRAMS += hetgrid-simulated
hetgrid_simulated_SOURCES = src/cli/simulated_main.cpp src/cli/mpi/simulated_machine.cpp \
	$(MPI_SESSION_SOURCES)
if UNITY
nodist_hetgrid_simulated_SOURCES = $(time_units)
else
hetgrid_simulated_SOURCES += $(TIME_SOURCES)
endif
hetgrid_simulated_CPPFLAGS = $(SIMULATED_CPPFLAGS)
hetgrid_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
hetgrid_simulated_LDADD = libhetgrid-command.a $(SIMULATED_LIBS) $(FMT_LIBS)
hetgrid_simulated_LINK = $(SIMULATED_LINK)
