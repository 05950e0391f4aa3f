# Tests are programs without a suffix, started by mpirun.sh under as many ranks as their source says ("ranks: 1 4"),
# or scripts with the suffix .sh, started by the shell. Fragments append programs to check_PROGRAMS and TESTS. PURE_TESTS, of
# what needs no MPI, MPI_TESTS, which run under it, and MPI_WAITING_TESTS, which are content with one core, stand for both; scripts
# are in PURE_SHELL_TESTS, or in MPI_SHELL_TESTS if their ranks use all cores. These and MPI_TESTS come first: what waits for the
# whole machine (driver.sh) keeps a job of make from tests that use one core.
LOG_COMPILER = $(SHELL) $(top_srcdir)/testing/mpirun.sh
LOG_DRIVER = $(SHELL) $(top_srcdir)/testing/driver.sh
TEST_EXTENSIONS = .sh
SH_LOG_COMPILER = $(LOG_COMPILER)
SH_LOG_DRIVER = $(LOG_DRIVER)
CLEANFILES += testing/turns.lock

# hwloc's component for PCI loses memory and is unloaded before the leak can be told by its name.
AM_TESTS_ENVIRONMENT = \
	MPIEXEC='$(MPIEXEC)'; export MPIEXEC; SMPIRUN='$(SMPIRUN)'; export SMPIRUN; \
	CXX='$(CXX)'; export CXX; CC='$(CC)'; export CC; FC='$(FC)'; export FC; MAKE='$(MAKE)'; export MAKE; \
	CPPFLAGS='-I$(abs_top_srcdir)/include -I$(abs_top_builddir)/include $(MPI_CPPFLAGS) $(CPPFLAGS)'; \
	export CPPFLAGS; \
	SANITIZER_FLAGS='$(SANITIZER_FLAGS)'; export SANITIZER_FLAGS; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	pkgconfigdir='$(pkgconfigdir)'; export pkgconfigdir; \
	LSAN_OPTIONS='suppressions=$(abs_top_srcdir)/testing/sanitizers/leaks.supp:print_suppressions=0'; export LSAN_OPTIONS; \
	UBSAN_OPTIONS=print_stacktrace=1; export UBSAN_OPTIONS; \
	HWLOC_COMPONENTS=-pci; export HWLOC_COMPONENTS;

EXTRA_DIST += testing/driver.sh testing/environment.sh testing/mpirun.sh testing/smpirun.sh testing/unite.sh testing/bench.sh testing/bench_plan.sh \
	testing/server/bench/draw_figures.py \
	testing/support/against_scalapack.hpp \
	testing/support/all_counts.hpp \
	testing/support/cycle_times.hpp \
	testing/support/distributed_matrix.hpp \
	testing/support/exception_message.hpp \
	testing/support/failing_allocator.hpp \
	testing/support/few_addresses.hpp \
	testing/support/json_mutation.hpp \
	testing/support/lapack_reference.hpp \
	testing/support/larger.hpp \
	testing/support/late_updates.hpp \
	testing/support/mpi_test.hpp \
	testing/support/mutants.hpp \
	testing/support/mutation.hpp \
	testing/support/partition_program.hpp \
	testing/support/peak_memory.hpp \
	testing/support/random_grid.hpp \
	testing/support/random_owner_map.hpp \
	testing/support/sanitized.hpp \
	testing/support/scalapack_names.hpp \
	testing/support/serial_matrix.hpp \
	testing/support/test_grids.hpp \
	testing/support/yield.hpp

if WITH_MPI
check_PROGRAMS += $(MPI_TESTS) $(MPI_WAITING_TESTS)
TESTS += $(MPI_TESTS) $(MPI_SHELL_TESTS) $(MPI_WAITING_TESTS)
endif
check_PROGRAMS += $(PURE_TESTS)
TESTS += $(PURE_TESTS) $(PURE_SHELL_TESTS)

include testing/header/local.mk
include testing/sanitizers/local.mk
include testing/plan/local.mk
include testing/partition/local.mk
include testing/layout/local.mk
include testing/schedule/local.mk
include testing/server/local.mk
include testing/simulation/local.mk
if WITH_MPI
include testing/comm/local.mk
include testing/kernel/local.mk
include testing/measure/local.mk
include testing/runtime/local.mk
include testing/linalg/local.mk
include testing/numerics/local.mk
include testing/api/local.mk
include testing/scalapack/local.mk
include testing/robustness/local.mk
include testing/testers/local.mk
include testing/examples/local.mk
include testing/programs/local.mk
include testing/documentation/local.mk
include testing/install/local.mk
include testing/simulated/local.mk
endif
include testing/cli/local.mk

