// The same ScaLAPACK calls made twice: once on uneven operands, where libhetgrid-scalapack must do something, and once
// on block-cyclic copies of them, where ScaLAPACK itself works. Both runs must end with the same values.
#pragma once

#include "testing/support/distributed_matrix.hpp"
#include "testing/support/mpi_test.hpp"
#include "testing/support/scalapack_names.hpp"

#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <source_location>

namespace hetgrid::testing {

/// A submatrix with its descriptor; as an argument A, IA, JA, DESCA.
template <typename T>
struct MatrixOperand {
  DistributedMatrix<T> matrix;
  int desc[9];
  int i, j;

  T* data() { return matrix.view().data; }
  std::tuple<T*, const int*, const int*, const int*> arguments() { return {data(), &i, &j, desc}; }
};
/// A matrix of a routine without IA and JA: A, DESCA.
template <typename T>
struct WholeMatrix {
  MatrixOperand<T>* operand;
  std::tuple<T*, const int*> arguments() { return {operand->data(), operand->desc}; }
};
/// A row or a column of a matrix: X, IX, JX, DESCX, INCX.
template <typename T>
struct VectorOperand {
  MatrixOperand<T>* operand;
  int i, j, increment;
  std::tuple<T*, const int*, const int*, const int*, const int*> arguments() {
    return {operand->data(), &i, &j, operand->desc, &increment};
  }
};
/// Workspace with its length: asked for by LWORK = -1, then as long as the answer. WORK, LWORK.
template <typename U>
struct Workspace {
  int length = -1;
  std::vector<U> data = std::vector<U>(8); // for a query, too, PSSYEVX uses three

  /// `more` than the answer, which is sometimes too short: PDPOSVX does not count what PDPOCON needs.
  void allocate(int more) {
    length = static_cast<int>(std::ceil(std::real(data[0]))) + more;
    data.assign(static_cast<std::size_t>(std::max(1, length)), U(0));
  }
  std::tuple<U*, const int*> arguments() { return {data.data(), &length}; }
};
template <typename U>
inline constexpr bool is_workspace = false;
template <typename U>
inline constexpr bool is_workspace<Workspace<U>> = true;
/// LRWORK of complex routines where real ones have LIWORK.
template <typename T>
using SecondWorkspace = Workspace<std::conditional_t<std::is_floating_point_v<T>, int, Real<T>>>;

/// One of the two runs: makes the operands, makes the calls, keeps the results.
class Run {
public:
  enum class Layout { uneven, uniform };

  /// The layouts are chosen at random by `seed`, the same on all processes.
  Run(const comm::Grid& grid, Layout layout, std::uint64_t seed)
      : grid_(&grid), layout_(layout), random_(seed) {}
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  bool uneven() const { return layout_ == Layout::uneven; }
  const comm::Grid& grid() const { return *grid_; }

  // ---- Operands. Their values at the end are results, unless they are taken out by `ignore`.

  /// A submatrix with the values of `a`. In the uneven run anywhere in a larger matrix, in the other at (1, 1).
  template <typename T>
  MatrixOperand<T>& matrix(const SerialMatrix<T>& a) {
    return make_matrix(a, uneven() ? 9 : 0, false);
  }
  /// The same, but in one of four of the uneven runs block-cyclic: next to an uneven operand, or for the PBLAS, which take
  /// block-cyclic ones at any place.
  template <typename T>
  MatrixOperand<T>& mixed_matrix(const SerialMatrix<T>& a) {
    return make_matrix(a, uneven() ? 9 : 0, uneven() && uniform_int(random_, 0, 3) == 0);
  }
  /// A matrix that begins at (1, 1) also in the uneven run.
  template <typename T>
  WholeMatrix<T> whole(const SerialMatrix<T>& a) {
    return {&make_matrix(a, 0, false)};
  }
  /// A row or a column, by chance, with the values of the n x 1 matrix x. In the block-cyclic run a column. For the PBLAS
  /// it may be of a mixed_matrix.
  template <typename T>
  VectorOperand<T> vector(const SerialMatrix<T>& x, bool mixed = true) {
    const auto place = [&](const SerialMatrix<T>& values) -> MatrixOperand<T>& {
      return mixed ? mixed_matrix(values) : matrix(values);
    };
    if (uneven() && uniform_int(random_, 0, 1) == 1) {
      SerialMatrix<T> row(1, x.m);
      row.data = x.data;
      return row_of(place(row), 0);
    }
    return column_of(place(x), 0);
  }
  template <typename T>
  VectorOperand<T> row_of(MatrixOperand<T>& a, int k) {
    return {&a, a.i + k, a.j, a.desc[2]};
  }
  template <typename T>
  VectorOperand<T> column_of(MatrixOperand<T>& a, int k) {
    return {&a, a.i, a.j + k, 1};
  }

