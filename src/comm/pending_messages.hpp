// A set of nonblocking messages under way, each with what its completion is needed for.
#pragma once

#include "comm/requests.hpp"

#include <vector>

namespace hetgrid::comm {

template <typename Payload>
class PendingMessages {
public:
  void add(MPI_Request request, const Payload& payload) {
    requests_.push_back(request);
    payloads_.push_back(payload);
    last_test_ = {};
    note_progress();
  }

  bool empty() const noexcept { return requests_.empty(); }
  const std::vector<Payload>& payloads() const noexcept { return payloads_; }

  /// Removes the messages that are complete, calling on_complete(payload) for each. Local, does not block.
  template <typename Function>
  void test_some(Function&& on_complete) {
    if (requests_.empty())
      return;
    comm::test_some(requests_, completed_, last_test_);
    if (completed_.empty())
      return;
    note_progress(); // also of what a wait has completed; and the places of the others change
    for (const int k : completed_)
      on_complete(payloads_[static_cast<std::size_t>(k)]);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (requests_[i] != MPI_REQUEST_NULL) {
        payloads_[kept] = payloads_[i];
        requests_[kept++] = requests_[i];
      }
    requests_.resize(kept);
    payloads_.resize(kept);
  }

private:
  std::vector<MPI_Request> requests_;
  std::vector<Payload> payloads_;
  std::vector<int> completed_; ///< scratch of test_some
  [[no_unique_address]] LastTest last_test_;
};

} // namespace hetgrid::comm
