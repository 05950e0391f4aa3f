#include "cli/time/server_lu.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/options/arguments.hpp"
#include "cli/options/precision.hpp"
#include "cli/output/text.hpp"
#include "comm/collectives.hpp"
#include "hetgrid/error.hpp"
#include "kernel/execution.hpp"
#include "linalg/server/getrf.hpp"
#include "measure/gemm_timer.hpp"

namespace hetgrid::cli {
namespace {

using Json = nlohmann::ordered_json;
using layout::Index;

/// How the factorization is served, and what that is predicted to take.
struct Attempt {
  linalg::Service service;
  server::lu::Run predicted;
};

/// auto: the policy that is predicted to be the fastest.
Attempt attempt_of(const std::string& policy, const server::Star& star, const Case& one) {
  const server::Product matrix{one.n, one.n, one.n, one.block_size, element_bytes(one.precision),
                               false, true};
  if (policy != "auto")
    check_lu_policy(policy, star, matrix);
  const server::lu::LookAhead plan = policy == "auto"
                                         ? server::lu::compare_look_ahead(star, matrix).front().plan
                                         : server::lu::plan_look_ahead(star, matrix, policy);
  return {{star, plan.policy, one.block_size}, plan.predicted};
}

/// The matrix, on rank 0.
template <typename T>
class ServedMatrix {
  using Real = kernel::Real<T>;

public:
  ServedMatrix(const MpiSession& session, const Case& one) : session_(session), n_(one.n) {
    if (!session.root())
      return;
    a_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(n_ * n_));
    lu_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(n_ * n_));
    ipiv_.resize(static_cast<std::size_t>(n_));
    std::mt19937_64 random(1);
    std::generate_n(a_.get(), kernel::computes() ? n_ * n_ : 0, [&] {
      return T(static_cast<Real>(static_cast<double>(random() >> 11) * 0x1p-53 - 0.5));
    });
  }

  void prepare() {
    if (session_.root() && kernel::computes())
      std::copy_n(a_.get(), n_ * n_, lu_.get());
  }
  int run(const Attempt& attempt) {
    if (!session_.root())
      return static_cast<int>(linalg::work_for_products<T>(MPI_COMM_WORLD));
    linalg::Products<T> products(MPI_COMM_WORLD, attempt.service, linalg::largest_of_getrf(n_, n_));
    const Index info = linalg::getrf<T>(products, n_, n_, {lu_.get(), n_}, ipiv_.data());
    if (const std::vector<int> silent = products.end(info); !silent.empty()) // the program ends
      throw std::runtime_error(no_answer(silent));
    bytes_ = products.bytes_moved();
    return static_cast<int>(info);
  }
  /// |P A x - L (U x)| / (|L| |U| |x| n eps), for x of ones, maximum norms of vectors; of L and U, about.
  double error() const {
    double error = 0;
    if (session_.root()) {
      std::vector<T> ax(static_cast<std::size_t>(n_)), ux = ax, lux = ax;
      double growth = 1;
      for (Index j = 0; j < n_; ++j)
        for (Index i = 0; i < n_; ++i) {
          ax[at(i)] += a_[at(i + j * n_)];
          if (i <= j) {
            ux[at(i)] += lu_[at(i + j * n_)];
            growth = std::max<double>(growth, std::abs(lu_[at(i + j * n_)]));
          }
        }
      for (Index j = 0; j < n_; ++j) {
        lux[at(j)] += ux[at(j)];
        for (Index i = j + 1; i < n_; ++i)
          lux[at(i)] += lu_[at(i + j * n_)] * ux[at(j)];
      }
      for (Index k = 0; k < n_; ++k)
        std::swap(ax[at(k)], ax[at(ipiv_[at(k)] - 1)]);
      double difference = 0;
      for (Index i = 0; i < n_; ++i) {
        const double each = std::abs(ax[at(i)] - lux[at(i)]);
        difference = std::max(difference, each >= 0 ? each : std::numeric_limits<double>::infinity());
      }
      error = difference / (growth * static_cast<double>(n_) * std::numeric_limits<Real>::epsilon());
    }
    comm::broadcast(&error, 1, 0, MPI_COMM_WORLD);
    return error;
  }
  double bytes() const { return bytes_; }

private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  const MpiSession& session_;
  Index n_;
  std::unique_ptr<T[]> a_, lu_;
  std::vector<int> ipiv_;
  double bytes_ = 0;
};

template <typename T>
ServedCase time_case(const MpiSession& session, const TimeReport& report, const Case& one,
                     const std::vector<Attempt>& attempts) {
  std::optional<ServedMatrix<T>> operands;
  session.together([&] { operands.emplace(session, one); });
  ServedMatrix<T>& problem = *operands;
  const double n = one.n, flops = measure::gemm_flops<T>(n, n, n) / 3;
  std::vector<double> bytes(attempts.size());
  std::vector<Variant> variants;
  for (std::size_t k = 0; k < attempts.size(); ++k)
    variants.push_back({"getrf",
                        "hetgrid",
                        attempts[k].service.policy,
                        flops,
                        [&problem] { problem.prepare(); },
                        [&, k] {
                          const int info = problem.run(attempts[k]);
                          bytes[k] = problem.bytes();
                          return info;
                        },
                        {"residual"},
                        [&problem] { return std::vector{problem.error()}; }});
  ServedCase served;
  served.result = measure<T>(session, report.timing, variants);
  served.result.parameters = one;
  for (std::size_t k = 0; k < attempts.size(); ++k)
    served.runs.push_back(
        {attempts[k].service.policy, attempts[k].predicted.seconds, attempts[k].predicted.bytes, bytes[k]});
  return served;
}

} // namespace

void time_server_lu(const MpiSession& session, const TimeReport& report, const ServerOptions& options,
                    const std::vector<Case>& cases, OutputFile* json) {
  Json results = Json::array();
  bool right = true;
  for (const Case& one : cases) {
    std::vector<Attempt> attempts;
    session.together([&] {
      if (!session.root())
        return;
      const server::Product largest{one.n, one.n, one.n, one.block_size, element_bytes(one.precision),
                                    false, true};
      const server::Star star = served_star("server-lu", report.speeds, options, largest);
      check_simulation_length(
          star, server::lu::all_products(one.n, 0, one.block_size, element_bytes(one.precision)));
      for (const std::string& policy : options.policies)
        attempts.push_back(attempt_of(policy, star, one));
    });
    attempts.resize(options.policies.size());
    const ServedCase served = in_precision(one.precision, [&](auto scalar) {
      return time_case<decltype(scalar)>(session, report, one, attempts);
    });
    right = right && std::ranges::all_of(served.result.measurements, &Measurement::passed);
    if (session.root()) {
      const server::Star& star = attempts.front().service.star;
      print_served(
          report,
          fmt::format("server-lu: n = {}, block size {}, {}", one.n, one.block_size, workers_of(star)),
          served);
      results.push_back(served_json("server-lu", {{"n", one.n}}, star.workers.size(), served));
    }
  }
  finish_served(session, results, right, json);
}

} // namespace hetgrid::cli
