// Scalars that only the processes get, or have, which own a vector: PDDOT, PDNRM2, PDAMAX, PDLASSQ.
#pragma once

#include "scalapack/wrapper/matrix.hpp"

#include <initializer_list>

namespace hetgrid::scalapack::wrapper {

template <typename T>
class ScopedScalar : public Argument {
public:
  /// index: it is the index, from 1, of an element of the vector in the whole matrix; 0: of none.
  ScopedScalar(Call& call, Intent intent, T* value, std::initializer_list<const AnyVector*> vectors,
               bool index = false)
      : intent_(intent), callers_(value), index_(index) {
    for (const AnyVector* const vector : vectors)
      vectors_.add(vector);
    call.add(*this);
  }

  T* data() noexcept { return &moved_; }

  /// All processes get the value of the owner of the vector.
  void move_in(const Call& call) override;
  /// The processes of the vectors get the result; on the others an output is 0, as by the PBLAS.
  void move_out(const Call& call) override;

private:
  Intent intent_;
  T* callers_;
  Notes<const AnyVector*> vectors_;
  bool index_;
  T moved_{};
};

} // namespace hetgrid::scalapack::wrapper
