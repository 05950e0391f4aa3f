TESTS += testing/header/test_headers.sh
EXTRA_DIST += testing/header/test_headers.sh
