#include "cli/time/operations.hpp"

#include <algorithm>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

/// And the options that show where the time of hetgrid's routines goes.
std::vector<std::string> shown(std::vector<std::string> options) {
  options.insert(options.end(), {"profile", "trace", "gantt"});
  return options;
}

std::vector<TimedOperation> all_operations() {
  using enum plan::Operation;
  return {
      {"gemm", "gemm", nullptr, gemm, "gemm", false,
       shown({"m", "k", "transa", "transb", "a", "b", "partition"}), time_gemm},
      {"lu", "getrf", nullptr, getrf, "getrf", false, shown({"m", "a"}), time_lu},
      {"qr", "geqrf", nullptr, geqrf, "geqrf", false, shown({"m", "a"}), time_qr},
      {"cholesky", "potrf", nullptr, potrf, "potrf", true, shown({"uplo", "a"}), time_cholesky},
      {"solve", "gesv", nullptr, getrf, "getrf", true, shown({"nrhs", "a", "b"}), time_solve},
      {"symm", "symm", "hemm", gemm, nullptr, false, shown({"side", "uplo", "m"}), time_symm},
      {"syrk", "syrk", "herk", gemm, nullptr, false, shown({"uplo", "transa", "k"}), time_rank_k},
      {"syr2k", "syr2k", "her2k", gemm, nullptr, false, shown({"uplo", "transa", "k"}), time_rank_k},
      {"trmm", "trmm", nullptr, gemm, nullptr, false, shown({"side", "uplo", "transa", "m"}),
       time_triangular},
      {"trsm", "trsm", nullptr, gemm, nullptr, false, shown({"side", "uplo", "transa", "m"}),
       time_triangular},
      {"trtri", "trtri", nullptr, potrf, nullptr, true, shown({"uplo"}), time_trtri},
      {"potri", "potri", nullptr, potrf, nullptr, true, shown({"uplo"}), time_potri},
      {"getri", "getri", nullptr, getrf, nullptr, true, shown({}), time_getri},
      {"sygst", "sygst", "hegst", potrf, nullptr, true, shown({"uplo"}), time_sygst},
      {"ormqr", "ormqr", "unmqr", geqrf, nullptr, false, shown({"side", "transa", "m"}), time_ormqr},
      {"orgqr", "orgqr", "ungqr", geqrf, nullptr, false, shown({"m"}), time_orgqr},
      {"redistribute", "gemr2d", nullptr, gemm, nullptr, false, {"m"}, time_redistribute},
      {"server-gemm",
       "server-gemm",
       nullptr,
       gemm,
       nullptr,
       false,
       {"m", "k", "policy", "memory", "server-computes", "speed-error"},
       nullptr},
      {"server-lu",
       "server-lu",
       nullptr,
       getrf,
       nullptr,
       true,
       {"policy", "memory", "server-computes"},
       nullptr},
  };
}

} // namespace

bool TimedOperation::has(const std::string& option) const {
  return std::ranges::find(options, option) != options.end();
}

std::vector<std::string> TimedOperation::names() const {
  std::vector<std::string> all{name};
  for (const char* const other : {routine, complex_routine})
    if (other && other != all.front())
      all.emplace_back(other);
  return all;
}

const std::vector<TimedOperation>& timed_operations() {
  static const std::vector<TimedOperation> all = all_operations();
  return all;
}

const TimedOperation& find_operation(const std::string& name) {
  for (const TimedOperation& operation : timed_operations())
    if (const auto names = operation.names(); std::ranges::find(names, name) != names.end())
      return operation;
  throw ArgumentError("OPERATION", name, "a name that --help lists");
}

} // namespace hetgrid::cli
