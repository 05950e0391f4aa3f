// Outer-product algorithm ([Boudet99] 3.1.1, there one block a step) for C = alpha op(A) op(B) + beta C.
//
// C stays where it is. The inner dimension is cut into windows of w indices; for each window K
//
//     every process gets  A(rows of its grid row, K)  and  B(K, columns of its grid column)
//     and computes        C(local) += alpha A(local rows, K) B(K, local columns)
//
// A window holds whatever block columns of A and block rows of B it covers, of several owners: each owner
// writes its pieces to their place in one common panel, so that the local multiply is always as deep as w,
// however small the blocks and however uneven the shares. Panels of B are kept transposed: then an index of K
// is one contiguous column of either panel, and the pieces of all owners are contiguous.
//
// Panel s+1 is written and sent while panel s is multiplied (double buffer); there is no barrier. A process
// may run ahead of the others by one panel, which absorbs the jitter of a process that loses its core for a
// while. Why w = 192: deep enough for the BLAS to be at its asymptotic rate, small enough that the buffers
// stay below 15 % of the operands at n = 4000, and that filling and draining the pipeline (one panel of n /
// w) costs little.
//
// An operand that is transposed, or whose rows (columns) do not lie as those of C, is brought to an aligned
// temporary window by window first.
#include "linalg/gemm.hpp"

#include "comm/packing.hpp"
#include "comm/redistribute.hpp"
#include "comm/wait.hpp"
#include "hetgrid/error.hpp"
#include "kernel/matrix_ops.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <vector>

namespace hetgrid::linalg {
namespace {

using comm::Grid;
using comm::PanelStream;
using kernel::Transpose;

/// One factor of a local multiply: an array and how it is stored.
template <typename T>
struct LocalFactor {
  const T* data;
  Index ld;
  Transpose trans;
};

/// Source of the panels of one aligned operand: A, whose columns K are spread over the grid columns and whose
/// panels travel along the grid rows, or B, whose rows K are spread over the grid rows and travel along the
/// grid columns.
template <typename T>
class PanelSource {
public:
  static PanelSource of_a(Grid& grid, const Submatrix<const T>& a) {
    return {a.columns,          a.j,  grid.mycol(), a.local_rows(grid),
            a.local_data(grid), a.ld, false,        grid.q() > 1 ? &grid.row_stream() : nullptr};
  }
  static PanelSource of_b(Grid& grid, const Submatrix<const T>& b) {
    return {b.rows,
            b.i,
            grid.myrow(),
            b.local_columns(grid),
            b.local_data(grid),
            b.ld,
            true,
            grid.p() > 1 ? &grid.column_stream() : nullptr};
  }

  bool can_open() { return !stream_ || stream_->can_open(); }
  bool ready() { return !stream_ || stream_->ready(current_.ticket); }
  bool drained() { return !stream_ || stream_->drained(); }
  bool active() const { return stream_ && stream_->active(); }
  void progress() {
    if (stream_)
      stream_->progress();
  }

  /// Starts window [first, last) of K: writes and sends my part of it.
  void open(Index first, Index last) {
    next_ = {first, 0};
    if (!stream_)
      return;
    pieces_.clear();
    for (Index g = k0_ + first; g < k0_ + last;) {
      const Index end = k_axis_.run_end(g, k0_ + last);
      pieces_.push_back({k_axis_.owner(g), bytes(g - k0_ - first), bytes(end - g)});
      g = end;
    }
    next_.ticket = stream_->open(pieces_);
    std::byte* const panel = stream_->panel(next_.ticket);
    for (const auto& piece : pieces_)
      if (piece.owner == me_ && piece.bytes > 0)
        pack(first + static_cast<Index>(piece.offset / bytes(1)), static_cast<Index>(piece.bytes / bytes(1)),
             reinterpret_cast<T*>(panel + piece.offset));
    stream_->publish(next_.ticket);
  }
  /// The window opened last becomes the current one.
  void advance() { current_ = next_; }
  /// The current window, once it is ready.
  LocalFactor<T> factor() const {
    if (stream_)
      return {reinterpret_cast<const T*>(stream_->panel(current_.ticket)), std::max<Index>(1, length_),
              k_along_rows_ ? Transpose::transpose : Transpose::no};
    return {at(current_.first), ld_, Transpose::no};
  }
  void release() {
    if (stream_)
      stream_->release(current_.ticket);
  }

  /// Bytes of k columns of the panel.
  std::size_t bytes(Index k) const { return static_cast<std::size_t>(k * length_) * sizeof(T); }
  PanelStream* stream() const { return stream_; }

private:
  struct Window {
    Index first = 0;
    PanelStream::Ticket ticket = 0;
  };

  PanelSource(const layout::Axis& k_axis, Index k0, int me, Index length, const T* data, Index ld,
              bool k_along_rows, PanelStream* stream)
      : k_axis_(k_axis), k0_(k0), me_(me), length_(length), data_(data), ld_(ld), k_along_rows_(k_along_rows),
        stream_(stream) {}