# Several tests as one program, of which each is a suite; $(call START_OF_SUITE,PROGRAM,SUITE): writes $@, which runs it.
UNITE_TESTS = $(AM_V_GEN)top_srcdir='$(top_srcdir)' $(SHELL) $(top_srcdir)/testing/unite.sh
START_OF_SUITE = printf '\#!/bin/sh\nexec %s --run_test=%s "$$@"\n' '$(abs_top_builddir)/$(1)' '$(2)' >$@ && chmod +x $@
include testing/united.mk
if WITH_SIMGRID
include testing/simulated.mk
endif

# Files with all mutants: of a build with sanitizers nothing else takes hours.
MUTANT_TESTS = \
	testing/cli/test_matrix_file \
	testing/cli/test_matrix_market \
	testing/cli/test_program_profile \
	testing/cli/test_run_files \
	testing/plan/test_mutants
check-mutants: $(filter $(MUTANT_TESTS),$(check_PROGRAMS))
	HETGRID_CHECK_LONG=1 $(MAKE) $(AM_MAKEFLAGS) check-TESTS check_PROGRAMS= check_LIBRARIES= TESTS='$^'

if WITH_MPI
# The algorithms, to try another MPI: HETGRID_TEST_RANKS="2 4" make check-core.
CORE_TESTS = \
	testing/comm/mpi_panel_stream \
	testing/comm/mpi_redistribute \
	testing/linalg/mpi_gemm \
	testing/linalg/mpi_geqrf \
	testing/linalg/mpi_getrf \
	testing/linalg/mpi_potrf \
	testing/api/mpi_layout \
	testing/scalapack/mpi_transparent
core-programs: $(CORE_TESTS)
check-core: core-programs
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS check_PROGRAMS= check_LIBRARIES= TESTS='$(CORE_TESTS)'

# All but what a build with sanitizers and without MPI tests as well as this one: some tests have fewer cases there.
LESS_SANITIZED_TESTS = \
	$(MUTANT_TESTS) \
	testing/partition/many/test_best_partitions \
	testing/plan/test_plan \
	testing/plan/test_search \
	testing/server/test_dynamic \
	testing/server/test_policies \
	testing/server/test_steady_state
SANITIZED_TESTS = $(filter-out $(LESS_SANITIZED_TESTS),$(PURE_TESTS) $(PURE_SHELL_TESTS))
# (all would be a make beside this one, which makes the same files at the same time.)
unsanitized-programs: all-am $(check_LIBRARIES) $(filter-out $(SANITIZED_TESTS) $(united_programs),$(check_PROGRAMS))
check-unsanitized: unsanitized-programs
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS check_PROGRAMS= check_LIBRARIES= \
	  TESTS='$(filter-out $(SANITIZED_TESTS),$(TESTS))'

endif

# The same tests, with more random cases and more ranks, and some that only run here.
check-long: all
	HETGRID_CHECK_LONG=1 $(MAKE) $(AM_MAKEFLAGS) check TESTS='$(TESTS) $(LONG_TESTS)'

# The standard measurements.
bench: all-am $(EXTRA_PROGRAMS)
	$(SHELL) $(top_srcdir)/testing/bench.sh $(abs_top_builddir)/hetgrid $(abs_top_builddir)/bench

# The planner's: searches, panels, predictions, other distributions.
bench-plan: all-am testing/plan/bench_plan
	$(SHELL) $(top_srcdir)/testing/bench_plan.sh $(abs_top_builddir)/hetgrid \
	  $(abs_top_builddir)/testing/plan/bench_plan $(abs_top_builddir)/bench

# Where the Push of partitions ends.
bench-push: testing/partition/push/bench_push
	testing/partition/push/bench_push

# The experiments of the papers, and more processes than there are cores, in simulation.
bench-sim: all
	PYTHONDONTWRITEBYTECODE=1 python3 $(top_srcdir)/testing/simulated/bench_sim.py $(abs_top_builddir)/hetgrid \
	  $(abs_top_builddir)/bench

# Programs of Debian that call ScaLAPACK, unchanged: those that use the MPI of the build.
check-programs: all
	MPIEXEC='$(MPIEXEC)' PYTHONDONTWRITEBYTECODE=1 python3 $(top_srcdir)/testing/programs/check_programs.py \
	  $(abs_top_builddir)/hetgrid
.PHONY: bench bench-plan bench-push bench-sim check-core check-long check-mutants check-programs check-unsanitized core-programs libraries unsanitized-programs
