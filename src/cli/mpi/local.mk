# Commands that run under mpiexec: the session they share, and the machine it runs on.
MPI_SESSION_SOURCES = \
	src/cli/mpi/machine.cpp src/cli/mpi/machine.hpp \
	src/cli/mpi/mpi_session.cpp src/cli/mpi/mpi_session.hpp
