MPI_TESTS += testing/scalapack/mpi_names
testing_scalapack_mpi_names_SOURCES = testing/scalapack/mpi_names.cpp testing/support/mpi_test.hpp
testing_scalapack_mpi_names_LDADD = libhetgrid-scalapack.la $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
