TESTS += testing/kernel/test_blas_library testing/kernel/test_trsm testing/kernel/test_update_queue
check_PROGRAMS += testing/kernel/test_blas_library testing/kernel/test_trsm testing/kernel/test_update_queue
testing_kernel_test_blas_library_SOURCES = testing/kernel/test_blas_library.cpp
testing_kernel_test_blas_library_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_kernel_test_trsm_SOURCES = testing/kernel/test_trsm.cpp
testing_kernel_test_trsm_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
testing_kernel_test_update_queue_SOURCES = testing/kernel/test_update_queue.cpp
testing_kernel_test_update_queue_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
