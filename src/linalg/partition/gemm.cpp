// The outer-product algorithm of linalg/gemm.cpp where a partition takes the place of the grid: for each window K of the
// inner dimension
//
//     every process gets  A(i, K)  for the rows i, and  B(K, j)  for the columns j, in which it owns elements of C,
//     and computes        C(R) += alpha A(rows of R, K) B(K, columns of R)   for each of its rectangles R
//
// A window ends where an owner of A or B changes along K, or where the multiply is deep enough. When they are sent and
// multiplied is one of the algorithms of [DeFlumere14] 3.4: with PIO the next panels are written and sent while panel s is multiplied,
// s + 1 and s + 2 unless another number is asked for, since a message that is asked for first would leave its link idle; with the
// others all windows are one panel.
#include "linalg/partition/gemm.hpp"

#include "comm/collectives.hpp"
#include "linalg/partition/elements.hpp"
#include "linalg/partition/operand_lines.hpp"
#include "linalg/partition/sending_turns.hpp"
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
using schedule::ProductAlgorithm;

/// C = beta C.
template <typename T>
void scale(const PartitionedSubmatrix<T>& c, const std::vector<RectangleArray>& arrays, T beta) {
  for_each_array(c, arrays, [&](const RectangleArray& array, Index i, Index m, Index j, Index n) {
    kernel::scale(m, n, beta, c.data + array.offset + i + j * array.ld, array.ld);
  });
}

/// At a time.
int panels_under_way(const schedule::Parameters& parameters) {
  return parameters.product == ProductAlgorithm::pio
             ? schedule::windows_of_product(true, parameters.gemm_lookahead)
             : 1;
}

template <typename T>
class Product {
public:
  Product(comm::Grid& grid, Transpose trans_a, Transpose trans_b, const PartitionedSubmatrix<const T>& a,
          const PartitionedSubmatrix<const T>& b, const PartitionedSubmatrix<T>& c, Index k,
          const schedule::Parameters& parameters)
      : grid_(grid), stream_(grid.stream(comm::Channel::partition_panels)),
        a_(grid, stream_, Factor::a, trans_a, a, c), b_(grid, stream_, Factor::b, trans_b, b, c), c_(c),
        algorithm_(parameters.product), panels_(panels_under_way(parameters)),
        arrays_(layout::arrays_of(c.matrix, grid.rank())) {
    cut_into_windows(k, schedule::gemm_depth(parameters));
    if (const Index receivers = std::max(a_.most_receivers(), b_.most_receivers());
        receivers > schedule::direct_receivers_of_product)
      strips_ = std::max(strips_, receivers);
  }

  /// Gets the workspace. Collective over the grid.
  void reserve() {
    stream_.send_directly_to(schedule::direct_receivers_of_product);
    std::size_t largest = 0;
    for (std::size_t first = 0; first < windows_.size();) {
      const std::size_t last = panel_end(first);
      largest = std::max(largest, describe(first, last));
      first = last;
    }
    stream_.use_slots(panels_);
    stream_.reserve_for_group(largest);
    engine_.join(stream_);
  }

  void run(T alpha, T beta) {
    Index elements = 0;
    for_each_array(c_, arrays_,
                   [&](const RectangleArray&, Index, Index m, Index, Index n) { elements += m * n; });
    const kernel::LocalPart<T> local_part(elements);
    if (algorithm_ == ProductAlgorithm::pio)
      interleave(alpha, beta);
    else
      communicate_first(alpha, beta);
  }

private:
  using Ticket = comm::PanelStream::Ticket;
  struct Window {
    FactorWindow a, b;
  };
  /// Of the multiplies of a window: those of which this process has both factors, the others, or all.
  enum class Multiplies { mine, others, all };

  /// Windows of about equal depth between two indices at which an owner changes.
  void cut_into_windows(Index k, Index depth) {
    for (Index first = 0; first < k;) {
      const Index end = std::min(a_.window_end(first, k), b_.window_end(first, k));
      const Index parts = (end - first + depth - 1) / depth;
      for (Index part = 0; part < parts; ++part) {
        const FactorWindow window{first + (end - first) * part / parts,
                                  first + (end - first) * (part + 1) / parts};
        windows_.push_back({window, window});
      }
      first = end;
    }
  }
  /// The first window behind those of a panel.
  std::size_t panel_end(std::size_t first) const {
    return algorithm_ == ProductAlgorithm::pio ? first + 1 : windows_.size();
  }

  /// Lists the pieces of a panel. \return its bytes on this process's group
  std::size_t describe(std::size_t first, std::size_t last) {
    pieces_.clear();
    std::size_t bytes = 0;
    for (std::size_t w = first; w < last; ++w) {
      a_.add_pieces(windows_[w].a, pieces_, bytes);
      b_.add_pieces(windows_[w].b, pieces_, bytes);
    }
    return bytes;
  }

  Ticket open(std::size_t first, std::size_t last) {
    engine_.wait([&] { return stream_.can_open(); });
    const Phase phase(&Profile::exchange, static_cast<Index>(first));
    describe(first, last);
    const Ticket ticket = stream_.open(pieces_);
    for (std::size_t w = first; w < last; ++w) {
      a_.pack(windows_[w].a, stream_.panel(ticket));
      b_.pack(windows_[w].b, stream_.panel(ticket));
    }
    return ticket;
  }

