PURE_TESTS += \
	testing/partition/test_line_counts \
	testing/partition/test_partition
testing_partition_test_partition_SOURCES = testing/partition/test_partition.cpp
testing_partition_test_partition_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_partition_test_line_counts_SOURCES = testing/partition/test_line_counts.cpp
testing_partition_test_line_counts_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)

PURE_TESTS += testing/partition/test_models
testing_partition_test_models_SOURCES = testing/partition/test_models.cpp
testing_partition_test_models_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)

include testing/partition/push/local.mk
include testing/partition/many/local.mk

PURE_TESTS += testing/partition/test_shapes
testing_partition_test_shapes_SOURCES = testing/partition/test_shapes.cpp
testing_partition_test_shapes_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)

PURE_TESTS += testing/partition/test_candidates
testing_partition_test_candidates_SOURCES = testing/partition/test_candidates.cpp
testing_partition_test_candidates_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
