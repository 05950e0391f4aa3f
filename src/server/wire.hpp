// What is under way between a server and its workers at the same time, and how fast: all of it shares the server's wire and, of a
// worker, its link, in equal parts; what is slower for another reason leaves its part to the others (max-min fairness, as switches
// and TCP come close to it). Both directions, or one for both.
#pragma once

#include "hetgrid/server.hpp"

#include <vector>

namespace hetgrid::server {

/// Whether what a worker is sent travels: not if it is packed where the worker computes. A policy plans it as messages all the same.
inline bool travels(const Star& star, const Worker& worker) {
  return star.posting != Posting::ahead || !worker.shares_memory;
}

class Wire {
public:
  explicit Wire(const Star& star) : star_(star) {}

  bool idle() const { return flows_.empty(); }
  /// A message begins to travel. \param seconds  that it takes alone on the link of its worker \param tag  given back
  void begin(double now, int worker, bool to_server, double seconds, Index tag);
  /// When the next message arrives; infinite if there is none.
  double next() const { return next_; }
  /// Takes out those that have arrived by then, in the order in which they began. \param now  next()
  std::vector<Index> arrivals(double now);

private:
  struct Flow {
    int worker;
    bool to_server;
    double left; ///< seconds alone on its link
    Index tag;
    double rate = 0; ///< of that of its link
    double end = 0;
  };

  double link(const Flow& flow) const;
  double capacity(const Flow& flow) const;
  bool share_wire(const Flow& one, const Flow& other) const;
  bool share_link(const Flow& one, const Flow& other) const;
  void advance(double now);
  void share(double now);

  const Star& star_;
  std::vector<Flow> flows_;
  double since_ = 0; ///< rates are what they are
  double next_ = 0;
};

} // namespace hetgrid::server
