// What an interrupted `hetgrid multiply` leaves beside its output: on the first line what was computed and how, on each of the
// others a part of C that is in the output. A line counts when its end is there.
#pragma once

#include "cli/files/mapping.hpp"
#include "cli/files/matrix_file.hpp"
#include "cli/files/stored_matrix.hpp"
#include "hetgrid/server.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hetgrid::cli {

/// By which an operand that has changed is known, or that it is another one.
struct OperandState {
  std::string file;
  std::int64_t bytes = 0;    ///< of the file
  std::int64_t modified = 0; ///< nanoseconds
  std::string dataset = {};  ///< empty unless it is one of HDF5, or the journal does not tell
  std::string digest = {};   ///< InputMatrix::digest(); empty: the journal does not tell

  /// \throws InputError
  static OperandState of(const InputMatrix& operand);
};

/// What a run is of, and its plan: with both the same, so are the bits of the results.
struct JournalHead {
  OperandState a, b;
  MatrixLayout c;
  std::string options; ///< that matter to the plan, as a JSON object
  server::Index block_size = 0;
  std::string policy;
  std::string platform;               ///< JSON, as the plan was made for it
  std::string fingerprint;            ///< of the plan
  std::vector<std::string> blas = {}; ///< of every rank, and its threads; none: a journal that does not tell
};

class Journal {
public:
  /// Opens, or makes, the file, which this process alone has from now on. \throws InputError if another one has it, if it cannot
  /// be written, or is none
  explicit Journal(std::string file);
  /// Removes it if there is nothing in it of which another run could make use.
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::string& file() const noexcept { return file_; }
  /// Nothing if there is no run to go on with.
  const std::optional<JournalHead>& head() const noexcept { return head_; }
  const std::vector<server::Piece>& results() const noexcept { return results_; }

  /// There is no run to go on with, nor will a later one find it, whatever becomes of this run: on the disk, too. \throws InputError
  void forget();
  /// Of a new run. \throws InputError
  void begin(const JournalHead& head);
  /// These, too, are in the output, on the disk. \throws InputError
  void add(std::span<const server::Piece> results);
  /// The output is complete. Once this is done another run may have a journal of this name, which stays.
  void remove() noexcept;

private:
  void open_and_lock();
  void read();
  void append(const std::string& text);
  [[noreturn]] void cannot_write() const;
  [[noreturn]] void refuse(const std::string& what, const std::string& expected) const;

  std::string file_;
  Descriptor descriptor_;
  std::optional<JournalHead> head_;
  std::vector<server::Piece> results_;
};

} // namespace hetgrid::cli
