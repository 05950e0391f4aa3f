// Quantities are shown with four digits, a unit that fits, and never an exponent.
#define BOOST_TEST_MODULE quantities
#include <boost/test/unit_test.hpp>

#include "cli/output/quantities.hpp"

#include <cmath>
#include <limits>

using namespace hetgrid::cli;

BOOST_AUTO_TEST_CASE(times) {
  const std::pair<double, const char*> cases[] = {
      {4e-8, "40 ns"},     {4.5e-6, "4.5 us"}, {0.06714, "67.14 ms"}, {28.842, "28.84 s"},
      {0, "0 s"},          {1, "1 s"},         {1e-3, "1 ms"},        {1e-6, "1 us"},
      {1e-9, "1 ns"},      {2e-10, "0.2 ns"},  {0.99996, "1 s"},      {0.99994, "999.9 ms"},
      {9.9996e-4, "1 ms"}, {3600, "3600 s"},   {12345.6, "12346 s"},  {1.5e7, "15000000 s"}};
  for (const auto& [seconds, text] : cases)
    BOOST_TEST(duration(seconds) == text);
}

BOOST_AUTO_TEST_CASE(speeds_sizes_and_bandwidths) {
  BOOST_TEST(speed(0.06714) == "67.14 MF/s");
  BOOST_TEST(speed(184.94) == "184.9 GF/s");
  BOOST_TEST(speed(50) == "50 GF/s");
  BOOST_TEST(speed(1234) == "1.234 TF/s");
  BOOST_TEST(speed(999.97) == "1 TF/s");
  BOOST_TEST(speed(2.5e9) == "2.5 EF/s");
  BOOST_TEST(speed(1e-9) == "1 F/s");
  BOOST_TEST(speed(0) == "0 F/s");
  BOOST_TEST(byte_size(0) == "0 B");
  BOOST_TEST(byte_size(512) == "512 B");
  BOOST_TEST(byte_size(1.5e6) == "1.5 MB");
  BOOST_TEST(bandwidth(1.25e9) == "1.25 GB/s");
  BOOST_TEST(bandwidth(1e7) == "10 MB/s");
  BOOST_TEST(bandwidth(std::numeric_limits<double>::infinity()) == "unlimited");
}

BOOST_AUTO_TEST_CASE(no_value_has_an_exponent_or_many_digits) {
  for (double value = 1e-9; value < 1e14; value *= 1.37)
    for (const std::string& text :
         {duration(value), speed(value), byte_size(1e9 * value), bandwidth(1e9 * value)}) {
      const std::string number = text.substr(0, text.find(' '));
      BOOST_TEST(number.find('e') == std::string::npos, text);
      BOOST_TEST((value >= 9999.5 || number.size() <= 6u), text); // "0.1234"
    }
}

BOOST_AUTO_TEST_CASE(numbers_of_things) {
  BOOST_TEST(counted(0, "process", "processes") == "0 processes");
  BOOST_TEST(counted(1, "process", "processes") == "1 process");
  BOOST_TEST(counted(2, "process", "processes") == "2 processes");
}
