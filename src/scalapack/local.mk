# Standard names in front of ScaLAPACK: linked or preloaded before it.
lib_LTLIBRARIES += libhetgrid-scalapack.la
libhetgrid_scalapack_la_SOURCES = src/scalapack/gemm.cpp src/scalapack/next_symbol.hpp
libhetgrid_scalapack_la_LDFLAGS = $(AM_LDFLAGS) -no-undefined -version-info $(interface_scalapack)
libhetgrid_scalapack_la_LIBADD = libhetgrid.la libhetgrid-plan.la $(SCALAPACK_LIBS) $(MPI_LIBS) $(DL_LIBS)
