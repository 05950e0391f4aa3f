# What README.md, HACKING.md and doc/ say of commands and of files.
TESTS += testing/documentation/test_pages.sh
EXTRA_DIST += testing/documentation/test_pages.sh testing/documentation/check_pages.py
