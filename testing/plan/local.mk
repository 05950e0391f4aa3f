PURE_TESTS += \
	testing/plan/test_arrangements \
	testing/plan/test_choose_parameters \
	testing/plan/test_distributions \
	testing/plan/test_in_parallel \
	testing/plan/test_matrix_orders \
	testing/plan/test_model \
	testing/plan/test_mutants \
	testing/plan/test_one_dimension \
	testing/plan/test_panel \
	testing/plan/test_plan \
	testing/plan/test_platform \
	testing/plan/test_search \
	testing/plan/test_shares \
	testing/plan/test_tuning
testing_plan_test_tuning_SOURCES = testing/plan/test_tuning.cpp
testing_plan_test_tuning_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_arrangements_SOURCES = testing/plan/test_arrangements.cpp
testing_plan_test_arrangements_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_choose_parameters_SOURCES = testing/plan/test_choose_parameters.cpp
testing_plan_test_choose_parameters_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_distributions_SOURCES = testing/plan/test_distributions.cpp
testing_plan_test_distributions_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_in_parallel_SOURCES = testing/plan/test_in_parallel.cpp
testing_plan_test_in_parallel_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_matrix_orders_SOURCES = testing/plan/test_matrix_orders.cpp
testing_plan_test_matrix_orders_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_model_SOURCES = testing/plan/test_model.cpp
testing_plan_test_model_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_mutants_SOURCES = testing/plan/test_mutants.cpp
testing_plan_test_mutants_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_one_dimension_SOURCES = testing/plan/test_one_dimension.cpp
testing_plan_test_one_dimension_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_panel_SOURCES = testing/plan/test_panel.cpp
testing_plan_test_panel_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_plan_SOURCES = testing/plan/test_plan.cpp
testing_plan_test_plan_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_platform_SOURCES = testing/plan/test_platform.cpp
testing_plan_test_platform_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_shares_SOURCES = testing/plan/test_shares.cpp
testing_plan_test_shares_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_plan_test_search_SOURCES = testing/plan/test_search.cpp
testing_plan_test_search_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)

# make bench-plan
EXTRA_PROGRAMS += testing/plan/bench_plan
testing_plan_bench_plan_SOURCES = \
	testing/plan/bench/bench.hpp \
	testing/plan/bench/distributions.cpp \
	testing/plan/bench/main.cpp \
	testing/plan/bench/panels.cpp \
	testing/plan/bench/scale.cpp \
	testing/plan/bench/search.cpp \
	testing/plan/bench/whole_plans.cpp \
	testing/partition/bench/partitions.cpp \
	testing/server/bench/dynamic.cpp \
	testing/server/bench/steady_states.cpp testing/server/random_stars.hpp
testing_plan_bench_plan_LDADD = $(COMMAND_LIBS)
