# Each file is one program; against_scalapack.hpp makes the same calls on uneven and on block-cyclic operands.
scalapack_tests = \
	testing/scalapack/mpi_eigenvalues testing/scalapack/mpi_names testing/scalapack/mpi_partition_wrapped \
	testing/scalapack/mpi_pblas_wrapped \
	testing/scalapack/mpi_random_calls testing/scalapack/mpi_refused testing/scalapack/mpi_svd testing/scalapack/mpi_transparent \
	testing/scalapack/mpi_peak_memory testing/scalapack/mpi_transparent_memory testing/scalapack/mpi_wrapped_factorizations \
	testing/scalapack/mpi_wrapped_faults
MPI_TESTS += $(scalapack_tests)
scalapack_test_libraries = libhetgrid-scalapack.la $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
# With the objects in place of the library for those that look inside: it exports ScaLAPACK's names alone.
scalapack_inside_libraries = $(libhetgrid_scalapack_la_OBJECTS) $(HETGRID_LIBS)

testing_scalapack_mpi_eigenvalues_SOURCES = testing/scalapack/mpi_eigenvalues.cpp
testing_scalapack_mpi_eigenvalues_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_names_SOURCES = testing/scalapack/mpi_names.cpp
testing_scalapack_mpi_names_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_partition_wrapped_SOURCES = testing/scalapack/mpi_partition_wrapped.cpp
testing_scalapack_mpi_partition_wrapped_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_pblas_wrapped_SOURCES = testing/scalapack/mpi_pblas_wrapped.cpp
testing_scalapack_mpi_pblas_wrapped_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_random_calls_SOURCES = testing/scalapack/mpi_random_calls.cpp
testing_scalapack_mpi_random_calls_LDADD = $(scalapack_inside_libraries) $(BOOST_TEST_LIBS)
testing_scalapack_mpi_refused_SOURCES = testing/scalapack/mpi_refused.cpp
testing_scalapack_mpi_refused_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_svd_SOURCES = testing/scalapack/mpi_svd.cpp
testing_scalapack_mpi_svd_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_transparent_SOURCES = testing/scalapack/mpi_transparent.cpp
testing_scalapack_mpi_transparent_LDADD = $(scalapack_inside_libraries) $(BOOST_TEST_LIBS)
testing_scalapack_mpi_peak_memory_SOURCES = testing/scalapack/mpi_peak_memory.cpp
testing_scalapack_mpi_peak_memory_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_transparent_memory_SOURCES = testing/scalapack/mpi_transparent_memory.cpp
testing_scalapack_mpi_transparent_memory_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_wrapped_faults_SOURCES = testing/scalapack/mpi_wrapped_faults.cpp testing/support/failing_allocator.hpp
testing_scalapack_mpi_wrapped_faults_LDADD = $(scalapack_test_libraries)
testing_scalapack_mpi_wrapped_factorizations_SOURCES = testing/scalapack/mpi_wrapped_factorizations.cpp
testing_scalapack_mpi_wrapped_factorizations_LDADD = $(scalapack_test_libraries)

check_PROGRAMS += testing/scalapack/repeated_calls testing/scalapack/test_experience testing/scalapack/test_memory_pool
testing_scalapack_repeated_calls_SOURCES = testing/scalapack/repeated_calls.cpp
testing_scalapack_repeated_calls_LDADD = libhetgrid-plan.la $(SCALAPACK_LIBS) $(LAPACK_LIBS) $(MPI_LIBS)
testing_scalapack_test_experience_SOURCES = testing/scalapack/test_experience.cpp
testing_scalapack_test_experience_LDADD = src/scalapack/transparent/experience.lo $(BOOST_TEST_LIBS)
testing_scalapack_test_memory_pool_SOURCES = testing/scalapack/test_memory_pool.cpp
testing_scalapack_test_memory_pool_LDADD = src/scalapack/transparent/memory_pool.lo $(BOOST_TEST_LIBS)

TESTS += testing/scalapack/test_coverage.sh testing/scalapack/test_experience testing/scalapack/test_memory_limit.sh \
	testing/scalapack/test_memory_pool
MPI_SHELL_TESTS += testing/scalapack/test_changing_speeds.sh
EXTRA_DIST += testing/scalapack/test_changing_speeds.sh testing/scalapack/test_coverage.sh testing/scalapack/test_memory_limit.sh

# Of `make bench'.
EXTRA_PROGRAMS += testing/scalapack/bench_transparent
testing_scalapack_bench_transparent_SOURCES = testing/scalapack/bench_transparent.cpp
testing_scalapack_bench_transparent_LDADD = $(scalapack_inside_libraries)