  /// A vector like IPIV: entries offset .. offset+count-1 belong to these rows of sub(A), `shift` of its first row is
  /// taken from the values at the end. Before: `values`, if there are any. Collective at the end.
  template <typename U, typename T>
  U* rows_of(const MatrixOperand<T>& a, Index offset, Index count, const std::vector<U>& values = {},
             bool are_indices = false) {
    const MatrixLayout& layout = a.matrix.layout();
    return tied<U>(layout.rows, true, layout.i + offset, count, values, are_indices ? layout.i : 0,
                   a.desc[4]);
  }
  /// The same along the columns of sub(A), like TAU.
  template <typename U, typename T>
  U* columns_of(const MatrixOperand<T>& a, Index offset, Index count, const std::vector<U>& values = {},
                bool are_indices = false) {
    const MatrixLayout& layout = a.matrix.layout();
    return tied<U>(layout.columns, false, layout.j + offset, count, values, are_indices ? layout.j : 0,
                   a.desc[5]);
  }
  /// `count` values that every process has, before all `initial`. Every process compares its own.
  template <typename U>
  U* everywhere(Index count, U initial = U(0)) {
    auto values =
        std::make_shared<std::vector<U>>(static_cast<std::size_t>(std::max<Index>(1, count)), initial);
    keep([values] { return widen(*values); }, precision<U>());
    return values->data();
  }
  /// The last result made may differ by so much, relative to the largest value, and not by the usual bound.
  void last_result_within(double difference) { results_.back().bound = difference; }
  int* info() { return everywhere<int>(1, -77); }
  /// Workspace without a length argument.
  template <typename U>
  U* scratch(Index count) {
    auto values = std::make_shared<std::vector<U>>(static_cast<std::size_t>(count));
    owned_.push_back(values);
    return values->data();
  }
  /// True if this process has the results of a reduction of x: it is in the process row or column that owns x.
  template <typename T>
  bool in_scope(const VectorOperand<T>& x) const {
    const MatrixLayout& layout = x.operand->matrix.layout();
    return x.increment == 1 ? layout.columns.owner(x.j - 1) == grid_->mycol()
                            : layout.rows.owner(x.i - 1) == grid_->myrow();
  }
  /// One more result.
  template <typename U>
  void record(U value) {
    keep([value] { return widen(std::vector<U>{value}); }, precision<U>());
  }
  /// The values of `a` at the end are no result: they depend on rounding.
  template <typename T>
  void ignore(const MatrixOperand<T>& a) {
    ignored_.push_back(&a);
  }

  /// Calls a routine; if there is workspace among the arguments, once before for its length.
  template <typename T, typename Result = void, typename... Arguments>
  Result call(const scalapack::Routine& routine, Arguments&&... arguments) {
    constexpr bool has_workspace = (false || ... || is_workspace<std::remove_cvref_t<Arguments>>);
    const scalapack::Symbol symbol = routine.of<T>();
    const auto words = [&] {
      scalapack::Words all;
      (all.add(pointers_of(arguments)), ...);
      return all;
    };
    if constexpr (has_workspace) {
      words().template call<void>(symbol);
      (allocate(arguments), ...); // in the uneven run the answer itself must do
    }
    return words().template call<Result>(symbol);
  }

  /// The results differ from those of `reference` by at most `factor` eps, relative to the largest value of each
  /// operand. Collective over the grid.
  void check_against(Run& reference, double factor) {
    BOOST_TEST_REQUIRE(results_.size() == reference.results_.size());
    for (std::size_t k = 0; k < results_.size(); ++k) {
      const auto mine = results_[k].values(), expected = reference.results_[k].values();
      const double bound = results_[k].bound < 0 ? factor * results_[k].eps : results_[k].bound;
      if (std::isinf(bound))
        continue;
      BOOST_TEST(largest_difference(mine, expected) <= bound,
                 "result " << k + 1 << " of " << results_.size() << ": difference "
                           << largest_difference(mine, expected) << first_values(mine, expected));
    }
    for (const auto& untouched : surroundings_)
      BOOST_TEST(untouched(), "elements outside of a submatrix have changed");
  }

private:
  using Values = std::vector<std::complex<double>>;
  struct Result {
    std::function<Values()> values;
    double eps, bound = -1;
  };

