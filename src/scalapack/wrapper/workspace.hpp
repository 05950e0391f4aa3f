// Workspace of a wrapped call. Its size depends on the layout: the caller's is not used.
#pragma once

#include "scalapack/wrapper/call.hpp"
#include "scalapack/wrapper/zeroed.hpp"

namespace hetgrid::scalapack::wrapper {

template <typename T>
class Workspace : public AnyWorkspace {
public:
  /// With its length, argument `position`. query: the routine tells its size if asked.
  Workspace(Call& call, int position, T* work, const int* length, bool query)
      : position_(position), callers_(work), callers_length_(*length), query_(query) {
    call.add(*this);
  }
  /// Without.
  Workspace(Call& call, T* work) : callers_(work) { call.add(*this); }

  T* data() noexcept { return memory_.get(); }
  const int* length() const noexcept { return &length_; }

  /// Local. \throws std::bad_alloc, SystemError if the size is more than an INTEGER
  void reserve(Index size);

  void check(api::ArgumentChecker& check, const comm::Grid& grid) override;
  bool needs_query() const override { return query_; }
  bool is_asked() const override { return position_ > 0 && callers_length_ == -1; }
  void ask() override;
  void reserve_answer(const Call& call) override;
  void answer(bool asked) override;

private:
  int position_ = 0; ///< of the length; 0: none
  T* callers_;
  int callers_length_ = 0;
  bool query_ = false;
  int length_ = 0;
  Zeroed<T> memory_;
};

} // namespace hetgrid::scalapack::wrapper
