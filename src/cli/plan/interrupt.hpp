// Ctrl-C as a request instead of an end.
#pragma once

#include <csignal>

namespace hetgrid::cli {

/// While it lives the first SIGINT is remembered; the second ends the program as usual. One at a time.
class Interrupt {
public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  bool requested() const noexcept;

private:
  struct sigaction before_ {};
};

} // namespace hetgrid::cli
