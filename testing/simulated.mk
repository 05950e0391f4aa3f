# The distributed tests on more ranks than a machine has cores, in SimGrid: NAME.simulated is from the source of NAME. They are
# one program: without precompiled headers, which are not for its flags, each for itself takes three times as long.
SIMULATED_TESTS = \
	testing/comm/mpi_panel_stream.simulated \
	testing/comm/mpi_redistribute.simulated \
	testing/linalg/mpi_gels.simulated \
	testing/linalg/mpi_gemm.simulated \
	testing/linalg/mpi_geqrf.simulated \
	testing/linalg/mpi_getrf.simulated \
	testing/linalg/mpi_level3.simulated \
	testing/linalg/mpi_matrix_helpers.simulated \
	testing/linalg/mpi_potrf.simulated \
	testing/linalg/mpi_solvers.simulated \
	testing/linalg/mpi_unmqr.simulated \
	testing/linalg/partition/mpi_partition_gemm.simulated \
	testing/linalg/server/mpi_server_gemm.simulated \
	testing/linalg/server/mpi_server_getrf.simulated
TESTS += $(SIMULATED_TESTS)

# Boost.Test within the program: its shared library would be one for all processes.
check_LIBRARIES = testing/libboost-test.a
testing_libboost_test_a_SOURCES = testing/support/boost_test.cpp
testing_libboost_test_a_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_libboost_test_a_CXXFLAGS = $(SIMULATED_CXXFLAGS)

SIMULATED_TEST_CPPFLAGS = $(SIMULATED_CPPFLAGS) -DBOOST_TEST_ALTERNATIVE_INIT_API

# Linked without symbols: every process has its copy of the program.
check_PROGRAMS += testing/tests.simulated
testing_tests_simulated_SOURCES =
nodist_testing_tests_simulated_SOURCES = unity/testing/simulated.cpp
testing_tests_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_tests_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_tests_simulated_LDADD = $(check_LIBRARIES) $(SIMULATED_LIBS)
testing_tests_simulated_LINK = $(SIMULATED_LINK) -s
simulated_sources = $(SIMULATED_TESTS:.simulated=.cpp)
unity/testing/simulated.cpp: Makefile testing/unite.sh $(simulated_sources)
	$(UNITE_TESTS) $@ $(simulated_sources)
$(SIMULATED_TESTS): testing/tests.simulated$(EXEEXT)
	$(AM_V_GEN)$(call START_OF_SUITE,testing/tests.simulated,$(notdir $(@:.simulated=)))
CLEANFILES += unity/testing/simulated.cpp $(SIMULATED_TESTS)
