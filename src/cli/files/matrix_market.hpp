// Reader of Matrix Market files (Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NISTIR 5935,
// 1996).
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <vector>

namespace hetgrid::cli {

/// A matrix as a list of entries, 0-based; what the list does not name is zero, repeated entries add up.
struct EntryList {
  struct Entry {
    std::int64_t i = 0, j = 0;
    std::complex<double> value;
  };
  std::int64_t m = 0; ///< rows
  std::int64_t n = 0; ///< columns
  bool complex = false;
  std::vector<Entry> entries;
};

/// Array and coordinate format; real, integer and complex; general, symmetric, skew-symmetric and hermitian,
/// whose other triangle is filled in. \param name for messages \throws InputError naming file, line and what
/// was expected there
EntryList read_matrix_market(std::istream& in, const std::string& name);
EntryList read_matrix_market(const std::string& file);

/// Where the entries of a file go that is not to be in memory as a list. Both may throw.
struct EntrySink {
  std::function<void(std::int64_t m, std::int64_t n, bool complex)> begin;
  std::function<void(const EntryList::Entry&)> entry;
};
void read_matrix_market(const std::string& file, const EntrySink& sink);

} // namespace hetgrid::cli
