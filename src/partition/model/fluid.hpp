// Messages that share links, as a fluid: between two ends of messages all rates are constant. Messages send at a level times
// their weights; levels rise together, and those on a link that is full stay.
#pragma once

#include <array>
#include <utility>
#include <vector>

namespace hetgrid::partition {

class Fluid {
public:
  static constexpr int no_link = -1;
  struct Message {
    std::array<int, 3> links; ///< that it takes at the same time, or no_link
    double weight;            ///< positive
    double bytes;             ///< left to send, positive
    int name = 0;             ///< of the caller
  };

  /// \param links  bytes a second of each
  explicit Fluid(std::vector<double> links)
      : links_(std::move(links)), left_(links_), wanted_(links_.size()) {}

  /// It is under way from now on. It takes a link at least.
  void add(const Message& message);
  bool empty() const { return messages_.empty(); }
  /// Seconds until the next message has been sent; infinity if there is none.
  double next();
  /// Goes on by as much, at most next(). \return the names of what has been sent then
  const std::vector<int>& advance(double seconds);

private:
  struct Flow {
    Message message;
    double rate;
  };
  void find_rates();
  void take(const Flow& flow);

  std::vector<double> links_;
  std::vector<Flow> messages_;
  std::vector<double> left_, wanted_; ///< of each link, while rates are found
  std::vector<int> ended_;
  bool has_rates_ = false;
};

} // namespace hetgrid::partition
