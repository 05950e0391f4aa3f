#include "cli/time/distributed_matrix.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <unordered_map>

#include "kernel/execution.hpp"

namespace hetgrid::cli {
namespace {

template <typename T>
constexpr bool is_complex = !std::is_floating_point_v<T>;

template <typename T>
T convert(std::complex<double> value) {
  if constexpr (is_complex<T>)
    return T(static_cast<typename T::value_type>(value.real()),
             static_cast<typename T::value_type>(value.imag()));
  else
    return static_cast<T>(value.real());
}

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Global indices of the part of an axis that a coordinate owns.
std::vector<Index> owned(const layout::Axis& axis, int coordinate) {
  std::vector<Index> indices(static_cast<std::size_t>(axis.local_count(0, axis.n, coordinate)));
  for (std::size_t l = 0; l < indices.size(); ++l)
    indices[l] = axis.global(static_cast<Index>(l), coordinate);
  return indices;
}

/// The larger of two; NaN counts as infinite, so that it is never lost.
double larger(double largest, double value) {
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : std::max(largest, value);
}

double max_over_ranks(double mine) {
  return comm::all_reduced(mine, MPI_MAX, MPI_COMM_WORLD);
}

/// op(element) * x. Not operator*: that checks for infinities. NaN stays NaN here, too.
std::complex<double> product(std::complex<double> a, std::complex<double> x) {
  return {a.real() * x.real() - a.imag() * x.imag(), a.real() * x.imag() + a.imag() * x.real()};
}

/// The element of the part, as it counts.
std::complex<double> element_of(Part part, Index i, Index j, std::complex<double> element) {
  switch (part) {
  case Part::upper:
    return i <= j ? element : 0;
  case Part::lower:
    return i >= j ? element : 0;
  case Part::unit_lower:
    return i > j ? element : i == j ? 1 : 0;
  default:
    return element;
  }
}

} // namespace

void sum_over_ranks(Vector& x) {
  constexpr std::size_t piece = 1 << 20;
  for (std::size_t first = 0; first < x.size(); first += piece)
    comm::all_reduce(x.data() + first, std::min(piece, x.size() - first), MPI_SUM, MPI_COMM_WORLD);
}

double random_number(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t bits = mix(mix(seed + 0x9e3779b97f4a7c15u) + index * 0x9e3779b97f4a7c15u);
  return static_cast<double>(bits >> 11) * 0x1p-53 - 0.5;
}

Vector random_vector(Index n, std::uint64_t seed) {
  Vector x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = random_number(seed, i);
  return x;
}

Vector absolute(Vector x) {
  for (auto& value : x)
    value = std::abs(value);
  return x;
}

double norm_infinity(const Vector& x) {
  double norm = 0;
  for (const auto& value : x)
    norm = larger(norm, std::abs(value));
  return norm;
}

double norm_infinity_of_difference(Vector x, const Vector& y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] -= y[i];
  return norm_infinity(x);
}

template <typename T>
DistributedMatrix<T>::DistributedMatrix(const comm::Grid* grid, const layout::Descriptor& descriptor)
    : m_(descriptor.m), n_(descriptor.n) {
  descriptor.to(desc_);
  if (!grid) {
    desc_[1] = -1; // CTXT_ of a process outside
    return;
  }
  first_row_ = grid->myrow() == 0;
  first_column_ = grid->mycol() == 0;
  if (descriptor.dtype == layout::dtype_partitioned) {
    constexpr int inside = layout::RectangleArray::inside;
    const layout::PartitionedMatrix matrix = grid->partitioned(descriptor);
    for (const layout::RectangleArray& array : layout::arrays_of(matrix, grid->rank()))
      add_array(array.rows, inside, array.columns, inside, array.offset, array.ld);
    data_.resize(static_cast<std::size_t>(layout::local_elements(matrix, grid->rank())));
  } else {
    add_array(grid->row_axis(descriptor), grid->myrow(), grid->column_axis(descriptor), grid->mycol(), 0,
              descriptor.lld);
    data_.resize(static_cast<std::size_t>(descriptor.lld * local_columns()));
  }
}

template <typename T>
void DistributedMatrix<T>::add_array(const layout::Axis& rows, int row, const layout::Axis& columns,
                                     int column, Index offset, Index ld) {
  arrays_.push_back({owned(rows, row), owned(columns, column), offset, ld});
}

template <typename T>
DistributedMatrix<T>::DistributedMatrix(const DistributedMatrix& other)
    : m_(other.m_), n_(other.n_), first_row_(other.first_row_), first_column_(other.first_column_),
      arrays_(other.arrays_), data_(other.data_.size()) {
  std::ranges::copy(other.desc_, desc_);
  copy(other);
}

