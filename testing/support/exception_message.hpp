// What a call complains about.
#pragma once

#include <string>

namespace hetgrid::testing {

/// Message of the exception that `call` throws; "no exception" if it throws none. Others than Exception pass.
template <typename Exception, typename Call>
std::string message(Call&& call) {
  try {
    call();
  } catch (const Exception& error) {
    return error.what();
  }
  return "no exception";
}

} // namespace hetgrid::testing
