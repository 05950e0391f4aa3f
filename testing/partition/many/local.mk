PURE_TESTS += \
	testing/partition/many/test_best_partitions \
	testing/partition/many/test_methods \
	testing/partition/many/test_nesting
testing_partition_many_test_methods_SOURCES = testing/partition/many/test_methods.cpp
testing_partition_many_test_methods_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_partition_many_test_nesting_SOURCES = testing/partition/many/test_nesting.cpp
testing_partition_many_test_nesting_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_partition_many_test_best_partitions_SOURCES = testing/partition/many/test_best_partitions.cpp
testing_partition_many_test_best_partitions_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
