// Tests in a build with sanitizers take eight times as long: they look for what is illegal, on fewer random cases, and leave
// figures on average to other builds. All of them in check-long. After Boost's header.
#pragma once

#include <cstdlib>

namespace hetgrid::testing {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true; // reserves far more addresses than it uses
#else
constexpr bool sanitized = false;
#endif

inline bool hurried() {
  return sanitized && !std::getenv("HETGRID_CHECK_LONG");
}

/// Random cases that are tried of `all`.
template <typename Count>
Count cases(Count all) {
  return hurried() ? (all + 4) / 5 : all;
}

/// Precondition of a test case whose code others run as well.
inline boost::test_tools::assertion_result unhurried(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result result(!hurried());
  result.message() << "figures only: not with sanitizers";
  return result;
}

} // namespace hetgrid::testing
