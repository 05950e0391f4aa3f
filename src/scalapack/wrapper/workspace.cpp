#include "scalapack/wrapper/workspace.hpp"

#include "hetgrid/error.hpp"

#include <cmath>
#include <complex>

namespace hetgrid::scalapack::wrapper {
namespace {

constexpr Index answer_size = 64; ///< room for what a query may write

/// A size told as a number of the type of the workspace, which may have been rounded down.
template <typename T>
Index size_told_by(T answer) {
  if constexpr (std::is_same_v<T, int>)
    return answer;
  else {
    using Real = decltype(std::real(answer));
    return static_cast<Index>(std::ceil(std::real(answer) * (1 + std::numeric_limits<Real>::epsilon())));
  }
}

} // namespace

template <typename T>
void Workspace<T>::reserve(Index size) {
  if (size > std::numeric_limits<int>::max())
    throw SystemError("workspace of " + std::to_string(size) + " elements is more than an INTEGER can tell");
  length_ = static_cast<int>(max(size, 1));
  memory_ = zeroed<T>(static_cast<std::size_t>(length_));
}

template <typename T>
void Workspace<T>::check(api::ArgumentChecker& check, const comm::Grid&) {
  if (position_ > 0)
    check.integer(position_, is_asked(), 0);
}

template <typename T>
void Workspace<T>::ask() {
  if (!query_)
    return;
  reserve(answer_size);
  length_ = -1;
}

template <typename T>
void Workspace<T>::reserve_answer(const Call& call) {
  // More than the least lets PxSYEVX orthogonalise more vectors.
  if (query_)
    reserve(std::max<Index>(size_told_by(memory_[0]) + call.spare_workspace(), callers_length_));
}

template <typename T>
void Workspace<T>::answer(bool asked) {
  if (asked || callers_length_ > 0)
    callers_[0] = T(length_);
}

template class Workspace<int>;
template class Workspace<float>;
template class Workspace<double>;
template class Workspace<std::complex<float>>;
template class Workspace<std::complex<double>>;

} // namespace hetgrid::scalapack::wrapper
