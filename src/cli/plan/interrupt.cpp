#include "cli/plan/interrupt.hpp"

namespace hetgrid::cli {
namespace {

volatile std::sig_atomic_t signalled = 0;

extern "C" void remember(int) {
  signalled = 1;
}

} // namespace

Interrupt::Interrupt() {
  signalled = 0;
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, &before_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_, nullptr);
}

bool Interrupt::requested() const noexcept {
  return signalled != 0;
}

} // namespace hetgrid::cli
