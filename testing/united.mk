# With --enable-unity the tests of a folder are compiled as one program, which takes half the time: unity/testing/FOLDER.cpp
# includes those of testing/FOLDER and of what is in it, each as a test suite, and what is made as NAME starts that suite. For
# itself stays what changes the whole program (a constructor, a fixture, malloc, functions of MPI that others have, too), has
# flags of its own, tests hetgrid.hpp, whose names others have, is large (scalapack), or is optimized otherwise (server).
if UNITY
ALONE_TESTS = \
	testing/api/mpi_fortran_module \
	testing/api/mpi_layout \
	testing/api/mpi_matrix \
	testing/api/mpi_server_routines \
	testing/cli/test_matrix_file \
	testing/comm/mpi_shared_window \
	testing/linalg/mpi_unlike_processors \
	testing/linalg/server/mpi_late_workers \
	testing/robustness/mpi_contexts \
	testing/robustness/mpi_drop_in_faults \
	testing/robustness/mpi_failing_memory \
	testing/robustness/mpi_init_thread \
	testing/robustness/mpi_server_memory \
	testing/robustness/mpi_some_callers \
	testing/robustness/mpi_system_handles \
	testing/robustness/mpi_trapped_exceptions

united_programs = testing/cli/united testing/partition/united testing/plan/united testing/schedule/united
testing_cli_united_SOURCES =
nodist_testing_cli_united_SOURCES = unity/testing/cli.cpp
testing_cli_united_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
$(call united_objects,cli): testing/cli/united$(EXEEXT)
testing_partition_united_SOURCES =
nodist_testing_partition_united_SOURCES = unity/testing/partition.cpp
testing_partition_united_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
$(call united_objects,partition): testing/partition/united$(EXEEXT)
testing_plan_united_SOURCES =
nodist_testing_plan_united_SOURCES = unity/testing/plan.cpp
testing_plan_united_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
$(call united_objects,plan): testing/plan/united$(EXEEXT)
testing_schedule_united_SOURCES =
nodist_testing_schedule_united_SOURCES = unity/testing/schedule.cpp
testing_schedule_united_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
$(call united_objects,schedule): testing/schedule/united$(EXEEXT)
if WITH_MPI
united_programs += \
	testing/api/united testing/comm/united testing/linalg/united testing/numerics/united testing/robustness/united
testing_api_united_SOURCES =
nodist_testing_api_united_SOURCES = unity/testing/api.cpp
testing_api_united_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
$(call united_objects,api): testing/api/united$(EXEEXT)
testing_comm_united_SOURCES =
nodist_testing_comm_united_SOURCES = unity/testing/comm.cpp
testing_comm_united_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
$(call united_objects,comm): testing/comm/united$(EXEEXT)
testing_linalg_united_SOURCES =
nodist_testing_linalg_united_SOURCES = unity/testing/linalg.cpp
testing_linalg_united_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
$(call united_objects,linalg): testing/linalg/united$(EXEEXT)
testing_numerics_united_SOURCES =
nodist_testing_numerics_united_SOURCES = unity/testing/numerics.cpp
testing_numerics_united_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
$(call united_objects,numerics): testing/numerics/united$(EXEEXT)
testing_robustness_united_SOURCES =
nodist_testing_robustness_united_SOURCES = unity/testing/robustness.cpp
testing_robustness_united_LDADD = $(robustness_libraries) $(BOOST_TEST_LIBS)
$(call united_objects,robustness): testing/robustness/united$(EXEEXT)
endif
check_PROGRAMS += $(united_programs)

united_in = $(filter testing/$(1)/%,$(filter-out $(ALONE_TESTS),$(PURE_TESTS) $(MPI_TESTS) $(MPI_WAITING_TESTS) $(MPI_COMMAND_TESTS)))
united_objects = $(addsuffix .$(OBJEXT),$(call united_in,$(1)))
united_tests = $(foreach folder,$(united_programs:testing/%/united=%),$(call united_in,$(folder)))
united_units = $(united_programs:%/united=unity/%.cpp)
$(united_units): unity/testing/%.cpp: Makefile testing/unite.sh $(addsuffix .cpp,$(united_tests))
	$(UNITE_TESTS) $@ $(addsuffix .cpp,$(call united_in,$*))
CLEANFILES += $(united_units)

# In place of a test's own object and program.
$(addsuffix .$(OBJEXT),$(united_tests)):
	@: >$@
$(united_tests): private CXXLINK = $(call START_OF_SUITE,testing/$(word 2,$(subst /, ,$@))/united,$(notdir $@)) && :
endif
