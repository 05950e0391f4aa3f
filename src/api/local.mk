# extern "C" routines: check arguments, widen integers, call, turn exceptions into INFO.
include_HEADERS = include/hetgrid.h include/hetgrid.hpp

# A folder of their own, which hetgrid.pc names: no Fortran compiler looks into /usr/include, and pkg-config leaves that out.
fortrandir = $(includedir)/hetgrid/fortran
fortran_HEADERS = include/hetgrid.fh
# The Fortran module: its source for any compiler, and what this one makes of it.
nodist_fortran_HEADERS = include/hetgrid.f90 include/hetgrid.mod
fortran_module_generator = $(top_srcdir)/src/api/fortran_module.py
EXTRA_DIST += src/api/fortran_module.py
CLEANFILES += include/hetgrid.f90 include/hetgrid.mod
include/hetgrid.f90: $(top_srcdir)/include/hetgrid.h $(fortran_module_generator)
	$(AM_V_GEN)$(MKDIR_P) include && \
		$(PYTHON3) $(fortran_module_generator) $(top_srcdir)/include/hetgrid.h '$(HG_FC_SAMPLE)' >$@.new && mv $@.new $@
include/hetgrid.mod: include/hetgrid.f90
	$(AM_V_GEN)$(FC) $(FCFLAGS) $(FC_MODOUT)include -c include/hetgrid.f90 -o include/hetgrid_module.o && \
		rm -f include/hetgrid_module.o && touch $@

hetgrid_sources += \
	src/api/agreed_plan.cpp src/api/agreed_plan.hpp \
	src/api/border.cpp src/api/border.hpp \
	src/api/check.cpp src/api/check.hpp \
	src/api/context_axes.hpp \
	src/api/controls.cpp src/api/controls.hpp \
	src/api/create_grid.cpp src/api/create_grid.hpp \
	src/api/element.cpp src/api/element.hpp \
	src/api/from_file.hpp \
	src/api/geadd.cpp \
	src/api/gecon.cpp \
	src/api/gels.cpp \
	src/api/gemm.cpp \
	src/api/gemr2d.cpp src/api/gemr2d.hpp \
	src/api/geqrf.cpp \
	src/api/gesv.cpp \
	src/api/getrf.cpp \
	src/api/getri.cpp \
	src/api/getrs.cpp \
	src/api/grid.cpp \
	src/api/gemm_server.cpp \
	src/api/gesv_server.cpp \
	src/api/hash.hpp \
	src/api/hegst.cpp \
	src/api/lacpy.cpp \
	src/api/lange.cpp \
	src/api/lapiv.cpp src/api/lapiv.hpp \
	src/api/laset.cpp \
	src/api/laswp.cpp \
	src/api/layout.cpp \
	src/api/operand.hpp \
	src/api/one_triangle.hpp \
	src/api/partition.cpp \
	src/api/pivots.hpp \
	src/api/posv.cpp \
	src/api/potrf.cpp \
	src/api/potri.cpp \
	src/api/potrs.cpp \
	src/api/server_call.cpp src/api/server_call.hpp \
	src/api/server_policy.cpp src/api/server_policy.hpp \
	src/api/speeds.cpp src/api/speeds.hpp \
	src/api/symm.cpp \
	src/api/syr2k.cpp \
	src/api/syrk.cpp \
	src/api/system_communicator.hpp \
	src/api/text_of_file.hpp \
	src/api/tran.cpp \
	src/api/triangle_or_all.hpp \
	src/api/triangular.hpp \
	src/api/trmm.cpp \
	src/api/trsm.cpp \
	src/api/trtri.cpp \
	src/api/ungqr.cpp \
	src/api/unmqr.cpp
