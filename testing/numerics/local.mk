MPI_TESTS += \
	testing/numerics/mpi_cholesky \
	testing/numerics/mpi_copies \
	testing/numerics/mpi_lu \
	testing/numerics/mpi_products \
	testing/numerics/mpi_qr \
	testing/numerics/mpi_same_bits
EXTRA_DIST += testing/numerics/cases.hpp testing/numerics/exact_lu.hpp testing/numerics/operands.hpp
testing_numerics_mpi_products_SOURCES = testing/numerics/mpi_products.cpp
testing_numerics_mpi_products_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_numerics_mpi_lu_SOURCES = testing/numerics/mpi_lu.cpp
testing_numerics_mpi_lu_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_numerics_mpi_cholesky_SOURCES = testing/numerics/mpi_cholesky.cpp
testing_numerics_mpi_cholesky_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_numerics_mpi_qr_SOURCES = testing/numerics/mpi_qr.cpp
testing_numerics_mpi_qr_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_numerics_mpi_copies_SOURCES = testing/numerics/mpi_copies.cpp
testing_numerics_mpi_copies_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_numerics_mpi_same_bits_SOURCES = testing/numerics/mpi_same_bits.cpp
testing_numerics_mpi_same_bits_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
