// Arithmetic whose infinities are meant, in programs that trap floating-point exceptions or look for them afterwards.
#pragma once

#include <cfenv>

namespace hetgrid::plan {

/// While it lives no floating-point exception traps on this thread and those it starts; when it ends, flags and traps are as they
/// were. Plans and predictions count on infinities and on divisions by zero; the matrices' own arithmetic is the caller's.
class QuietArithmetic {
public:
  QuietArithmetic() noexcept { std::feholdexcept(&before_); }
  ~QuietArithmetic() { std::fesetenv(&before_); }
  QuietArithmetic(const QuietArithmetic&) = delete;
  QuietArithmetic& operator=(const QuietArithmetic&) = delete;

private:
  std::fenv_t before_;
};

} // namespace hetgrid::plan
