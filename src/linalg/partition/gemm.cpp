// The outer-product algorithm of linalg/gemm.cpp where a partition takes the place of the grid: for each window K of the
// inner dimension
//
//     every process gets  A(i, K)  for the rows i, and  B(K, j)  for the columns j, in which it owns elements of C,
//     and computes        C(R) += alpha A(rows of R, K) B(K, columns of R)   for each of its rectangles R
//
// A window ends where an owner of A or B changes along K, or where the multiply is deep enough. Panel s + 1 is written and
// sent while panel s is multiplied: PIO, parallel interleaving overlap, of [DeFlumere14] 3.4.2, several k at a time.
#include "linalg/partition/gemm.hpp"

#include "linalg/partition/operand_lines.hpp"
#include "measure/profile.hpp"
#include "runtime/engine.hpp"
#include "runtime/reservation.hpp"
#include "schedule/parameters.hpp"
#include "schedule/product.hpp"

#include <algorithm>
#include <vector>

namespace hetgrid::linalg {
namespace {

using kernel::Transpose;
using layout::RectangleArray;
using measure::Phase;
using measure::Profile;

constexpr int inside = RectangleArray::inside;

/// What this process owns of a submatrix, array by array: calls visit(array, first row, rows, first column, columns), local.
template <typename T, typename Visit>
void each_array(const PartitionedSubmatrix<T>& c, const std::vector<RectangleArray>& arrays, Visit&& visit) {
  for (const RectangleArray& array : arrays) {
    const Index m = array.rows.local_count(c.i, c.m, inside), n = array.columns.local_count(c.j, c.n, inside);
    if (m > 0 && n > 0)
      visit(array, array.rows.local(c.i, inside), m, array.columns.local(c.j, inside), n);
  }
}

template <typename T>
class Product {
public:
  Product(comm::Grid& grid, Transpose trans_a, Transpose trans_b, const PartitionedSubmatrix<const T>& a,
          const PartitionedSubmatrix<const T>& b, const PartitionedSubmatrix<T>& c, Index k, Index depth)
      : grid_(grid), stream_(grid.stream(comm::Channel::partition_panels)),
        a_(grid, stream_, Factor::a, trans_a, a, c), b_(grid, stream_, Factor::b, trans_b, b, c), c_(c),
        arrays_(layout::arrays_of(c.matrix, grid.rank())) {
    cut_into_windows(k, depth);
  }

  /// Gets the workspace. Collective over the grid.
  void reserve() {
    constexpr int nodes_of_the_paper = 4;
    stream_.send_directly_to(nodes_of_the_paper - 1);
    std::size_t largest = 0;
    for (const Window& window : windows_) {
      pieces_.clear();
      std::size_t bytes = 0;
      a_.add_pieces(window.first, window.last, pieces_, bytes);
      b_.add_pieces(window.first, window.last, pieces_, bytes);
      largest = std::max(largest, bytes);
    }
    stream_.reserve_for_group(largest);
    engine_.join(stream_);
  }

  void run(T alpha, T beta) {
    Index elements = 0;
    each_array(c_, arrays_,
               [&](const RectangleArray&, Index, Index m, Index, Index n) { elements += m * n; });
    const kernel::LocalPart<T> local_part(elements);
    open(0);
    for (std::size_t w = 0; w < windows_.size(); ++w) {
      a_.advance();
      b_.advance();
      const Ticket current = opened_;
      if (w + 1 < windows_.size())
        open(w + 1);
      engine_.wait([&] { return stream_.ready(current); });
      {
        const Phase phase(&Profile::update, static_cast<Index>(w));
        multiply_window(windows_[w], stream_.panel(current), alpha, w == 0 ? beta : T(1));
      }
      stream_.release(current);
    }
    engine_.finish();
  }

private:
  using Ticket = comm::PanelStream::Ticket;
  struct Window {
    Index first, last;
  };

  /// Windows of about equal depth between two indices at which an owner changes.
  void cut_into_windows(Index k, Index depth) {
    for (Index first = 0; first < k;) {
      const Index end = std::min(a_.window_end(first, k), b_.window_end(first, k));
      const Index parts = (end - first + depth - 1) / depth;
      for (Index part = 0; part < parts; ++part)
        windows_.push_back(
            {first + (end - first) * part / parts, first + (end - first) * (part + 1) / parts});
      first = end;
    }
  }

  void open(std::size_t w) {
    engine_.wait([&] { return stream_.can_open(); });
    const Phase phase(&Profile::exchange, static_cast<Index>(w));
    const Window& window = windows_[w];
    pieces_.clear();
    std::size_t bytes = 0;
    a_.add_pieces(window.first, window.last, pieces_, bytes);
    b_.add_pieces(window.first, window.last, pieces_, bytes);
    a_.open(window.first, window.last);
    b_.open(window.first, window.last);
    opened_ = stream_.open(pieces_);
    a_.pack(stream_.panel(opened_));
    b_.pack(stream_.panel(opened_));
    stream_.publish(opened_);
  }

