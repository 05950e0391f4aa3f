#include "cli/multiply/journal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/options/arguments.hpp"
#include "cli/options/message.hpp"
#include "cli/output/output_file.hpp"
#include "hetgrid/error.hpp"
#include "plan/json_fields.hpp"

namespace hetgrid::cli {
namespace {

using plan::Json;
using server::Index;

constexpr int version = 1;
constexpr const char* title = "hetgrid multiply"; ///< the first name on the first line

Json to_json(const OperandState& operand) {
  return {{"name", operand.file},
          {"bytes", operand.bytes},
          {"modified", operand.modified},
          {"dataset", operand.dataset},
          {"digest", operand.digest}};
}

OperandState operand_from(const Json& json) {
  return {json.at("name"), json.at("bytes"), json.at("modified"), json.value("dataset", std::string()),
          json.value("digest", std::string())};
}

std::string line_of(const JournalHead& head) {
  return Json{{title, version},
              {"a", to_json(head.a)},
              {"b", to_json(head.b)},
              {"precision", std::string(1, head.c.precision)},
              {"m", head.c.m},
              {"n", head.c.n},
              {"by_rows", head.c.by_rows},
              {"options", Json::parse(head.options)},
              {"block_size", head.block_size},
              {"policy", head.policy},
              {"fingerprint", head.fingerprint},
              {"blas", head.blas},
              {"platform", Json::parse(head.platform)}}
             .dump() +
         "\n";
}

JournalHead head_from(std::string_view line) {
  const Json json = plan::parse_json(std::string(line), "journal");
  if (json.at(title) != version)
    throw InputError("another version");
  if (!json.at("options").is_object())
    throw InputError("options that are none");
  return {operand_from(json.at("a")),
          operand_from(json.at("b")),
          {json.at("precision").get<std::string>().at(0), json.at("m"), json.at("n"), json.at("by_rows")},
          json.at("options").dump(),
          json.at("block_size"),
          json.at("policy"),
          json.at("platform").dump(),
          json.at("fingerprint"),
          json.value("blas", std::vector<std::string>())};
}

/// [first row, end of rows, first column, end of columns], blocks of C
std::string line_of(const server::Piece& piece) {
  return fmt::format("[{}, {}, {}, {}]\n", piece.rows.begin, piece.rows.end, piece.columns.begin,
                     piece.columns.end);
}

server::Piece piece_from(std::string_view line) {
  const auto numbers = Json::parse(line).get<std::array<Index, 4>>();
  return {server::Operand::c, {numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

} // namespace

OperandState OperandState::of(const InputMatrix& operand) {
  struct stat status {};
  if (stat(operand.file().c_str(), &status) != 0)
    throw InputError(
        fmt::format("{}: cannot be read: {}", one_line(operand.file(), 400), std::strerror(errno)));
  return {operand.file(), status.st_size, status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec,
          operand.dataset(), fmt::format("{:016x}", operand.digest())};
}

Journal::Journal(std::string file) : file_(std::move(file)) {
  open_and_lock();
  read();
}

Journal::~Journal() {
  if (results_.empty())
    remove();
}

void Journal::open_and_lock() {
  for (;;) {
    descriptor_ = Descriptor(open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (descriptor_.get() < 0)
      cannot_write();
    if (flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0)
      refuse("in use", "that no other run writes this output");
    struct stat status {};
    if (fstat(descriptor_.get(), &status) == 0 && status.st_nlink > 0)
      return; // else the other one has removed it in between
  }
}

void Journal::read() {
  const std::string text = read_text(file_), beginning = fmt::format("{{\"{}\":", title);
  if (!text.starts_with(beginning.substr(0, text.size())))
    refuse("line 1", "the journal of hetgrid multiply");
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    try {
      const std::string_view line = std::string_view(text).substr(begin, end - begin);
      if (head_)
        results_.push_back(piece_from(line));
      else
        head_ = head_from(line);
    } catch (const std::exception&) {
      const auto number =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n') + 1;
      refuse(fmt::format("line {}", number), head_ ? "a part of C" : "the journal of hetgrid multiply");
    }
  if (results_.empty())
    head_.reset();
  // What comes behind the last end of a line was being written when the run was interrupted.
  if (ftruncate(descriptor_.get(), static_cast<off_t>(begin)) != 0 ||
      lseek(descriptor_.get(), 0, SEEK_END) < 0)
    cannot_write();
}

void Journal::forget() {
  head_.reset();
  results_.clear();
  if (ftruncate(descriptor_.get(), 0) != 0 || lseek(descriptor_.get(), 0, SEEK_SET) < 0 ||
      fsync(descriptor_.get()) != 0)
    cannot_write();
}

void Journal::begin(const JournalHead& head) {
  forget();
  head_ = head;
  append(line_of(head));
}

void Journal::add(std::span<const server::Piece> results) {
  std::string lines;
  for (const server::Piece& piece : results)
    lines += line_of(piece);
  append(lines);
  results_.insert(results_.end(), results.begin(), results.end());
}

void Journal::append(const std::string& text) {
  if (!write_all(descriptor_.get(), text) || fsync(descriptor_.get()) != 0)
    cannot_write();
}

void Journal::remove() noexcept {
  struct stat mine {
  }, there{};
  if (fstat(descriptor_.get(), &mine) == 0 && stat(file_.c_str(), &there) == 0 &&
      mine.st_dev == there.st_dev && mine.st_ino == there.st_ino)
    unlink(file_.c_str());
}

void Journal::cannot_write() const {
  throw InputError(fmt::format("{}: cannot be written: {}", one_line(file_, 400), std::strerror(errno)));
}

void Journal::refuse(const std::string& what, const std::string& expected) const {
  throw InputError(fmt::format("{}: {}: expected {}", one_line(file_, 400), what, expected));
}

} // namespace hetgrid::cli
