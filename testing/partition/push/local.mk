PURE_TESTS += \
	testing/partition/push/test_archetype \
	testing/partition/push/test_lu_push \
	testing/partition/push/test_push \
	testing/partition/push/test_push_dfa
testing_partition_push_test_archetype_SOURCES = \
	testing/partition/push/drawing.hpp testing/partition/push/test_archetype.cpp
testing_partition_push_test_archetype_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_partition_push_test_push_SOURCES = \
	testing/partition/push/drawing.hpp testing/partition/push/random_counts.hpp testing/partition/push/test_push.cpp
testing_partition_push_test_push_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_partition_push_test_push_dfa_SOURCES = \
	testing/partition/push/random_counts.hpp testing/partition/push/test_push_dfa.cpp
testing_partition_push_test_push_dfa_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_partition_push_test_lu_push_SOURCES = \
	testing/partition/push/drawing.hpp testing/partition/push/random_counts.hpp testing/partition/push/test_lu_push.cpp
testing_partition_push_test_lu_push_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)

# make bench-push
EXTRA_PROGRAMS += testing/partition/push/bench_push
testing_partition_push_bench_push_SOURCES = testing/partition/push/bench_push.cpp
testing_partition_push_bench_push_LDADD = libhetgrid-plan.la $(FMT_LIBS)
