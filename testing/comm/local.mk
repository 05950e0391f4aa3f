# Tests of comm.
