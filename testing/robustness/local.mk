# Unusual programs, unusual ends.
robustness_headers = testing/robustness/small_matrix.hpp testing/robustness/small_problems.hpp \
	testing/robustness/transparent_mode.hpp
robustness_libraries = libhetgrid-scalapack.la $(HETGRID_LIBS)

MPI_TESTS += testing/robustness/mpi_contexts
testing_robustness_mpi_contexts_SOURCES = \
	testing/robustness/mpi_contexts.cpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_contexts_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_TESTS += testing/robustness/mpi_context_growth
testing_robustness_mpi_context_growth_SOURCES = \
	testing/robustness/mpi_context_growth.cpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_context_growth_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_TESTS += testing/robustness/mpi_init_thread
testing_robustness_mpi_init_thread_SOURCES = testing/robustness/mpi_init_thread.cpp $(robustness_headers)
testing_robustness_mpi_init_thread_LDADD = $(robustness_libraries)

MPI_TESTS += testing/robustness/mpi_system_handles
testing_robustness_mpi_system_handles_SOURCES = \
	testing/robustness/mpi_system_handles.cpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_system_handles_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_TESTS += testing/robustness/mpi_some_callers
testing_robustness_mpi_some_callers_SOURCES = \
	testing/robustness/mpi_some_callers.cpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_some_callers_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_TESTS += testing/robustness/mpi_trapped_exceptions
testing_robustness_mpi_trapped_exceptions_SOURCES = \
	testing/robustness/mpi_trapped_exceptions.cpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_trapped_exceptions_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_TESTS += testing/robustness/mpi_failing_memory
testing_robustness_mpi_failing_memory_SOURCES = testing/robustness/mpi_failing_memory.cpp \
	testing/support/failing_allocator.hpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_failing_memory_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_TESTS += testing/robustness/mpi_different_contexts
testing_robustness_mpi_different_contexts_SOURCES = \
	testing/robustness/mpi_different_contexts.cpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_different_contexts_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_WAITING_TESTS += testing/robustness/mpi_circular_calls
testing_robustness_mpi_circular_calls_SOURCES = \
	testing/robustness/mpi_circular_calls.cpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_circular_calls_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_TESTS += testing/robustness/mpi_malformed_parameters
testing_robustness_mpi_malformed_parameters_SOURCES = \
	testing/robustness/mpi_malformed_parameters.cpp testing/support/mpi_test.hpp $(robustness_headers)
testing_robustness_mpi_malformed_parameters_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)

MPI_TESTS += testing/robustness/mpi_drop_in_faults
testing_robustness_mpi_drop_in_faults_SOURCES = \
	testing/robustness/mpi_drop_in_faults.cpp testing/robustness/small_matrix.hpp \
	testing/support/failing_allocator.hpp testing/support/mpi_test.hpp testing/support/scalapack_names.hpp
testing_robustness_mpi_drop_in_faults_LDADD = $(scalapack_inside_libraries) $(BOOST_TEST_LIBS)

check_PROGRAMS += testing/robustness/calls
testing_robustness_calls_SOURCES = testing/robustness/calls.cpp $(robustness_headers)
testing_robustness_calls_LDADD = $(robustness_libraries)

ROBUSTNESS_SHELL_TESTS = \
	testing/robustness/test_every_routine.sh testing/robustness/test_small_shm.sh testing/robustness/test_controls.sh \
	testing/robustness/test_interrupted.sh testing/robustness/test_launchers.sh testing/robustness/test_other_mpi.sh
LONG_TESTS += testing/robustness/test_blas.sh testing/robustness/test_memcheck.sh
TESTS += $(ROBUSTNESS_SHELL_TESTS)
EXTRA_DIST += $(ROBUSTNESS_SHELL_TESTS) testing/robustness/processes.sh \
	testing/robustness/test_blas.sh testing/robustness/test_memcheck.sh testing/robustness/memcheck.supp
MPI_TESTS += testing/robustness/mpi_server_memory
testing_robustness_mpi_server_memory_SOURCES = testing/robustness/mpi_server_memory.cpp \
	testing/support/failing_allocator.hpp testing/support/mpi_test.hpp
testing_robustness_mpi_server_memory_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
