# Standard names in front of ScaLAPACK: linked or preloaded before it. Their dispatchers are made from a table.
lib_LTLIBRARIES += libhetgrid-scalapack.la
wrapper_sources = \
	src/scalapack/dispatch.cpp src/scalapack/dispatch.hpp \
	src/scalapack/journal.cpp src/scalapack/journal.hpp \
	src/scalapack/mpi_library.cpp src/scalapack/mpi_library.hpp \
	src/scalapack/next_symbol.hpp \
	src/scalapack/special.cpp src/scalapack/special.hpp \
	src/scalapack/text.hpp \
	src/scalapack/transparent/call.cpp src/scalapack/transparent/call.hpp \
	src/scalapack/transparent/experience.cpp src/scalapack/transparent/experience.hpp \
	src/scalapack/transparent/gemm.cpp \
	src/scalapack/transparent/gemr2d.cpp \
	src/scalapack/transparent/geqrf.cpp \
	src/scalapack/transparent/getrf.cpp \
	src/scalapack/transparent/hegst.cpp \
	src/scalapack/transparent/letters.hpp src/scalapack/transparent/line_vector.hpp \
	src/scalapack/transparent/memory_pool.cpp src/scalapack/transparent/memory_pool.hpp \
	src/scalapack/transparent/operand.hpp \
	src/scalapack/transparent/partitions.cpp src/scalapack/transparent/partitions.hpp \
	src/scalapack/transparent/pblas_descriptor.hpp \
	src/scalapack/transparent/potrf.cpp \
	src/scalapack/transparent/session.cpp src/scalapack/transparent/session.hpp \
	src/scalapack/transparent/sources.cpp src/scalapack/transparent/sources.hpp \
	src/scalapack/transparent/symm.cpp \
	src/scalapack/transparent/syrk.cpp \
	src/scalapack/transparent/transparent.hpp \
	src/scalapack/transparent/tran.cpp \
	src/scalapack/transparent/trsm.cpp \
	src/scalapack/transparent/trtri.cpp \
	src/scalapack/transparent/workspace_answer.hpp \
	src/scalapack/wrapper/call.cpp src/scalapack/wrapper/call.hpp \
	src/scalapack/wrapper/matrix.cpp src/scalapack/wrapper/matrix.hpp \
	src/scalapack/wrapper/scoped_scalar.cpp src/scalapack/wrapper/scoped_scalar.hpp \
	src/scalapack/wrapper/tied_vector.cpp src/scalapack/wrapper/tied_vector.hpp \
	src/scalapack/wrapper/workspace.cpp src/scalapack/wrapper/workspace.hpp \
	src/scalapack/wrapper/zeroed.hpp
wrapper_units = unity/src/scalapack/transparent.cpp unity/src/scalapack.cpp unity/src/scalapack/wrapper.cpp
if UNITY
libhetgrid_scalapack_la_SOURCES =
nodist_libhetgrid_scalapack_la_SOURCES = $(wrapper_units) $(dispatchers)
else
libhetgrid_scalapack_la_SOURCES = $(wrapper_sources)
nodist_libhetgrid_scalapack_la_SOURCES = $(dispatchers)
endif
$(wrapper_units): Makefile
	$(UNITE_FOLDER) $(wrapper_sources)
CLEANFILES += $(wrapper_units)
libhetgrid_scalapack_la_LDFLAGS = $(SANITIZER_FLAGS) -no-undefined -version-info $(interface_scalapack)
libhetgrid_scalapack_la_LIBADD = libhetgrid.la libhetgrid-plan.la $(SCALAPACK_LIBS) $(MPI_LIBS) $(DL_LIBS)

if VERSION_SCRIPTS
libhetgrid_scalapack_la_LDFLAGS += -Wl,--version-script=$(srcdir)/src/scalapack/libhetgrid-scalapack.map
EXTRA_libhetgrid_scalapack_la_DEPENDENCIES = src/scalapack/libhetgrid-scalapack.map
endif

# Several, so that make -j has something to do; all are written at once.
dispatchers = \
	src/scalapack/dispatchers_1.cpp src/scalapack/dispatchers_2.cpp \
	src/scalapack/dispatchers_3.cpp src/scalapack/dispatchers_4.cpp \
	src/scalapack/dispatchers_5.cpp src/scalapack/dispatchers_6.cpp \
	src/scalapack/dispatchers_7.cpp src/scalapack/dispatchers_8.cpp
dispatcher_table = $(top_srcdir)/src/scalapack/routines.txt
dispatcher_generator = $(top_srcdir)/src/scalapack/generate.py
EXTRA_DIST += src/scalapack/routines.txt src/scalapack/generate.py
CLEANFILES += $(dispatchers) src/scalapack/dispatchers.stamp

$(dispatchers): src/scalapack/dispatchers.stamp
	@test -f $@ || { rm -f $<; $(MAKE) $(AM_MAKEFLAGS) $<; }
src/scalapack/dispatchers.stamp: $(dispatcher_table) $(dispatcher_generator)
	$(AM_V_GEN)$(MKDIR_P) src/scalapack && \
		$(PYTHON3) $(dispatcher_generator) $(dispatcher_table) $(dispatchers) && touch $@
