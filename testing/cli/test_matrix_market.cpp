// The Matrix Market reader: every format, field and symmetry, and what it says about malformed files.
#define BOOST_TEST_MODULE matrix_market
#include <boost/test/unit_test.hpp>

#include "cli/files/matrix_market.hpp"

#include <cctype>
#include <complex>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "hetgrid/error.hpp"
#include "testing/support/mutants.hpp"
#include "testing/support/mutation.hpp"

namespace {

using hetgrid::cli::EntryList;
using Complex = std::complex<double>;
using Dense = std::vector<std::vector<Complex>>;

EntryList read(const std::string& text) {
  std::istringstream in(text);
  return hetgrid::cli::read_matrix_market(in, "file.mtx");
}

Dense dense(const EntryList& list) {
  Dense matrix(static_cast<std::size_t>(list.m), std::vector<Complex>(static_cast<std::size_t>(list.n)));
  for (const EntryList::Entry& entry : list.entries)
    matrix.at(static_cast<std::size_t>(entry.i)).at(static_cast<std::size_t>(entry.j)) += entry.value;
  return matrix;
}

struct Good {
  const char* text;
  Dense expected;
};

const Complex i(0, 1);

const std::vector<Good> good{
    {"%%MatrixMarket matrix array real general\n% note\n2 3\n1\n2\n3\n4\n5\n6e0\n", {{1, 3, 5}, {2, 4, 6}}},
    {"%%MatrixMarket matrix array integer general\n1 2\n-7\n+8\n", {{-7, 8}}},
    {"%%matrixmarket MATRIX Array Real General\n\n1 1\n\n% in between\n-2.5e-1\n\n", {{-0.25}}},
    {"%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n", {{1, 2}, {2, 3}}},
    {"%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n", {{0, -1, -2}, {1, 0, -3}, {2, 3, 0}}},
    {"%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 0\n",
     {{1, 2.0 - 3.0 * i}, {2.0 + 3.0 * i, 4}}},
    {"%%MatrixMarket matrix array complex symmetric\n1 1\n1 -1\n", {{1.0 - i}}},
    {"%%MatrixMarket matrix array real general\n0 5\n", {}},
    {"%%MatrixMarket matrix coordinate real general\n2 3 2\n2 3 5\n1 1 -1\n", {{-1, 0, 0}, {0, 0, 5}}},
    {"%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 2\n1 1 3\n", {{5}}},
    {"%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 5\n2 2 1\n", {{0, 5}, {5, 1}}},
    {"%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 5\n", {{0, -5}, {5, 0}}},
    {"%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 1 2\n",
     {{0, 1.0 - 2.0 * i}, {1.0 + 2.0 * i, 0}}},
    {"%%MatrixMarket matrix coordinate real general\n3 2 0\n", {{0, 0}, {0, 0}, {0, 0}}},
    {"%%MatrixMarket matrix array real general\r\n1 2\r\n1\r\n2\r\n", {{1, 2}}},
};

struct Bad {
  const char* text;
  const char* place;    ///< file and line
  const char* expected; ///< a part of the message
};

const std::vector<Bad> bad{
    {"", "file.mtx:1:", "%%MatrixMarket"},
    {"1 2\n", "file.mtx:1:", "%%MatrixMarket"},
    {"%%MatrixMarket matrix array real\n1 1\n1\n", "file.mtx:1:", "SYMMETRY"},
    {"%%MatrixMarket vector array real general\n1 1\n1\n", "file.mtx:1:", "matrix"},
    {"%%MatrixMarket matrix list real general\n1 1\n1\n", "file.mtx:1:", "array, coordinate"},
    {"%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n",
     "file.mtx:1:", "real, integer, complex"},
    {"%%MatrixMarket matrix array real lower\n1 1\n1\n", "file.mtx:1:", "skew-symmetric"},
    {"%%MatrixMarket matrix array real hermitian\n1 1\n1\n", "file.mtx:1:", "complex"},
    {"%%MatrixMarket matrix array real general\n", "file.mtx:2:", "rows and columns, found end of file"},
    {"%%MatrixMarket matrix array real general\n1\n", "file.mtx:2:", "rows and columns"},
    {"%%MatrixMarket matrix array real general\n1 1 1\n1\n", "file.mtx:2:", "rows and columns"},
    {"%%MatrixMarket matrix coordinate real general\n1 1\n", "file.mtx:2:", "rows, columns and entries"},
    {"%%MatrixMarket matrix array real general\n-1 1\n", "file.mtx:2:", "none negative"},
    {"%%MatrixMarket matrix array real general\n1 2.5\n", "file.mtx:2:", "rows and columns"},
    {"%%MatrixMarket matrix array real general\n99999999999999999999 1\n", "file.mtx:2:", "rows and columns"},
    {"%%MatrixMarket matrix array real symmetric\n1 2\n1\n1\n", "file.mtx:2:", "square"},
    {"%%MatrixMarket matrix array real general\n2 1\n1\n",
     "file.mtx:4:", "row 2, column 1, found end of file"},
    {"%%MatrixMarket matrix array real general\n1 1\n1\n2\n", "file.mtx:4:", "end of the file"},
    {"%%MatrixMarket matrix array real general\n1 1\nx\n", "file.mtx:3:", "a number, found \"x\""},
    {"%%MatrixMarket matrix array real general\n1 1\n1x\n", "file.mtx:3:", "a number"},
    {"%%MatrixMarket matrix array real general\n1 1\nnan\n", "file.mtx:3:", "finite"},
    {"%%MatrixMarket matrix array real general\n1 1\ninf\n", "file.mtx:3:", "finite"},
    {"%%MatrixMarket matrix array real general\n1 1\n1e999\n", "file.mtx:3:", "a number"},
    {"%%MatrixMarket matrix array integer general\n1 1\n1.5\n", "file.mtx:3:", "integer"},
    {"%%MatrixMarket matrix array real general\n1 1\n1 2\n", "file.mtx:3:", "value of row 1, column 1"},
    {"%%MatrixMarket matrix array complex general\n1 1\n1\n", "file.mtx:3:", "value of row 1, column 1"},
    {"%%MatrixMarket matrix array complex hermitian\n1 1\n1 1\n",
     "file.mtx:3:", "real value on the diagonal"},
    {"%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 1\n1 1 1\n",
     "file.mtx:3:", "zero on the diagonal"},
    {"%%MatrixMarket matrix coordinate real general\n1 1 2\n1 1 1\n", "file.mtx:4:", "entry 2 of 2"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 1\n", "file.mtx:3:", "1 .. 2"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1\n", "file.mtx:3:", "1 .. 2"},
    {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1\n", "file.mtx:3:", "row, column and value"},
    {"%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n", "file.mtx:3:", "lower triangle"},
    {"%%MatrixMarket matrix array real general\n2147483648 1\n1\n", "file.mtx:2:", "32 bits"},
    {"%%MatrixMarket matrix array real general\n0 9223372036854775807\n", "file.mtx:2:", "32 bits"},
    {"%%MatrixMarket matrix array real symmetric\n2147483647 2147483647\n1\n",
     "file.mtx:4:", "row 2, column 1, found end of file"},
    {"%%MatrixMarket matrix coordinate real general\n2147483647 2147483647 9223372036854775807\n1 1 1\n",
     "file.mtx:4:", "entry 2 of 9223372036854775807"},
};

} // namespace

BOOST_AUTO_TEST_CASE(well_formed_files) {
  for (const Good& one : good) {
    BOOST_TEST_CONTEXT(one.text) {
      const EntryList list = read(one.text);
      const Dense matrix = dense(list);
      BOOST_REQUIRE_EQUAL(matrix.size(), one.expected.size());
      for (std::size_t row = 0; row < matrix.size(); ++row) {
        BOOST_REQUIRE_EQUAL(matrix[row].size(), one.expected[row].size());
        for (std::size_t column = 0; column < matrix[row].size(); ++column)
          BOOST_TEST(matrix[row][column] == one.expected[row][column]);
      }
      BOOST_TEST(list.complex == (std::string(one.text).find("complex") != std::string::npos));
    }
  }
}

BOOST_AUTO_TEST_CASE(malformed_files) {
  for (const Bad& one : bad) {
    BOOST_TEST_CONTEXT(one.text) {
      BOOST_CHECK_EXCEPTION(read(one.text), hetgrid::InputError, [&](const hetgrid::InputError& error) {
        const std::string message = error.what();
        BOOST_TEST_MESSAGE(message);
        return message.starts_with(one.place) && message.find(one.expected) != std::string::npos &&
               message.find("found") != std::string::npos;
      });
    }
  }
}

BOOST_AUTO_TEST_CASE(missing_file) {
  BOOST_CHECK_EXCEPTION(hetgrid::cli::read_matrix_market("no such file"), hetgrid::InputError,
                        [](const hetgrid::InputError& error) {
                          return std::string(error.what()).starts_with("no such file: cannot be read");
                        });
}

/// Nobody may be at its other end.
BOOST_AUTO_TEST_CASE(pipes_are_refused) {
  std::string folder = "/tmp/hetgrid-pipe-XXXXXX";
  BOOST_REQUIRE(mkdtemp(folder.data()));
  const std::string name = folder + "/a.mtx";
  BOOST_REQUIRE(mkfifo(name.c_str(), 0600) == 0);
  BOOST_CHECK_THROW(hetgrid::cli::read_matrix_market(name), hetgrid::InputError);
  std::filesystem::remove_all(folder);
}

/// No loop over columns without rows.
BOOST_AUTO_TEST_CASE(no_rows) {
  const EntryList list = read("%%MatrixMarket matrix array real general\n0 2147483647\n");
  BOOST_TEST(list.m == 0);
  BOOST_TEST(list.entries.empty());
}

BOOST_AUTO_TEST_CASE(long_lines) {
  const std::string head = "%%MatrixMarket matrix array real general\n";
  BOOST_TEST(dense(read(head + "%" + std::string(100'000, 'x') + "\n1 1\n7\n")).at(0).at(0) == 7.0);
  BOOST_CHECK_EXCEPTION(read(head + "1 1\n" + std::string(100'000, '7') + "\n"), hetgrid::InputError,
                        [](const hetgrid::InputError& error) {
                          const std::string message = error.what();
                          return message.starts_with(
                                     "file.mtx:3: expected a line of at most 1024 characters") &&
                                 message.size() < 200;
                        });
}

/// Whatever is in a file, it is a matrix, or an error of one line that tells the line of the file.
BOOST_AUTO_TEST_CASE(mutants) {
  std::vector<std::string> corpus;
  for (const Good& one : good)
    corpus.emplace_back(one.text);
  for (const Bad& one : bad)
    corpus.emplace_back(one.text);
  // Larger ones, of which a mutation leaves more as it is.
  std::string array = "%%MatrixMarket matrix array real general\n10 20\n",
              coordinates = "%%MatrixMarket matrix coordinate complex general\n% note\n50 60 100\n";
  for (int k = 0; k < 200; ++k)
    array += std::to_string(k) + ".5e-1\n";
  for (int k = 0; k < 100; ++k)
    coordinates += std::to_string(1 + k % 50) + " " + std::to_string(1 + k % 60) + " 1 -2.5\n";
  corpus.insert(corpus.end(), 20, array);
  corpus.insert(corpus.end(), 20, coordinates);
  hetgrid::testing::run_mutants(2040, {0.25, 1}, [&](std::uint64_t seed) {
    const std::string mutant = hetgrid::testing::Mutator(seed)(corpus);
    try {
      const EntryList list = read(mutant);
      BOOST_TEST((list.m >= 0 && list.n >= 0));
    } catch (const hetgrid::InputError& error) {
      const std::string message = error.what();
      BOOST_TEST((message.starts_with("file.mtx:") && std::isdigit(message[9])), message);
      BOOST_TEST(message.size() < 400U);
      throw;
    }
  });
}
