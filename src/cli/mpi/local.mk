# Commands that run under mpiexec: the session they share, and the machine it runs on.
MPI_SESSION_SOURCES = \
	src/cli/mpi/machine.cpp src/cli/mpi/machine.hpp \
	src/cli/mpi/mpi_session.cpp src/cli/mpi/mpi_session.hpp

# Of those commands that have a server and its workers.
if WITH_MPI
command_sources += \
	src/cli/mpi/rank_watcher.cpp src/cli/mpi/rank_watcher.hpp \
	src/cli/mpi/serve_together.cpp src/cli/mpi/serve_together.hpp \
	src/cli/mpi/served_work.cpp src/cli/mpi/served_work.hpp \
	src/cli/mpi/surroundings.cpp src/cli/mpi/surroundings.hpp
endif
