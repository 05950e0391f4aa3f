// Results survive: what came back is put on the disk, first in the output and then in the journal, by a thread, while the server
// goes on.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "cli/files/matrix_file.hpp"
#include "cli/multiply/journal.hpp"

namespace hetgrid::cli {

class ResultKeeper {
public:
  ResultKeeper(const OutputMatrix& output, Journal& journal);
  /// Keeps what there is, if it can.
  ~ResultKeeper();
  ResultKeeper(const ResultKeeper&) = delete;
  ResultKeeper& operator=(const ResultKeeper&) = delete;

  /// These parts of C are in the output. \throws InputError if earlier ones could not be written
  void keep(const std::vector<server::Piece>& results);
  /// All are on the disk. \throws InputError
  void finish();

private:
  void run();
  void stop();

  const OutputMatrix& output_;
  Journal& journal_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<server::Piece> waiting_;
  std::exception_ptr error_;
  bool stopping_ = false;
  std::thread thread_; ///< the last member: it uses all others
};

} // namespace hetgrid::cli
