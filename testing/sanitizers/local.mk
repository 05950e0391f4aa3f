# The sanitizers themselves.
if SANITIZERS
TESTS += testing/sanitizers/test_fatal.sh
endif
EXTRA_DIST += testing/sanitizers/leaks.supp testing/sanitizers/test_fatal.sh
