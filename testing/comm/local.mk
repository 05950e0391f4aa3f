MPI_TESTS += \
	testing/comm/mpi_collectives \
	testing/comm/mpi_line_reduction \
	testing/comm/mpi_node_groups \
	testing/comm/mpi_panel_stream \
	testing/comm/mpi_redistribute \
	testing/comm/mpi_shared_window \
	testing/comm/mpi_tuning
MPI_WAITING_TESTS += testing/comm/mpi_wait
testing_comm_mpi_tuning_SOURCES = testing/comm/mpi_tuning.cpp
testing_comm_mpi_tuning_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_comm_mpi_node_groups_SOURCES = testing/comm/mpi_node_groups.cpp
testing_comm_mpi_node_groups_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_comm_mpi_panel_stream_SOURCES = testing/comm/mpi_panel_stream.cpp
testing_comm_mpi_panel_stream_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_comm_mpi_redistribute_SOURCES = testing/comm/mpi_redistribute.cpp testing/support/mpi_test.hpp testing/support/random_grid.hpp
testing_comm_mpi_redistribute_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_comm_mpi_collectives_SOURCES = testing/comm/mpi_collectives.cpp
testing_comm_mpi_collectives_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
TESTS += testing/comm/test_blocking_calls.sh
EXTRA_DIST += testing/comm/test_blocking_calls.sh
testing_comm_mpi_shared_window_SOURCES = testing/comm/mpi_shared_window.cpp
testing_comm_mpi_shared_window_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_comm_mpi_line_reduction_SOURCES = testing/comm/mpi_line_reduction.cpp
testing_comm_mpi_line_reduction_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_comm_mpi_wait_SOURCES = testing/comm/mpi_wait.cpp
testing_comm_mpi_wait_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
