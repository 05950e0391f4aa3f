# Tests of linalg.
