MPI_TESTS += testing/runtime/mpi_engine
testing_runtime_mpi_engine_SOURCES = testing/runtime/mpi_engine.cpp
testing_runtime_mpi_engine_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
