// The server's own matrices: where pieces of them are, copies that travel, and what becomes of results.
#pragma once

#include "kernel/blas_library.hpp"
#include "kernel/execution.hpp"
#include "kernel/matrix_ops.hpp"
#include "linalg/local_multiply.hpp"
#include "linalg/server/gemm.hpp"
#include "linalg/server/strips.hpp"
#include "linalg/server/tiles.hpp"

#include <algorithm>
#include <complex>
#include <list>
#include <vector>

namespace hetgrid::linalg {

/// op(A), op(B) and C, where they are. Results of Product::added are sums: a block of C becomes beta C before the first is added; all
/// of C at once would be one more pass over it, while the workers wait.
template <typename T>
class ServedOperands {
public:
  explicit ServedOperands(const ServedProduct<T>& served)
      : served_(served), product_(served.product),
        begun_(product_.added ? static_cast<std::size_t>(product_.r() * product_.s()) : 0) {}

  /// A copy to send, of op(X) or beta C, or room for what is received: at an address, or in memory of its own.
  Tile<T> packed(const server::Piece& piece, bool filled, std::byte* address = nullptr) const {
    const auto [from, m, n] = place(piece);
    Tile<T> tile = Tile<T>::make(piece, m, n, address);
    if (!filled)
      return tile;
    if (from.trans == kernel::Transpose::no)
      kernel::copy(m, n, from.data, from.ld, tile.data.get(), m);
    else
      kernel::transpose(n, m, from.data, from.ld, tile.data.get(), m);
    if constexpr (!std::is_floating_point_v<T>)
      if (from.trans == kernel::Transpose::conjugate && kernel::computes())
        std::transform(tile.data.get(), tile.data.get() + m * n, tile.data.get(),
                       [](const T& x) { return std::conj(x); });
    if (piece.operand == server::Operand::c)
      kernel::scale(m, n, served_.beta, tile.data.get(), m);
    return tile;
  }

  /// A result that a worker has returned.
  void put(const Tile<T>& tile) {
    if (product_.added)
      return add(tile);
    const auto [c, m, n] = place(tile.piece);
    kernel::copy(m, n, tile.data.get(), m, writable(c), c.ld);
  }

  /// The server computes this piece itself, if it is one of C. Those that are added grow where they are.
  void begin_result(const server::Piece& piece) {
    if (piece.operand != server::Operand::c || product_.added)
      return;
    const auto [c, m, n] = place(piece);
    kernel::scale(m, n, served_.beta, writable(c), c.ld);
  }

  /// C(rows, columns) += alpha op(A)(rows, steps) op(B)(steps, columns), with the bits of a worker: where they depend on how A and
  /// B lie, these are packed as for one. progress() is called now and then.
  template <typename Progress>
  void update(const server::Update& update, Strips& strips, Progress&& progress) {
    const server::Piece in_a{server::Operand::a, update.rows, update.steps},
        in_b{server::Operand::b, update.steps, update.columns},
        in_c{server::Operand::c, update.rows, update.columns};
    auto [a, m, k] = place(in_a);
    auto [b, k_again, n] = place(in_b);
    const auto [c, m_again, n_again] = place(in_c);
    if (product_.added)
      begin_blocks(in_c);
    std::list<Tile<T>> packed_here;
    if (static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) <= kernel::small_product) {
      const auto pack = [&](LocalFactor<T>& from, const server::Piece& piece) {
        if (from.trans == kernel::Transpose::no)
          return;
        const Tile<T>& tile = packed_here.emplace_back(packed(piece, true));
        from = {tile.data.get(), tile.m, kernel::Transpose::no};
      };
      pack(a, in_a);
      pack(b, in_b);
    }
    strips.multiply<T>(m, n, k, served_.alpha, a, b, T(1), writable(c), c.ld, progress);
  }

private:
  /// A piece of op(A), op(B) or C, m x n elements.
  struct Place {
    LocalFactor<T> at;
    Index m, n;
  };

  Place place(const server::Piece& piece) const {
    const auto part = [&](const T* data, Index ld, kernel::Transpose trans, Index rows, Index columns) {
      const Index i = product_.extent({0, piece.rows.begin}, rows),
                  j = product_.extent({0, piece.columns.begin}, columns);
      const T* const begin = trans == kernel::Transpose::no ? data + i + j * ld : data + j + i * ld;
      return Place{
          {begin, ld, trans}, product_.extent(piece.rows, rows), product_.extent(piece.columns, columns)};
    };
    switch (piece.operand) {
    case server::Operand::a:
      return part(served_.a.data, served_.a.ld, served_.trans_a, product_.m, product_.k);
    case server::Operand::b:
      return part(served_.b.data, served_.b.ld, served_.trans_b, product_.k, product_.n);
    case server::Operand::c:
      break;
    }
    return part(served_.c.data, served_.c.ld, kernel::Transpose::no, product_.m, product_.n);
  }
  T* writable(const LocalFactor<T>& c) const { return served_.c.data + (c.data - served_.c.data); }

  template <typename Visit>
  static void each_block(const server::Piece& piece, Visit&& visit) {
    for (Index column = piece.columns.begin; column < piece.columns.end; ++column)
      for (Index row = piece.rows.begin; row < piece.rows.end; ++row)
        visit(row, column);
  }
  Place block(Index row, Index column) const {
    return place({server::Operand::c, {row, row + 1}, {column, column + 1}});
  }
  /// Whether it is the first that is added to the block.
  bool begins(Index row, Index column) {
    std::vector<bool>::reference begun = begun_[static_cast<std::size_t>(row + column * product_.r())];
    const bool first = !begun;
    begun = true;
    return first;
  }
  void begin_blocks(const server::Piece& piece) {
    each_block(piece, [&](Index row, Index column) {
      if (const auto [c, m, n] = block(row, column); begins(row, column))
        kernel::scale(m, n, served_.beta, writable(c), c.ld);
    });
  }
  void add(const Tile<T>& tile) {
    each_block(tile.piece, [&](Index row, Index column) {
      const auto [c, m, n] = block(row, column);
      const T* const from = tile.data.get() + product_.extent({tile.piece.rows.begin, row}, product_.m) +
                            product_.extent({tile.piece.columns.begin, column}, product_.n) * tile.m;
      const bool first = begins(row, column);
      if (first && served_.beta == T(0))
        return kernel::copy(m, n, from, tile.m, writable(c), c.ld);
      if (first)
        kernel::scale(m, n, served_.beta, writable(c), c.ld);
      for (Index j = 0; j < n; ++j)
        kernel::add(m, from + j * tile.m, writable(c) + j * c.ld);
    });
  }

  const ServedProduct<T>& served_;
  const server::Product& product_;
  std::vector<bool> begun_; ///< by block of C, column by column: something was added to it
};

} // namespace hetgrid::linalg
