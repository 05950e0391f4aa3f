// What hetgrid time writes of results that are wrong.
#define BOOST_TEST_MODULE time_report
#include <boost/test/unit_test.hpp>

#include "cli/time/report.hpp"

#include <limits>

#include <nlohmann/json.hpp>

BOOST_AUTO_TEST_CASE(errors_that_are_no_numbers_are_not_those_that_were_not_checked) {
  using hetgrid::cli::ScaledError, hetgrid::cli::to_json;
  constexpr double infinity = std::numeric_limits<double>::infinity(),
                   nan = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(to_json(ScaledError{"residual", 0.5}).dump() == "0.5");
  BOOST_TEST(to_json(ScaledError{"residual", std::nullopt}).is_null());
  for (const double wrong : {nan, infinity})
    BOOST_TEST(nlohmann::json::parse(to_json(ScaledError{"residual", wrong}).dump()).get<double>() > 1e300);
}
