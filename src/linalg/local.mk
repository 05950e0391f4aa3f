libhetgrid_la_SOURCES += \
	src/linalg/agreement.hpp \
	src/linalg/apply_reflectors.hpp \
	src/linalg/gemm.cpp src/linalg/gemm.hpp \
	src/linalg/geqrf.cpp src/linalg/geqrf.hpp \
	src/linalg/getrf.cpp src/linalg/getrf.hpp \
	src/linalg/permute_rows.cpp src/linalg/permute_rows.hpp \
	src/linalg/potrf.cpp src/linalg/potrf.hpp \
	src/linalg/probe.cpp src/linalg/probe.hpp \
	src/linalg/profile.hpp \
	src/linalg/reflectors.hpp \
	src/linalg/temporary_matrix.hpp \
	src/linalg/trailing_update.hpp \
	src/linalg/triangular_panel.hpp \
	src/linalg/trmm.cpp src/linalg/trmm.hpp \
	src/linalg/trsm.cpp src/linalg/trsm.hpp \
	src/linalg/unmqr.cpp src/linalg/unmqr.hpp \
	src/linalg/window_panels.hpp \
	src/linalg/windows.cpp src/linalg/windows.hpp
