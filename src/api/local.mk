include_HEADERS = include/hetgrid.h include/hetgrid.fh

libhetgrid_la_SOURCES += \
	src/api/border.cpp src/api/border.hpp \
	src/api/check.cpp src/api/check.hpp \
	src/api/context_axes.hpp \
	src/api/element.cpp \
	src/api/gecon.cpp \
	src/api/gemm.cpp \
	src/api/gemr2d.cpp \
	src/api/geqrf.cpp \
	src/api/gesv.cpp \
	src/api/getrf.cpp \
	src/api/getri.cpp \
	src/api/getrs.cpp \
	src/api/grid.cpp \
	src/api/lapiv.cpp \
	src/api/laswp.cpp \
	src/api/layout.cpp \
	src/api/pivots.hpp \
	src/api/posv.cpp \
	src/api/potrf.cpp \
	src/api/potrs.cpp \
	src/api/unmqr.cpp
