// What is under way between a server and its workers at the same time, and how fast: all of it shares the server's wire and, of a
// worker, its link, in equal parts; what is slower for another reason leaves its part to the others (max-min fairness, as switches
// and TCP come close to it). Both directions, or one for both.
#pragma once

#include "hetgrid/server.hpp"

#include <cstddef>
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
  double next() {
    share();
    return next_;
  }
  /// Takes out those that have arrived by then, in the order in which they began. \param now  next()
  std::vector<Index> arrivals(double now);

private:
  struct Flow {
    int worker;
    bool to_server;
    bool local;  ///< to a process of the server's host
    double left; ///< seconds alone on its link
    Index tag;
    double link;     ///< seconds for a block
    double capacity; ///< blocks a second, of the server's wire, or of its memory
    double rate = 0; ///< of that of its link
    double end = 0;
    std::size_t kind = 0; ///< in alike_
  };
  /// Messages of a worker in one direction.
  struct Alike {
    const Flow* one;
    double count;
    double rate = 0;  ///< blocks a second, each
    bool open = true; ///< that is not known yet
  };

  bool share_wire(const Flow& one, const Flow& other) const;
  bool share_link(const Flow& one, const Flow& other) const;
  std::size_t kind_of(const Flow& flow);
  double part_of(const Flow& flow) const;
  void share_rates();
  void advance(double now);
  void share();

  const Star& star_;
  std::vector<Flow> flows_;
  std::vector<Alike> alike_; ///< of all flows on links that take time
  double since_ = 0;         ///< rates are what they are
  double next_ = 0;
  bool shared_ = true; ///< among all flows: not while several begin
};

} // namespace hetgrid::server
