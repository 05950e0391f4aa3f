// What the workers of a server did, in one product or in many: counted on the way, told in the end.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hetgrid/platform.hpp"
#include "hetgrid/server.hpp"
#include "linalg/server/gemm.hpp"

namespace hetgrid::cli {

/// How far something is, of so many operations: "12.3 %, 40 GF/s, 1 GB sent, 3 s left".
std::string progress_text(double part, double operations, double seconds, double bytes);

/// Counts by worker.
class ServedWork {
public:
  struct Worker {
    server::Worker worker;
    server::WorkerOutcome outcome;
    server::Index chunks = 0; ///< that it returned
    server::Index panels = 0; ///< that it factored
    server::Index stalls = 0;
    double updates = 0; ///< of elements
  };

  ServedWork() = default;
  /// \param star  all who may be workers
  ServedWork(const plan::Platform& platform, const server::Star& star);

  /// A transfer is over, and its updates are done.
  void hear(const server::Product& product, const server::Star& star, const server::Transfer& transfer);
  /// A product is.
  void add(const server::Star& star, const linalg::ServedOutcome& outcome);
  /// A worker has factored a panel.
  void add_panel(int process, server::Index elements, int element_bytes, double seconds);
  /// A worker that has a panel does not answer.
  void add_stall(int process);
  /// Who did not compute in these seconds waited.
  void wait_for(double seconds);

  const std::vector<Worker>& workers() const { return workers_; }
  int enrolled() const;
  /// Updates of elements, so far.
  double updates() const;
  /// Of transfers that are over, and panels.
  double bytes_heard() const { return bytes_heard_; }
  /// Over links, in products that are over, and panels: not what the server has for itself.
  double bytes_moved() const;
  /// That have to be moved at least for the updates of workers, [Dongarra06] 4.2, and their panels.
  double least_bytes(const server::Product& product) const;

  /// What was moved, and a table. \param product  for least_bytes
  std::string text(const server::Product& product) const;
  nlohmann::ordered_json json() const;

private:
  Worker* worker_of(int process);

  plan::Platform platform_;
  std::vector<Worker> workers_;
  double bytes_heard_ = 0, panel_bytes_ = 0;
};

} // namespace hetgrid::cli
