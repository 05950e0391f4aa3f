// Files that the command writes. They appear, or take the place of an older one, when they are complete, and not before.
#pragma once

#include <string>

#include <sys/types.h>

#include "hetgrid/error.hpp"

namespace hetgrid::cli {

/// An output of the command: a file, "-" for standard output, or none if the name is empty.
///
/// It is made before any work is done and finds out whether it can be written. write() puts the text beside its place,
/// without a name where the file system can; publish() moves it there. Whatever fails before leaves the old file as it
/// was. Several outputs of a command are all written before the first is published.
class OutputFile {
public:
  /// \throws InputError if the file cannot be written as far as can be seen without its text, or is that of another output
  explicit OutputFile(std::string name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  bool wanted() const noexcept { return !name_.empty(); }
  /// \throws InputError if it would take the place of this input, which then would be lost
  void check_apart(const std::string& input) const;
  /// \throws InputError, as for a full disk
  void write(const std::string& text);
  /// Nothing if nothing was written. \throws InputError
  void publish();

private:
  void check_place() const;
  void claim_place();
  void open_beside();
  void open_in_place();
  void open_pipe();
  void discard() noexcept;
  [[noreturn]] void fail(int error) const;

  std::string name_;      ///< as in messages
  std::string target_;    ///< links followed
  std::string place_;     ///< where that is, under whatever name; empty: this output has not claimed it
  std::string temporary_; ///< name of what is written; empty: it has none
  bool in_place_ = false; ///< a device or a pipe, which nothing can be put in place of
  int descriptor_ = -1;
};

/// The file that a name leads to, also where the last link leads to one that does not exist yet.
std::string follow_links(const std::string& name);
/// Of a new file in this place, or of the one that is there.
mode_t permissions(const std::string& target);

/// All of a text to an open file. \return false, and errno says why
bool write_all(int descriptor, const std::string& text);
/// A whole file at once.
void write_file(const std::string& name, const std::string& text);

class StandardOutputError : public SystemError {
public:
  explicit StandardOutputError(int error);
};

/// All that was printed has arrived. \throws StandardOutputError
void flush_standard_output();

} // namespace hetgrid::cli
