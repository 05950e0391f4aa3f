SERVER_TESTS = \
	testing/server/test_dynamic \
	testing/server/test_lu \
	testing/server/test_piece_index \
	testing/server/test_policies \
	testing/server/test_policy_memory \
	testing/server/test_selection \
	testing/server/test_server \
	testing/server/test_shared_chunks \
	testing/server/test_static_plan \
	testing/server/test_steady_state \
	testing/server/test_unreturned
# Those whose own arithmetic takes so long that it has to be compiled well.
server-tests: $(SERVER_TESTS)
.PHONY: server-tests
PURE_TESTS += $(SERVER_TESTS)
testing_server_test_server_SOURCES = testing/server/test_server.cpp testing/server/replay.hpp
testing_server_test_server_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_selection_SOURCES = testing/server/test_selection.cpp
testing_server_test_selection_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_steady_state_SOURCES = testing/server/test_steady_state.cpp testing/server/random_stars.hpp
testing_server_test_steady_state_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_lu_SOURCES = testing/server/test_lu.cpp
testing_server_test_lu_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_piece_index_SOURCES = testing/server/test_piece_index.cpp
testing_server_test_piece_index_LDADD = $(BOOST_TEST_LIBS)
testing_server_test_policies_SOURCES = testing/server/test_policies.cpp testing/server/idle_port.hpp testing/server/replay.hpp
testing_server_test_policies_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_policy_memory_SOURCES = testing/server/test_policy_memory.cpp
testing_server_test_policy_memory_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_dynamic_SOURCES = testing/server/test_dynamic.cpp testing/server/account.hpp testing/server/replay.hpp
testing_server_test_dynamic_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_shared_chunks_SOURCES = testing/server/test_shared_chunks.cpp testing/server/replay.hpp
testing_server_test_shared_chunks_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_static_plan_SOURCES = testing/server/test_static_plan.cpp testing/server/replay.hpp
testing_server_test_static_plan_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_server_test_unreturned_SOURCES = testing/server/test_unreturned.cpp
testing_server_test_unreturned_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
