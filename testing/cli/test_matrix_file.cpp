// Matrices in files: what is written is read again, in every type and order; what is said about others; mutants of headers.
#define BOOST_TEST_MODULE matrix_file
#include <boost/test/unit_test.hpp>

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <algorithm>
#include <array>
#include <complex>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#ifdef HAVE_HDF5
#include <hdf5.h>
#endif

#include "cli/files/isolated.hpp"
#include "cli/files/matrix_file.hpp"
#include "cli/files/npy.hpp"
#include "hetgrid/error.hpp"
#include "testing/support/mutants.hpp"
#include "testing/support/mutation.hpp"

namespace {

namespace fs = std::filesystem;
using namespace hetgrid::cli;

struct Folder {
  fs::path path;

  Folder() {
    std::string name = (fs::temp_directory_path() / "hetgrid-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  auto count() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
};

void put(const std::string& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

auto says(const std::string& text) {
  return [text](const hetgrid::Error& error) {
    const std::string what = error.what();
    BOOST_TEST_MESSAGE(what);
    return what.find(text) != std::string::npos && what.find('\n') == std::string::npos && what.size() < 500;
  };
}

/// A header of version 1.0, padded as NumPy pads it.
std::string header(const std::string& dictionary) {
  std::string text = dictionary;
  text.resize((10 + text.size() + 1 + 63) / 64 * 64 - 10, ' ');
  text.back() = '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(text.size()) + '\0' + text;
}

std::string npy(const std::string& dictionary, std::size_t bytes) {
  return header(dictionary) + std::string(bytes, 'x');
}

std::string dictionary(const std::string& type, const std::string& shape) {
  return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
}

/// The bytes of an m x n matrix are 0, 1, 2, ...
void write(const std::string& name, const MatrixLayout& layout) {
  OutputMatrix matrix(name);
  matrix.create(layout);
  std::iota(reinterpret_cast<unsigned char*>(matrix.data()),
            reinterpret_cast<unsigned char*>(matrix.data()) + layout.bytes(), static_cast<unsigned char>(0));
  matrix.publish();
}

void check(const std::string& name, const MatrixLayout& layout, const Folder& folder) {
  const InputMatrix matrix(name, folder.path.string());
  BOOST_TEST((matrix.layout() == layout));
  std::vector<unsigned char> expected(layout.bytes());
  std::iota(expected.begin(), expected.end(), static_cast<unsigned char>(0));
  BOOST_TEST(
      std::equal(expected.begin(), expected.end(), reinterpret_cast<const unsigned char*>(matrix.data())));
}

} // namespace

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
  const Folder folder;
  for (const char precision : {'s', 'd', 'c', 'z'})
    for (const bool by_rows : {true, false})
      for (const auto& [m, n] : {std::pair<Index, Index>(1, 1), {3, 5}, {117, 40}}) {
        const MatrixLayout layout{precision, m, n, by_rows};
        write(folder / "a.npy", layout);
        check(folder / "a.npy", layout, folder);
      }
  BOOST_TEST(folder.count() == 1);
}

/// Files as NumPy and others write them.
BOOST_AUTO_TEST_CASE(headers) {
  const auto layout = [](const std::string& dictionary, std::size_t bytes) {
    return parse_npy(npy(dictionary, bytes), "a.npy").layout;
  };
  BOOST_TEST((layout(dictionary("<f4", "(2, 3)"), 24) == MatrixLayout{'s', 2, 3, true}));
  BOOST_TEST((layout("{\"shape\":(2L,3L),\"fortran_order\":True,\"descr\":\"<c16\"}", 96) ==
              MatrixLayout{'z', 2, 3, false}));
  BOOST_TEST((layout(dictionary("<f8", "(6,)"), 48) == MatrixLayout{'d', 6, 1, true})); // a column
  std::string second = npy(dictionary("<f8", "(1, 1)"), 8); // version 2.0: four bytes of length
  second[6] = 2;
  second.insert(10, 2, '\0');
  second.erase(second.find('\n') - 2, 2);
  second[8] = static_cast<char>(second[8] - 2);
  BOOST_TEST((parse_npy(second, "a.npy").layout == MatrixLayout{'d', 1, 1, true}));
}

BOOST_AUTO_TEST_CASE(other_files_are_refused) {
  struct Bad {
    std::string text;
    const char* message;
  };
  const std::string good = npy(dictionary("<f8", "(2, 3)"), 48);
  std::string third = good;
  third[6] = 3;
  for (const auto& [text, message] : std::vector<Bad>{
           {"", "a.npy: \"\": expected a file of NumPy"},
           {"PK\x03\x04 an archive", "expected a file of NumPy"},
           {third, "a.npy: version 3.0: expected 1.0 or 2.0"},
           {good.substr(0, 9), "a.npy: 9 bytes: expected a header"},
           {good.substr(0, 60), "a.npy: 60 bytes: expected a header of 118 behind the first 10"},
           {good.substr(0, 175), "a.npy: 175 bytes: expected 176, 2 x 3 elements of 8 bytes"},
           {good + "x", "a.npy: 177 bytes: expected 176"},
           {npy(dictionary(">f8", "(2, 3)"), 48), "\">f8\": expected elements <f4, <f8, <c8 or <c16"},
           {npy(dictionary("<i8", "(2, 3)"), 48), "\"<i8\": expected elements <f4, <f8, <c8 or <c16"},
           {npy(dictionary("|O", "(2, 3)"), 48), "\"|O\": expected elements"},
           {npy("{'descr': [('r', '<f8')], 'fortran_order': False, 'shape': (2, 3), }", 48), "of one type"},
           {npy(dictionary("<f8", "()"), 8), "\"()\": expected one dimension or two"},
           {npy(dictionary("<f8", "(1, 2, 3)"), 48), "\"(1, 2, 3)\": expected one dimension or two"},
           {npy(dictionary("<f8", "(0,)"), 0), "\"(0,)\": expected from 1 to 100000000 rows and columns"},
           {npy(dictionary("<f8", "(0, 3)"), 0), "\"(0, 3)\": expected from 1 to 100000000 rows and columns"},
           {npy(dictionary("<f8", "(-2, 3)"), 48), "\"(-2, 3)\": expected from 1 to"},
           {npy(dictionary("<f8", "(99999999999999999999, 3)"), 48), "expected from 1 to"},
           {npy(dictionary("<f8", "(100000000, 100000000)"), 48),
            "expected 80000000000000128, 100000000 x 100000000"},
           {npy(dictionary("<f8", "(2.0, 3)"), 48), "header with \".0, 3)"},
           {npy(dictionary("<f8", "(2, 3"), 48), "expected"},
           {npy("{'descr': '<f8', 'shape': (2, 3)}", 48), "expected descr, fortran_order and shape"},
           {npy("{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}", 48),
            "each once"},
           {npy("{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 3)}", 48), "expected True or False"},
           {npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} and more", 48),
            "the end of the header"},
           {npy("[1, 2]", 48), "expected '{'"},
           {npy("{'descr: ", 48), "expected a word in quotes"},
       })
    BOOST_CHECK_EXCEPTION(parse_npy(text, "a.npy"), hetgrid::InputError, says(message));
  std::string unaligned = npy(dictionary("<f8", "(2, 3)"), 48);
  unaligned.erase(unaligned.find('\n') - 1, 1);
  unaligned[8] = static_cast<char>(unaligned[8] - 1);
  BOOST_CHECK_EXCEPTION(parse_npy(unaligned, "a.npy"), hetgrid::InputError,
                        says("elements from byte 127 on: expected a multiple of 8"));
}

BOOST_AUTO_TEST_CASE(mutants) {
  std::vector<std::string> corpus;
  for (const char* const type : {"<f4", "<f8", "<c8", "<c16"})
    corpus.push_back(npy(dictionary(type, "(1, 2)"), type == std::string("<c16") ? 32 : 16));
  hetgrid::testing::run_mutants(
      2041, {0.25, 1},
      [&](std::uint64_t seed) {
        const std::string mutant = hetgrid::testing::Mutator(seed)(corpus);
        try {
          const StoredMatrix matrix = parse_npy(mutant, "a.npy");
          BOOST_TEST(matrix.end() == mutant.size());
          BOOST_TEST((matrix.layout.m >= 1 && matrix.layout.n >= 1));
        } catch (const hetgrid::InputError& error) {
          const std::string message = error.what();
          BOOST_TEST((message.starts_with("a.npy: ") && message.size() < 400), message);
          throw;
        }
      },
      5'000);
}

BOOST_AUTO_TEST_CASE(matrix_market) {
  const Folder folder;
  put(folder / "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 2\n2 3 5\n2 3 -1\n");
  const InputMatrix real(folder / "a.mtx", folder.path.string());
  BOOST_TEST((real.layout() == MatrixLayout{'d', 2, 3, false}));
  const auto* const x = reinterpret_cast<const double*>(real.data());
  const std::vector<double> expected{2, 0, 0, 0, 0, 4};
  BOOST_TEST(std::vector<double>(x, x + 6) == expected, boost::test_tools::per_element());
  put(folder / "z.mtx", "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 0\n");
  const InputMatrix complex(folder / "z.mtx", folder.path.string());
  BOOST_TEST((complex.layout() == MatrixLayout{'z', 2, 2, false}));
  BOOST_TEST(
      (reinterpret_cast<const std::complex<double>*>(complex.data())[2] == std::complex<double>(2, -3)));
  put(folder / "e.mtx", "%%MatrixMarket matrix array real general\n0 5\n");
  BOOST_CHECK_EXCEPTION(InputMatrix(folder / "e.mtx", folder.path.string()), hetgrid::InputError,
                        says("e.mtx: 0 x 5: expected from 1 to 100000000"));
  BOOST_TEST(folder.count() == 3);
}

BOOST_AUTO_TEST_CASE(names) {
  const Folder folder;
  const std::string scratch = folder.path.string();
  put(folder / "a.txt", "1 2\n");
  fs::create_directory(folder / "d.npy");
  BOOST_CHECK_EXCEPTION(InputMatrix(folder / "a.txt", scratch), hetgrid::InputError,
                        says("unknown format: expected FILE.npy, FILE.mtx or FILE.h5:/DATASET"));
  BOOST_CHECK_EXCEPTION(InputMatrix(folder / "no.npy", scratch), hetgrid::InputError,
                        says("no.npy: cannot be read: No such file"));
  BOOST_CHECK_EXCEPTION(InputMatrix(folder / "d.npy", scratch), hetgrid::InputError,
                        says("d.npy: cannot be read: Is a directory"));
  BOOST_CHECK_EXCEPTION(InputMatrix("/dev/null/a.npy", scratch), hetgrid::InputError, says("cannot be read"));
  BOOST_CHECK_EXCEPTION(OutputMatrix(folder / "c.mtx"), hetgrid::InputError,
                        says("expected FILE.npy or FILE.h5:/DATASET"));
  BOOST_CHECK_EXCEPTION(OutputMatrix(folder / "no/c.npy"), hetgrid::InputError, says("cannot be written"));
  BOOST_CHECK_EXCEPTION(OutputMatrix(folder / "d.npy"), hetgrid::InputError, says("Is a directory"));
}

BOOST_AUTO_TEST_CASE(interrupted) {
  const Folder folder;
  const MatrixLayout layout{'d', 7, 5, true};
  put(folder / "c.npy", "old");
  {
    OutputMatrix matrix(folder / "c.npy");
    matrix.create(layout);
    matrix.data()[0] = std::byte{42};
    matrix.sync();
  }
  BOOST_TEST(fs::file_size(folder / "c.npy") == 3U);
  OutputMatrix matrix(folder / "c.npy");
  BOOST_CHECK_EXCEPTION(matrix.reopen({'d', 7, 5, false}), hetgrid::InputError, says("c.npy.part: 7 x 5"));
  matrix.reopen(layout);
  BOOST_TEST((matrix.data()[0] == std::byte{42}));
  matrix.publish();
  BOOST_TEST((InputMatrix(folder / "c.npy", folder.path.string()).data()[0] == std::byte{42}));
  BOOST_TEST(folder.count() == 1);
  BOOST_CHECK_EXCEPTION(OutputMatrix(folder / "c.npy").reopen(layout), hetgrid::InputError,
                        says("c.npy.part: cannot be written: No such file"));
}

BOOST_AUTO_TEST_CASE(full_disk) {
  const Folder folder;
  if (mount("none", folder.path.c_str(), "tmpfs", 0, "size=64k") != 0) {
    BOOST_TEST_MESSAGE("no file system can be mounted");
    return;
  }
  put(folder / "c.npy", "old");
  {
    OutputMatrix matrix(folder / "c.npy");
    BOOST_CHECK_EXCEPTION(matrix.create({'d', 100, 100, true}), hetgrid::InputError,
                          says("c.npy.part: cannot be written: No space left on device"));
    matrix.discard();
  }
  BOOST_TEST(folder.count() == 1);
  BOOST_CHECK_EXCEPTION(Mapping::scratch(folder.path.string(), 100'000), hetgrid::InputError,
                        says("a temporary file of 100000 bytes in " + folder.path.string() +
                             ": cannot be written: No space left on device"));
  BOOST_TEST(folder.count() == 1);
  umount(folder.path.c_str());
}

BOOST_AUTO_TEST_CASE(readers_that_crash) {
  BOOST_TEST(isolated("a.h5", 5, 1e9, [] { return std::string("result"); }) == "result");
  BOOST_CHECK_EXCEPTION(
      isolated("a.h5", 5, 1e9, []() -> std::string { throw hetgrid::InputError("a.h5: what it is"); }),
      hetgrid::InputError, says("a.h5: what it is"));
  BOOST_CHECK_EXCEPTION(isolated("a.h5", 5, 1e9,
                                 [] {
                                   std::raise(SIGSEGV);
                                   return std::string();
                                 }),
                        hetgrid::InputError,
                        says("a.h5: its reader crashed (Segmentation fault): expected a file that is whole"));
  BOOST_CHECK_EXCEPTION(isolated("a.h5", 1, 1e9,
                                 []() -> std::string {
                                   while (getppid() != 0) {
                                   }
                                   return "";
                                 }),
                        hetgrid::InputError, says("a.h5: its reader took too long"));
#ifndef __SANITIZE_ADDRESS__ // which has no such limit
  BOOST_CHECK_EXCEPTION(isolated("a.h5", 5, 1e8,
                                 [] {
                                   const std::vector<char> much(200'000'000, 1);
                                   return std::string(1, much[1000]);
                                 }),
                        hetgrid::InputError, says("bad_alloc"));
#endif
}

#ifdef HAVE_HDF5

namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A 3 x 2 matrix 0, 1, ... 5 of doubles, stored as a type, in chunks if wanted.
void put_dataset(const std::string& file, hid_t type, bool chunked, std::vector<hsize_t> sides = {3, 2}) {
  const hid_t out = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
              space = H5Screate_simple(static_cast<int>(sides.size()), sides.data(), nullptr),
              properties = H5Pcreate(H5P_DATASET_CREATE);
  if (chunked) {
    const std::array<hsize_t, 2> chunk{2, 1};
    H5Pset_chunk(properties, 2, chunk.data());
    H5Pset_shuffle(properties);
  }
  const hid_t set = H5Dcreate2(out, "x", type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  std::array<double, 6> x{};
  std::iota(x.begin(), x.end(), 0.0);
  BOOST_TEST(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x.data()) >= 0);
  H5Dclose(set);
  H5Pclose(properties);
  H5Sclose(space);
  H5Fclose(out);
}

} // namespace

BOOST_AUTO_TEST_CASE(datasets) {
  const Folder folder;
  for (const char precision : {'s', 'd', 'c', 'z'}) {
    const MatrixLayout layout{precision, 117, 40, true};
    const std::string name = folder / (std::string(1, precision) + ".h5:/group/x");
    write(name, layout);
    check(name, layout, folder);
    BOOST_CHECK_EXCEPTION(OutputMatrix{name}, hetgrid::InputError,
                          says("exists: expected the name of a new file"));
  }
  BOOST_TEST(folder.count() == 4);
}

/// In one piece or in several, of this byte order or the other: the elements are the same.
BOOST_AUTO_TEST_CASE(stored_datasets) {
  const Folder folder;
  for (const bool chunked : {false, true})
    for (const hid_t type : {H5T_IEEE_F64LE, H5T_IEEE_F64BE}) {
      put_dataset(folder / "a.h5", type, chunked);
      const InputMatrix matrix(folder / "a.h5:/x", folder.path.string());
      BOOST_TEST((matrix.layout() == MatrixLayout{'d', 3, 2, true}));
      for (int k = 0; k < 6; ++k)
        BOOST_TEST(reinterpret_cast<const double*>(matrix.data())[k] == k);
    }
  BOOST_TEST(folder.count() == 1);
  const auto refused = [&](const std::string& name, const char* message) {
    BOOST_CHECK_EXCEPTION(InputMatrix(folder / name, folder.path.string()), hetgrid::InputError,
                          says(message));
  };
  refused("a.h5:/y", "a.h5:/y: no dataset of this name");
  refused("b.h5:/x", "b.h5: cannot be read: No such file");
  put(folder / "b.h5", "text");
  refused("b.h5:/x", "b.h5:/x: no file of HDF5");
  put_dataset(folder / "c.h5", H5T_STD_I32LE, false);
  refused("c.h5:/x", "elements of another type: expected real or complex");
  put_dataset(folder / "d.h5", H5T_IEEE_F64LE, false, {1, 2, 3});
  refused("d.h5:/x", "3 dimensions: expected one or two");
  for (const hid_t type : {H5T_IEEE_F64LE, H5T_IEEE_F64BE}) { // mapped, and copied
    put_dataset(folder / "e.h5", type, false, {6});
    const InputMatrix column(folder / "e.h5:/x", folder.path.string());
    BOOST_TEST((column.layout() == MatrixLayout{'d', 6, 1, true}));
    for (int k = 0; k < 6; ++k)
      BOOST_TEST(reinterpret_cast<const double*>(column.data())[k] == k);
  }
  fs::resize_file(folder / "a.h5", fs::file_size(folder / "a.h5") - 8);
  refused("a.h5:/x", "expected");
}

/// To a dataset of the file itself, and to one of another file, in itself or in a group: the offset there is none of this file.
BOOST_AUTO_TEST_CASE(linked_datasets) {
  const Folder folder;
  put_dataset(folder / "other.h5", H5T_IEEE_F64LE, false);
  put_dataset(folder / "a.h5", H5T_IEEE_F64LE, false);
  const hid_t file = H5Fopen((folder / "a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  BOOST_TEST(H5Lcreate_soft("/x", file, "soft", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  BOOST_TEST(H5Lcreate_external("other.h5", "/x", file, "external", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  BOOST_TEST(H5Lcreate_external("other.h5", "/", file, "group", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  BOOST_TEST(H5Lcreate_soft("/group/x", file, "both", H5P_DEFAULT, H5P_DEFAULT) >= 0);
  H5Fclose(file);
  const InputMatrix matrix(folder / "a.h5:/soft", folder.path.string());
  BOOST_TEST(reinterpret_cast<const double*>(matrix.data())[5] == 5);
  for (const char* const link : {"/external", "/group/x", "/both"})
    BOOST_CHECK_EXCEPTION(InputMatrix((folder / "a.h5:") + link, folder.path.string()), hetgrid::InputError,
                          says("other.h5: expected the name of that file"));
}

/// Of what is not there, or too short, the library would make zeros.
BOOST_AUTO_TEST_CASE(elements_in_other_files) {
  const Folder folder;
  const hid_t file = H5Fcreate((folder / "a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const std::array<hsize_t, 2> sides{3, 4};
  const hid_t space = H5Screate_simple(2, sides.data(), nullptr);
  for (const char* const name : {"virtual", "external"}) {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (name == std::string("virtual"))
      H5Pset_virtual(properties, space, "missing.h5", "/x", space);
    else
      H5Pset_external(properties, (folder / "raw").c_str(), 0, 96);
    H5Dclose(H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, properties, H5P_DEFAULT));
    H5Pclose(properties);
  }
  H5Sclose(space);
  H5Fclose(file);
  const auto refused = [&](const char* name, const std::string& text) {
    BOOST_CHECK_EXCEPTION(InputMatrix((folder / "a.h5:/") + name, folder.path.string()), hetgrid::InputError,
                          says(text));
  };
  refused("virtual", "elements in missing.h5, which does not have them: expected a dataset that is whole");
  refused("external", "which does not have them");
  put(folder / "raw", std::string(95, '\1'));
  refused("external", "which does not have them");
  put(folder / "raw", std::string(96, '\1'));
  const auto digest = [&] { return InputMatrix(folder / "a.h5:/external", folder.path.string()).digest(); };
  const std::uint64_t ones = digest();
  BOOST_TEST(digest() == ones);
  put(folder / "raw", std::string(95, '\1') + '\2'); // a.h5 is the same
  BOOST_TEST(digest() != ones);
}

/// A dataset within the header of its file, whose length there is shorter than its sides say: the library would read on
/// behind what it has read.
BOOST_AUTO_TEST_CASE(compact_datasets) {
  const Folder folder;
  const hid_t file = H5Fcreate((folder / "a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
              properties = H5Pcreate(H5P_DATASET_CREATE);
  const std::array<hsize_t, 2> sides{3, 2};
  const std::array<double, 6> x{1, 2, 3, 4, 5, 6};
  const hid_t space = H5Screate_simple(2, sides.data(), nullptr);
  H5Pset_layout(properties, H5D_COMPACT);
  const hid_t set = H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  BOOST_TEST(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x.data()) >= 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Pclose(properties);
  H5Fclose(file);
  {
    const InputMatrix matrix(folder / "a.h5:/x", folder.path.string());
    BOOST_TEST(std::memcmp(matrix.data(), x.data(), sizeof x) == 0);
  }
  std::string bytes = text_of(folder / "a.h5");
  const auto begin = bytes.find(std::string(reinterpret_cast<const char*>(x.data()), sizeof x));
  BOOST_REQUIRE(begin != std::string::npos);
  BOOST_REQUIRE(bytes[begin - 2] == sizeof x); // the length, 16 bits, stands before the elements
  bytes[begin - 2] = 16;
  put(folder / "a.h5", bytes);
  BOOST_CHECK_EXCEPTION(InputMatrix(folder / "a.h5:/x", folder.path.string()), hetgrid::InputError,
                        says("a.h5:/x: 16 bytes of 3 x 2 elements: expected a dataset that is whole"));
}

/// Deflate makes 1032 bytes of one at best: a header that claims more does not get a file of that size.
BOOST_AUTO_TEST_CASE(datasets_larger_than_their_files) {
  const Folder folder;
  for (const hsize_t rows : {hsize_t{1} << 10, hsize_t{1} << 20}) {
    const hid_t file = H5Fcreate((folder / "a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    const std::array<hsize_t, 2> sides{rows, 8}, chunk{64, 8};
    const hid_t space = H5Screate_simple(2, sides.data(), nullptr);
    H5Pset_chunk(properties, 2, chunk.data());
    H5Dclose(H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(properties);
    H5Fclose(file);
    const auto read = [&] { return InputMatrix(folder / "a.h5:/x", folder.path.string()).layout().m; };
    if (rows == 1 << 10)
      BOOST_TEST(read() == 1 << 10); // never written: zeros
    else
      BOOST_CHECK_EXCEPTION(
          read(), hetgrid::InputError,
          says("a.h5:/x: 1048576 x 8 elements in a file of 1400 bytes: expected at most 1032 "
               "bytes for each of its own"));
  }
}

namespace {

/// Headers have numbers of 1 to 8 bytes, addresses, and flags.
std::string mutated_header(std::string bytes, std::mt19937_64& random) {
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  for (std::size_t count = 1 + below(4); count > 0 && !bytes.empty(); --count) {
    const std::size_t place = below(bytes.size());
    const std::size_t length = std::min(bytes.size() - place, std::size_t{1} << below(4));
    switch (below(5)) {
    case 0:
      bytes[place] ^= static_cast<char>(1 << below(8));
      break;
    case 1:
      bytes[place] = static_cast<char>(below(256));
      break;
    case 2: // a large number, a small or a negative one
      bytes.replace(place, length, length, static_cast<char>(below(2) ? 0xff : 0x00));
      break;
    case 3: // an address or a length of another place
      bytes.replace(place, length, std::string(bytes, below(bytes.size() - length + 1), length));
      break;
    default:
      if (below(4) == 0)
        bytes.resize(place);
    }
  }
  return bytes;
}

} // namespace

BOOST_AUTO_TEST_CASE(mutants_of_datasets) {
  const Folder folder;
  std::vector<std::string> corpus;
  for (const bool chunked : {false, true})
    for (const hid_t type : {H5T_IEEE_F64LE, H5T_IEEE_F32BE}) {
      put_dataset(folder / "a.h5", type, chunked);
      corpus.push_back(text_of(folder / "a.h5"));
    }
  const rlimit file_size{64 << 20, RLIM_INFINITY};
  BOOST_TEST(setrlimit(RLIMIT_FSIZE, &file_size) == 0);
  std::signal(SIGXFSZ, SIG_IGN);
  hetgrid::testing::run_mutants(
      2037, {0.1, 0.9},
      [&](std::uint64_t seed) {
        std::mt19937_64 random(seed);
        const std::string mutant = mutated_header(corpus[random() % corpus.size()], random);
        put(folder / "a.h5", mutant);
        try {
          const InputMatrix matrix(folder / "a.h5:/x", folder.path.string());
          const std::size_t bytes = matrix.layout().bytes();
          BOOST_TEST(bytes <= 1032 * mutant.size());
          BOOST_TEST(std::count(matrix.data(), matrix.data() + bytes, std::byte{1}) >= 0); // all can be read
        } catch (const hetgrid::InputError& error) {
          const std::string what = error.what();
          BOOST_TEST(what.find("cannot be written") == std::string::npos,
                     what); // larger than any file may be
          throw;
        }
      },
      100); // processes for each
}

#else

BOOST_AUTO_TEST_CASE(datasets) {
  BOOST_CHECK_EXCEPTION(InputMatrix("a.h5:/x", "."), hetgrid::InputError, says("built without libhdf5"));
  BOOST_CHECK_EXCEPTION(OutputMatrix("a.h5:/x").create({}), hetgrid::InputError,
                        says("built without libhdf5"));
}

#endif
