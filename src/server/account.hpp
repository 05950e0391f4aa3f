// What the simulations of a product have in common: a policy's transfers are checked, and what becomes of them is added up.
#pragma once

#include "server/links.hpp"

namespace hetgrid::server {

/// \throws ArgumentError if a transfer has a worker or pieces that do not exist
class CheckedPolicy : public Policy {
public:
  CheckedPolicy(const Star& star, const Product& product, Policy& policy)
      : star_(star), product_(product), policy_(policy) {}

  std::optional<Transfer> next(const View& view, int worker) override;
  void progressed(const View& view, int worker) override { policy_.progressed(view, worker); }

private:
  const Star& star_;
  const Product& product_;
  Policy& policy_;
};

/// \throws ArgumentError if what the link has to carry next needs more room than its worker will ever have
void check_room(const Star& star, const Product& product, const Links& links, std::size_t link);

class Account {
public:
  Account(const Star& star, const Product& product) : star_(star), product_(product) {
    outcome_.workers.resize(star.workers.size());
  }

  /// A worker holds so many elements.
  void held(int worker, Index elements) {
    Index& most = outcome_.workers[static_cast<std::size_t>(worker)].most_elements;
    most = std::max(most, elements);
  }
  void port_busy(double seconds) { outcome_.port_busy += seconds; }
  void over(const Transfer& transfer, const Occurrence& occurrence);
  /// \throws ArgumentError if updates or results are missing
  Outcome result() &&;

private:
  const Star& star_;
  const Product& product_;
  Index updated_ = 0, returned_ = 0; ///< blocks
  Outcome outcome_;
};

} // namespace hetgrid::server