  /// My part of the operand from index k of K on.
  const T* at(Index k) const { return data_ + k_axis_.local_count(k0_, k, me_) * (k_along_rows_ ? 1 : ld_); }
  void pack(Index k, Index count, T* to) const {
    if (k_along_rows_)
      comm::transpose(count, length_, at(k), ld_, to, length_);
    else
      comm::copy(length_, count, at(k), ld_, to, length_);
  }

  layout::Axis k_axis_;
  Index k0_;      ///< global index of K's first element on its axis
  int me_;        ///< my coordinate on that axis
  Index length_;  ///< local extent of the other dimension, aligned with C
  const T* data_; ///< local part of the operand
  Index ld_;
  bool k_along_rows_;
  PanelStream* stream_; ///< nullptr: all of K is here, no panel is needed
  std::vector<PanelStream::Piece> pieces_;
  Window current_, next_;
};

/// C = alpha A B + beta C on local arrays. Long multiplies are cut into strips so that messages keep moving.
template <typename T, typename Progress>
void multiply(Index m, Index n, Index k, T alpha, const LocalFactor<T>& a, const LocalFactor<T>& b, T beta,
              T* c, Index ldc, bool messages, Progress&& progress) {
  constexpr double strip_work = 2.5e8; // multiply-adds, a few milliseconds
  const double work = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  const Index strips =
      messages ? std::clamp<Index>(static_cast<Index>(work / strip_work), 1, std::max(m, n)) : 1;
  const bool by_rows =
      m > n; // the BLAS packs the factor that is not cut once a strip: let it be the smaller one
  const Index extent = by_rows ? m : n;
  for (Index s = 0; s < strips; ++s) {
    const Index begin = extent * s / strips, size = extent * (s + 1) / strips - begin;
    const bool a_transposed = a.trans != Transpose::no, b_transposed = b.trans != Transpose::no;
    const T* const a_strip = by_rows ? a.data + begin * (a_transposed ? a.ld : 1) : a.data;
    const T* const b_strip = by_rows ? b.data : b.data + begin * (b_transposed ? 1 : b.ld);
    T* const c_strip = c + (by_rows ? begin : begin * ldc);
    kernel::gemm(a.trans, b.trans, static_cast<int>(by_rows ? size : m), static_cast<int>(by_rows ? n : size),
                 static_cast<int>(k), alpha, a_strip, static_cast<int>(a.ld), b_strip, static_cast<int>(b.ld),
                 beta, c_strip, static_cast<int>(ldc));
    if (s + 1 < strips)
      progress();
  }
}

/// C = alpha A B + beta C with aligned operands: op(A) = A with the rows of C, op(B) = B with the columns of
/// C.
template <typename T>
void gemm_aligned(Grid& grid, T alpha, PanelSource<T> a, PanelSource<T> b, Index k, T beta,
                  const Submatrix<T>& c) {
  const Index m = c.local_rows(grid), n = c.local_columns(grid), w = gemm_panel_width;
  T* const c_local = c.local_data(grid);
  const auto open = [&](Index first) {
    comm::wait_until([&] { return a.can_open() & b.can_open(); }); // & : both make progress
    a.open(first, std::min(first + w, k));
    b.open(first, std::min(first + w, k));
  };
  open(0);
  for (Index first = 0; first < k; first += w) {
    a.advance();
    b.advance();
    // Panels of K' = [first + w, first + 2w) leave while K = [first, first + w) is multiplied.
    if (first + w < k)
      open(first + w);
    comm::wait_until([&] { return a.ready() & b.ready(); });
    // C(local) = beta C(local) + alpha A(local rows, K) B(K, local columns)
    if (m > 0 && n > 0)
      multiply(m, n, std::min(w, k - first), alpha, a.factor(), b.factor(), first == 0 ? beta : T(1), c_local,
               c.ld, a.active() || b.active(), [&] {
                 a.progress();
                 b.progress();
               });
    a.release();
    b.release();
  }
  comm::wait_until([&] { return a.drained() & b.drained(); });
}

/// An aligned copy of one window of op(X): rows as those of C and K over the grid columns (X = A), or columns
/// as those of C and K over the grid rows (X = B).
template <typename T>
class AlignedCopy {
public:
  AlignedCopy(const Grid& grid, bool is_a, Transpose trans, const Submatrix<const T>& x,
              const Submatrix<T>& c, Index window)
      : is_a_(is_a), trans_(trans), x_(x) {
    const int parts = is_a ? grid.q() : grid.p();
    const layout::Axis k_axis{layout::AxisMap::uniform(parts), window, (window + parts - 1) / parts, 0};
    copy_.rows = is_a ? c.rows : k_axis;
    copy_.columns = is_a ? k_axis : c.columns;
    copy_.i = is_a ? c.i : 0;
    copy_.j = is_a ? 0 : c.j;
    copy_.m = is_a ? c.m : window;
    copy_.n = is_a ? window : c.n;
    copy_.ld = std::max<Index>(1, copy_.local_rows(grid));
    storage_.resize(static_cast<std::size_t>(copy_.ld * copy_.local_columns(grid)));
    // Only the submatrix is stored: shift the origin to where the local part of the whole matrix would begin.
    copy_.data = storage_.data() - copy_.rows.local(copy_.i, grid.myrow()) -
                 copy_.columns.local(copy_.j, grid.mycol()) * copy_.ld;
  }

