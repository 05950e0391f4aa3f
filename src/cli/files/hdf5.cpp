#include "cli/files/hdf5.hpp"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#ifdef HAVE_HDF5
#include <hdf5.h>
#endif

#include "cli/files/isolated.hpp"
#include "cli/options/message.hpp"
#include "hetgrid/error.hpp"

namespace hetgrid::cli {

std::optional<DatasetName> dataset_name(const std::string& name) {
  const std::size_t colon = name.rfind(":/");
  if (colon == std::string::npos || colon == 0)
    return {};
  return DatasetName{name.substr(0, colon), name.substr(colon + 1)};
}

#ifdef HAVE_HDF5

namespace {

/// Of what a dataset has to what its file has: what deflate makes of zeros. A header that claims more would take a file of that size.
constexpr std::size_t largest_ratio = 1032;

// The library, of which release after release reads broken files with less care than it needs, is called in processes that may crash.
constexpr double seconds_to_find = 5, slowest_conversion = 1e6; ///< of CPU; bytes per second
constexpr double bytes_to_find = 1e9;                           ///< of memory

/// An identifier of HDF5, released by the function that its kind has.
class Handle {
public:
  Handle(hid_t id, herr_t (*release)(hid_t)) : id_(id), release_(release) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), release_(other.release_) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (id_ >= 0)
      release_(id_);
  }

  bool valid() const { return id_ >= 0; }
  operator hid_t() const { return id_; }

private:
  hid_t id_;
  herr_t (*release_)(hid_t);
};

/// Errors are told by status, not on standard error.
void be_silent() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

[[noreturn]] void fail(const DatasetName& name, std::string_view value, std::string_view expected) {
  throw InputError(fmt::format("{}: {}: expected {}", one_line(name.text(), 400), value, expected));
}

Handle real_type(char precision) {
  const bool single = precision == 's' || precision == 'c';
  return {H5Tcopy(single ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE), H5Tclose};
}

/// As it is in memory.
Handle native_type(char precision) {
  Handle real = real_type(precision);
  if (precision == 's' || precision == 'd')
    return real;
  const std::size_t size = H5Tget_size(real);
  Handle complex(H5Tcreate(H5T_COMPOUND, 2 * size), H5Tclose);
  H5Tinsert(complex, "r", 0, real);
  H5Tinsert(complex, "i", size, real);
  return complex;
}

bool is_real(hid_t type, std::size_t size) {
  return H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) == size;
}

bool has_complex_member(hid_t type, const char* member, std::size_t size) {
  const int number = H5Tget_member_index(type, member);
  if (number < 0)
    return false;
  const Handle part(H5Tget_member_type(type, static_cast<unsigned>(number)), H5Tclose);
  return is_real(part, size);
}

/// Of any byte order, which the library converts. 0: none of the four
char precision_of(hid_t type) {
  for (const auto& [real, complex, size] :
       {std::tuple('s', 'c', std::size_t{4}), std::tuple('d', 'z', std::size_t{8})}) {
    if (is_real(type, size))
      return real;
    if (H5Tget_class(type) == H5T_COMPOUND && H5Tget_nmembers(type) == 2 &&
        has_complex_member(type, "r", size) && has_complex_member(type, "i", size))
      return complex;
  }
  return 0;
}

struct Dataset {
  Handle file, set;
};

