// hetgrid from C++: matrices that know their layout, and routines that check and throw. Header only, above hetgrid.h.
//
//   hetgrid::ProcessGrid grid = hetgrid::ProcessGrid::measured(64);
//   hetgrid::Matrix<double> a(grid, n, n, 64), b(grid, n, nrhs, 64);
//   a.fill([](int i, int j) { return 1.0 / (i + j + 1); });
//   b.fill([](int, int) { return 1.0; });
//   hetgrid::solve(a, b);                            // X takes the place of B
//
// Rows and columns are counted from 0. T is float, double, std::complex<float> or std::complex<double>. What takes a matrix
// takes a part of it as well, a(i, j, m, n), and what is only read may be transposed(a) or adjoint(a). All matrices of a
// call belong to one grid. Routines are collective over it; a process that was left out of the grid may call them and does
// nothing. Exceptions are thrown by all processes of the grid alike: ArgumentError for what does not fit, SystemError where
// the machine refuses (memory: operands are as they were), NumericalError for a matrix without the factors asked for.
#pragma once

#include <hetgrid.h>
#include <hetgrid/error.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int nprow, int npcol);
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* myrow, int* mycol);
void Cblacs_pinfo(int* me, int* nprocs);
}

namespace hetgrid {

/// A matrix has not the factors asked for: INFO > 0.
class NumericalError : public Error {
public:
  NumericalError(const std::string& what, int index) : Error(what), index_(index) {}
  /// Of the pivot that is zero or the leading minor that is not positive, from 0.
  int index() const noexcept { return index_; }

private:
  int index_;
};

enum class Triangle : char { lower = 'L', upper = 'U' };
enum class Norm : char { largest = 'M', one = '1', infinity = 'I', frobenius = 'F' };
/// Where the matrix with structure stands in a product with a general one.
enum class Side : char { left = 'L', right = 'R' };
/// Whether the diagonal of a triangular matrix is read, or taken to be 1.
enum class Diagonal : char { stored = 'N', ones = 'U' };

namespace detail {

template <typename T>
using Real = decltype(std::abs(T()));

/// The routines of hetgrid.h for a type.
template <typename T>
struct Routines;
#define HETGRID_ROUTINES(T, x, X, q, Q, h, H)                                                                \
  template <>                                                                                                \
  struct Routines<T> {                                                                                       \
    static constexpr auto elget = HG_FC_GLOBAL_(hg_p##x##elget, HG_P##X##ELGET);                             \
    static constexpr auto elset = HG_FC_GLOBAL_(hg_p##x##elset, HG_P##X##ELSET);                             \
    static constexpr auto geadd = HG_FC_GLOBAL_(hg_p##x##geadd, HG_P##X##GEADD);                             \
    static constexpr auto gecon = HG_FC_GLOBAL_(hg_p##x##gecon, HG_P##X##GECON);                             \
    static constexpr auto gels = HG_FC_GLOBAL_(hg_p##x##gels, HG_P##X##GELS);                                \
    static constexpr auto gemm = HG_FC_GLOBAL_(hg_p##x##gemm, HG_P##X##GEMM);                                \
    static constexpr auto gemm_server = HG_FC_GLOBAL_(hg_p##x##gemm_server, HG_P##X##GEMM_SERVER);           \
    static constexpr auto gemr2d = HG_FC_GLOBAL_(hg_p##x##gemr2d, HG_P##X##GEMR2D);                          \
    static constexpr auto geqrf = HG_FC_GLOBAL_(hg_p##x##geqrf, HG_P##X##GEQRF);                             \
    static constexpr auto gesv = HG_FC_GLOBAL_(hg_p##x##gesv, HG_P##X##GESV);                                \
    static constexpr auto gesv_server = HG_FC_GLOBAL_(hg_p##x##gesv_server, HG_P##X##GESV_SERVER);           \
    static constexpr auto getrf = HG_FC_GLOBAL_(hg_p##x##getrf, HG_P##X##GETRF);                             \
    static constexpr auto getrf_server = HG_FC_GLOBAL_(hg_p##x##getrf_server, HG_P##X##GETRF_SERVER);        \
    static constexpr auto getri = HG_FC_GLOBAL_(hg_p##x##getri, HG_P##X##GETRI);                             \
    static constexpr auto getrs = HG_FC_GLOBAL_(hg_p##x##getrs, HG_P##X##GETRS);                             \
    static constexpr auto gqr = HG_FC_GLOBAL_(hg_p##x##q##gqr, HG_P##X##Q##GQR);                             \
    static constexpr auto hegst = HG_FC_GLOBAL_(hg_p##x##h##gst, HG_P##X##H##GST);                           \
    static constexpr auto hemm = HG_FC_GLOBAL_(hg_p##x##h##mm, HG_P##X##H##MM);                              \
    static constexpr auto her2k = HG_FC_GLOBAL_(hg_p##x##h##r2k, HG_P##X##H##R2K);                           \
    static constexpr auto herk = HG_FC_GLOBAL_(hg_p##x##h##rk, HG_P##X##H##RK);                              \
    static constexpr auto lacpy = HG_FC_GLOBAL_(hg_p##x##lacpy, HG_P##X##LACPY);                             \
    static constexpr auto lange = HG_FC_GLOBAL_(hg_p##x##lange, HG_P##X##LANGE);                             \
    static constexpr auto lapiv = HG_FC_GLOBAL_(hg_p##x##lapiv, HG_P##X##LAPIV);                             \
    static constexpr auto laset = HG_FC_GLOBAL_(hg_p##x##laset, HG_P##X##LASET);                             \
    static constexpr auto lauum = HG_FC_GLOBAL_(hg_p##x##lauum, HG_P##X##LAUUM);                             \
    static constexpr auto mqr = HG_FC_GLOBAL_(hg_p##x##q##mqr, HG_P##X##Q##MQR);                             \
    static constexpr auto posv = HG_FC_GLOBAL_(hg_p##x##posv, HG_P##X##POSV);                                \
    static constexpr auto potrf = HG_FC_GLOBAL_(hg_p##x##potrf, HG_P##X##POTRF);                             \
    static constexpr auto potri = HG_FC_GLOBAL_(hg_p##x##potri, HG_P##X##POTRI);                             \
    static constexpr auto potrs = HG_FC_GLOBAL_(hg_p##x##potrs, HG_P##X##POTRS);                             \
    static constexpr auto symm = HG_FC_GLOBAL_(hg_p##x##symm, HG_P##X##SYMM);                                \
    static constexpr auto syr2k = HG_FC_GLOBAL_(hg_p##x##syr2k, HG_P##X##SYR2K);                             \
    static constexpr auto syrk = HG_FC_GLOBAL_(hg_p##x##syrk, HG_P##X##SYRK);                                \
    static constexpr auto trmm = HG_FC_GLOBAL_(hg_p##x##trmm, HG_P##X##TRMM);                                \
    static constexpr auto trsm = HG_FC_GLOBAL_(hg_p##x##trsm, HG_P##X##TRSM);                                \
    static constexpr auto trtri = HG_FC_GLOBAL_(hg_p##x##trtri, HG_P##X##TRTRI);                             \
    static constexpr char name = #X[0];                                                                      \
  }
HETGRID_ROUTINES(float, s, S, or, OR, sy, SY);
HETGRID_ROUTINES(double, d, D, or, OR, sy, SY);
HETGRID_ROUTINES(hg_complex8, c, C, un, UN, he, HE);
HETGRID_ROUTINES(hg_complex16, z, Z, un, UN, he, HE);
#undef HETGRID_ROUTINES

inline int system_context() {
  int context = 0;
  Cblacs_get(-1, 0, &context);
  return context;
}

/// \throws ArgumentError or SystemError for INFO < 0 of a routine without a matrix type in its name
inline void check(const std::string& routine, int info) {
  if (info >= 0)
    return;
  if (info == -9999)
    throw SystemError(routine + ": memory, MPI or a file was refused; the reason is on standard error");
  const int number = info > -100 ? -info : -info / 100;
  throw ArgumentError("argument " + std::to_string(number) + " of " + routine,
                      "refused (INFO " + std::to_string(info) + ")",
                      info > -100 ? "a legal value, the same on all processes"
                                  : "a descriptor whose entry " + std::to_string(-info % 100) + " is legal");
}

template <typename T>
std::string name_of(const char* routine) {
  return std::string("HG_P") + Routines<T>::name + routine;
}
template <typename T>
std::string name_of(const char* real, const char* complex) {
  return name_of<T>(std::is_floating_point_v<T> ? real : complex);
}
/// Of a routine without INFO.
inline void check_last(const std::string& routine) {
  check(routine, HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)());
}

inline void expect(bool fits, const char* argument, int value, const std::string& expected) {
  if (!fits)
    throw ArgumentError(argument, std::to_string(value), expected);
}

inline void expect_each_process(const std::vector<double>& cycle_times) {
  int me = 0, processes = 0;
  Cblacs_pinfo(&me, &processes);
  expect(static_cast<int>(cycle_times.size()) == processes, "cycle_times",
         static_cast<int>(cycle_times.size()),
         "one for each of the " + std::to_string(processes) + " processes");
}

} // namespace detail

/// A grid of processes with its plan: a BLACS context. Not to be copied; must outlive its matrices.
class ProcessGrid {
public:
  /// For these cycle-times, one for each process. With p = q = 0 the planner chooses the shape, and may leave slow
  /// processes out. Collective over all processes.
  explicit ProcessGrid(const std::vector<double>& cycle_times, int p = 0, int q = 0) {
    detail::expect_each_process(cycle_times);
    int context = detail::system_context(), info = 0;
    HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(&context, "Row-major", &p, &q, cycle_times.data(), &info);
    own("HG_GRIDINIT", context, info);
  }
  /// For cycle-times measured now, at this block size. Collective over all processes.
  static ProcessGrid measured(int block_size, int p = 0, int q = 0) {
    int me = 0, processes = 0, info = 0;
    Cblacs_pinfo(&me, &processes);
    const int context = detail::system_context();
    std::vector<double> cycle_times(static_cast<std::size_t>(processes));
    HG_FC_GLOBAL_(hg_probe, HG_PROBE)(&context, &block_size, cycle_times.data(), &info);
    detail::check("HG_PROBE", info);
    return ProcessGrid(cycle_times, p, q);
  }
  /// From what `hetgrid plan --json FILE` wrote. Collective over all processes.
  static ProcessGrid from_plan(const std::string& file) {
    return from_file("HG_GRIDINIT_PLAN", HG_FC_GLOBAL_(hg_gridinit_plan, HG_GRIDINIT_PLAN), file);
  }
  /// With the partition that `hetgrid shape --json FILE` wrote, for PartitionedMatrix. Collective over all processes.
  static ProcessGrid from_partition(const std::string& file) {
    return from_file("HG_GRIDINIT_PARTITION", HG_FC_GLOBAL_(hg_gridinit_partition, HG_GRIDINIT_PARTITION),
                     file);
  }
  /// With the partition that is predicted to be fastest for products of order n, in cells of block_size x block_size, on
  /// processes of these cycle-times. Collective over all processes.
  static ProcessGrid for_products(int n, int block_size, const std::vector<double>& cycle_times) {
    detail::expect_each_process(cycle_times);
    ProcessGrid grid;
    int context = detail::system_context(), info = 0;
    HG_FC_GLOBAL_(hg_gridinit_shape, HG_GRIDINIT_SHAPE)
    (&context, &n, &block_size, cycle_times.data(), &info);
    grid.own("HG_GRIDINIT_SHAPE", context, info);
    return grid;
  }
  /// A context of hg_gridinit_ or of BLACS_GRIDINIT, which stays its owner's.
  static ProcessGrid of_context(int context) {
    ProcessGrid grid;
    grid.look_at(context);
    return grid;
  }

  ProcessGrid(ProcessGrid&& other) noexcept { swap(other); }
  ProcessGrid& operator=(ProcessGrid&& other) noexcept {
    swap(other);
    return *this;
  }
  ~ProcessGrid() {
    if (owned_ && is_inside())
      HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(&context_);
  }

  int context() const noexcept { return context_; }
  int rows() const noexcept { return rows_; }
  int columns() const noexcept { return columns_; }
  int my_row() const noexcept { return my_row_; }
  int my_column() const noexcept { return my_column_; }
  /// This process has not been left out.
  bool is_inside() const noexcept { return my_row_ >= 0; }
  /// The same on all processes, those left out as well, and another one for every other grid; 0: of_context, which tells
  /// nothing to those outside.
  int identity() const noexcept { return identity_; }

private:
  ProcessGrid() = default;
  static ProcessGrid from_file(const char* routine, void (*gridinit)(int*, const char*, const int*, int*),
                               const std::string& file) {
    ProcessGrid grid;
    int context = detail::system_context(), info = 0;
    const int length = static_cast<int>(file.size());
    gridinit(&context, file.data(), &length, &info);
    grid.own(routine, context, info);
    return grid;
  }
  void own(const char* routine, int context, int info) {
    detail::check(routine, info);
    look_at(context);
    owned_ = true;
    static int made = 0; // by all processes together, which count alike
    identity_ = ++made;
  }
  void look_at(int context) {
    context_ = context;
    if (context >= 0)
      Cblacs_gridinfo(context, &rows_, &columns_, &my_row_, &my_column_);
  }
  void swap(ProcessGrid& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(rows_, other.rows_);
    std::swap(columns_, other.columns_);
    std::swap(my_row_, other.my_row_);
    std::swap(my_column_, other.my_column_);
    std::swap(owned_, other.owned_);
    std::swap(identity_, other.identity_);
  }

  int context_ = -1, rows_ = 0, columns_ = 0, my_row_ = -1, my_column_ = -1;
  bool owned_ = false;
  int identity_ = 0;
};

/// Rows i .. i+m-1 and columns j .. j+n-1 of a matrix whose elements somebody else has. T: const where it is only read.
template <typename T>
class Part {
public:
  using Value = std::remove_const_t<T>;

  /// A whole matrix of ScaLAPACK's, or of hg_descinit_'s: its local part and its descriptor. grid: the identity of its
  /// ProcessGrid, 0 if it has none.
  Part(T* data, const int* descriptor, int grid = 0)
      : data_(data), grid_(grid), m_(descriptor[2]), n_(descriptor[3]) {
    std::copy_n(descriptor, descriptor_.size(), descriptor_.begin());
  }
  template <typename U>
  requires std::is_same_v<T, const U> Part(const Part<U>& other)
      : Part(other.data(), other.descriptor(), other.grid()) {
    *this = (*this)(other.row() - 1, other.column() - 1, other.rows(), other.columns());
  }

  int rows() const noexcept { return m_; }
  int columns() const noexcept { return n_; }
  /// Its part; i, j: of its first row and column, within this one. \throws ArgumentError if it is not within
  Part operator()(int i, int j, int m, int n) const {
    detail::expect(i >= 0 && i <= m_, "i", i, "0 to " + std::to_string(m_));
    detail::expect(j >= 0 && j <= n_, "j", j, "0 to " + std::to_string(n_));
    detail::expect(m >= 0 && m <= m_ - i, "m", m, "0 to " + std::to_string(m_ - i));
    detail::expect(n >= 0 && n <= n_ - j, "n", n, "0 to " + std::to_string(n_ - j));
    Part part(*this);
    part.i_ += i;
    part.j_ += j;
    part.m_ = m;
    part.n_ = n;
    return part;
  }

  /// Element (i, j) on all processes of the grid. Collective over it.
  Value get(int i, int j) const {
    check_element(i, j);
    Value value{};
    if (descriptor_[1] < 0) // left out of the grid
      return value;
    const int row = i_ + i, column = j_ + j;
    detail::Routines<Value>::elget("A", " ", &value, data_, &row, &column, descriptor_.data());
    detail::check_last(detail::name_of<Value>("ELGET"));
    return value;
  }
  /// Element (i, j) = value, on its owner. Local.
  void set(int i, int j, const Value& value) const {
    check_element(i, j);
    if (descriptor_[1] < 0) // left out of the grid
      return;
    const int row = i_ + i, column = j_ + j;
    detail::Routines<Value>::elset(data_, &row, &column, descriptor_.data(), &value);
    detail::check_last(detail::name_of<Value>("ELSET"));
  }

  // As hetgrid.h wants it.
  T* data() const noexcept { return data_; }
  const int* descriptor() const noexcept { return descriptor_.data(); }
  const int& row() const noexcept { return i_; }       ///< its first, from 1
  const int& column() const noexcept { return j_; }    ///< its first, from 1
  const int& row_count() const noexcept { return m_; } ///< an address that lasts as long as this
  const int& column_count() const noexcept { return n_; }
  /// Identity of its grid, 0 if that is not known.
  int grid() const noexcept { return grid_; }

private:
  void check_element(int i, int j) const {
    detail::expect(i >= 0 && i < m_, "i", i, "0 to " + std::to_string(m_ - 1));
    detail::expect(j >= 0 && j < n_, "j", j, "0 to " + std::to_string(n_ - 1));
  }

  T* data_;
  std::array<int, 9> descriptor_;
  int grid_, i_ = 1, j_ = 1, m_, n_;
};

/// An m x n matrix in blocks of block_size x block_size, laid out by the plan of its grid, elements 0. Not to be copied.
template <typename T>
class Matrix {
public:
  /// \throws ArgumentError, std::bad_alloc (of this process alone)
  Matrix(const ProcessGrid& grid, int m, int n, int block_size)
      : descriptor_{HG_DTYPE, -1, m, n, block_size, block_size, 0, 0, 1}, context_(grid.context()),
        grid_(grid.identity()), grid_rows_(grid.rows()), grid_columns_(grid.columns()),
        my_row_(grid.my_row()), my_column_(grid.my_column()) {
    detail::expect(m >= 0, "m", m, "0 or more rows");
    detail::expect(n >= 0, "n", n, "0 or more columns");
    detail::expect(block_size >= 1, "block_size", block_size, "1 or more elements");
    if (!grid.is_inside())
      return;
    int info = 0;
    HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)
    (descriptor_.data(), &m, &n, &block_size, &block_size, &zero, &zero, &context_, &zero, &info);
    detail::check("HG_DESCINIT", info);
    local_rows_ =
        HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&m, &block_size, &my_row_, &zero, &grid_rows_, &context_, "R");
    local_columns_ = HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&n, &block_size, &my_column_, &zero, &grid_columns_,
                                                         &context_, "C");
    elements_.resize(static_cast<std::size_t>(leading_dimension()) *
                     static_cast<std::size_t>(local_columns_));
  }
  Matrix(Matrix&&) noexcept = default;
  Matrix& operator=(Matrix&&) noexcept = default;

  int rows() const noexcept { return descriptor_[2]; }
  int columns() const noexcept { return descriptor_[3]; }
  int block_size() const noexcept { return descriptor_[4]; }
  const int* descriptor() const noexcept { return descriptor_.data(); }

  Part<T> operator()(int i, int j, int m, int n) { return part()(i, j, m, n); }
  Part<const T> operator()(int i, int j, int m, int n) const { return part()(i, j, m, n); }
  Part<T> part() { return {elements_.data(), descriptor_.data(), grid_}; }
  Part<const T> part() const { return {elements_.data(), descriptor_.data(), grid_}; }

  /// What this process owns, stored by columns.
  T* data() noexcept { return elements_.data(); }
  const T* data() const noexcept { return elements_.data(); }
  int local_rows() const noexcept { return local_rows_; }
  int local_columns() const noexcept { return local_columns_; }
  int leading_dimension() const noexcept { return descriptor_[8]; }
  /// Row of the matrix that is row `local` here, both from 0.
  int global_row(int local) const { return global(local, my_row_, grid_rows_, "R"); }
  int global_column(int local) const { return global(local, my_column_, grid_columns_, "C"); }

  /// A(i, j) = element(i, j), called on the owner of each. Local.
  template <typename Function>
  void fill(Function&& element) {
    std::vector<int> row(static_cast<std::size_t>(local_rows_));
    for (int i = 0; i < local_rows_; ++i)
      row[static_cast<std::size_t>(i)] = global_row(i);
    T* column = elements_.data();
    for (int j = 0; j < local_columns_; ++j, column += leading_dimension()) {
      const int global_j = global_column(j);
      for (int i = 0; i < local_rows_; ++i)
        column[i] = element(row[static_cast<std::size_t>(i)], global_j);
    }
  }
  /// A(i, j) on all processes of the grid. Collective over it.
  T get(int i, int j) const { return part().get(i, j); }
  /// A(i, j) = value, on its owner. Local.
  void set(int i, int j, const T& value) { part().set(i, j, value); }

private:
  static constexpr int zero = 0;

  int global(int local, int mine, int processes, const char* axis) const {
    const int from_one = local + 1;
    return HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(&from_one, &descriptor_[4], &mine, &zero, &processes,
                                                 &context_, axis) -
           1;
  }
  std::array<int, 9> descriptor_;
  int context_, grid_, grid_rows_, grid_columns_, my_row_, my_column_;
  int local_rows_ = 0, local_columns_ = 0;
  std::vector<T> elements_;
};

/// An m x n matrix on the partition of its grid, in cells of mb x nb elements, elements 0. With mb = ceil(m / N) and
/// nb = ceil(n / N), N x N cells being in the partition, that is the partition of the whole matrix; with less it repeats.
/// Taken by multiply, copy, set and norm; other routines refuse it by its descriptor. Not to be copied.
template <typename T>
class PartitionedMatrix {
public:
  /// What this process owns are dense blocks, stored by columns: element (row + r, column + s) of the matrix is
  /// data[r + s * leading_dimension].
  struct Block {
    int row, column, rows, columns;
    T* data;
    int leading_dimension;
  };

  /// \throws ArgumentError, std::bad_alloc (of this process alone)
  PartitionedMatrix(const ProcessGrid& grid, int m, int n, int mb, int nb)
      : descriptor_{HG_DTYPE_PARTITIONED, -1, m, n, mb, nb, 0, 0, 1}, grid_(grid.identity()) {
    detail::expect(m >= 0, "m", m, "0 or more rows");
    detail::expect(n >= 0, "n", n, "0 or more columns");
    detail::expect(mb >= 1, "mb", mb, "1 or more elements");
    detail::expect(nb >= 1, "nb", nb, "1 or more elements");
    if (!grid.is_inside())
      return;
    const int context = grid.context();
    int info = 0;
    HG_FC_GLOBAL_(hg_descinit_partition, HG_DESCINIT_PARTITION)
    (descriptor_.data(), &m, &n, &mb, &nb, &context, &info);
    detail::check("HG_DESCINIT_PARTITION", info);
    allocate();
  }
  PartitionedMatrix(PartitionedMatrix&&) noexcept = default;
  PartitionedMatrix& operator=(PartitionedMatrix&&) noexcept = default;

  int rows() const noexcept { return descriptor_[2]; }
  int columns() const noexcept { return descriptor_[3]; }
  const int* descriptor() const noexcept { return descriptor_.data(); }
  const std::vector<Block>& blocks() const noexcept { return blocks_; }

  Part<T> operator()(int i, int j, int m, int n) { return part()(i, j, m, n); }
  Part<const T> operator()(int i, int j, int m, int n) const { return part()(i, j, m, n); }
  Part<T> part() { return {elements_.data(), descriptor_.data(), grid_}; }
  Part<const T> part() const { return {elements_.data(), descriptor_.data(), grid_}; }

  /// A(i, j) = element(i, j), called on the owner of each. Local.
  template <typename Function>
  void fill(Function&& element) {
    for (const Block& block : blocks_)
      for (int s = 0; s < block.columns; ++s)
        for (int r = 0; r < block.rows; ++r)
          block.data[r + std::ptrdiff_t{s} * block.leading_dimension] =
              element(block.row + r, block.column + s);
  }
  /// A(i, j) on all processes of the grid. Collective over it.
  T get(int i, int j) const { return part().get(i, j); }
  /// A(i, j) = value, on its owner. Local.
  void set(int i, int j, const T& value) { part().set(i, j, value); }

private:
  void allocate() {
    int count = 0, info = 0;
    std::int64_t elements = 0;
    HG_FC_GLOBAL_(hg_partition_size, HG_PARTITION_SIZE)(descriptor_.data(), &count, &elements, &info);
    detail::check("HG_PARTITION_SIZE", info);
    elements_.resize(static_cast<std::size_t>(elements));
    const auto size = static_cast<std::size_t>(count);
    std::vector<int> i(size), j(size), m(size), n(size), lld(size);
    std::vector<std::int64_t> offset(size);
    HG_FC_GLOBAL_(hg_partition_blocks, HG_PARTITION_BLOCKS)
    (descriptor_.data(), &count, i.data(), j.data(), m.data(), n.data(), offset.data(), lld.data(), &info);
    detail::check("HG_PARTITION_BLOCKS", info);
    blocks_.reserve(size);
    for (std::size_t k = 0; k < size; ++k)
      blocks_.push_back({i[k] - 1, j[k] - 1, m[k], n[k], elements_.data() + offset[k], lld[k]});
  }

  std::array<int, 9> descriptor_;
  int grid_;
  std::vector<T> elements_;
  std::vector<Block> blocks_;
};

/// A matrix that is read as it is, transposed or conjugated and transposed.
template <typename T>
struct Factor {
  Part<const T> part;
  char op = 'N';

  int rows() const { return op == 'N' ? part.rows() : part.columns(); }
  int columns() const { return op == 'N' ? part.columns() : part.rows(); }
};

namespace detail {

/// Of a Matrix or a PartitionedMatrix.
template <typename M>
requires requires(M& x) {
  x.part();
}
auto whole(M& x) {
  return x.part();
}
template <typename T>
Part<T> whole(const Part<T>& x) {
  return x;
}
template <typename M>
auto factor(const M& x) {
  const auto part = whole(x);
  return Factor<typename decltype(part)::Value>{part};
}
template <typename T>
Factor<T> factor(const Factor<T>& x) {
  return x;
}
/// Element type of a matrix, a part or a factor.
template <typename M>
using Value = typename decltype(factor(std::declval<const std::remove_cvref_t<M>&>()).part)::Value;

/// This process has been left out of the grid.
template <typename T>
bool is_outside(const Part<T>& x) {
  return x.descriptor()[1] < 0;
}

template <typename T>
Part<T> square(const Part<T>& a) {
  expect(a.rows() == a.columns(), "columns of A", a.columns(), std::to_string(a.rows()) + ", as it has rows");
  return a;
}
template <typename T>
Part<T> right_sides(const Part<T>& b, int n) {
  expect(b.rows() == n, "rows of B", b.rows(), std::to_string(n) + ", the order of A");
  return b;
}
/// \throws ArgumentError unless C, so called, has as many rows and columns as X
template <typename PC, typename PX>
void expect_shape(const std::string& c_name, const PC& c, const std::string& x_name, const PX& x) {
  expect(c.rows() == x.rows(), ("rows of " + c_name).c_str(), c.rows(),
         std::to_string(x.rows()) + ", as " + x_name + " has");
  expect(c.columns() == x.columns(), ("columns of " + c_name).c_str(), c.columns(),
         std::to_string(x.columns()) + ", as " + x_name + " has");
}
/// \throws ArgumentError unless a triangular, symmetric or Hermitian A is square and fits on that side of B
template <typename T>
void expect_beside(Side side, const Part<const T>& a, const Part<const T>& b) {
  const bool left = side == Side::left;
  const int order = left ? b.rows() : b.columns();
  expect(square(a).rows() == order, "rows of A", a.rows(),
         std::to_string(order) + ", as B has " + (left ? "rows" : "columns"));
}
/// The letter TRANS of C = A A^T or A A^H for an A that is op(A) there. \throws ArgumentError for the other transpose
template <typename T>
char update_op(const char* name, const Factor<T>& a, bool hermitian) {
  if (a.op == 'N')
    return 'N';
  if (std::is_floating_point_v<T>)
    return 'T';
  const char legal = hermitian ? 'C' : 'T';
  if (a.op != legal)
    throw ArgumentError(name, hermitian ? "transposed" : "adjoint",
                        hermitian ? "a matrix or the adjoint of one" : "a matrix or the transpose of one");
  return legal;
}

/// \throws ArgumentError unless C can be the product of A and B
template <typename T>
void expect_product(const Factor<T>& a, const Factor<T>& b, const Part<T>& c) {
  expect(b.rows() == a.columns(), "rows of B", b.rows(), std::to_string(a.columns()) + ", as A has columns");
  expect(c.rows() == a.rows(), "rows of C", c.rows(), std::to_string(a.rows()) + ", as A has");
  expect(c.columns() == b.columns(), "columns of C", c.columns(), std::to_string(b.columns()) + ", as B has");
}

/// Local columns of a matrix, of which column `last` is the last one that counts, from 1.
template <typename T>
int local_columns(const Part<T>& a, int last) {
  const int* const desc = a.descriptor();
  int p = 0, q = 0, my_row = -1, my_column = -1;
  Cblacs_gridinfo(desc[1], &p, &q, &my_row, &my_column);
  if (desc[0] == HG_DTYPE)
    return HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&last, &desc[5], &my_column, &desc[7], &q, &desc[1], "C");
  const int blocks = last / desc[5], distance = (q + my_column - desc[7]) % q;
  const int extra = distance < blocks % q ? desc[5] : distance == blocks % q ? last % desc[5] : 0;
  return blocks / q * desc[5] + extra;
}

} // namespace detail

template <typename M>
auto transposed(const M& x) {
  return Factor<detail::Value<M>>{detail::whole(x), 'T'};
}
template <typename M>
auto adjoint(const M& x) {
  return Factor<detail::Value<M>>{detail::whole(x), 'C'};
}

/// C = alpha A B + beta C; A and B may be transposed. C must not overlap them.
template <typename MA, typename MB, typename MC, typename T = detail::Value<MC>>
void multiply(const std::type_identity_t<T>& alpha, const MA& a, const MB& b,
              const std::type_identity_t<T>& beta, MC&& c) {
  const Factor<T> left = detail::factor(a), right = detail::factor(b);
  const Part<T> result = detail::whole(c);
  const int m = left.rows(), n = right.columns(), k = left.columns();
  detail::expect_product(left, right, result);
  if (detail::is_outside(result))
    return;
  detail::Routines<T>::gemm(&left.op, &right.op, &m, &n, &k, &alpha, left.part.data(), &left.part.row(),
                            &left.part.column(), left.part.descriptor(), right.part.data(), &right.part.row(),
                            &right.part.column(), right.part.descriptor(), &beta, result.data(),
                            &result.row(), &result.column(), result.descriptor());
  detail::check_last(detail::name_of<T>("GEMM"));
}

namespace detail {

/// B = op(A)^-1 B or op(A) B by P?TRSM or P?TRMM.
template <typename T, typename Routine>
void triangular(Routine routine, const char* name, Side side, Triangle triangle, const T& alpha,
                const Factor<T>& a, const Part<T>& b, Diagonal diagonal) {
  expect_beside<T>(side, a.part, b);
  const char side_letter = static_cast<char>(side), triangle_letter = static_cast<char>(triangle),
             diagonal_letter = static_cast<char>(diagonal);
  if (is_outside(b))
    return;
  routine(&side_letter, &triangle_letter, &a.op, &diagonal_letter, &b.row_count(), &b.column_count(), &alpha,
          a.part.data(), &a.part.row(), &a.part.column(), a.part.descriptor(), b.data(), &b.row(),
          &b.column(), b.descriptor());
  check_last(name_of<T>(name));
}

/// C = alpha A B + beta C or alpha B A + beta C by P?SYMM or P?HEMM.
template <typename T, typename Routine>
void symmetric_product(Routine routine, const std::string& name, Side side, Triangle triangle, const T& alpha,
                       const Part<const T>& a, const Part<const T>& b, const T& beta, const Part<T>& c) {
  expect_beside<T>(side, a, b);
  expect_shape("C", c, "B", b);
  const char side_letter = static_cast<char>(side), triangle_letter = static_cast<char>(triangle);
  if (is_outside(c))
    return;
  routine(&side_letter, &triangle_letter, &c.row_count(), &c.column_count(), &alpha, a.data(), &a.row(),
          &a.column(), a.descriptor(), b.data(), &b.row(), &b.column(), b.descriptor(), &beta, c.data(),
          &c.row(), &c.column(), c.descriptor());
  check_last(name);
}

/// The C of an update by A has as many rows and columns as A has rows.
template <typename T>
Part<T> updated(const Part<T>& c, const Factor<T>& a) {
  expect(c.rows() == a.rows(), "rows of C", c.rows(), std::to_string(a.rows()) + ", as A has");
  expect(c.columns() == a.rows(), "columns of C", c.columns(), std::to_string(a.rows()) + ", as A has rows");
  return c;
}

/// C = alpha A A^T + beta C by P?SYRK, or with A^H by P?HERK, whose scalars are real.
template <typename T, typename Routine, typename Scalar>
void rank_k_update(Routine routine, const std::string& name, bool hermitian, Triangle triangle,
                   const Scalar& alpha, const Factor<T>& a, const Scalar& beta, const Part<T>& c) {
  const char letter = static_cast<char>(triangle), op = update_op("A", a, hermitian);
  const int k = a.columns();
  if (is_outside(updated(c, a)))
    return;
  routine(&letter, &op, &c.row_count(), &k, &alpha, a.part.data(), &a.part.row(), &a.part.column(),
          a.part.descriptor(), &beta, c.data(), &c.row(), &c.column(), c.descriptor());
  check_last(name);
}

/// C = alpha (A B^T + B A^T) + beta C by P?SYR2K, or with A^H and B^H by P?HER2K, whose beta is real.
template <typename T, typename Routine, typename Scalar>
void rank_2k_update(Routine routine, const std::string& name, bool hermitian, Triangle triangle,
                    const T& alpha, const Factor<T>& a, const Factor<T>& b, const Scalar& beta,
                    const Part<T>& c) {
  const char letter = static_cast<char>(triangle), op = update_op("A", a, hermitian);
  if (update_op("B", b, hermitian) != op)
    throw ArgumentError("B", op == 'N' ? "transposed" : "as it is", "transposed as A is, or neither");
  expect_shape("B", b, "A", a);
  const int k = a.columns();
  if (is_outside(updated(c, a)))
    return;
  routine(&letter, &op, &c.row_count(), &k, &alpha, a.part.data(), &a.part.row(), &a.part.column(),
          a.part.descriptor(), b.part.data(), &b.part.row(), &b.part.column(), b.part.descriptor(), &beta,
          c.data(), &c.row(), &c.column(), c.descriptor());
  check_last(name);
}

} // namespace detail

/// op(A) X = alpha B or, with A on the right, X op(A) = alpha B for a triangular A, X in the place of B; A may be transposed.
/// A zero on the diagonal gives infinities.
template <typename MA, typename MB, typename T = detail::Value<MB>>
void solve_triangular(Side side, Triangle triangle, const std::type_identity_t<T>& alpha, const MA& a, MB&& b,
                      Diagonal diagonal = Diagonal::stored) {
  detail::triangular(detail::Routines<T>::trsm, "TRSM", side, triangle, alpha, detail::factor(a),
                     Part<T>(detail::whole(b)), diagonal);
}

/// B = alpha op(A) B or, with A on the right, alpha B op(A) for a triangular A; it may be transposed.
template <typename MA, typename MB, typename T = detail::Value<MB>>
void multiply_triangular(Side side, Triangle triangle, const std::type_identity_t<T>& alpha, const MA& a,
                         MB&& b, Diagonal diagonal = Diagonal::stored) {
  detail::triangular(detail::Routines<T>::trmm, "TRMM", side, triangle, alpha, detail::factor(a),
                     Part<T>(detail::whole(b)), diagonal);
}

/// C = alpha A B + beta C or, with A on the right, alpha B A + beta C. A is symmetric, its triangle is read. C must not
/// overlap them.
template <typename MA, typename MB, typename MC, typename T = detail::Value<MC>>
void multiply_symmetric(Side side, Triangle triangle, const std::type_identity_t<T>& alpha, const MA& a,
                        const MB& b, const std::type_identity_t<T>& beta, MC&& c) {
  detail::symmetric_product<T>(detail::Routines<T>::symm, detail::name_of<T>("SYMM"), side, triangle, alpha,
                               detail::whole(a), detail::whole(b), beta, detail::whole(c));
}

/// The same with a Hermitian A, whose diagonal is taken to be real.
template <typename MA, typename MB, typename MC, typename T = detail::Value<MC>>
void multiply_hermitian(Side side, Triangle triangle, const std::type_identity_t<T>& alpha, const MA& a,
                        const MB& b, const std::type_identity_t<T>& beta, MC&& c) {
  detail::symmetric_product<T>(detail::Routines<T>::hemm, detail::name_of<T>("SYMM", "HEMM"), side, triangle,
                               alpha, detail::whole(a), detail::whole(b), beta, detail::whole(c));
}

/// C = alpha A A^T + beta C, a triangle of the symmetric C; A may be transposed, which gives A^T A. C must not overlap A.
template <typename MA, typename MC, typename T = detail::Value<MC>>
void update_symmetric(Triangle triangle, const std::type_identity_t<T>& alpha, const MA& a,
                      const std::type_identity_t<T>& beta, MC&& c) {
  detail::rank_k_update<T>(detail::Routines<T>::syrk, detail::name_of<T>("SYRK"), false, triangle, alpha,
                           detail::factor(a), beta, detail::whole(c));
}

/// C = alpha A A^H + beta C, a triangle of the Hermitian C, whose diagonal becomes real; A may be adjoint, which gives A^H A.
/// C must not overlap A.
template <typename MA, typename MC, typename T = detail::Value<MC>>
void update_hermitian(Triangle triangle, const std::type_identity_t<detail::Real<T>>& alpha, const MA& a,
                      const std::type_identity_t<detail::Real<T>>& beta, MC&& c) {
  detail::rank_k_update<T>(detail::Routines<T>::herk, detail::name_of<T>("SYRK", "HERK"), true, triangle,
                           alpha, detail::factor(a), beta, detail::whole(c));
}

/// C = alpha (A B^T + B A^T) + beta C, a triangle of the symmetric C; A and B may both be transposed. C must not overlap them.
template <typename MA, typename MB, typename MC, typename T = detail::Value<MC>>
void update_symmetric(Triangle triangle, const std::type_identity_t<T>& alpha, const MA& a, const MB& b,
                      const std::type_identity_t<T>& beta, MC&& c) {
  detail::rank_2k_update<T>(detail::Routines<T>::syr2k, detail::name_of<T>("SYR2K"), false, triangle, alpha,
                            detail::factor(a), detail::factor(b), beta, detail::whole(c));
}

/// C = alpha A B^H + conj(alpha) B A^H + beta C, a triangle of the Hermitian C, whose diagonal becomes real; A and B may both
/// be adjoint. C must not overlap them.
template <typename MA, typename MB, typename MC, typename T = detail::Value<MC>>
void update_hermitian(Triangle triangle, const std::type_identity_t<T>& alpha, const MA& a, const MB& b,
                      const std::type_identity_t<detail::Real<T>>& beta, MC&& c) {
  detail::rank_2k_update<T>(detail::Routines<T>::her2k, detail::name_of<T>("SYR2K", "HER2K"), true, triangle,
                            alpha, detail::factor(a), detail::factor(b), beta, detail::whole(c));
}

/// C = alpha A + beta C; A may be transposed, as by PDTRAN. C must not overlap A.
template <typename MA, typename MC, typename T = detail::Value<MC>>
void add(const std::type_identity_t<T>& alpha, const MA& a, const std::type_identity_t<T>& beta, MC&& c) {
  const Factor<T> from = detail::factor(a);
  const Part<T> sum = detail::whole(c);
  detail::expect_shape("C", sum, "A", from);
  if (detail::is_outside(sum))
    return;
  detail::Routines<T>::geadd(&from.op, &sum.row_count(), &sum.column_count(), &alpha, from.part.data(),
                             &from.part.row(), &from.part.column(), from.part.descriptor(), &beta, sum.data(),
                             &sum.row(), &sum.column(), sum.descriptor());
  detail::check_last(detail::name_of<T>("GEADD"));
}

namespace detail {

/// A context of all processes, made by the first call, in which all take part. The system context has a number that the first
/// grid made has as well.
inline int context_of_all() {
  static const int context = [] {
    int me = 0, processes = 0, made = system_context();
    Cblacs_pinfo(&me, &processes);
    Cblacs_gridinit(&made, "Row", 1, processes);
    return made;
  }();
  return context;
}

} // namespace detail

/// B = A between any two layouts and grids. Collective over the grid, or over all processes if there are two. Of a matrix
/// that is given by its descriptor, or is of ProcessGrid::of_context, a process outside of it does not know the grid: if it is
/// outside of the other matrix as well it does nothing. So two grids must then have all processes between them.
template <typename MA, typename MB, typename T = detail::Value<MB>>
void copy(const MA& a, MB&& b) {
  const Part<const T> from = detail::whole(a);
  const Part<T> to = detail::whole(b);
  detail::expect_shape("B", to, "A", from);
  const bool both_known = from.grid() != 0 && to.grid() != 0;
  const bool same = both_known ? from.grid() == to.grid() : from.descriptor()[1] == to.descriptor()[1];
  if (same && detail::is_outside(to))
    return;
  const int context = same ? to.descriptor()[1] : detail::context_of_all();
  detail::Routines<T>::gemr2d(&from.row_count(), &from.column_count(), from.data(), &from.row(),
                              &from.column(), from.descriptor(), to.data(), &to.row(), &to.column(),
                              to.descriptor(), &context);
  detail::check_last(detail::name_of<T>("GEMR2D"));
}

/// The triangle of B, or trapezoid, = that of A, both of one grid. They must not overlap.
template <typename MA, typename MB, typename T = detail::Value<MB>>
void copy(Triangle triangle, const MA& a, MB&& b) {
  const Part<const T> from = detail::whole(a);
  const Part<T> to = detail::whole(b);
  const char letter = static_cast<char>(triangle);
  detail::expect_shape("B", to, "A", from);
  if (detail::is_outside(to))
    return;
  detail::Routines<T>::lacpy(&letter, &to.row_count(), &to.column_count(), from.data(), &from.row(),
                             &from.column(), from.descriptor(), to.data(), &to.row(), &to.column(),
                             to.descriptor());
  detail::check_last(detail::name_of<T>("LACPY"));
}

namespace detail {

template <typename T>
void set(char triangle, const T& off_diagonal, const T& diagonal, const Part<T>& a) {
  if (is_outside(a))
    return;
  Routines<T>::laset(&triangle, &a.row_count(), &a.column_count(), &off_diagonal, &diagonal, a.data(),
                     &a.row(), &a.column(), a.descriptor());
  check_last(name_of<T>("LASET"));
}

} // namespace detail

/// All elements of A: those off its diagonal, and those on it.
template <typename M, typename T = detail::Value<M>>
void set(const std::type_identity_t<T>& off_diagonal, const std::type_identity_t<T>& diagonal, M&& a) {
  detail::set<T>('A', off_diagonal, diagonal, detail::whole(a));
}
/// Those of a triangle alone, and of the diagonal.
template <typename M, typename T = detail::Value<M>>
void set(Triangle triangle, const std::type_identity_t<T>& off_diagonal,
         const std::type_identity_t<T>& diagonal, M&& a) {
  detail::set<T>(static_cast<char>(triangle), off_diagonal, diagonal, detail::whole(a));
}

/// The same on all processes of the grid; NaN if an element is.
template <typename M, typename T = detail::Value<M>>
detail::Real<T> norm(Norm which, const M& a) {
  const Part<const T> x = detail::whole(a);
  const char letter = static_cast<char>(which);
  detail::Real<T> none{};
  if (detail::is_outside(x))
    return none;
  const detail::Real<T> value = detail::Routines<T>::lange(
      &letter, &x.row_count(), &x.column_count(), x.data(), &x.row(), &x.column(), x.descriptor(), &none);
  detail::check_last(detail::name_of<T>("LANGE"));
  return value;
}

/// Row interchanges of factor_lu, as IPIV has them.
struct Pivots {
  std::vector<int> rows;
  int zero_pivot = -1; ///< the first k, from 0, with U(k, k) = 0; -1: there is none
};

namespace detail {

template <typename T>
std::vector<int> room_for_pivots(const Part<T>& a) {
  return std::vector<int>(static_cast<std::size_t>(a.descriptor()[8]) +
                          static_cast<std::size_t>(a.descriptor()[4]));
}
[[noreturn]] inline void singular(int info) {
  throw NumericalError("U(" + std::to_string(info) + ", " + std::to_string(info) +
                           ") of the factors of A is exactly zero: expected a matrix that is not singular",
                       info - 1);
}
inline void check_diagonal(const std::string& routine, int info) {
  check(routine, info);
  if (info > 0)
    throw NumericalError(
        "element " + std::to_string(info) +
            " of the diagonal of the triangular matrix is zero: expected a matrix that is not singular",
        info - 1);
}
inline void check_minor(const std::string& routine, int info) {
  check(routine, info);
  if (info > 0)
    throw NumericalError("the leading minor of order " + std::to_string(info) +
                             " of A is not positive: expected a positive definite matrix",
                         info - 1);
}

} // namespace detail

/// P A = L U with partial pivoting, in the place of A. A zero pivot is no error: A is factored.
template <typename M, typename T = detail::Value<M>>
Pivots factor_lu(M&& a) {
  const Part<T> x = detail::whole(a);
  Pivots pivots{detail::room_for_pivots(x)};
  if (detail::is_outside(x))
    return pivots;
  int info = 0;
  detail::Routines<T>::getrf(&x.row_count(), &x.column_count(), x.data(), &x.row(), &x.column(),
                             x.descriptor(), pivots.rows.data(), &info);
  detail::check(detail::name_of<T>("GETRF"), info);
  pivots.zero_pivot = info - 1;
  return pivots;
}

/// A X = B from the factors of factor_lu, X in the place of B; A may be transposed. \throws NumericalError for a zero pivot
template <typename MA, typename MB, typename T = detail::Value<MB>>
void solve_lu(const MA& a, const Pivots& pivots, MB&& b) {
  const Factor<T> factors = detail::factor(a);
  const Part<const T> x = detail::square(factors.part);
  const Part<T> y = detail::right_sides(detail::whole(b), x.rows());
  if (pivots.zero_pivot >= 0)
    detail::singular(pivots.zero_pivot + 1);
  if (detail::is_outside(x))
    return;
  int info = 0;
  detail::Routines<T>::getrs(&factors.op, &x.row_count(), &y.column_count(), x.data(), &x.row(), &x.column(),
                             x.descriptor(), pivots.rows.data(), y.data(), &y.row(), &y.column(),
                             y.descriptor(), &info);
  detail::check(detail::name_of<T>("GETRS"), info);
}

/// C = P C, or P^T C, or with P on the right C P or C P^T, P being that of factor_lu of A, of which no element is read.
template <typename MA, typename MC, typename T = detail::Value<MC>>
void multiply_by_p(Side side, const MA& a, const Pivots& pivots, MC&& c, bool transposed = false) {
  const Part<const T> x = detail::whole(a);
  const Part<T> y = detail::whole(c);
  const bool left = side == Side::left;
  const int order = left ? y.rows() : y.columns();
  detail::expect(order == x.rows(), left ? "rows of C" : "columns of C", order,
                 std::to_string(x.rows()) + ", as A has rows");
  if (detail::is_outside(x))
    return;
  // P = P_k ... P_1: from the first to the last as P C and C P^T.
  const char direction = left != transposed ? 'F' : 'B', lines = left ? 'R' : 'C';
  const int interchanges = std::min(x.rows(), x.columns());
  detail::Routines<T>::lapiv(&direction, &lines, "C", left ? &interchanges : &y.row_count(),
                             left ? &y.column_count() : &interchanges, y.data(), &y.row(), &y.column(),
                             y.descriptor(), pivots.rows.data(), &x.row(), &x.column(), x.descriptor(),
                             nullptr);
  detail::check_last(detail::name_of<T>("LAPIV"));
}

/// The inverse of A in the place of the factors of factor_lu. \throws NumericalError for a zero pivot: A is as it was
template <typename M, typename T = detail::Value<M>>
void invert_lu(M&& a, const Pivots& pivots) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  if (pivots.zero_pivot >= 0)
    detail::singular(pivots.zero_pivot + 1);
  if (detail::is_outside(x))
    return;
  T work{};
  int integers = 0, info = 0;
  const int one = 1;
  detail::Routines<T>::getri(&x.row_count(), x.data(), &x.row(), &x.column(), x.descriptor(),
                             pivots.rows.data(), &work, &one, &integers, &one, &info);
  detail::check(detail::name_of<T>("GETRI"), info);
}

/// 1 / (|A| |A^-1|), estimated, from the factors of factor_lu and the norm of A before it was factored: Norm::one or
/// Norm::infinity. 0 if A is singular. The same on all processes of the grid.
template <typename M, typename T = detail::Value<M>>
detail::Real<T> reciprocal_condition(Norm which, const M& a,
                                     const std::type_identity_t<detail::Real<T>>& norm_of_a) {
  const Part<const T> x = detail::square(Part<const T>(detail::whole(a)));
  const char letter = static_cast<char>(which);
  if (which != Norm::one && which != Norm::infinity)
    throw ArgumentError("which", std::string(1, letter), "Norm::one or Norm::infinity");
  detail::Real<T> condition{};
  if (detail::is_outside(x))
    return condition;
  T work{};
  std::conditional_t<std::is_floating_point_v<T>, int, detail::Real<T>> more_work{};
  const int one = 1;
  int info = 0;
  detail::Routines<T>::gecon(&letter, &x.row_count(), x.data(), &x.row(), &x.column(), x.descriptor(),
                             &norm_of_a, &condition, &work, &one, &more_work, &one, &info);
  detail::check(detail::name_of<T>("GECON"), info);
  return condition;
}

/// A X = B, X in the place of B, L and U in that of A. \throws NumericalError if A is singular: B is as it was
template <typename MA, typename MB, typename T = detail::Value<MB>>
Pivots solve(MA&& a, MB&& b) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  const Part<T> y = detail::right_sides(Part<T>(detail::whole(b)), x.rows());
  Pivots pivots{detail::room_for_pivots(x)};
  if (detail::is_outside(x))
    return pivots;
  int info = 0;
  detail::Routines<T>::gesv(&x.row_count(), &y.column_count(), x.data(), &x.row(), &x.column(),
                            x.descriptor(), pivots.rows.data(), y.data(), &y.row(), &y.column(),
                            y.descriptor(), &info);
  detail::check(detail::name_of<T>("GESV"), info);
  if (info > 0)
    detail::singular(info);
  return pivots;
}

/// A = L L^H or U^H U of a Hermitian positive definite matrix, in its triangle. \throws NumericalError if it is none
template <typename M, typename T = detail::Value<M>>
void factor_cholesky(Triangle triangle, M&& a) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  const char letter = static_cast<char>(triangle);
  if (detail::is_outside(x))
    return;
  int info = 0;
  detail::Routines<T>::potrf(&letter, &x.row_count(), x.data(), &x.row(), &x.column(), x.descriptor(), &info);
  detail::check_minor(detail::name_of<T>("POTRF"), info);
}

/// A X = B from the factor of factor_cholesky, X in the place of B.
template <typename MA, typename MB, typename T = detail::Value<MB>>
void solve_cholesky(Triangle triangle, const MA& a, MB&& b) {
  const Part<const T> x = detail::square(Part<const T>(detail::whole(a)));
  const Part<T> y = detail::right_sides(Part<T>(detail::whole(b)), x.rows());
  const char letter = static_cast<char>(triangle);
  if (detail::is_outside(x))
    return;
  int info = 0;
  detail::Routines<T>::potrs(&letter, &x.row_count(), &y.column_count(), x.data(), &x.row(), &x.column(),
                             x.descriptor(), y.data(), &y.row(), &y.column(), y.descriptor(), &info);
  detail::check(detail::name_of<T>("POTRS"), info);
}

/// The inverse of A, its triangle, in the place of the factor of factor_cholesky. \throws NumericalError if a diagonal element
/// of the factor is zero: A is as it was
template <typename M, typename T = detail::Value<M>>
void invert_cholesky(Triangle triangle, M&& a) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  const char letter = static_cast<char>(triangle);
  if (detail::is_outside(x))
    return;
  int info = 0;
  detail::Routines<T>::potri(&letter, &x.row_count(), x.data(), &x.row(), &x.column(), x.descriptor(), &info);
  detail::check_diagonal(detail::name_of<T>("POTRI"), info);
}

/// The inverse of a triangular A in its place. \throws NumericalError if a diagonal element is zero: A is as it was
template <typename M, typename T = detail::Value<M>>
void invert_triangular(Triangle triangle, M&& a, Diagonal diagonal = Diagonal::stored) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  const char letter = static_cast<char>(triangle), diagonal_letter = static_cast<char>(diagonal);
  if (detail::is_outside(x))
    return;
  int info = 0;
  detail::Routines<T>::trtri(&letter, &diagonal_letter, &x.row_count(), x.data(), &x.row(), &x.column(),
                             x.descriptor(), &info);
  detail::check_diagonal(detail::name_of<T>("TRTRI"), info);
}

/// L^H L, or U U^H, a triangle of it, in the place of L or U, whose diagonal is taken to be real.
template <typename M, typename T = detail::Value<M>>
void multiply_by_adjoint(Triangle triangle, M&& a) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  const char letter = static_cast<char>(triangle);
  if (detail::is_outside(x))
    return;
  detail::Routines<T>::lauum(&letter, &x.row_count(), x.data(), &x.row(), &x.column(), x.descriptor());
  detail::check_last(detail::name_of<T>("LAUUM"));
}

/// A generalized Hermitian eigenproblem made a standard one, in the triangle of A, with the factor of B by factor_cholesky in
/// the same triangle. type, as LAPACK's ITYPE: 1: A x = lambda B x, A becomes L^-1 A L^-H or U^-H A U^-1; 2: A B x = lambda x
/// and 3: B A x = lambda x, A becomes L^H A L or U A U^H.
template <typename MA, typename MB, typename T = detail::Value<MA>>
void reduce_to_standard(int type, Triangle triangle, MA&& a, const MB& b) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  const Part<const T> factor = detail::whole(b);
  const char letter = static_cast<char>(triangle);
  detail::expect(type >= 1 && type <= 3, "type", type, "1, 2 or 3");
  detail::expect_shape("B", factor, "A", x);
  if (detail::is_outside(x))
    return;
  detail::Real<T> scale{};
  int info = 0;
  detail::Routines<T>::hegst(&type, &letter, &x.row_count(), x.data(), &x.row(), &x.column(), x.descriptor(),
                             factor.data(), &factor.row(), &factor.column(), factor.descriptor(), &scale,
                             &info);
  detail::check(detail::name_of<T>("SYGST", "HEGST"), info);
}

/// A X = B for a Hermitian positive definite A, by factor_cholesky and solve_cholesky. \throws NumericalError if it is none: B is as it was
template <typename MA, typename MB, typename T = detail::Value<MB>>
void solve_positive_definite(Triangle triangle, MA&& a, MB&& b) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  const Part<T> y = detail::right_sides(Part<T>(detail::whole(b)), x.rows());
  const char letter = static_cast<char>(triangle);
  if (detail::is_outside(x))
    return;
  int info = 0;
  detail::Routines<T>::posv(&letter, &x.row_count(), &y.column_count(), x.data(), &x.row(), &x.column(),
                            x.descriptor(), y.data(), &y.row(), &y.column(), y.descriptor(), &info);
  detail::check_minor(detail::name_of<T>("POSV"), info);
}

/// A = Q R: R and the reflectors of Q in the place of A. \return their factors, TAU
template <typename M, typename T = detail::Value<M>>
std::vector<T> factor_qr(M&& a) {
  const Part<T> x = detail::whole(a);
  if (detail::is_outside(x))
    return {};
  const int reflectors = std::min(x.rows(), x.columns()), one = 1;
  std::vector<T> tau(static_cast<std::size_t>(
      std::max(1, detail::local_columns(x, x.column() + std::max(0, reflectors - 1)))));
  T work{};
  int info = 0;
  detail::Routines<T>::geqrf(&x.row_count(), &x.column_count(), x.data(), &x.row(), &x.column(),
                             x.descriptor(), tau.data(), &work, &one, &info);
  detail::check(detail::name_of<T>("GEQRF"), info);
  return tau;
}

/// C = Q C, or Q^H C, or with Q on the right C Q or C Q^H, from factor_qr of A, which has at least as many rows as columns.
template <typename MA, typename MC, typename T = detail::Value<MC>>
void multiply_by_q(Side side, const MA& a, const std::vector<T>& tau, MC&& c,
                   bool conjugate_transposed = false) {
  const Part<const T> x = detail::whole(a);
  const Part<T> y = detail::whole(c);
  detail::expect(x.columns() <= x.rows(), "columns of A", x.columns(),
                 "at most " + std::to_string(x.rows()) + ", as it has rows");
  if (side == Side::left)
    detail::expect(y.rows() == x.rows(), "rows of C", y.rows(), std::to_string(x.rows()) + ", as A has");
  else
    detail::expect(y.columns() == x.rows(), "columns of C", y.columns(),
                   std::to_string(x.rows()) + ", as A has rows");
  const char side_letter = static_cast<char>(side), op = !conjugate_transposed         ? 'N'
                                                         : std::is_floating_point_v<T> ? 'T'
                                                                                       : 'C';
  T work{};
  if (detail::is_outside(x))
    return;
  int info = 0;
  const int one = 1;
  detail::Routines<T>::mqr(&side_letter, &op, &y.row_count(), &y.column_count(), &x.column_count(), x.data(),
                           &x.row(), &x.column(), x.descriptor(), tau.data(), y.data(), &y.row(), &y.column(),
                           y.descriptor(), &work, &one, &info);
  detail::check(detail::name_of<T>("ORMQR", "UNMQR"), info);
}
/// C = Q C, or Q^H C.
template <typename MA, typename MC, typename T = detail::Value<MC>>
void multiply_by_q(const MA& a, const std::vector<T>& tau, MC&& c, bool conjugate_transposed = false) {
  multiply_by_q(Side::left, a, tau, c, conjugate_transposed);
}

/// The first columns of Q in the place of A, from factor_qr of it; A has at least as many rows as columns.
template <typename M, typename T = detail::Value<M>>
void form_q(M&& a, const std::vector<T>& tau) {
  const Part<T> x = detail::whole(a);
  detail::expect(x.columns() <= x.rows(), "columns of A", x.columns(),
                 "at most " + std::to_string(x.rows()) + ", as it has rows");
  if (detail::is_outside(x))
    return;
  T work{};
  int info = 0;
  const int one = 1;
  detail::Routines<T>::gqr(&x.row_count(), &x.column_count(), &x.column_count(), x.data(), &x.row(),
                           &x.column(), x.descriptor(), tau.data(), &work, &one, &info);
  detail::check(detail::name_of<T>("ORGQR", "UNGQR"), info);
}

/// min |B - A X| if A has at least as many rows as columns, else the X of minimum norm with A X = B. B has as many rows as
/// the longer side of A; X takes the place of its first rows, one for each column of A. A is overwritten by its factors.
/// \throws NumericalError if A has not full rank
template <typename MA, typename MB, typename T = detail::Value<MB>>
void least_squares(MA&& a, MB&& b) {
  const Part<T> x = detail::whole(a), y = detail::whole(b);
  const int longer = std::max(x.rows(), x.columns()), one = 1;
  detail::expect(y.rows() == longer, "rows of B", y.rows(),
                 std::to_string(longer) + ", the longer side of A");
  T work{};
  if (detail::is_outside(x))
    return;
  int info = 0;
  detail::Routines<T>::gels("N", &x.row_count(), &x.column_count(), &y.column_count(), x.data(), &x.row(),
                            &x.column(), x.descriptor(), y.data(), &y.row(), &y.column(), y.descriptor(),
                            &work, &one, &info);
  detail::check(detail::name_of<T>("GELS"), info);
  if (info > 0)
    throw NumericalError(
        "element " + std::to_string(info) +
            " of the diagonal of the triangular factor of A is zero: expected a matrix of full rank",
        info - 1);
}

// ---- with workers
//
// Matrices on one process, the server: of a grid of that process alone, ProcessGrid(cycle_times, 1, 1) or of_context. All
// processes of `workers`, a grid that the server is in, call and compute; blocks are sent to them, as many as they have memory
// for. On the others the matrices have their sizes and no elements.

/// Who is sent what next in calls with these workers: a name that `hetgrid plan --server` knows; "" as HETGRID_SERVER_POLICY says.
inline void set_server_policy(const ProcessGrid& workers, const std::string& policy) {
  if (!workers.is_inside())
    return;
  const int context = workers.context(), length = static_cast<int>(policy.size());
  int info = 0;
  HG_FC_GLOBAL_(hg_server_policy, HG_SERVER_POLICY)(&context, policy.data(), &length, &info);
  detail::check("HG_SERVER_POLICY", info);
}

/// C = alpha A B + beta C; A and B may be transposed. C must not overlap them.
template <typename MA, typename MB, typename MC, typename T = detail::Value<MC>>
void multiply(const ProcessGrid& workers, const std::type_identity_t<T>& alpha, const MA& a, const MB& b,
              const std::type_identity_t<T>& beta, MC&& c) {
  const Factor<T> left = detail::factor(a), right = detail::factor(b);
  const Part<T> result = detail::whole(c);
  const int m = left.rows(), n = right.columns(), k = left.columns(), context = workers.context();
  detail::expect_product(left, right, result);
  if (!workers.is_inside())
    return;
  int info = 0;
  detail::Routines<T>::gemm_server(&left.op, &right.op, &m, &n, &k, &alpha, left.part.data(),
                                   &left.part.row(), &left.part.column(), left.part.descriptor(),
                                   right.part.data(), &right.part.row(), &right.part.column(),
                                   right.part.descriptor(), &beta, result.data(), &result.row(),
                                   &result.column(), result.descriptor(), &context, &info);
  detail::check(detail::name_of<T>("GEMM_SERVER"), info);
}

/// P A = L U with partial pivoting, in the place of A. A zero pivot is no error, and known to all. \return on the server what
/// solve_lu and invert_lu want
template <typename M, typename T = detail::Value<M>>
Pivots factor_lu(const ProcessGrid& workers, M&& a) {
  const Part<T> x = detail::whole(a);
  Pivots pivots{detail::room_for_pivots(x)};
  if (!workers.is_inside())
    return pivots;
  const int context = workers.context();
  int info = 0;
  detail::Routines<T>::getrf_server(&x.row_count(), &x.column_count(), x.data(), &x.row(), &x.column(),
                                    x.descriptor(), pivots.rows.data(), &context, &info);
  detail::check(detail::name_of<T>("GETRF_SERVER"), info);
  pivots.zero_pivot = info - 1;
  return pivots;
}

/// A X = B, X in the place of B, L and U in that of A. \throws NumericalError if A is singular: B is as it was
template <typename MA, typename MB, typename T = detail::Value<MB>>
Pivots solve(const ProcessGrid& workers, MA&& a, MB&& b) {
  const Part<T> x = detail::square(Part<T>(detail::whole(a)));
  const Part<T> y = detail::right_sides(Part<T>(detail::whole(b)), x.rows());
  Pivots pivots{detail::room_for_pivots(x)};
  if (!workers.is_inside())
    return pivots;
  const int context = workers.context();
  int info = 0;
  detail::Routines<T>::gesv_server(&x.row_count(), &y.column_count(), x.data(), &x.row(), &x.column(),
                                   x.descriptor(), pivots.rows.data(), y.data(), &y.row(), &y.column(),
                                   y.descriptor(), &context, &info);
  detail::check(detail::name_of<T>("GESV_SERVER"), info);
  if (info > 0)
    detail::singular(info);
  return pivots;
}

} // namespace hetgrid
