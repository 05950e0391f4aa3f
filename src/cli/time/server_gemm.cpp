#include "cli/time/server_gemm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options/arguments.hpp"
#include "cli/options/precision.hpp"
#include "cli/output/text.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "hetgrid/server_policies.hpp"
#include "kernel/execution.hpp"
#include "linalg/server/gemm.hpp"
#include "measure/gemm_timer.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;
using layout::Index;

/// A policy, who works, and what the simulation of its run says.
struct TimedPolicy {
  std::string name;
  server::Star star; ///< as it is told
  server::Outcome predicted;
};

/// \param star  some of the workers of `measured`
server::Star with_speeds_of(const server::Star& measured, server::Star star) {
  star.pack_seconds_per_block = measured.pack_seconds_per_block;
  for (server::Worker& worker : star.workers)
    worker.seconds_per_update =
        std::ranges::find(measured.workers, worker.process, &server::Worker::process)->seconds_per_update;
  return star;
}

/// One for each name: auto is the fastest, of those workers and with that memory that make it so; others have all that there is.
/// \param star  as policies are told \param measured  with the speeds that workers have
std::vector<TimedPolicy> policies_of(const ServerOptions& options, const server::Star& star,
                                     const server::Star& measured, const server::Product& product) {
  check_simulation_length(star, product);
  const auto simulated = [&](std::string_view name, const server::Enrolment& enrolment) {
    const server::Product mine = server::product_for(name, product);
    TimedPolicy policy{std::string(name), enrolled(star, enrolment), {}};
    policy.predicted =
        simulate(with_speeds_of(measured, policy.star), mine, *make_policy(name, policy.star, mine));
    return policy;
  };
  const server::Uncertainty uncertainty = server::uncertainty_from_text("--speed-error", options.speed_error);
  std::vector<TimedPolicy> chosen;
  for (const std::string& name : options.policies)
    if (name == "auto") {
      const server::Choice choice = server::choose_policy(name, star, product, true, uncertainty);
      chosen.push_back(simulated(chosen_policy(name, choice.policies, product), choice.enrolment));
    } else {
      chosen.push_back(simulated(name, {}));
    }
  return chosen;
}

/// The operands, on rank 0.
template <typename T>
class ServedOperands {
  using Real = kernel::Real<T>;

public:
  ServedOperands(const MpiSession& session, const Case& one)
      : session_(session), m_(one.m), n_(one.n), k_(one.k) {
    if (!session.root())
      return;
    a_ = random_matrix(m_ * k_, 1);
    b_ = random_matrix(k_ * n_, 2);
    c_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(m_ * n_));
    served_.product = {m_, n_, k_, one.block_size, sizeof(T), true, true};
    served_.a = {a_.get(), m_};
    served_.b = {b_.get(), k_};
    served_.c = {c_.get(), m_};
    served_.gives_up = true;
  }

  void prepare() {
    if (session_.root() && kernel::computes())
      std::fill_n(c_.get(), m_ * n_, T(std::numeric_limits<double>::quiet_NaN()));
  }
  int run(const TimedPolicy& policy) {
    if (session_.root()) {
      served_.product = server::product_for(policy.name, served_.product);
      linalg::ServedOutcome outcome =
          linalg::serve_gemm(MPI_COMM_WORLD, served_, policy.star,
                             *server::make_policy(policy.name, policy.star, served_.product));
      if (!outcome.silent.empty()) // nothing can be agreed with them: the program ends
        throw std::runtime_error(no_answer(outcome.silent));
      outcome_ = std::move(outcome);
    } else
      linalg::work_for_gemm<T>(MPI_COMM_WORLD);
    return 0;
  }
  /// |C x - A (B x)| / (|A| |B| |x| k eps), maximum norms of vectors.
  double error() const {
    double error = 0;
    if (session_.root()) {
      const std::vector<T> x(static_cast<std::size_t>(n_), T(1));
      const std::vector<T> bx = times(b_.get(), k_, n_, x), expected = times(a_.get(), m_, k_, bx),
                           cx = times(c_.get(), m_, n_, x);
      double difference = 0;
      for (std::size_t i = 0; i < cx.size(); ++i)
        difference = std::max(difference, std::abs(cx[i] - expected[i]) >= 0
                                              ? static_cast<double>(std::abs(cx[i] - expected[i]))
                                              : std::numeric_limits<double>::infinity());
      error = difference / (row_sum(k_) * row_sum(n_) * std::numeric_limits<Real>::epsilon());
    }
    comm::broadcast(&error, 1, 0, MPI_COMM_WORLD);
    return error;
  }
  const server::Outcome& outcome() const { return outcome_; }

