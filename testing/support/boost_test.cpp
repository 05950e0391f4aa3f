// Boost.Test as a part of the program. Tests start it from a main() of their own.
#define BOOST_TEST_NO_MAIN
#include <boost/test/included/unit_test.hpp>
