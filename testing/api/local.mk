MPI_TESTS += \
	testing/api/mpi_factorization_arguments \
	testing/api/mpi_gemm_arguments \
	testing/api/mpi_gemr2d \
	testing/api/mpi_layout \
	testing/api/mpi_partition \
	testing/api/mpi_level3_arguments \
	testing/api/mpi_matrix \
	testing/api/mpi_random_arguments \
	testing/api/mpi_server_routines \
	testing/api/mpi_solver_arguments
testing_api_mpi_gemm_arguments_SOURCES = testing/api/mpi_gemm_arguments.cpp
testing_api_mpi_gemm_arguments_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_api_mpi_gemr2d_SOURCES = testing/api/mpi_gemr2d.cpp
testing_api_mpi_gemr2d_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_api_mpi_layout_SOURCES = testing/api/mpi_layout.cpp
testing_api_mpi_layout_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_api_mpi_matrix_SOURCES = testing/api/mpi_matrix.cpp
testing_api_mpi_matrix_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_api_mpi_partition_SOURCES = testing/api/mpi_partition.cpp
testing_api_mpi_partition_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_api_mpi_solver_arguments_SOURCES = testing/api/mpi_solver_arguments.cpp
testing_api_mpi_solver_arguments_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_api_mpi_level3_arguments_SOURCES = testing/api/mpi_level3_arguments.cpp
testing_api_mpi_level3_arguments_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_api_mpi_factorization_arguments_SOURCES = testing/api/mpi_factorization_arguments.cpp
testing_api_mpi_factorization_arguments_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_api_mpi_random_arguments_SOURCES = testing/api/mpi_random_arguments.cpp
testing_api_mpi_random_arguments_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
TESTS += testing/api/test_hash
check_PROGRAMS += testing/api/test_hash
testing_api_test_hash_SOURCES = testing/api/test_hash.cpp
testing_api_test_hash_LDADD = $(BOOST_TEST_LIBS)
MPI_TESTS += testing/api/mpi_fortran_module
testing_api_mpi_fortran_module_SOURCES = testing/api/mpi_fortran_module.f90
testing_api_mpi_fortran_module_FCFLAGS = $(AM_FCFLAGS) -Iinclude
testing_api_mpi_fortran_module_LDADD = $(HETGRID_LIBS) -lstdc++
$(testing_api_mpi_fortran_module_OBJECTS): include/hetgrid.mod
testing_api_mpi_server_routines_SOURCES = testing/api/mpi_server_routines.cpp testing/support/failing_allocator.hpp
testing_api_mpi_server_routines_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
