# Tests of the examples that take arguments or variables; the others are run as they are.
MPI_SHELL_TESTS += testing/examples/test_capacitance.sh testing/examples/test_ways.sh
EXTRA_DIST += testing/examples/test_capacitance.sh testing/examples/test_ways.sh
