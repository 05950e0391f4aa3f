// Matrices in files, by the names that the command line gives them: FILE.npy, FILE.mtx, FILE.h5:/DATASET.
#pragma once

#include "cli/files/mapping.hpp"
#include "cli/files/stored_matrix.hpp"

#include <cstdint>
#include <string>

namespace hetgrid::cli {

/// A matrix to be read: mapped where it is if its format allows that, else copied to a file without a name.
class InputMatrix {
public:
  /// \param scratch  folder of the copy, if one has to be made
  /// \throws InputError naming the file, what it has and what was expected; for a full disk, too
  InputMatrix(const std::string& name, const std::string& scratch);

  const std::string& name() const noexcept { return name_; }
  /// That has it: the name without the dataset.
  const std::string& file() const noexcept { return file_; }
  /// Within that file; empty unless it is one of HDF5.
  const std::string& dataset() const noexcept { return dataset_; }
  const MatrixLayout& layout() const noexcept { return stored_.layout; }
  const std::byte* data() const noexcept { return mapping_.data() + stored_.offset; }
  /// By which other elements are known, whatever file they are in: of all of a copy; of pages here and there where they are mapped.
  std::uint64_t digest() const noexcept;

private:
  void map_dataset(const std::string& scratch);
  void read_entries(const std::string& scratch);

  std::string name_, file_, dataset_;
  StoredMatrix stored_;
  Mapping mapping_;
  bool copied_ = false; ///< the elements are in a file without a name
};

/// A matrix that is written: in FILE.part, which others can read and an interrupted run leaves, until it is complete.
class OutputMatrix {
public:
  /// Finds out, before any work, whether it can be written; leaves nothing. \throws InputError
  explicit OutputMatrix(const std::string& name);

  const std::string& name() const noexcept { return name_; }
  const std::string& target() const noexcept { return target_; } ///< the file, links followed
  std::string folder() const;                                    ///< that has it, for scratch files
  /// HDF5 has one order, that of C.
  bool only_by_rows() const noexcept { return !dataset_.empty(); }

  /// \throws InputError if it would take the place of this operand, which then would be lost
  void check_apart(const InputMatrix& operand) const;
  /// Anew, its elements not set, with room for all of them. \throws InputError, also if another run is writing it
  void create(const MatrixLayout& layout);
  /// An interrupted run has left something.
  bool has_part() const;
  /// What it has left. \throws InputError if there is none, or another one, or another run is writing it
  void reopen(const MatrixLayout& layout);
  std::byte* data() const noexcept { return mapping_.data() + stored_.offset; }
  /// Elements that were written so far survive. Any thread. \throws InputError
  void sync() const { mapping_.sync(); }
  /// Puts it in its place. \throws InputError
  void publish();
  /// Removes what was created or reopened.
  void discard() noexcept;

private:
  std::string part() const { return target_ + ".part"; }
  /// The part is this run's, as long as it has it open.
  void own();

  std::string name_, target_, dataset_; ///< dataset: empty unless it is one of HDF5
  StoredMatrix stored_;
  Mapping mapping_;
  Descriptor lock_; ///< the part, if it is this run's
};

} // namespace hetgrid::cli
