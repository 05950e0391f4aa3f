PURE_TESTS += testing/schedule/test_broadcast testing/schedule/test_factoring_processes testing/schedule/test_parameters \
	testing/schedule/test_product testing/schedule/test_windows
testing_schedule_test_parameters_SOURCES = testing/schedule/test_parameters.cpp
testing_schedule_test_parameters_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_schedule_test_product_SOURCES = testing/schedule/test_product.cpp
testing_schedule_test_product_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_schedule_test_windows_SOURCES = testing/schedule/test_windows.cpp
testing_schedule_test_windows_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_schedule_test_broadcast_SOURCES = testing/schedule/test_broadcast.cpp
testing_schedule_test_broadcast_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_schedule_test_factoring_processes_SOURCES = testing/schedule/test_factoring_processes.cpp
testing_schedule_test_factoring_processes_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
