# The distributed tests on more ranks than a machine has cores, in SimGrid: NAME.simulated from the source of NAME.
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
check_PROGRAMS += $(SIMULATED_TESTS)
TESTS += $(SIMULATED_TESTS)

# Boost.Test within the program: its shared library would be one for all processes.
check_LIBRARIES = testing/libboost-test.a
testing_libboost_test_a_SOURCES = testing/support/boost_test.cpp
testing_libboost_test_a_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_libboost_test_a_CXXFLAGS = $(SIMULATED_CXXFLAGS)

SIMULATED_TEST_CPPFLAGS = $(SIMULATED_CPPFLAGS) -DBOOST_TEST_ALTERNATIVE_INIT_API
SIMULATED_TEST_LIBS = $(check_LIBRARIES) $(SIMULATED_LIBS)
# Without symbols: every process has its copy of the program.
SIMULATED_TEST_LINK = $(SIMULATED_LINK) -s

testing_comm_mpi_panel_stream_simulated_SOURCES = testing/comm/mpi_panel_stream.cpp
testing_comm_mpi_panel_stream_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_comm_mpi_panel_stream_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_comm_mpi_panel_stream_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_comm_mpi_panel_stream_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_comm_mpi_redistribute_simulated_SOURCES = testing/comm/mpi_redistribute.cpp
testing_comm_mpi_redistribute_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_comm_mpi_redistribute_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_comm_mpi_redistribute_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_comm_mpi_redistribute_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_gels_simulated_SOURCES = testing/linalg/mpi_gels.cpp
testing_linalg_mpi_gels_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_gels_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_gels_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_gels_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_gemm_simulated_SOURCES = testing/linalg/mpi_gemm.cpp
testing_linalg_mpi_gemm_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_gemm_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_gemm_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_gemm_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_geqrf_simulated_SOURCES = testing/linalg/mpi_geqrf.cpp
testing_linalg_mpi_geqrf_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_geqrf_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_geqrf_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_geqrf_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_getrf_simulated_SOURCES = testing/linalg/mpi_getrf.cpp
testing_linalg_mpi_getrf_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_getrf_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_getrf_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_getrf_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_level3_simulated_SOURCES = testing/linalg/mpi_level3.cpp
testing_linalg_mpi_level3_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_level3_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_level3_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_level3_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_matrix_helpers_simulated_SOURCES = testing/linalg/mpi_matrix_helpers.cpp
testing_linalg_mpi_matrix_helpers_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_matrix_helpers_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_matrix_helpers_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_matrix_helpers_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_potrf_simulated_SOURCES = testing/linalg/mpi_potrf.cpp
testing_linalg_mpi_potrf_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_potrf_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_potrf_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_potrf_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_solvers_simulated_SOURCES = testing/linalg/mpi_solvers.cpp
testing_linalg_mpi_solvers_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_solvers_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_solvers_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_solvers_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_mpi_unmqr_simulated_SOURCES = testing/linalg/mpi_unmqr.cpp
testing_linalg_mpi_unmqr_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_mpi_unmqr_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_mpi_unmqr_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_mpi_unmqr_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_partition_mpi_partition_gemm_simulated_SOURCES = testing/linalg/partition/mpi_partition_gemm.cpp
testing_linalg_partition_mpi_partition_gemm_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_partition_mpi_partition_gemm_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_partition_mpi_partition_gemm_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_partition_mpi_partition_gemm_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_server_mpi_server_gemm_simulated_SOURCES = testing/linalg/server/mpi_server_gemm.cpp
testing_linalg_server_mpi_server_gemm_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_server_mpi_server_gemm_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_server_mpi_server_gemm_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_server_mpi_server_gemm_simulated_LINK = $(SIMULATED_TEST_LINK)
testing_linalg_server_mpi_server_getrf_simulated_SOURCES = testing/linalg/server/mpi_server_getrf.cpp
testing_linalg_server_mpi_server_getrf_simulated_CPPFLAGS = $(SIMULATED_TEST_CPPFLAGS)
testing_linalg_server_mpi_server_getrf_simulated_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_linalg_server_mpi_server_getrf_simulated_LDADD = $(SIMULATED_TEST_LIBS)
testing_linalg_server_mpi_server_getrf_simulated_LINK = $(SIMULATED_TEST_LINK)
