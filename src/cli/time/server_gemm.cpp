#include "cli/time/server_gemm.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options/arguments.hpp"
#include "cli/output/quantities.hpp"
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

/// A policy and what the simulation of its run says.
struct TimedPolicy {
  std::string name;
  server::Outcome predicted;
};

/// One for each name.
std::vector<TimedPolicy> policies_of(const ServerOptions& options, const server::Star& star,
                                     const server::Product& product) {
  const auto simulated = [&](std::string_view name) {
    const server::Product mine = server::product_for(name, product);
    return TimedPolicy{std::string(name), simulate(star, mine, *make_policy(name, star, mine))};
  };
  std::vector<TimedPolicy> chosen;
  for (const std::string& name : options.policies)
    chosen.push_back(simulated(
        name != "auto" ? name : chosen_policy(name, server::compare_policies(star, product), product)));
  return chosen;
}

/// The operands, on rank 0.
template <typename T>
class Problem {
  using Real = kernel::Real<T>;

public:
  Problem(const MpiSession& session, const Case& one, const server::Star& star)
      : session_(session), star_(star), m_(one.m), n_(one.n), k_(one.k) {
    if (!session.root())
      return;
    a_ = random_matrix(m_ * k_, 1);
    b_ = random_matrix(k_ * n_, 2);
    c_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(m_ * n_));
    served_.product = {m_, n_, k_, one.block_size, sizeof(T), true, true};
    served_.a = {a_.get(), m_};
    served_.b = {b_.get(), k_};
    served_.c = {c_.get(), m_};
  }

  void prepare() {
    if (session_.root() && kernel::computes())
      std::fill_n(c_.get(), m_ * n_, T(std::numeric_limits<double>::quiet_NaN()));
  }
  int run(const std::string& policy) {
    if (session_.root()) {
      served_.product = server::product_for(policy, served_.product);
      outcome_ = linalg::serve_gemm(MPI_COMM_WORLD, served_, star_,
                                    *server::make_policy(policy, star_, served_.product));
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
  const server::Star& star_;
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

/// Results of a case, on rank 0.
struct ServedResult {
  CaseResult result;
  std::vector<TimedPolicy> policies;
  std::vector<server::Outcome> outcomes; ///< of the last runs
};

template <typename T>
ServedResult time_case(const MpiSession& session, const TimeReport& report, const Case& one,
                       const server::Star& star, const std::vector<TimedPolicy>& policies) {
  std::optional<Problem<T>> operands;
  session.together([&] { operands.emplace(session, one, star); });
  Problem<T>& problem = *operands;
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
                          const int info = problem.run(policies[k].name);
                          outcomes[k] = problem.outcome();
                          return info;
                        },
                        {"residual"},
                        [&problem] { return std::vector{problem.error()}; }});
  ServedResult result{measure<T>(session, report.timing, variants), policies, {}};
  result.outcomes = std::move(outcomes);
  result.result.parameters = one;
  return result;
}

void print(const TimeReport& report, const ServedResult& served, const server::Star& star) {
  const Case& one = served.result.parameters;
  fmt::print("\n{}: m = {}, n = {}, k = {}, block size {}, {}, {}; median of {}\n", "server-gemm", one.m,
             one.n, one.k, one.block_size, counted(star.workers.size(), "worker", "workers"),
             star.workers.front().process == 0 ? "the server computes, too" : "the server only serves",
             counted(static_cast<std::size_t>(report.timing.runs), "run", "runs"));
  fmt::print("ranks alone, together {}\n", speed(served.result.aggregate() / 1e9));
  fmt::print("  {:<10} {:>9} {:>8} {:>11} {:>12} {:>11} {:>8} {:>9} {:>8} {:>9}\n", "policy", "time",
             "spread", "speed", "of together", "predicted", "error", "moved", "planned", "residual");
  for (std::size_t k = 0; k < served.policies.size(); ++k) {
    const Measurement& measured = served.result.measurements[k];
    const server::Outcome &predicted = served.policies[k].predicted, &outcome = served.outcomes[k];
    const double seconds = measured.median(), rate = measured.flops / seconds;
    const ScaledError& error = measured.errors.front();
    fmt::print("  {:<10} {:>9} {:>6.1f} % {:>11} {:>12.3f} {:>11} {:>+6.1f} % {:>9} {:>8} {:>9} {}\n",
               measured.layout, duration(seconds), 100 * measure::summarize(measured.seconds).spread,
               speed(rate / 1e9), rate / served.result.aggregate(), duration(predicted.seconds),
               100 * (predicted.seconds / seconds - 1), byte_size(bytes_moved(star, outcome)),
               byte_size(bytes_moved(star, predicted)),
               error.value ? fmt::format("{:.2e}", *error.value) : "-",
               !error.value        ? "not checked"
               : measured.passed() ? "PASSED"
                                   : "FAILED");
  }
  std::fflush(stdout);
}

