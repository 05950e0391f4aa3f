# The hetgrid command, all but main(): the tests look into it. Without MPI it only plans. Here: from main() to a subcommand.
# What one subcommand alone uses is in the folder of its name; what several use in options, output, files, process and mpi.
noinst_LIBRARIES += libhetgrid-command.a
command_sources = src/cli/command_line.cpp src/cli/command_line.hpp
# Part of no unit: hetgrid-simulated takes the unit common, and these need HDF5, hwloc, the MPI of the build or an executable.
separate_command_sources = src/cli/commands.cpp src/cli/commands.hpp
libhetgrid_command_a_CPPFLAGS = $(AM_CPPFLAGS) -DMPIEXEC='"$(MPIEXEC)"' -DBINDIR='"$(bindir)"' -DLIBDIR='"$(libdir)"' \
	-DPKGLIBEXECDIR='"$(pkglibexecdir)"' -DSCALAPACK_SONAME='"$(SCALAPACK_SONAME)"' $(HDF5_CPPFLAGS) $(HWLOC_CPPFLAGS)
# For hetgrid-simulated, which has what knows of no MPI from here.
libhetgrid_command_a_CXXFLAGS = $(AM_CXXFLAGS) -fPIC
COMMAND_LIBS = libhetgrid-command.a libhetgrid-plan.la $(HDF5_LIBS) $(FMT_LIBS)

include src/cli/options/local.mk
include src/cli/output/local.mk
include src/cli/files/local.mk
include src/cli/process/local.mk
include src/cli/mpi/local.mk
include src/cli/plan/local.mk
include src/cli/report/local.mk
include src/cli/shape/local.mk
include src/cli/time/local.mk

if WITH_MPI
command_sources += $(MPI_SESSION_SOURCES) $(TIME_SOURCES)
include src/cli/assess/local.mk
include src/cli/emulate/local.mk
include src/cli/multiply/local.mk
include src/cli/probe/local.mk
include src/cli/run/local.mk
include src/cli/simulate/local.mk
include src/cli/solve/local.mk
include src/cli/tune/local.mk
COMMAND_LIBS += $(HETGRID_LIBS) $(HWLOC_LIBS)
endif

# Not a unit for each folder: the headers that they share take longer than the sources.
common_folders = src/cli src/cli/options src/cli/output src/cli/files src/cli/process
planning_folders = src/cli/plan src/cli/report src/cli/shape
serving_folders = src/cli/multiply src/cli/solve src/cli/assess
ranks_folders = src/cli/mpi src/cli/emulate src/cli/probe src/cli/run src/cli/simulate src/simulation src/cli/tune
time_units = unity/src/cli/time/operation.cpp unity/src/cli/time.cpp unity/src/cli/time/trace.cpp
command_units = unity/src/cli/common.cpp unity/src/cli/planning.cpp
if WITH_MPI
command_units += unity/src/cli/serving.cpp unity/src/cli/ranks.cpp
endif
if UNITY
libhetgrid_command_a_SOURCES = $(separate_command_sources)
nodist_libhetgrid_command_a_SOURCES = $(command_units)
if WITH_MPI
nodist_libhetgrid_command_a_SOURCES += $(time_units)
endif
else
libhetgrid_command_a_SOURCES = $(separate_command_sources) $(command_sources)
endif
$(command_units): unity/src/cli/%.cpp: Makefile
	$(UNITE) '$($*_folders)' $(command_sources)
$(time_units): Makefile
	$(UNITE_FOLDER) $(command_sources)
CLEANFILES += $(command_units) $(time_units)

bin_PROGRAMS += hetgrid
hetgrid_SOURCES = src/cli/main.cpp
hetgrid_LDADD = $(COMMAND_LIBS)
hetgrid_LDFLAGS = $(SANITIZER_FLAGS)
