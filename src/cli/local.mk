# Pictures.
DRAWING_SOURCES = \
	src/cli/markup.cpp src/cli/markup.hpp \
	src/cli/quantities.cpp src/cli/quantities.hpp \
	src/cli/svg.cpp src/cli/svg.hpp \
	src/cli/svg_colours.cpp src/cli/svg_colours.hpp

# From the command line to values, files and messages.
COMMAND_SOURCES = \
	src/cli/arguments.cpp src/cli/arguments.hpp \
	src/cli/command_line.cpp src/cli/command_line.hpp \
	src/cli/commands.hpp \
	src/cli/launcher_rank.cpp src/cli/launcher_rank.hpp \
	src/cli/message.cpp src/cli/message.hpp \
	src/cli/option_values.cpp src/cli/option_values.hpp \
	src/cli/output_file.cpp src/cli/output_file.hpp

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
	src/cli/time_memory.cpp src/cli/time_memory.hpp \
	src/cli/time_operations.hpp \
	src/cli/time_qr.cpp \
	src/cli/time_redistribute.cpp \
	src/cli/time_report.cpp src/cli/time_report.hpp \
	src/cli/time_solve.cpp \
	src/cli/timing.cpp src/cli/timing.hpp \
	src/cli/trace.hpp \
	src/cli/trace_events.cpp

# The hetgrid command, all but main(): the tests look into it. Without MPI it only plans.
noinst_LIBRARIES += libhetgrid-command.a
libhetgrid_command_a_SOURCES = \
	src/cli/assumptions.cpp src/cli/assumptions.hpp \
	src/cli/comparison_table.cpp src/cli/comparison_table.hpp \
	src/cli/interrupt.cpp src/cli/interrupt.hpp \
	src/cli/plan.cpp \
	src/cli/plan_html.cpp \
	src/cli/plan_report.cpp src/cli/plan_report.hpp \
	src/cli/plan_text.cpp \
	src/cli/search_progress.cpp src/cli/search_progress.hpp \
	$(COMMAND_SOURCES) $(DRAWING_SOURCES)
libhetgrid_command_a_CPPFLAGS = $(AM_CPPFLAGS) -DMPIEXEC='"$(MPIEXEC)"' -DBINDIR='"$(bindir)"' -DLIBDIR='"$(libdir)"' \
	-DPKGLIBEXECDIR='"$(pkglibexecdir)"'
COMMAND_LIBS = libhetgrid-command.a libhetgrid-plan.la $(FMT_LIBS)

if WITH_MPI
libhetgrid_command_a_SOURCES += $(TIME_SOURCES) $(SIMULATION_SOURCES) \
	src/cli/assess.cpp src/cli/assessment.cpp src/cli/assessment.hpp \
	src/cli/cgroup.cpp src/cli/cgroup.hpp \
	src/cli/child_process.cpp src/cli/child_process.hpp \
	src/cli/emulate.cpp \
	src/cli/launcher.cpp src/cli/launcher.hpp \
	src/cli/probe.cpp \
	src/cli/process_family.cpp src/cli/process_family.hpp \
	src/cli/run.cpp \
	src/cli/simulate.cpp \
	src/cli/temporary_folder.cpp src/cli/temporary_folder.hpp \
	src/cli/watcher.cpp src/cli/watcher.hpp
COMMAND_LIBS += $(HETGRID_LIBS)
endif

bin_PROGRAMS += hetgrid
hetgrid_SOURCES = src/cli/main.cpp
hetgrid_LDADD = $(COMMAND_LIBS)