Json to_json(const ServedResult& served, const server::Star& star) {
  const Case& one = served.result.parameters;
  Json json{{"operation", "server-gemm"},
            {"precision", std::string(1, one.precision)},
            {"m", one.m},
            {"n", one.n},
            {"k", one.k},
            {"block_size", one.block_size},
            {"workers", star.workers.size()},
            {"aggregate_gflops", served.result.aggregate() / 1e9}};
  for (std::size_t k = 0; k < served.policies.size(); ++k) {
    const Measurement& measured = served.result.measurements[k];
    const server::Outcome& outcome = served.outcomes[k];
    Json workers = Json::array();
    for (const server::WorkerOutcome& worker : outcome.workers)
      workers.push_back({{"computing_s", worker.computing},
                         {"waiting_s", worker.waiting},
                         {"bytes_sent", worker.bytes_sent},
                         {"bytes_returned", worker.bytes_returned},
                         {"most_elements", worker.most_elements}});
    json["measurements"].push_back(
        {{"policy", served.policies[k].name},
         {"seconds", measured.seconds},
         {"median_s", measured.median()},
         {"gflops", measured.flops / measured.median() / 1e9},
         {"of_aggregate", measured.flops / measured.median() / served.result.aggregate()},
         {"predicted_s", served.policies[k].predicted.seconds},
         {"bytes", bytes_moved(star, outcome)},
         {"predicted_bytes", bytes_moved(star, served.policies[k].predicted)},
         {"residual", measured.errors.front().value ? Json(*measured.errors.front().value) : Json()},
         {"workers", workers}});
  }
  return json;
}

using CaseFunction = ServedResult (*)(const MpiSession&, const TimeReport&, const Case&, const server::Star&,
                                      const std::vector<TimedPolicy>&);

CaseFunction function_of(char precision) {
  switch (precision) {
  case 's':
    return time_case<float>;
  case 'c':
    return time_case<std::complex<float>>;
  case 'z':
    return time_case<std::complex<double>>;
  default:
    return time_case<double>;
  }
}

} // namespace

plan::Platform server_platform(const std::string& operation, const Speeds& speeds,
                               const ServerOptions& options) {
  if (!speeds.platform)
    throw ArgumentError("OPERATION", operation,
                        "speeds measured, or --platform: it needs links and memory, too");
  plan::Platform platform = *speeds.platform;
  platform.server.rank = 0;
  platform.server.computes = options.computes || platform.processes.size() == 1;
  set_worker_memory(platform, options.memory);
  return platform;
}

void time_server_gemm(const MpiSession& session, const TimeReport& report, const ServerOptions& options,
                      const std::vector<Case>& cases, OutputFile* json) {
  Json results = Json::array();
  bool right = true;
  for (const Case& one : cases) {
    server::Star star;
    std::vector<TimedPolicy> policies;
    const int bytes = one.precision == 's' ? 4 : one.precision == 'z' ? 16 : 8;
    const server::Product product{one.m, one.n, one.k, one.block_size, bytes, true, true};
    session.together(
        [&] { // who serves asks them: simulations by all would take longer where they share cores
          if (!session.root())
            return;
          star = server::star_of(server_platform("server-gemm", report.speeds, options), product);
          policies = policies_of(options, star, product);
        });
    policies.resize(options.policies.size());
    const ServedResult served = function_of(one.precision)(session, report, one, star, policies);
    right = right && std::ranges::all_of(served.result.measurements, &Measurement::passed);
    if (session.root()) {
      print(report, served, star);
      results.push_back(to_json(served, star));
    }
  }
  session.together([&] {
    if (json && json->wanted())
      json->write(results.dump(2) + "\n");
    flush_standard_output();
    if (json)
      json->publish();
    if (!right)
      throw SystemError(fmt::format("a result is wrong: its residual is not below {}", residual_limit));
  });
}

} // namespace hetgrid::cli
