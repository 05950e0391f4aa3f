# Tests of header.
