// The hash by which processes compare arguments is FNV-1a, by the vectors that its authors publish: the same on every
// machine.
#define BOOST_TEST_MODULE hash
#include <boost/test/unit_test.hpp>

#include "api/hash.hpp"

BOOST_AUTO_TEST_CASE(published_vectors) {
  const std::pair<const char*, std::uint64_t> vectors[] = {
      {"", 0xcbf29ce484222325}, {"a", 0xaf63dc4c8601ec8c}, {"foobar", 0x85944171f73967e8}};
  for (const auto& [text, expected] : vectors) {
    hetgrid::api::Hash hash;
    hash.add(std::string_view(text));
    BOOST_TEST(hash.bits() == expected, text);
    BOOST_TEST(hash.value() == static_cast<std::int64_t>(expected / 4), text);
  }
}

BOOST_AUTO_TEST_CASE(values_count_by_their_bytes) {
  hetgrid::api::Hash text, bytes;
  text.add(std::string_view("foobar"));
  for (const char c : {'f', 'o', 'o', 'b', 'a', 'r'})
    bytes.add(c);
  BOOST_TEST(text.bits() == bytes.bits());
}
