MPI_TESTS += testing/linalg/mpi_gemm
testing_linalg_mpi_gemm_SOURCES = testing/linalg/mpi_gemm.cpp testing/support/mpi_test.hpp testing/support/random_grid.hpp
testing_linalg_mpi_gemm_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