Dataset open_dataset(const DatasetName& name) {
  be_silent();
  Handle file(H5Fopen(name.file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.valid())
    fail(name, "no file of HDF5", "one");
  Handle set(H5Dopen2(file, name.dataset.c_str(), H5P_DEFAULT), H5Dclose);
  if (!set.valid())
    fail(name, "no dataset of this name", "one that h5ls shows");
  return {std::move(file), std::move(set)};
}

/// Offsets of a dataset, and whether it has changed, are those of the file that it is in, which a link may lead to.
void expect_no_link(const DatasetName& name, hid_t set) {
  const ssize_t length = H5Fget_name(set, nullptr, 0);
  std::string owner(static_cast<std::size_t>(std::max<ssize_t>(0, length)), '\0');
  H5Fget_name(set, owner.data(), owner.size() + 1);
  std::error_code unknown;
  if (!std::filesystem::equivalent(name.file, owner, unknown))
    fail(name, fmt::format("a link to {}", one_line(owner, 400)), "the name of that file");
}

MatrixLayout layout_of(const DatasetName& name, hid_t type, hid_t space) {
  const char precision = precision_of(type);
  if (precision == 0)
    fail(name, "elements of another type", "real or complex numbers (r, i) of single or double precision");
  const int dimensions = H5Sget_simple_extent_ndims(space);
  if (dimensions != 1 && dimensions != 2)
    fail(name, fmt::format("{} dimensions", dimensions), "one or two");
  std::array<hsize_t, 2> sides{0, 1}; // a vector is a column
  H5Sget_simple_extent_dims(space, sides.data(), nullptr);
  if (sides[0] < 1 || sides[1] < 1 || sides[0] > largest_side || sides[1] > largest_side)
    fail(name, fmt::format("{} x {}", sides[0], sides[1]),
         fmt::format("from 1 to {} rows and columns", largest_side));
  return {precision, static_cast<Index>(sides[0]), static_cast<Index>(sides[1]), true};
}

/// Of a compact dataset, one within the header, the library does not compare the length with the sides, and reads on behind
/// a shorter one.
void expect_whole(const DatasetName& name, hid_t set, hid_t type, const MatrixLayout& layout) {
  const Handle properties(H5Dget_create_plist(set), H5Pclose);
  if (H5Pget_layout(properties) != H5D_COMPACT)
    return;
  const hsize_t bytes = H5Dget_storage_size(set);
  if (bytes / H5Tget_size(type) < static_cast<hsize_t>(layout.m) * static_cast<hsize_t>(layout.n))
    fail(name, fmt::format("{} bytes of {} x {} elements", bytes, layout.m, layout.n),
         "a dataset that is whole");
}

/// Where the library looks for a source of a virtual dataset: in the folder of its file, whichever name leads there, and where we
/// are, for one that is nowhere by its last name.
bool has_virtual_source(const DatasetName& name, const std::filesystem::path& source) {
  std::error_code none;
  const std::filesystem::path folders[] = {std::filesystem::path(name.file).parent_path(),
                                           std::filesystem::canonical(name.file, none).parent_path(), ""};
  return std::ranges::any_of(folders, [&](const std::filesystem::path& folder) {
    return std::filesystem::exists(folder / source, none) ||
           std::filesystem::exists(folder / source.filename(), none);
  });
}

/// Elements in other files that are not there are zeros to the library. What its variables, or printf's names, lead to is left
/// to it.
void expect_sources(const DatasetName& name, hid_t set) {
  const Handle properties(H5Dget_create_plist(set), H5Pclose);
  const auto missing = [&](const std::string& source) {
    fail(name, fmt::format("elements in {}, which does not have them", one_line(source, 400)),
         "a dataset that is whole");
  };
  std::size_t virtual_sources = 0;
  if (H5Pget_layout(properties) == H5D_VIRTUAL && !std::getenv("HDF5_VDS_PREFIX"))
    H5Pget_virtual_count(properties, &virtual_sources);
  for (std::size_t k = 0; k < virtual_sources; ++k) {
    std::array<char, 4096> source{};
    H5Pget_virtual_filename(properties, k, source.data(), source.size());
    const std::string file(source.data());
    if (file != "." && file.find('%') == std::string::npos && !has_virtual_source(name, file))
      missing(file);
  }
  const int external = std::getenv("HDF5_EXTFILE_PREFIX") ? 0 : H5Pget_external_count(properties);
  for (int k = 0; k < external; ++k) {
    std::array<char, 4096> source{};
    off_t offset = 0;
    hsize_t bytes = 0;
    H5Pget_external(properties, static_cast<unsigned>(k), source.size(), source.data(), &offset, &bytes);
    std::error_code none;
    const auto size = std::filesystem::file_size(source.data(), none); // from where we are
    if (none || size < static_cast<std::uintmax_t>(offset) + (bytes == H5F_UNLIMITED ? 0 : bytes))
      missing(source.data());
  }
}

StoredMatrix find(const DatasetName& name) {
  const Dataset data = open_dataset(name);
  expect_no_link(name, data.set);
  expect_sources(name, data.set);
  const Handle type(H5Dget_type(data.set), H5Tclose), space(H5Dget_space(data.set), H5Sclose);
  StoredMatrix matrix{layout_of(name, type, space), 0};
  expect_whole(name, data.set, type, matrix.layout);
  const haddr_t offset = H5Dget_offset(data.set);
  if (offset != HADDR_UNDEF && offset % matrix.layout.alignment() == 0 &&
      H5Tequal(type, native_type(matrix.layout.precision)) > 0)
    matrix.offset = static_cast<std::size_t>(offset);
  return matrix;
}

void read(const DatasetName& name, const MatrixLayout& layout, std::byte* elements) {
  const Dataset data = open_dataset(name);
  const Handle space(H5Dget_space(data.set), H5Sclose);
  const Handle type = native_type(layout.precision);
  const int dimensions = H5Sget_simple_extent_ndims(space);
  // Slabs of some megabytes: a conversion has buffers of that size.
  const std::size_t row = static_cast<std::size_t>(layout.n) * layout.element_bytes();
  const Index rows = std::max<Index>(1, static_cast<Index>((std::size_t{64} << 20) / row));
  for (Index begin = 0; begin < layout.m; begin += rows) {
    const std::array<hsize_t, 2> start{static_cast<hsize_t>(begin), 0},
        count{static_cast<hsize_t>(std::min(rows, layout.m - begin)), static_cast<hsize_t>(layout.n)};
    const Handle slab(H5Screate_simple(dimensions, count.data(), nullptr), H5Sclose);
    if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0 ||
        H5Dread(data.set, type, slab, space, H5P_DEFAULT, elements + static_cast<std::size_t>(begin) * row) <
            0)
      fail(name, fmt::format("rows from {} on cannot be read", begin), "a dataset that is whole");
  }
}

} // namespace

