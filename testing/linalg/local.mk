MPI_TESTS += \
	testing/linalg/mpi_extra_memory \
	testing/linalg/mpi_gels \
	testing/linalg/mpi_gemm \
	testing/linalg/mpi_geqrf \
	testing/linalg/mpi_getrf \
	testing/linalg/mpi_hegst \
	testing/linalg/mpi_level3 \
	testing/linalg/mpi_matrix_helpers \
	testing/linalg/mpi_potrf \
	testing/linalg/mpi_solvers \
	testing/linalg/mpi_triangular_inverse \
	testing/linalg/mpi_unlike_processors \
	testing/linalg/mpi_unmqr \
	testing/linalg/panel/mpi_cholesky_panel \
	testing/linalg/panel/mpi_tournament_panel \
	testing/linalg/partition/mpi_partition_gemm \
	testing/linalg/server/mpi_late_workers \
	testing/linalg/server/mpi_server_gemm testing/linalg/server/mpi_worker_memory \
	testing/linalg/server/mpi_server_getrf
MPI_WAITING_TESTS += testing/linalg/panel/mpi_lu_panel testing/linalg/panel/mpi_qr_panel
testing_linalg_server_mpi_late_workers_SOURCES = testing/linalg/server/mpi_late_workers.cpp
testing_linalg_server_mpi_late_workers_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_server_mpi_server_gemm_SOURCES = testing/linalg/server/mpi_server_gemm.cpp
testing_linalg_server_mpi_server_gemm_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_server_mpi_worker_memory_SOURCES = testing/linalg/server/mpi_worker_memory.cpp
testing_linalg_server_mpi_worker_memory_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_partition_mpi_partition_gemm_SOURCES = testing/linalg/partition/mpi_partition_gemm.cpp testing/linalg/partition/partitioned_matrix.hpp
testing_linalg_partition_mpi_partition_gemm_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_gels_SOURCES = testing/linalg/mpi_gels.cpp
testing_linalg_mpi_gels_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_gemm_SOURCES = testing/linalg/mpi_gemm.cpp testing/support/mpi_test.hpp testing/support/random_grid.hpp
testing_linalg_mpi_gemm_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_geqrf_SOURCES = testing/linalg/mpi_geqrf.cpp
testing_linalg_mpi_geqrf_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_getrf_SOURCES = testing/linalg/mpi_getrf.cpp
testing_linalg_mpi_getrf_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_potrf_SOURCES = testing/linalg/mpi_potrf.cpp
testing_linalg_mpi_potrf_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_unlike_processors_SOURCES = testing/linalg/mpi_unlike_processors.cpp
testing_linalg_mpi_unlike_processors_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_solvers_SOURCES = testing/linalg/mpi_solvers.cpp
testing_linalg_mpi_solvers_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_hegst_SOURCES = testing/linalg/mpi_hegst.cpp testing/linalg/triangles.hpp
testing_linalg_mpi_hegst_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_triangular_inverse_SOURCES = testing/linalg/mpi_triangular_inverse.cpp testing/linalg/triangles.hpp
testing_linalg_mpi_triangular_inverse_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_unmqr_SOURCES = testing/linalg/mpi_unmqr.cpp
testing_linalg_mpi_unmqr_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_level3_SOURCES = testing/linalg/mpi_level3.cpp
testing_linalg_mpi_level3_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_matrix_helpers_SOURCES = testing/linalg/mpi_matrix_helpers.cpp
testing_linalg_mpi_matrix_helpers_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_panel_mpi_cholesky_panel_SOURCES = testing/linalg/panel/mpi_cholesky_panel.cpp testing/linalg/panel/line_panel.hpp
testing_linalg_panel_mpi_cholesky_panel_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_panel_mpi_lu_panel_SOURCES = testing/linalg/panel/mpi_lu_panel.cpp testing/linalg/panel/line_panel.hpp testing/linalg/panel/lu_line_panel.hpp
testing_linalg_panel_mpi_lu_panel_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_panel_mpi_qr_panel_SOURCES = testing/linalg/panel/mpi_qr_panel.cpp testing/linalg/panel/line_panel.hpp
testing_linalg_panel_mpi_qr_panel_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_mpi_extra_memory_SOURCES = testing/linalg/mpi_extra_memory.cpp
testing_linalg_mpi_extra_memory_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_panel_mpi_tournament_panel_SOURCES = testing/linalg/panel/mpi_tournament_panel.cpp testing/linalg/panel/line_panel.hpp testing/linalg/panel/lu_line_panel.hpp
testing_linalg_panel_mpi_tournament_panel_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_linalg_server_mpi_server_getrf_SOURCES = testing/linalg/server/mpi_server_getrf.cpp
testing_linalg_server_mpi_server_getrf_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
