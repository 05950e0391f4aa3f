# `hetgrid time', of hetgrid-simulated as well: an operation a file in operation, who did what when in trace.
TIME_SOURCES = \
	src/cli/time/comparison.hpp \
	src/cli/time/context.cpp src/cli/time/context.hpp \
	src/cli/time/distributed_matrix.cpp src/cli/time/distributed_matrix.hpp \
	src/cli/time/memory.cpp src/cli/time/memory.hpp \
	src/cli/time/operations.cpp src/cli/time/operations.hpp \
	src/cli/time/partitions.cpp src/cli/time/partitions.hpp \
	src/cli/time/report.cpp src/cli/time/report.hpp \
	src/cli/time/routines.hpp \
	src/cli/time/scalapack.hpp \
	src/cli/time/served.cpp src/cli/time/served.hpp \
	src/cli/time/server_gemm.cpp src/cli/time/server_gemm.hpp \
	src/cli/time/server_lu.cpp src/cli/time/server_lu.hpp \
	src/cli/time/speeds.cpp src/cli/time/speeds.hpp \
	src/cli/time/time.cpp \
	src/cli/time/timing.cpp src/cli/time/timing.hpp \
	src/cli/time/operation/cholesky.cpp \
	src/cli/time/operation/factored.hpp \
	src/cli/time/operation/gemm.cpp \
	src/cli/time/operation/inverse.cpp \
	src/cli/time/operation/level3.cpp \
	src/cli/time/operation/lu.cpp \
	src/cli/time/operation/lu_problem.hpp \
	src/cli/time/operation/qr.cpp \
	src/cli/time/operation/queried_work.hpp \
	src/cli/time/operation/redistribute.cpp \
	src/cli/time/operation/reflectors.hpp \
	src/cli/time/operation/solve.cpp \
	src/cli/time/operation/sygst.cpp \
	src/cli/time/operation/unitary.cpp \
	src/cli/time/trace/gather_trace.cpp src/cli/time/trace/gather_trace.hpp