  /// Copies indices [first, first + count) of K. Collective over the grid.
  Submatrix<const T> load(Grid& grid, Index first, Index count) {
    (is_a_ ? copy_.n : copy_.m) = count;
    Submatrix<const T> source = x_;
    const bool k_along_rows = is_a_ == (trans_ != Transpose::no);
    (k_along_rows ? source.i : source.j) += first;
    (k_along_rows ? source.m : source.n) = count;
    comm::redistribute(grid, source, copy_, trans_ != Transpose::no, trans_ == Transpose::conjugate);
    return {copy_.rows, copy_.columns, copy_.i, copy_.j, copy_.m, copy_.n, copy_.data, copy_.ld};
  }

private:
  bool is_a_;
  Transpose trans_;
  Submatrix<const T> x_;
  Submatrix<T> copy_;
  std::vector<T> storage_;
};

/// The part of x that belongs to indices [first, first + count) of K.
template <typename T>
Submatrix<const T> window_of(const Submatrix<const T>& x, bool is_a, Index first, Index count) {
  Submatrix<const T> part = x;
  (is_a ? part.j : part.i) += first;
  (is_a ? part.n : part.m) = count;
  return part;
}

/// Throws on every process if `failure` is not empty on any.
void agree_on_success(const Grid& grid, const std::string& failure) {
  int failed = !failure.empty();
  HG_MPI(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, grid.all()));
  if (failed)
    throw SystemError(failure.empty() ? "another process of the grid could not get the workspace" : failure);
}

} // namespace

template <typename T>
void gemm(Grid& grid, Transpose trans_a, Transpose trans_b, T alpha, const Submatrix<const T>& a,
          const Submatrix<const T>& b, T beta, const Submatrix<T>& c) {
  const Index k = trans_a == Transpose::no ? a.n : a.m;
  const Index m = c.local_rows(grid), n = c.local_columns(grid);
  if (c.m == 0 || c.n == 0)
    return;
  if (k == 0 || alpha == T(0))
    return kernel::scale(m, n, beta, c.local_data(grid), c.ld);
  if (grid.p() * grid.q() == 1)
    return kernel::gemm(trans_a, trans_b, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k),
                        alpha, a.local_data(grid), static_cast<int>(a.ld), b.local_data(grid),
                        static_cast<int>(b.ld), beta, c.local_data(grid), static_cast<int>(c.ld));

  const bool direct_a = trans_a == Transpose::no && layout::aligned(a.rows, a.i, c.rows, c.i, c.m);
  const bool direct_b = trans_b == Transpose::no && layout::aligned(b.columns, b.j, c.columns, c.j, c.n);
  const Index chunk = direct_a && direct_b ? k : std::min(k, 2 * gemm_panel_width);

  std::optional<AlignedCopy<T>> copy_a, copy_b;
  std::string failure;
  try {
    if (grid.q() > 1)
      grid.row_stream().reserve(static_cast<std::size_t>(m * std::min(k, gemm_panel_width)) * sizeof(T));
    if (grid.p() > 1)
      grid.column_stream().reserve(static_cast<std::size_t>(n * std::min(k, gemm_panel_width)) * sizeof(T));
    if (!direct_a)
      copy_a.emplace(grid, true, trans_a, a, c, chunk);
    if (!direct_b)
      copy_b.emplace(grid, false, trans_b, b, c, chunk);
  } catch (const std::bad_alloc&) {
    failure = "no memory for the panels of a matrix product";
  } catch (const SystemError& error) {
    failure = error.what();
  }
  agree_on_success(grid, failure);

  for (Index first = 0; first < k; first += chunk) {
    const Index count = std::min(chunk, k - first);
    const auto part_a = copy_a ? copy_a->load(grid, first, count) : window_of(a, true, first, count);
    const auto part_b = copy_b ? copy_b->load(grid, first, count) : window_of(b, false, first, count);
    gemm_aligned(grid, alpha, PanelSource<T>::of_a(grid, part_a), PanelSource<T>::of_b(grid, part_b), count,
                 first == 0 ? beta : T(1), c);
  }
}

template void gemm(Grid&, Transpose, Transpose, float, const Submatrix<const float>&,
                   const Submatrix<const float>&, float, const Submatrix<float>&);
template void gemm(Grid&, Transpose, Transpose, double, const Submatrix<const double>&,
                   const Submatrix<const double>&, double, const Submatrix<double>&);
template void gemm(Grid&, Transpose, Transpose, std::complex<float>,
                   const Submatrix<const std::complex<float>>&, const Submatrix<const std::complex<float>>&,
                   std::complex<float>, const Submatrix<std::complex<float>>&);
template void gemm(Grid&, Transpose, Transpose, std::complex<double>,
                   const Submatrix<const std::complex<double>>&, const Submatrix<const std::complex<double>>&,
                   std::complex<double>, const Submatrix<std::complex<double>>&);

} // namespace hetgrid::linalg
