// Datasets of HDF5 files, "FILE:/DATASET": two dimensions, the four types, complex numbers as h5py writes them, a compound
// of r and i. Without the library all of these refuse.
#pragma once

#include "cli/files/mapping.hpp"
#include "cli/files/stored_matrix.hpp"

#include <optional>
#include <string>

namespace hetgrid::cli {

struct DatasetName {
  std::string file, dataset;

  std::string text() const { return file + ":" + dataset; }
};

/// Nothing if the name is that of another kind of file.
std::optional<DatasetName> dataset_name(const std::string& name);

/// Where the elements are; offset 0 if they are not in one piece, or are to be converted.
/// \throws InputError, too, for more than 1032 bytes of elements for each of the file
StoredMatrix find_dataset(const DatasetName& name);

/// All elements, by rows, of native types, to a mapping. \throws InputError
void read_dataset(const DatasetName& name, const MatrixLayout& layout, std::byte* elements);

/// A file with this dataset alone, its elements in one piece and not set. \throws InputError
StoredMatrix create_dataset(const DatasetName& name, const MatrixLayout& layout);

} // namespace hetgrid::cli
