# Pictures.
DRAWING_SOURCES = \
	src/cli/markup.cpp src/cli/markup.hpp \
	src/cli/quantities.cpp src/cli/quantities.hpp \
	src/cli/svg.cpp src/cli/svg.hpp \
	src/cli/svg_colours.cpp src/cli/svg_colours.hpp

# `hetgrid time', of hetgrid-simulated as well.
TIME_SOURCES = \
	src/cli/comparison.hpp \
	src/cli/context.cpp src/cli/context.hpp \
	src/cli/distributed_matrix.cpp src/cli/distributed_matrix.hpp \
	src/cli/gantt.cpp src/cli/gantt.hpp \
	src/cli/gather_trace.cpp src/cli/gather_trace.hpp \
	src/cli/lu_problem.hpp \
	src/cli/machine.cpp src/cli/machine.hpp \
	src/cli/matrix_market.cpp src/cli/matrix_market.hpp \
	src/cli/mpi_session.cpp src/cli/mpi_session.hpp \
	src/cli/scalapack.hpp \
	src/cli/time.cpp \
	src/cli/time_cholesky.cpp \
	src/cli/time_gemm.cpp \
	src/cli/time_lu.cpp \
	src/cli/time_operations.hpp \
	src/cli/time_qr.cpp \
	src/cli/time_redistribute.cpp \
	src/cli/time_report.cpp src/cli/time_report.hpp \
	src/cli/time_solve.cpp \
	src/cli/timing.cpp src/cli/timing.hpp \
	src/cli/trace.hpp \
	src/cli/trace_events.cpp

# The hetgrid command. Without MPI it only plans.
bin_PROGRAMS += hetgrid
hetgrid_SOURCES = \
	src/cli/arguments.cpp src/cli/arguments.hpp \
	src/cli/assumptions.cpp src/cli/assumptions.hpp \
	src/cli/commands.hpp \
	src/cli/comparison_table.cpp src/cli/comparison_table.hpp \
	src/cli/interrupt.cpp src/cli/interrupt.hpp \
	src/cli/main.cpp \
	src/cli/plan.cpp \
	src/cli/plan_html.cpp \
	src/cli/plan_report.cpp src/cli/plan_report.hpp \
	src/cli/plan_text.cpp \
	src/cli/search_progress.cpp src/cli/search_progress.hpp \
	$(DRAWING_SOURCES)
hetgrid_CPPFLAGS = $(AM_CPPFLAGS) -DMPIEXEC='"$(MPIEXEC)"' -DBINDIR='"$(bindir)"' -DLIBDIR='"$(libdir)"' \
	-DPKGLIBEXECDIR='"$(pkglibexecdir)"'
hetgrid_LDADD = libhetgrid-plan.la $(FMT_LIBS)

if WITH_MPI
hetgrid_SOURCES += $(TIME_SOURCES) $(SIMULATION_SOURCES) \
	src/cli/assess.cpp src/cli/assessment.cpp src/cli/assessment.hpp \
	src/cli/cgroup.cpp src/cli/cgroup.hpp \
	src/cli/child_process.cpp src/cli/child_process.hpp \
	src/cli/emulate.cpp \
	src/cli/launcher.cpp src/cli/launcher.hpp \
	src/cli/probe.cpp \
	src/cli/run.cpp \
	src/cli/simulate.cpp
hetgrid_LDADD += $(HETGRID_LIBS)
endif