  /// PIO.
  void interleave(T alpha, T beta) {
    const auto publish = [&](std::size_t w) {
      const Ticket ticket = open(w, w + 1);
      stream_.publish(ticket);
      return ticket;
    };
    const auto under_way = static_cast<std::size_t>(panels_);
    // Nothing can be multiplied before the first one is there: it does not share its link.
    const Ticket first = publish(0);
    engine_.wait([&] { return stream_.ready(first); });
    for (std::size_t w = 0, published = 1; w < windows_.size(); ++w) {
      for (; published < std::min(windows_.size(), w + under_way); ++published)
        publish(published);
      const Ticket current = first + static_cast<Ticket>(w);
      engine_.wait([&] { return stream_.ready(current); });
      multiply_window(w, stream_.panel(current), alpha, w == 0 ? beta : T(1), Multiplies::all);
      stream_.release(current);
    }
    engine_.finish();
  }

  /// SCB, PCB, SCO, PCO.
  void communicate_first(T alpha, T beta) {
    const bool serial = algorithm_ == ProductAlgorithm::scb || algorithm_ == ProductAlgorithm::sco;
    const bool overlap = algorithm_ == ProductAlgorithm::sco || algorithm_ == ProductAlgorithm::pco;
    scale(c_, arrays_, beta);
    const Ticket ticket = open(0, windows_.size());
    SendingTurns turns(grid_.all(), grid_.rank(), grid_.p() * grid_.q(), stream_, ticket, serial);
    engine_.add([&] { return turns.attend(); });
    std::byte* const panel = stream_.panel(ticket);
    const auto multiply_all = [&](Multiplies which) {
      for (std::size_t w = 0; w < windows_.size(); ++w) {
        multiply_window(w, panel, alpha, T(1), which);
        engine_.attend();
      }
    };
    if (overlap)
      multiply_all(Multiplies::mine);
    engine_.wait([&] { return stream_.ready(ticket) && turns.over(); });
    if (!overlap)
      comm::barrier(grid_.all());
    multiply_all(overlap ? Multiplies::others : Multiplies::all);
    stream_.release(ticket);
    engine_.finish();
  }

  /// C(R) = beta C(R) + alpha A(rows of R, K) B(K, columns of R)
  void multiply_window(std::size_t w, std::byte* panel, T alpha, T beta, Multiplies which) {
    const Phase phase(&Profile::update, static_cast<Index>(w));
    const Window& window = windows_[w];
    const Index depth = window.a.last - window.a.first;
    for (const RectangleArray& array : arrays_) {
      const std::vector<FactorLines<T>> columns = b_.lines_of(array, window.b, panel);
      for (const FactorLines<T>& rows : a_.lines_of(array, window.a, panel))
        for (const FactorLines<T>& of_b : columns) {
          if (which != Multiplies::all && (which == Multiplies::mine) != (rows.mine && of_b.mine))
            continue;
          T* const c = c_.data + array.offset + rows.first + of_b.first * array.ld;
          const Index strips =
              stream_.spans_nodes() ? schedule::product_strips(rows.count, of_b.count, depth, strips_) : 1;
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
  ProductAlgorithm algorithm_;
  int panels_; ///< under way at a time
  /// Of a multiply at least: as many as the processes that a panel passes, one after the other.
  Index strips_ = 1;
  std::vector<RectangleArray> arrays_; ///< mine of C
  std::vector<Window> windows_;
  std::vector<comm::PanelStream::Piece> pieces_;
  runtime::Engine engine_;
};

/// What gemm takes of this process's memory at most, bytes.
template <typename T>
std::size_t product_memory(const PartitionedSubmatrix<T>& c, Index k, const schedule::Parameters& parameters,
                           int processes) {
  const Index depth = // of all windows of a panel
      parameters.product == ProductAlgorithm::pio ? std::min<Index>(k, schedule::gemm_depth(parameters)) : k;
  const layout::OwnerMap& map = c.matrix.map;
  const auto bands = static_cast<std::size_t>(map.row_bands().nprocs() + map.column_bands().nprocs());
  const auto lines = static_cast<std::size_t>(c.m + c.n), inner = static_cast<std::size_t>(k);
  // Runs, pieces and segments of lines; windows, in a list that grows; owners of bands, arrays; audiences.
  constexpr std::size_t of_line = 256, of_inner = 4 * sizeof(FactorWindow), of_entry = 512;
  return comm::PanelStream::memory(runtime::bytes_of<T>(depth * (c.m + c.n)), panels_under_way(parameters)) +
         lines * of_line + inner * of_inner +
         (bands * static_cast<std::size_t>(processes) + 3 * map.rectangles().size()) * of_entry;
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
    return scale(c, layout::arrays_of(c.matrix, grid.rank()), beta);
  const Index order =
      schedule::order_of_product(static_cast<double>(c.m), static_cast<double>(c.n), static_cast<double>(k));
  const schedule::Parameters parameters = grid.parameters().of(plan::Operation::gemm, order);
  const auto memory =
      runtime::take_memory(grid, "a matrix product", product_memory(c, k, parameters, grid.p() * grid.q()));
  Product<T> product(grid, trans_a, trans_b, a, b, c, k, parameters);
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
