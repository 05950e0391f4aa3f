TESTS += testing/kernel/test_trsm
check_PROGRAMS += testing/kernel/test_trsm
testing_kernel_test_trsm_SOURCES = testing/kernel/test_trsm.cpp
testing_kernel_test_trsm_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