  template <typename A>
  static auto pointers_of(A& argument) {
    if constexpr (requires { argument.arguments(); })
      return argument.arguments();
    else
      return scalapack::pointers(argument);
  }
  template <typename A>
  void allocate(A& argument) const {
    if constexpr (is_workspace<std::remove_cv_t<A>>)
      argument.allocate(uneven() ? 0 : 1000);
  }
  template <typename U>
  static double precision() {
    if constexpr (std::is_integral_v<U>)
      return 0;
    else
      return static_cast<double>(std::numeric_limits<Real<U>>::epsilon());
  }
  template <typename U>
  static Values widen(const std::vector<U>& values) {
    Values wide;
    for (const U& x : values)
      wide.emplace_back(static_cast<double>(std::real(x)), static_cast<double>(std::imag(x)));
    return wide;
  }
  /// max |x - y| / max |y|; infinite if only one of them is NaN.
  static double largest_difference(const Values& x, const Values& y) {
    double difference = 0, largest = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const bool is_number = x[k] == x[k], expects_number = y[k] == y[k];
      if (is_number != expects_number)
        return std::numeric_limits<double>::infinity();
      if (!is_number || x[k] == y[k])
        continue;
      difference = std::max(difference, std::abs(x[k] - y[k]));
      largest = std::max(largest, std::abs(y[k]));
    }
    return difference > 0 && largest > 0 ? difference / largest : difference;
  }
  static std::string first_values(const Values& x, const Values& y) {
    std::ostringstream text;
    for (std::size_t k = 0, shown = 0; k < x.size() && shown < 4; ++k)
      if (x[k] != y[k]) {
        text << ", [" << k << "] " << x[k] << " not " << y[k];
        ++shown;
      }
    return text.str();
  }

  void keep(std::function<Values()> values, double eps, const void* operand = nullptr) {
    results_.push_back({[this, values = std::move(values), operand] {
                          Values all = values();
                          return std::ranges::find(ignored_, operand) != ignored_.end() && operand ? Values()
                                                                                                   : all;
                        },
                        eps, -1});
  }

  template <typename T>
  MatrixOperand<T>& make_matrix(const SerialMatrix<T>& a, int largest_offset, bool block_cyclic) {
    const int m = a.rows(), n = a.columns();
    const auto up_to = [&](int high) { return uneven() ? uniform_int(random_, 0, high) : 0; };
    layout::Descriptor desc{uneven() && !block_cyclic ? layout::dtype_uneven : layout::dtype_block_cyclic,
                            grid_->context(),
                            0,
                            0,
                            6,
                            6,
                            0,
                            0,
                            1};
    if (uneven()) {
      desc.mb = uniform_int(random_, 1, 9), desc.nb = uniform_int(random_, 1, 9);
      desc.rsrc = up_to(source_limit(grid_->row_map(), grid_->p()));
      desc.csrc = up_to(source_limit(grid_->column_map(), grid_->q()));
    }
    const int i = up_to(largest_offset), j = up_to(largest_offset);
    // A matrix of one row is not told from a row vector by the PBLAS.
    desc.m = std::max(2, i + m + up_to(5)), desc.n = std::max(2, j + n + up_to(5));
    MatrixLayout place{grid_->row_axis(desc), grid_->column_axis(desc), i, j, m, n, up_to(2)};
    auto operand = std::make_shared<MatrixOperand<T>>(
        MatrixOperand<T>{DistributedMatrix<T>(*grid_, place, a), {}, i + 1, j + 1});
    desc.lld = static_cast<int>(operand->matrix.view().ld);
    desc.to(operand->desc);
    owned_.push_back(operand);
    keep([operand] { return widen(operand->matrix.gather().data); }, precision<T>(), operand.get());
    surroundings_.push_back([operand] { return operand->matrix.surroundings_untouched(); });
    return *operand;
  }
  static int source_limit(const layout::AxisMap& map, int coordinates) {
    return static_cast<int>(std::min<Index>(map.panel(), coordinates)) - 1;
  }

  template <typename U>
  U* tied(const layout::Axis& axis, bool along_rows, Index begin, Index count, const std::vector<U>& values,
          Index shift, int block) {
    const int me = along_rows ? grid_->myrow() : grid_->mycol();
    // The real routines use one block more of IPIV.
    auto local =
        std::make_shared<std::vector<U>>(static_cast<std::size_t>(axis.local(axis.n, me) + block), U(-3));
    for (std::size_t k = 0; k < values.size(); ++k)
      if (const Index g = begin + static_cast<Index>(k); axis.owner(g) == me)
        (*local)[static_cast<std::size_t>(axis.local(g, me))] = values[k] + U(shift);
    owned_.push_back(local);
    keep(
        [this, local, axis, along_rows, begin, count, shift] {
          std::vector<U> all = gather_vector(*grid_, axis, along_rows, begin, count, local->data());
          if (shift != 0)
            for (U& value : all)
              value -= U(shift);
          return widen(all);
        },
        precision<U>());
    return local->data();
  }

