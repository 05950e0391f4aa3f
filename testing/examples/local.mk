# Tests of the examples that take arguments; the others are run as they are.
TESTS += testing/examples/test_capacitance.sh
EXTRA_DIST += testing/examples/test_capacitance.sh