template <typename T>
template <typename Self, typename Body>
void DistributedMatrix<T>::for_each(Self& self, Body&& body) {
  for (const LocalArray& array : self.arrays_)
    for (std::size_t j = 0; j < array.columns.size(); ++j) {
      auto* const column = self.data_.data() + array.offset + static_cast<Index>(j) * array.ld;
      for (std::size_t i = 0; i < array.rows.size(); ++i)
        body(array.rows[i], array.columns[j], column[i]);
    }
}

template <typename T>
void DistributedMatrix<T>::fill_random(std::uint64_t seed) {
  if (!kernel::computes())
    return;
  for_each(*this, [&](Index i, Index j, T& element) {
    const auto index =
        2 * (static_cast<std::uint64_t>(i) + static_cast<std::uint64_t>(j) * static_cast<std::uint64_t>(m_));
    element = convert<T>({random_number(seed, index), is_complex<T> ? random_number(seed, index + 1) : 0});
  });
}

template <typename T>
void DistributedMatrix<T>::fill_diagonally_dominant(std::uint64_t seed) {
  fill_random(seed);
  if (!kernel::computes())
    return;
  for_each(*this, [&](Index i, Index j, T& element) {
    if (i == j)
      element = T(static_cast<kernel::Real<T>>(n_)); // random elements are smaller than 1
  });
}

template <typename T>
template <typename Diagonal>
void DistributedMatrix<T>::fill_hermitian_with(std::uint64_t seed, Diagonal&& diagonal) {
  if (!kernel::computes())
    return;
  for_each(*this, [&](Index i, Index j, T& element) {
    const auto row = static_cast<std::uint64_t>(std::max(i, j)),
               column = static_cast<std::uint64_t>(std::min(i, j));
    const auto index = 2 * (row + column * static_cast<std::uint64_t>(m_));
    const double real = random_number(seed, index), sign = i < j ? -1 : 1;
    element = i == j ? convert<T>(diagonal(real))
                     : convert<T>({real, is_complex<T> ? sign * random_number(seed, index + 1) : 0});
  });
}

template <typename T>
void DistributedMatrix<T>::fill_hermitian(std::uint64_t seed) {
  fill_hermitian_with(seed, [](double random) { return random; });
}

template <typename T>
void DistributedMatrix<T>::fill_positive_definite(std::uint64_t seed) {
  // The random part has no eigenvalue much larger than sqrt(2 n / 3) (E. Wigner's semicircle, of complex elements).
  fill_hermitian_with(seed, [this](double) { return 2 * std::sqrt(static_cast<double>(n_)); });
}

template <typename T>
void DistributedMatrix<T>::copy(const DistributedMatrix& other) {
  if (kernel::computes())
    std::copy(other.data_.begin(), other.data_.end(), data_.begin());
}

template <typename T>
void DistributedMatrix<T>::poison() {
  if (kernel::computes())
    std::fill(data_.begin(), data_.end(), T(std::numeric_limits<double>::quiet_NaN()));
}

template <typename T>
void DistributedMatrix<T>::poison_beside(Part triangle) {
  if (kernel::computes())
    for_each(*this, [triangle](Index i, Index j, T& element) {
      if (triangle == Part::upper ? i > j : i < j)
        element = T(std::numeric_limits<double>::quiet_NaN());
    });
}

template <typename T>
void DistributedMatrix<T>::fill(const MpiSession& session, const EntryList& source) {
  if (!kernel::computes())
    return;
  using Entry = EntryList::Entry;
  // Of each array: where a global row or column is.
  struct Places {
    std::unordered_map<Index, Index> row, column;
  };
  std::vector<Places> places(arrays_.size());
  for (std::size_t k = 0; k < arrays_.size(); ++k) {
    for (std::size_t i = 0; i < arrays_[k].rows.size(); ++i)
      places[k].row[arrays_[k].rows[i]] = static_cast<Index>(i);
    for (std::size_t j = 0; j < arrays_[k].columns.size(); ++j)
      places[k].column[arrays_[k].columns[j]] = static_cast<Index>(j);
  }
  std::fill(data_.begin(), data_.end(), T(0));

  long long total = static_cast<long long>(source.entries.size());
  comm::broadcast(&total, 1, 0, MPI_COMM_WORLD);
  constexpr long long piece = 1 << 18;
  std::vector<Entry> entries;
  for (long long first = 0; first < total; first += piece) {
    const auto count = static_cast<std::size_t>(std::min(piece, total - first));
    if (session.root())
      entries.assign(source.entries.begin() + first,
                     source.entries.begin() + first + static_cast<long long>(count));
    entries.resize(count);
    comm::broadcast(entries.data(), count, 0, MPI_COMM_WORLD);
    for (const Entry& entry : entries)
      for (std::size_t k = 0; k < arrays_.size(); ++k) {
        const auto row = places[k].row.find(entry.i), column = places[k].column.find(entry.j);
        if (row != places[k].row.end() && column != places[k].column.end())
          data_[static_cast<std::size_t>(arrays_[k].offset + row->second + column->second * arrays_[k].ld)] +=
              convert<T>(entry.value);
      }
  }
}

