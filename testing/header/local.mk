TESTS += testing/header/test_headers.sh testing/header/test_definitions.sh
EXTRA_DIST += testing/header/test_headers.sh testing/header/test_definitions.sh testing/header/check_definitions.py