  const comm::Grid* grid_;
  Layout layout_;
  Random random_;
  std::deque<std::shared_ptr<void>> owned_;
  std::vector<Result> results_;
  std::vector<const void*> ignored_;
  std::vector<std::function<bool()>> surroundings_;
};

/// The grids of a test program, one of each shape, uneven, with processes of unequal speed in random places; some
/// own nothing.
class UnevenGrids {
public:
  UnevenGrids() {
    Random random(7000 + static_cast<std::uint64_t>(mpi_size()));
    for (const auto& [p, q] : grid_shapes(mpi_size()))
      grids().push_back(&comm::Grid::of_context(make_context(random_plan(random, p, q))));
  }
  ~UnevenGrids() {
    for (const comm::Grid* grid : grids())
      Cblacs_gridexit(grid->context());
    grids().clear();
  }
  static std::vector<comm::Grid*>& grids() {
    static std::vector<comm::Grid*> all;
    return all;
  }
  /// One after the other, so that the cases of a program cover them all.
  static const comm::Grid& next() {
    static std::size_t turn = 0;
    return *grids()[turn++ % grids().size()];
  }
};
BOOST_TEST_GLOBAL_FIXTURE(UnevenGrids);

/// Makes the calls of `body` in both runs and compares. `factor` bounds the difference in eps.
inline void compare_with_scalapack(Random& random, const std::function<void(Run&)>& body,
                                   double factor = 2000,
                                   std::source_location here = std::source_location::current()) {
  const comm::Grid& grid = UnevenGrids::next();
  const std::uint64_t seed = random();
  BOOST_TEST_CONTEXT(on_rank() << ", grid " << grid.p() << " x " << grid.q() << ", line " << here.line()
                               << ", seed " << seed) {
    Run uniform(grid, Run::Layout::uniform, seed), uneven(grid, Run::Layout::uneven, seed);
    body(uniform);
    body(uneven);
    uneven.check_against(uniform, factor);
  }
}

template <typename T>
inline constexpr bool is_complex = !std::is_floating_point_v<T>;

/// One of the characters.
template <typename... Choices>
char any_of(Random& random, Choices... choices) {
  const std::array all{static_cast<char>(choices)...};
  return all[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(all.size()) - 1))];
}

/// Random elements, different ones at every call.
template <typename T>
SerialMatrix<T> any_matrix(Random& random, int m, int n) {
  return random_matrix<T>(m, n, uniform_int(random, 0, 1000));
}

/// Triangular systems with it are well conditioned, also if the other triangle is taken.
template <typename T>
SerialMatrix<T> dominant_matrix(Random& random, int n) {
  auto a = any_matrix<T>(random, n, n);
  for (T& x : a.data)
    x /= T(static_cast<Real<T>>(2 * n));
  for (int i = 0; i < n; ++i)
    a(i, i) += T(2);
  return a;
}

/// Symmetric or Hermitian, eigenvalues of either sign.
template <typename T>
SerialMatrix<T> hermitian_matrix(Random& random, int n) {
  auto a = any_matrix<T>(random, n, n);
  for (int j = 0; j < n; ++j) {
    a(j, j) = T(std::real(a(j, j)));
    for (int i = 0; i < j; ++i)
      a(i, j) = conjugate(a(j, i));
  }
  return a;
}

template <typename T>
SerialMatrix<T> identity(int n) {
  SerialMatrix<T> a(n, n);
  for (int i = 0; i < n; ++i)
    a(i, i) = T(1);
  return a;
}

/// The first `columns` columns.
template <typename T>
SerialMatrix<T> first_columns(const SerialMatrix<T>& a, Index columns) {
  SerialMatrix<T> first(a.m, columns);
  std::copy_n(a.data.begin(), first.data.size(), first.data.begin());
  return first;
}

/// op(A) op(B).
template <typename T>
SerialMatrix<T> product(kernel::Transpose ta, const SerialMatrix<T>& a, kernel::Transpose tb,
                        const SerialMatrix<T>& b) {
  SerialMatrix<T> c(ta == kernel::Transpose::no ? a.m : a.n, tb == kernel::Transpose::no ? b.n : b.m);
  add_product(T(1), ta, a, tb, b, c);
  return c;
}

/// Calls visit.template operator()<T>() for the four types, several times in `make check-long`.
template <typename Visit>
void for_each_type(const Visit& visit) {
  for (int round = 0; round < (thorough() ? 6 : 1); ++round) {
    visit.template operator()<float>();
    visit.template operator()<double>();
    visit.template operator()<std::complex<float>>();
    visit.template operator()<std::complex<double>>();
  }
}

} // namespace hetgrid::testing
