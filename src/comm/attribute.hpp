// Objects that hang on a communicator as MPI attributes, until it is freed.
#pragma once

#include "comm/mpi_check.hpp"

#include <memory>
#include <mpi.h>

namespace hetgrid::comm {

/// Ends an object that its communicator owns.
template <typename T>
int delete_attribute(MPI_Comm, int, void* object, void*) {
  delete static_cast<T*>(object);
  return MPI_SUCCESS;
}

/// The objects of one class, at most one on a communicator. A static variable of a function: keys are made after MPI_Init.
template <typename T>
class Attribute {
public:
  /// \param end  what becomes of an object when its communicator is freed, or it is removed
  explicit Attribute(MPI_Comm_delete_attr_function* end = delete_attribute<T>) {
    HG_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &key_, nullptr));
  }

  /// The object on a communicator, nullptr if there is none. Local.
  T* of(MPI_Comm comm) const {
    void* object = nullptr;
    int found = 0;
    HG_MPI(MPI_Comm_get_attr(comm, key_, &object, &found));
    return found ? static_cast<T*>(object) : nullptr;
  }
  /// The communicator owns the object from now on. Local.
  T& set(MPI_Comm comm, std::unique_ptr<T> object) const {
    set(comm, object.get());
    return *object.release();
  }
  /// An object that others own. Local.
  void set(MPI_Comm comm, T* object) const { HG_MPI(MPI_Comm_set_attr(comm, key_, object)); }
  void remove(MPI_Comm comm) const { HG_MPI(MPI_Comm_delete_attr(comm, key_)); }

private:
  int key_ = MPI_KEYVAL_INVALID;
};

} // namespace hetgrid::comm