template <typename T>
template <typename Coefficient>
Vector DistributedMatrix<T>::multiply_by(Coefficient&& coefficient, bool transposed, const Vector& x) const {
  Vector y(static_cast<std::size_t>(transposed ? n_ : m_));
  for_each(*this, [&](Index i, Index j, const T& element) {
    y[static_cast<std::size_t>(transposed ? j : i)] +=
        product(coefficient(i, j, element), x[static_cast<std::size_t>(transposed ? i : j)]);
  });
  sum_over_ranks(y);
  return y;
}

template <typename T>
Vector DistributedMatrix<T>::multiply(kernel::Transpose op, const Vector& x, Part part) const {
  const auto coefficient = [op, part](Index i, Index j, std::complex<double> element) {
    const std::complex<double> value = element_of(part, i, j, element);
    return op == kernel::Transpose::conjugate ? std::conj(value) : value;
  };
  return multiply_by(coefficient, op != kernel::Transpose::no, x);
}

template <typename T>
Vector DistributedMatrix<T>::multiply_absolute(kernel::Transpose op, const Vector& x, Part part) const {
  const auto coefficient = [part](Index i, Index j, std::complex<double> element) {
    return std::abs(element_of(part, i, j, element));
  };
  return multiply_by(coefficient, op != kernel::Transpose::no, x);
}

template <typename T>
double DistributedMatrix<T>::norm_infinity(kernel::Transpose op) const {
  const Index columns = op == kernel::Transpose::no ? n_ : m_;
  return cli::norm_infinity(multiply_absolute(op, Vector(static_cast<std::size_t>(columns), 1)));
}

template <typename T>
template <typename Coefficient>
Vector DistributedMatrix<T>::multiply_hermitian_by(Coefficient&& coefficient, Part triangle,
                                                   const Vector& x) const {
  Vector y(static_cast<std::size_t>(n_));
  for_each(*this, [&](Index i, Index j, const T& element) {
    if (triangle == Part::upper ? i > j : i < j)
      return;
    const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
    const std::complex<double> value = coefficient(element);
    y[row] += product(value, x[column]);
    if (i != j)
      y[column] += product(std::conj(value), x[row]);
  });
  sum_over_ranks(y);
  return y;
}

template <typename T>
Vector DistributedMatrix<T>::multiply_hermitian(Part triangle, const Vector& x) const {
  return multiply_hermitian_by([](std::complex<double> element) { return element; }, triangle, x);
}

template <typename T>
Vector DistributedMatrix<T>::multiply_hermitian_absolute(Part triangle, const Vector& x) const {
  return multiply_hermitian_by([](std::complex<double> element) { return std::abs(element); }, triangle, x);
}

template <typename T>
Vector DistributedMatrix<T>::columns(Index first, Index count) const {
  Vector all(static_cast<std::size_t>(m_ * count));
  for (const LocalArray& array : arrays_) {
    const auto begin = std::lower_bound(array.columns.begin(), array.columns.end(), first);
    const auto end = std::lower_bound(begin, array.columns.end(), first + count);
    for (auto column = begin; column != end; ++column) {
      const T* const elements = data_.data() + array.offset + (column - array.columns.begin()) * array.ld;
      for (std::size_t i = 0; i < array.rows.size(); ++i)
        all[static_cast<std::size_t>(array.rows[i] + (*column - first) * m_)] = elements[i];
    }
  }
  sum_over_ranks(all);
  return all;
}

template <typename T>
double DistributedMatrix<T>::largest(Part part) const {
  double mine = 0;
  for_each(*this, [&](Index i, Index j, const T& element) {
    mine = larger(mine, std::abs(element_of(part, i, j, element)));
  });
  return max_over_ranks(mine);
}

template <typename T>
double DistributedMatrix<T>::largest_difference(const DistributedMatrix& other) const {
  double mine = 0;
  for (const LocalArray& array : arrays_)
    for (std::size_t j = 0; j < array.columns.size(); ++j)
      for (std::size_t i = 0; i < array.rows.size(); ++i) {
        const auto at = static_cast<std::size_t>(array.offset + static_cast<Index>(j) * array.ld) + i;
        mine = larger(mine, std::abs(data_[at] - other.data_[at]));
      }
  return max_over_ranks(mine);
}

template class DistributedMatrix<float>;
template class DistributedMatrix<double>;
template class DistributedMatrix<std::complex<float>>;
template class DistributedMatrix<std::complex<double>>;

} // namespace hetgrid::cli
