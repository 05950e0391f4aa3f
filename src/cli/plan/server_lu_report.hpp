// What `hetgrid plan --server --operation lu` has to say about LU of a matrix that one process has: the panels, other policies, and
// what [Dongarra06] 7 would do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hetgrid/server_lu.hpp"

namespace hetgrid::cli {

struct ServerLuReport {
  /// Of a plan without look-ahead, or why there is none.
  struct WithoutLookAhead {
    std::string widths; ///< "equal" or "free"
    server::lu::Plan plan;
    std::string obstacle;
  };

  plan::Platform platform;
  server::Product matrix; ///< n x n, k = n
  server::Star star;
  server::lu::LookAhead plan;                        ///< of the chosen policy
  std::vector<server::lu::JudgedLookAhead> policies; ///< empty if one was asked for
  std::vector<WithoutLookAhead> one_by_one;          ///< one part of a step after the other
  double bound = 0; ///< seconds: all processes compute all the time, or links are busy
};

/// \param matrix  n x n, k = n \param policy  a name, or "auto": the one that is predicted to be the fastest
/// \throws ArgumentError, also if the server is not process 0, as it is in a run
ServerLuReport server_lu_report(const plan::Platform& platform, const server::Product& matrix,
                                const std::string& policy);

/// One screen of text.
std::string server_lu_text(const ServerLuReport& report);
std::string server_lu_json(const ServerLuReport& report);

} // namespace hetgrid::cli
