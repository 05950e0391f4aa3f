libhetgrid_la_SOURCES += \
	src/linalg/gemm.cpp src/linalg/gemm.hpp \
	src/linalg/probe.cpp src/linalg/probe.hpp
