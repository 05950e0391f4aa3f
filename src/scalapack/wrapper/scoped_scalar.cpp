#include "scalapack/wrapper/scoped_scalar.hpp"

#include "comm/collectives.hpp"

#include <complex>

namespace hetgrid::scalapack::wrapper {

template <typename T>
void ScopedScalar<T>::move_in(const Call& call) {
  if (intent_ == out)
    return;
  moved_ = *callers_;
  if (!vectors_.front()->matrix().empty())
    comm::broadcast(&moved_, 1, vectors_.front()->owner(call.grid()), call.grid().all());
}

template <typename T>
void ScopedScalar<T>::move_out(const Call& call) {
  comm::broadcast(&moved_, 1, 0, call.grid().all()); // process (0, 0) owns the first element of every vector
  if constexpr (std::is_same_v<T, int>)
    if (index_ && moved_ > 0)
      moved_ += static_cast<int>(vectors_.front()->first());
  const bool mine = std::ranges::any_of(
      vectors_, [&](const AnyVector* x) { return !x->matrix().empty() && x->in_scope(call.grid()); });
  if (mine)
    *callers_ = moved_;
  else if (intent_ == out)
    *callers_ = T{};
}

template class ScopedScalar<int>;
template class ScopedScalar<float>;
template class ScopedScalar<double>;
template class ScopedScalar<std::complex<float>>;
template class ScopedScalar<std::complex<double>>;

} // namespace hetgrid::scalapack::wrapper
