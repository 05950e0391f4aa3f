# Tests of install.