  /// C(R) = beta C(R) + alpha A(rows of R, K) B(K, columns of R)
  void multiply_window(const Window& window, std::byte* panel, T alpha, T beta) {
    const Index depth = window.last - window.first;
    for (const RectangleArray& array : arrays_) {
      const std::vector<FactorLines<T>> columns = b_.lines_of(array, panel);
      for (const FactorLines<T>& rows : a_.lines_of(array, panel))
        for (const FactorLines<T>& of_b : columns) {
          T* const c = c_.data + array.offset + rows.first + of_b.first * array.ld;
          const Index strips =
              stream_.spans_nodes() ? schedule::product_strips(rows.count, of_b.count, depth, 1) : 1;
          multiply(rows.count, of_b.count, depth, alpha, rows.factor, of_b.factor, beta, c, array.ld, strips,
                   [&] { engine_.attend(); });
          if (stream_.spans_nodes())
            engine_.attend();
        }
    }
  }

  comm::Grid& grid_;
  comm::PanelStream& stream_;
  OperandLines<T> a_, b_;
  PartitionedSubmatrix<T> c_;
  std::vector<RectangleArray> arrays_; ///< mine of C
  std::vector<Window> windows_;
  std::vector<comm::PanelStream::Piece> pieces_;
  runtime::Engine engine_;
  Ticket opened_ = 0;
};

/// What gemm takes of this process's memory at most, bytes.
template <typename T>
std::size_t product_memory(const PartitionedSubmatrix<T>& c, Index k, Index depth, int processes) {
  const auto lists = [](const layout::PartitionedMatrix& matrix) {
    const Index bands = matrix.map.row_bands().nprocs() + matrix.map.column_bands().nprocs();
    const Index rectangles = static_cast<Index>(matrix.map.rectangles().size());
    return static_cast<std::size_t>(bands * bands + 2 * rectangles);
  };
  constexpr std::size_t of_line = 256, of_entry = 512; // runs, pieces and segments; bands and arrays
  return runtime::stream_memory(runtime::bytes_of<T>(depth * (c.m + c.n)), comm::Channel::partition_panels) +
         static_cast<std::size_t>(c.m + c.n) * of_line + 3 * lists(c.matrix) * of_entry +
         static_cast<std::size_t>(k) * 4 * sizeof(Index) + static_cast<std::size_t>(processes) * of_entry;
}

} // namespace

template <typename T>
void gemm(comm::Grid& grid, Transpose trans_a, Transpose trans_b, T alpha,
          const PartitionedSubmatrix<const T>& a, const PartitionedSubmatrix<const T>& b, T beta,
          const PartitionedSubmatrix<T>& c) {
  const Index k = trans_a == Transpose::no ? a.n : a.m;
  if (c.m == 0 || c.n == 0)
    return;
  if (k == 0 || alpha == T(0))
    return each_array(c, layout::arrays_of(c.matrix, grid.rank()),
                      [&](const RectangleArray& array, Index i, Index m, Index j, Index n) {
                        kernel::scale(m, n, beta, c.data + array.offset + i + j * array.ld, array.ld);
                      });
  const Index order =
      schedule::order_of_product(static_cast<double>(c.m), static_cast<double>(c.n), static_cast<double>(k));
  const Index depth = schedule::gemm_depth(grid.parameters().of(plan::Operation::gemm, order));
  const auto memory =
      runtime::take_memory(grid, "a matrix product", product_memory(c, k, depth, grid.p() * grid.q()));
  Product<T> product(grid, trans_a, trans_b, a, b, c, k, depth);
  product.reserve();
  product.run(alpha, beta);
}

template void gemm(comm::Grid&, Transpose, Transpose, float, const PartitionedSubmatrix<const float>&,
                   const PartitionedSubmatrix<const float>&, float, const PartitionedSubmatrix<float>&);
template void gemm(comm::Grid&, Transpose, Transpose, double, const PartitionedSubmatrix<const double>&,
                   const PartitionedSubmatrix<const double>&, double, const PartitionedSubmatrix<double>&);
template void gemm(comm::Grid&, Transpose, Transpose, std::complex<float>,
                   const PartitionedSubmatrix<const std::complex<float>>&,
                   const PartitionedSubmatrix<const std::complex<float>>&, std::complex<float>,
                   const PartitionedSubmatrix<std::complex<float>>&);
template void gemm(comm::Grid&, Transpose, Transpose, std::complex<double>,
                   const PartitionedSubmatrix<const std::complex<double>>&,
                   const PartitionedSubmatrix<const std::complex<double>>&, std::complex<double>,
                   const PartitionedSubmatrix<std::complex<double>>&);

} // namespace hetgrid::linalg
