TESTS += testing/install/test_completion.sh testing/install/test_symbols.sh testing/install/test_version.sh
MPI_SHELL_TESTS += testing/install/test_install.sh
EXTRA_DIST += testing/install/test_completion.sh testing/install/test_install.sh testing/install/test_symbols.sh testing/install/test_version.sh
LONG_TESTS += testing/install/test_integers.sh
EXTRA_DIST += testing/install/test_integers.sh
