PURE_TESTS += testing/simulation/test_simgrid_platform
testing_simulation_test_simgrid_platform_SOURCES = testing/simulation/test_simgrid_platform.cpp $(SIMULATION_SOURCES)
testing_simulation_test_simgrid_platform_LDADD = libhetgrid-plan.la $(FMT_LIBS) $(BOOST_TEST_LIBS)