private:
  /// Between -1/2 and 1/2.
  static std::unique_ptr<T[]> random_matrix(Index elements, unsigned seed) {
    auto x = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(elements));
    std::mt19937_64 random(seed);
    std::generate_n(x.get(), kernel::computes() ? elements : 0, [&] {
      return T(static_cast<Real>(static_cast<double>(random() >> 11) * 0x1p-53 - 0.5));
    });
    return x;
  }
  /// Of the elements' absolute values, about.
  static double row_sum(Index elements) { return static_cast<double>(elements) / 4; }
  static std::vector<T> times(const T* x, Index m, Index n, const std::vector<T>& y) {
    std::vector<T> z(static_cast<std::size_t>(m));
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        z[static_cast<std::size_t>(i)] += x[i + j * m] * y[static_cast<std::size_t>(j)];
    return z;
  }

  const MpiSession& session_;
  Index m_, n_, k_;
  std::unique_ptr<T[]> a_, b_, c_;
  linalg::ServedProduct<T> served_;
  server::Outcome outcome_;
};

/// What goes over links: not what the server has for itself.
double bytes_moved(const server::Star& star, const server::Outcome& outcome) {
  double sum = 0;
  for (std::size_t k = 0; k < star.workers.size(); ++k)
    if (star.workers[k].process != 0)
      sum += outcome.workers[k].bytes_sent + outcome.workers[k].bytes_returned;
  return sum;
}

/// Results of a case and what became of the last runs, on rank 0.
struct GemmResult : ServedCase {
  std::vector<server::Outcome> outcomes;
};

template <typename T>
GemmResult time_case(const MpiSession& session, const TimeReport& report, const Case& one,
                     const std::vector<TimedPolicy>& policies) {
  std::optional<ServedOperands<T>> operands;
  session.together([&] { operands.emplace(session, one); });
  ServedOperands<T>& problem = *operands;
  const double flops = measure::gemm_flops<T>(static_cast<double>(one.m), static_cast<double>(one.n),
                                              static_cast<double>(one.k));
  std::vector<server::Outcome> outcomes(policies.size());
  std::vector<Variant> variants;
  for (std::size_t k = 0; k < policies.size(); ++k)
    variants.push_back({"gemm",
                        "hetgrid",
                        policies[k].name,
                        flops,
                        [&problem] { problem.prepare(); },
                        [&, k] {
                          const int info = problem.run(policies[k]);
                          outcomes[k] = problem.outcome();
                          return info;
                        },
                        {"residual"},
                        [&problem] { return std::vector{problem.error()}; }});
  GemmResult served;
  served.result = measure<T>(session, report.timing, variants);
  served.result.parameters = one;
  served.outcomes = std::move(outcomes);
  if (session.root())
    for (std::size_t k = 0; k < policies.size(); ++k)
      served.runs.push_back({policies[k].name, policies[k].predicted.seconds,
                             bytes_moved(policies[k].star, policies[k].predicted),
                             bytes_moved(policies[k].star, served.outcomes[k])});
  return served;
}

Json to_json(const GemmResult& served, std::size_t workers) {
  const Case& one = served.result.parameters;
  Json json = served_json("server-gemm", {{"m", one.m}, {"n", one.n}, {"k", one.k}}, workers, served);
  for (std::size_t k = 0; k < served.outcomes.size(); ++k)
    for (const server::WorkerOutcome& worker : served.outcomes[k].workers)
      json["measurements"][k]["workers"].push_back({{"computing_s", worker.computing},
                                                    {"waiting_s", worker.waiting},
                                                    {"bytes_sent", worker.bytes_sent},
                                                    {"bytes_returned", worker.bytes_returned},
                                                    {"most_elements", worker.most_elements}});
  return json;
}

} // namespace

void time_server_gemm(const MpiSession& session, const TimeReport& report, const ServerOptions& options,
                      const std::vector<Case>& cases, OutputFile* json) {
  Json results = Json::array();
  bool right = true;
  for (const Case& one : cases) {
    server::Star star;
    std::vector<TimedPolicy> policies;
    const server::Product product{one.m, one.n, one.k, one.block_size, element_bytes(one.precision),
                                  true,  true};
    session.together(
        [&] { // who serves asks them: simulations by all would take longer where they share cores
          if (!session.root())
            return;
          const auto star_with = [&](const ServerOptions& known) {
            return served_star("server-gemm", report.speeds, known, product);
          };
          ServerOptions exact = options;
          exact.speed_error = "0";
          star = star_with(options);
          policies = policies_of(options, star, star_with(exact), product);
        });
    policies.resize(options.policies.size());
    const GemmResult served = in_precision(one.precision, [&](auto scalar) {
      return time_case<decltype(scalar)>(session, report, one, policies);
    });
    right = right && std::ranges::all_of(served.result.measurements, &Measurement::passed);
    if (session.root()) {
      print_served(report,
                   fmt::format("server-gemm: m = {}, n = {}, k = {}, block size {}, {}", one.m, one.n, one.k,
                               one.block_size, workers_of(star)),
                   served);
      results.push_back(to_json(served, star.workers.size()));
    }
  }
  finish_served(session, results, right, json);
}

} // namespace hetgrid::cli
