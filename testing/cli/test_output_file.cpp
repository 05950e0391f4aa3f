// Files that appear when they are complete: what is there before, in between and after a failure.
#define BOOST_TEST_MODULE output_file
#include <boost/test/unit_test.hpp>

#include "cli/output/output_file.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using hetgrid::cli::OutputFile;

struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "hetgrid-output-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(name.data()));
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const char* name) const { return (path / name).string(); }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
};

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::string& file, const std::string& text) {
  std::ofstream(file) << text;
}

auto says(const std::string& words) {
  return [words](const hetgrid::InputError& error) {
    BOOST_TEST_MESSAGE(error.what());
    return std::string(error.what()).find(words) != std::string::npos;
  };
}

} // namespace

BOOST_AUTO_TEST_CASE(appears_when_published) {
  const Folder folder;
  const std::string name = folder / "new";
  {
    OutputFile file(name);
    BOOST_TEST(folder.count() == 0U);
    file.write("text");
    BOOST_TEST(!fs::exists(name));
    file.publish();
    BOOST_TEST(text_of(name) == "text");
  }
  BOOST_TEST(folder.count() == 1U);
}

BOOST_AUTO_TEST_CASE(old_file_stays_until_then) {
  const Folder folder;
  const std::string name = folder / "old";
  put(name, "old");
  fs::permissions(name, fs::perms(0640));
  { OutputFile never_written(name); }
  {
    OutputFile never_published(name);
    never_published.write("new");
  }
  BOOST_TEST(text_of(name) == "old");
  OutputFile file(name);
  file.write("new");
  BOOST_TEST(text_of(name) == "old");
  file.publish();
  BOOST_TEST(text_of(name) == "new");
  BOOST_TEST((fs::status(name).permissions() == fs::perms(0640)));
  BOOST_TEST(folder.count() == 1U);
}

BOOST_AUTO_TEST_CASE(links_stay) {
  const Folder folder;
  fs::create_directory(folder / "there");
  fs::create_symlink("there/file", folder / "link");
  for (const char* const text : {"first", "second"}) {
    hetgrid::cli::write_file(folder / "link", text);
    BOOST_TEST(fs::is_symlink(folder / "link"));
    BOOST_TEST(text_of(folder / "there/file") == text);
  }
}

BOOST_AUTO_TEST_CASE(bad_places_are_told_at_once) {
  const Folder folder;
  BOOST_CHECK_EXCEPTION(OutputFile(folder / "none/file"), hetgrid::InputError, says("No such file"));
  BOOST_CHECK_EXCEPTION(OutputFile(folder.path.string()), hetgrid::InputError, says("Is a directory"));
  BOOST_CHECK_EXCEPTION(OutputFile(folder / "new/"), hetgrid::InputError, says("cannot be written"));
  put(folder / "file", "");
  BOOST_CHECK_EXCEPTION(OutputFile(folder / "file/x"), hetgrid::InputError, says("Not a directory"));
  BOOST_CHECK_EXCEPTION(OutputFile(folder / std::string(1000, 'x').c_str()), hetgrid::InputError,
                        says("File name too long"));
  OutputFile none("");
  none.write("text");
  none.publish();
  BOOST_TEST(!none.wanted());
  if (geteuid() != 0) { // root may write everywhere
    fs::permissions(folder.path, fs::perms(0500));
    BOOST_CHECK_EXCEPTION(OutputFile(folder / "new"), hetgrid::InputError, says("Permission denied"));
    fs::permissions(folder.path, fs::perms(0700));
    fs::permissions(folder / "file", fs::perms(0400));
    BOOST_CHECK_EXCEPTION(OutputFile(folder / "file"), hetgrid::InputError, says("Permission denied"));
  }
}

