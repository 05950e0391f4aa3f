TESTS += testing/install/test_install.sh
EXTRA_DIST += testing/install/test_install.sh
