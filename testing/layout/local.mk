PURE_TESTS += testing/layout/test_axis_map testing/layout/test_owner_map
testing_layout_test_axis_map_SOURCES = testing/layout/test_axis_map.cpp
testing_layout_test_axis_map_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)
testing_layout_test_owner_map_SOURCES = testing/layout/test_owner_map.cpp
testing_layout_test_owner_map_LDADD = libhetgrid-plan.la $(BOOST_TEST_LIBS)

if WITH_MPI
check_PROGRAMS += testing/layout/test_tools
TESTS += testing/layout/test_tools
testing_layout_test_tools_SOURCES = testing/layout/test_tools.cpp
testing_layout_test_tools_LDADD = $(HETGRID_LIBS) $(BOOST_TEST_LIBS)
endif
