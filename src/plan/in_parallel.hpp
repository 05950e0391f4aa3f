// Plans are found by trying: what does not depend on what else is tried can be tried at the same time.
#pragma once

#include <cstddef>
#include <functional>

namespace hetgrid::plan {

/// call(0), ..., call(count - 1), on as many cores as this process may use; each has returned when this does. Calls must not share
/// what they change. \throws the exception of the first of them that has thrown one
void in_parallel(std::size_t count, const std::function<void(std::size_t)>& call);

} // namespace hetgrid::plan
