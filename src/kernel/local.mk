# Local BLAS and LAPACK, overloaded on the scalar, and the seam where virtual time takes the place of arithmetic.
hetgrid_sources += \
	src/kernel/aligned_vector.hpp \
	src/kernel/blas.hpp \
	src/kernel/blas_buffer.cpp src/kernel/blas_buffer.hpp \
	src/kernel/blas_level_2.hpp \
	src/kernel/blas_library.cpp src/kernel/blas_library.hpp \
	src/kernel/execution.hpp \
	src/kernel/flops.hpp \
	src/kernel/inner_products.cpp src/kernel/inner_products.hpp \
	src/kernel/lacn2.hpp \
	src/kernel/lapack.hpp \
	src/kernel/matrix_ops.hpp \
	src/kernel/process_local.hpp \
	src/kernel/rows.hpp \
	src/kernel/memory_limit.hpp src/kernel/standby_memory.cpp src/kernel/standby_memory.hpp \
	src/kernel/trsm.cpp src/kernel/trsm.hpp \
	src/kernel/trtri.hpp \
	src/kernel/update_queue.cpp src/kernel/update_queue.hpp \
	src/kernel/workspace.hpp
