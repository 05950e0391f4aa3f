#include "cli/files/matrix_file.hpp"

#include <algorithm>
#include <cerrno>
#include <complex>
#include <cstring>
#include <filesystem>
#include <span>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/files/hdf5.hpp"
#include "cli/files/matrix_market.hpp"
#include "cli/files/npy.hpp"
#include "cli/options/message.hpp"
#include "cli/output/output_file.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {
namespace {

[[noreturn]] void cannot_write(const std::string& name, int error) {
  throw InputError(fmt::format("{}: cannot be written: {}", one_line(name, 400), std::strerror(error)));
}

[[noreturn]] void unknown(const std::string& name, const char* expected) {
  throw InputError(fmt::format("{}: unknown format: expected {}", one_line(name, 400), expected));
}

/// Entries that a file names twice add up.
void add(std::byte* elements, const MatrixLayout& layout, const EntryList::Entry& entry) {
  const std::int64_t place = entry.i + entry.j * layout.m;
  if (layout.precision == 'z')
    reinterpret_cast<std::complex<double>*>(elements)[place] += entry.value;
  else
    reinterpret_cast<double*>(elements)[place] += entry.value.real();
}

} // namespace

InputMatrix::InputMatrix(const std::string& name, const std::string& scratch) : name_(name), file_(name) {
  if (name.ends_with(".npy")) {
    mapping_ = Mapping::of_input(name);
    stored_ = parse_npy(mapping_.text(), name);
  } else if (name.ends_with(".mtx"))
    read_entries(scratch);
  else if (dataset_name(name))
    map_dataset(scratch);
  else
    unknown(name, "FILE.npy, FILE.mtx or FILE.h5:/DATASET");
}

void InputMatrix::map_dataset(const std::string& scratch) {
  const DatasetName dataset = *dataset_name(name_);
  file_ = dataset.file;
  dataset_ = dataset.dataset;
  stored_ = find_dataset(dataset);
  if (stored_.offset > 0) {
    mapping_ = Mapping::of_input(file_);
    if (mapping_.size() < stored_.end())
      throw InputError(fmt::format("{}: {} bytes: expected at least {}", one_line(name_, 400),
                                   mapping_.size(), stored_.end()));
    return;
  }
  copied_ = true;
  mapping_ = Mapping::scratch(scratch, stored_.layout.bytes());
  read_dataset(dataset, stored_.layout, mapping_.data());
}

void InputMatrix::read_entries(const std::string& scratch) {
  copied_ = true;
  read_matrix_market(name_,
                     {[&](std::int64_t m, std::int64_t n, bool complex) {
                        if (m < 1 || n < 1 || m > largest_side || n > largest_side)
                          throw InputError(fmt::format("{}: {} x {}: expected from 1 to {} rows and columns",
                                                       one_line(name_, 400), m, n, largest_side));
                        stored_.layout = {complex ? 'z' : 'd', m, n, false};
                        mapping_ = Mapping::scratch(scratch, stored_.layout.bytes());
                      },
                      [&](const EntryList::Entry& entry) { add(mapping_.data(), stored_.layout, entry); }});
}

std::uint64_t InputMatrix::digest() const noexcept {
  constexpr std::size_t page = 4096, most_pages = 1024;
  const std::size_t bytes = stored_.layout.bytes(), pages = (bytes + page - 1) / page;
  const std::size_t looked_at = copied_ ? pages : std::min(pages, most_pages);
  std::uint64_t hash = 14695981039346656037u; // FNV-1a by words, whose upper halves come down
  for (std::size_t k = 0; k < looked_at; ++k) {
    const std::size_t begin = pages * k / looked_at * page, end = std::min(begin + page, bytes);
    for (std::size_t at = begin; at < end; at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, data() + at, std::min(sizeof word, end - at));
      hash = (hash ^ word) * 1099511628211u;
      hash ^= hash >> 32;
    }
  }
  return hash;
}

OutputMatrix::OutputMatrix(const std::string& name) : name_(name), target_(name) {
  if (const auto dataset = dataset_name(name); dataset && !name.ends_with(".npy")) {
    target_ = dataset->file;
    dataset_ = dataset->dataset;
    if (dataset_.ends_with('/'))
      unknown(name, "FILE.h5:/DATASET");
    if (access(target_.c_str(), F_OK) == 0)
      throw InputError(
          fmt::format("{}: exists: expected the name of a new file, which gets this dataset alone",
                      one_line(target_, 400)));
  } else if (!name.ends_with(".npy"))
    unknown(name, "FILE.npy or FILE.h5:/DATASET");
  const OutputFile place(target_);
  target_ = follow_links(target_);
}

void OutputMatrix::own() {
  lock_ = Descriptor(open(part().c_str(), O_RDWR | O_CLOEXEC));
  if (lock_.get() < 0)
    cannot_write(part(), errno);
  if (flock(lock_.get(), LOCK_EX | LOCK_NB) == 0)
    return;
  lock_ = Descriptor();
  throw InputError(fmt::format("{}: another run is writing it: expected another name of the output",
                               one_line(part(), 400)));
}

void OutputMatrix::create(const MatrixLayout& layout) {
  if (has_part())
    own(); // what is left of a run that has ended
  if (unlink(part().c_str()) != 0 && errno != ENOENT)
    cannot_write(part(), errno);
  const Descriptor file(open(part().c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.get() < 0)
    cannot_write(part(), errno);
  const std::string header = dataset_.empty() ? npy_header(layout) : "";
  try {
    stored_ =
        dataset_.empty() ? StoredMatrix{layout, header.size()} : create_dataset({part(), dataset_}, layout);
  } catch (const Error&) {
    unlink(part().c_str());
    throw;
  }
  own();
  allocate(file, stored_.end(), part());
  if (fchmod(file.get(), permissions(target_)) != 0)
    cannot_write(part(), errno);
  mapping_ = Mapping::of_output(part());
  std::ranges::copy(std::as_bytes(std::span(header)), mapping_.data());
}

void OutputMatrix::check_apart(const InputMatrix& operand) const {
  std::error_code none; // yet
  if (std::filesystem::equivalent(target_, operand.file(), none))
    throw InputError(
        fmt::format("{}: is an operand: expected the name of another file", one_line(name_, 400)));
}

std::string OutputMatrix::folder() const {
  const std::size_t slash = target_.rfind('/');
  return slash == std::string::npos ? "." : target_.substr(0, slash + 1);
}

bool OutputMatrix::has_part() const {
  return access(part().c_str(), F_OK) == 0;
}

void OutputMatrix::reopen(const MatrixLayout& layout) {
  mapping_ = Mapping::of_output(part());
  stored_ = dataset_.empty() ? parse_npy(mapping_.text(), part()) : find_dataset({part(), dataset_});
  if (stored_.layout != layout || mapping_.size() < stored_.end())
    throw InputError(
        fmt::format("{}: {} x {} elements of type {}: expected {} x {} of type {} in the same order",
                    one_line(part(), 400), stored_.layout.m, stored_.layout.n, stored_.layout.precision,
                    layout.m, layout.n, layout.precision));
  own();
}

void OutputMatrix::publish() {
  sync();
  mapping_ = {};
  if (rename(part().c_str(), target_.c_str()) != 0)
    cannot_write(name_, errno);
  lock_ = Descriptor();
}

void OutputMatrix::discard() noexcept {
  mapping_ = {};
  if (lock_.get() >= 0)
    unlink(part().c_str());
  lock_ = Descriptor();
}

} // namespace hetgrid::cli