/// The one that is published last would be all that is left.
BOOST_AUTO_TEST_CASE(two_outputs_are_two_files) {
  const Folder folder;
  put(folder / "file", "old");
  fs::create_symlink("file", folder / "link");
  {
    const OutputFile first(folder / "file"), other(folder / "other");
    for (const char* const name : {"file", "./file", "link"})
      BOOST_CHECK_EXCEPTION(OutputFile(folder / name), hetgrid::InputError, says("given for two outputs"));
    const OutputFile null("/dev/null"), again("/dev/null");
  }
  BOOST_TEST(text_of(folder / "file") == "old");
  hetgrid::cli::write_file(folder / "link", "new");
  BOOST_TEST(text_of(folder / "file") == "new");
}

BOOST_AUTO_TEST_CASE(devices) {
  hetgrid::cli::write_file("/dev/null", "text");
  BOOST_CHECK_EXCEPTION(hetgrid::cli::write_file("/dev/full", "text"), hetgrid::InputError,
                        says("No space left on device"));
  BOOST_TEST(fs::is_character_file("/dev/null"));
}

BOOST_AUTO_TEST_CASE(standard_output_by_its_name) {
  const Folder folder;
  const std::string name = folder / "redirected";
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO), file = open(name.c_str(), O_WRONLY | O_CREAT, 0600);
  dup2(file, STDOUT_FILENO);
  std::fputs("first\n", stdout);
  hetgrid::cli::write_file("/dev/stdout", "second\n");
  std::fputs("third\n", stdout);
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  close(file);
  BOOST_TEST(text_of(name) == "first\nsecond\nthird\n");
}

BOOST_AUTO_TEST_CASE(pipes_that_somebody_reads) {
  const Folder folder;
  const std::string name = folder / "pipe";
  BOOST_REQUIRE(mkfifo(name.c_str(), 0600) == 0);
  const pid_t child = fork();
  if (child == 0)
    _exit(text_of(name) == "text" ? 0 : 1);
  hetgrid::cli::write_file(name, "text");
  int status = 1;
  BOOST_TEST(waitpid(child, &status, 0) == child);
  BOOST_TEST(status == 0);
  BOOST_TEST(fs::is_fifo(name));
}

/// A limit of the process stands for a full disk where no file system can be mounted.
BOOST_AUTO_TEST_CASE(too_large_a_file) {
  const Folder folder;
  put(folder / "file", "old");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  BOOST_CHECK_EXCEPTION(hetgrid::cli::write_file(folder / "file", std::string(100'000, 'x')),
                        hetgrid::InputError, says("File too large"));
  setrlimit(RLIMIT_FSIZE, &before);
  BOOST_TEST(text_of(folder / "file") == "old");
  BOOST_TEST(folder.count() == 1U);
}

BOOST_AUTO_TEST_CASE(full_disk) {
  const Folder folder;
  if (mount("none", folder.path.c_str(), "tmpfs", 0, "size=64k") != 0) {
    BOOST_TEST_MESSAGE("no file system can be mounted");
    return;
  }
  put(folder / "file", "old");
  BOOST_CHECK_EXCEPTION(hetgrid::cli::write_file(folder / "file", std::string(200'000, 'x')),
                        hetgrid::InputError, says("No space left on device"));
  BOOST_TEST(text_of(folder / "file") == "old");
  BOOST_TEST(folder.count() == 1U);
  // There was room for the first of two.
  {
    OutputFile first(folder / "first"), second(folder / "second");
    first.write("text");
    BOOST_CHECK_THROW(second.write(std::string(200'000, 'x')), hetgrid::InputError);
  }
  BOOST_TEST(folder.count() == 1U);
  umount(folder.path.c_str());
}

/// Nothing is left of a process that is killed between write() and publish().
BOOST_AUTO_TEST_CASE(killed_in_between) {
  const Folder folder;
  put(folder / "file", "old");
  const pid_t child = fork();
  if (child == 0) {
    OutputFile file(folder / "file");
    file.write("new");
    raise(SIGKILL);
  }
  int status = 0;
  BOOST_REQUIRE_EQUAL(waitpid(child, &status, 0), child);
  BOOST_TEST(WTERMSIG(status) == SIGKILL);
  BOOST_TEST(text_of(folder / "file") == "old");
  // With files that have no name there is nothing; elsewhere one hidden file.
  BOOST_TEST(folder.count() <= 2U);
}
