# Tests of the command.
PURE_SHELL_TESTS += testing/cli/test_plan.sh testing/cli/test_shape.sh
PURE_TESTS += testing/cli/test_html testing/cli/test_matrix_file testing/cli/test_matrix_market testing/cli/test_options \
	testing/cli/test_output_file testing/cli/test_program_profile testing/cli/test_quantities testing/cli/test_speed_changes testing/cli/test_svg \
	testing/cli/test_trace
testing_cli_test_options_SOURCES = testing/cli/test_options.cpp
testing_cli_test_options_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_output_file_SOURCES = testing/cli/test_output_file.cpp
testing_cli_test_output_file_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_program_profile_SOURCES = testing/cli/test_program_profile.cpp testing/support/mutants.hpp testing/support/mutation.hpp
testing_cli_test_program_profile_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_html_SOURCES = testing/cli/test_html.cpp
testing_cli_test_html_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_quantities_SOURCES = testing/cli/test_quantities.cpp
testing_cli_test_quantities_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_speed_changes_SOURCES = testing/cli/test_speed_changes.cpp
testing_cli_test_speed_changes_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_svg_SOURCES = testing/cli/test_svg.cpp
testing_cli_test_svg_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_matrix_market_SOURCES = testing/cli/test_matrix_market.cpp testing/support/mutants.hpp testing/support/mutation.hpp
testing_cli_test_matrix_market_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_matrix_file_SOURCES = testing/cli/test_matrix_file.cpp testing/support/mutants.hpp testing/support/mutation.hpp
testing_cli_test_matrix_file_CPPFLAGS = $(AM_CPPFLAGS) $(HDF5_CPPFLAGS)
testing_cli_test_matrix_file_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_trace_SOURCES = testing/cli/test_trace.cpp
testing_cli_test_trace_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)

if WITH_MPI
TESTS += \
	testing/cli/test_multiply.sh testing/cli/test_time.sh testing/cli/test_progress.sh \
	testing/cli/test_assess.sh testing/cli/test_cores.sh testing/cli/test_emulate.sh testing/cli/test_emulate_network.sh \
	testing/cli/test_report.sh testing/cli/test_run.sh testing/cli/test_schemas.sh testing/cli/test_solve.sh \
	testing/cli/test_simulate.sh testing/cli/test_time_trace.sh testing/cli/test_tune.sh
MPI_SHELL_TESTS += testing/cli/test_probe.sh
LONG_TESTS += testing/cli/test_report_browser.sh
MPI_COMMAND_TESTS = testing/cli/test_assign_cores testing/cli/test_cgroup testing/cli/test_run_files testing/cli/test_time_report \
	testing/cli/test_tune_search
TESTS += $(MPI_COMMAND_TESTS)
check_PROGRAMS += $(MPI_COMMAND_TESTS)
testing_cli_test_run_files_SOURCES = testing/cli/test_run_files.cpp testing/support/mutants.hpp testing/support/mutation.hpp
testing_cli_test_run_files_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_time_report_SOURCES = testing/cli/test_time_report.cpp
testing_cli_test_time_report_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_tune_search_SOURCES = testing/cli/test_tune_search.cpp
testing_cli_test_tune_search_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_assign_cores_SOURCES = testing/cli/test_assign_cores.cpp
testing_cli_test_assign_cores_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
testing_cli_test_cgroup_SOURCES = testing/cli/test_cgroup.cpp
testing_cli_test_cgroup_LDADD = $(COMMAND_LIBS) $(BOOST_TEST_LIBS)
endif

if WITH_SIMGRID
# What test_simulate.sh simulates.
check_PROGRAMS += testing/cli/simulated_messages
testing_cli_simulated_messages_SOURCES = testing/cli/simulated_messages.cpp
testing_cli_simulated_messages_CPPFLAGS = $(SIMULATED_CPPFLAGS)
testing_cli_simulated_messages_CXXFLAGS = $(SIMULATED_CXXFLAGS)
testing_cli_simulated_messages_LDADD = $(SIMULATED_LIBS)
testing_cli_simulated_messages_LINK = $(SIMULATED_LINK)
endif

EXTRA_DIST += \
	testing/cli/test_emulate_network.sh testing/cli/test_multiply.sh testing/cli/test_progress.sh testing/cli/test_solve.sh testing/cli/matrix_files.py testing/cli/test_shape.sh \
	testing/cli/check_schema.py testing/cli/test_cores.sh testing/cli/test_schemas.sh testing/cli/functions.sh testing/cli/served_files.sh testing/cli/test_assess.sh testing/cli/test_emulate.sh testing/cli/test_plan.sh testing/cli/test_probe.sh \
	testing/cli/test_report.sh testing/cli/test_report_browser.sh testing/cli/test_run.sh testing/cli/test_simulate.sh \
	testing/cli/test_time.sh testing/cli/test_time_trace.sh testing/cli/test_tune.sh