StoredMatrix find_dataset(const DatasetName& name) {
  const std::size_t size = Mapping::of_input(name.file).size();
  const StoredMatrix matrix =
      isolated_value<StoredMatrix>(name.text(), seconds_to_find, bytes_to_find, [&] { return find(name); });
  if (matrix.layout.bytes() / largest_ratio > size)
    fail(name, fmt::format("{} x {} elements in a file of {} bytes", matrix.layout.m, matrix.layout.n, size),
         fmt::format("at most {} bytes for each of its own, as deflate reaches", largest_ratio));
  return matrix;
}

void read_dataset(const DatasetName& name, const MatrixLayout& layout, std::byte* elements) {
  const double seconds = seconds_to_find + static_cast<double>(layout.bytes()) / slowest_conversion;
  // All may be one chunk, which is there as it is stored, as it is inflated and as it is converted.
  const double bytes = bytes_to_find + 3 * static_cast<double>(layout.bytes());
  isolated(name.text(), seconds, bytes, [&] {
    read(name, layout, elements);
    return std::string();
  });
}

StoredMatrix create_dataset(const DatasetName& name, const MatrixLayout& layout) {
  be_silent();
  const Handle file(H5Fcreate(name.file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose),
      properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const std::array<hsize_t, 2> sides{static_cast<hsize_t>(layout.m), static_cast<hsize_t>(layout.n)};
  const Handle space(H5Screate_simple(2, sides.data(), nullptr), H5Sclose);
  H5Pset_create_intermediate_group(links, 1);
  H5Pset_layout(properties, H5D_CONTIGUOUS);
  H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER);
  const Handle set(file.valid() ? H5Dcreate2(file, name.dataset.c_str(), native_type(layout.precision), space,
                                             links, properties, H5P_DEFAULT)
                                : -1,
                   H5Dclose);
  const haddr_t offset = set.valid() ? H5Dget_offset(set) : HADDR_UNDEF;
  if (offset == HADDR_UNDEF || offset % layout.alignment() != 0)
    fail(name, "cannot be made", "a name that HDF5 allows, and room on the disk");
  return {layout, static_cast<std::size_t>(offset)};
}

#else

namespace {

[[noreturn]] void refuse(const DatasetName& name) {
  throw InputError(
      fmt::format("{}: HDF5: expected another format, since this hetgrid was built without libhdf5",
                  one_line(name.text(), 400)));
}

} // namespace

StoredMatrix find_dataset(const DatasetName& name) {
  refuse(name);
}

void read_dataset(const DatasetName& name, const MatrixLayout&, std::byte*) {
  refuse(name);
}

StoredMatrix create_dataset(const DatasetName& name, const MatrixLayout&) {
  refuse(name);
}

#endif

} // namespace hetgrid::cli
