#include "cli/multiply/result_keeper.hpp"

#include <chrono>
#include <utility>

namespace hetgrid::cli {

ResultKeeper::ResultKeeper(const OutputMatrix& output, Journal& journal)
    : output_(output), journal_(journal), thread_([this] { run(); }) {}

ResultKeeper::~ResultKeeper() {
  stop();
}

void ResultKeeper::keep(const std::vector<server::Piece>& results) {
  {
    const std::lock_guard lock(mutex_);
    if (error_)
      std::rethrow_exception(error_);
    waiting_.insert(waiting_.end(), results.begin(), results.end());
  }
  changed_.notify_one();
}

void ResultKeeper::finish() {
  stop();
  if (error_)
    std::rethrow_exception(error_);
}

void ResultKeeper::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable())
    thread_.join();
}

void ResultKeeper::run() {
  using Clock = std::chrono::steady_clock;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty())
      return;
    const std::vector<server::Piece> results = std::exchange(waiting_, {});
    lock.unlock();
    const Clock::time_point begin = Clock::now();
    std::exception_ptr error;
    try {
      output_.sync();
      journal_.add(results);
    } catch (...) {
      error = std::current_exception();
    }
    const Clock::duration taken = Clock::now() - begin;
    lock.lock();
    if ((error_ = error))
      return;
    // A fifth of the time of a disk that the operands may be on, too.
    changed_.wait_for(lock, 4 * taken, [&] { return stopping_; });
  }
}

} // namespace hetgrid::cli
