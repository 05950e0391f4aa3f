// What a worker holds of A, B and C, and what it makes of it.
#pragma once

#include "hetgrid/error.hpp"
#include "hetgrid/server.hpp"
#include "linalg/server/strips.hpp"
#include "server/blocks.hpp"
#include "server/piece_index.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace hetgrid::linalg {

/// A piece of an operand, column-major without gaps: in memory of its own, or where others say.
template <typename T>
struct Tile {
  struct Free {
    bool own = true;
    void operator()(T* memory) const noexcept {
      if (own)
        delete[] memory;
    }
  };

  server::Piece piece;
  Index m, n; ///< elements
  std::unique_ptr<T[], Free> data;

  /// Elements not set. \param place  for them; nullptr: memory of its own
  static Tile make(const server::Piece& piece, Index m, Index n, std::byte* place) {
    if (place)
      return {piece, m, n, {reinterpret_cast<T*>(place), Free{false}}};
    return {piece, m, n, {new T[static_cast<std::size_t>(m * n)], Free{}}};
  }

  bool is_shared() const { return !data.get_deleter().own; }
  std::size_t bytes() const { return static_cast<std::size_t>(m * n) * sizeof(T); }
};

template <typename T>
class Tiles {
public:
  explicit Tiles(const server::Product& product) : product_(product) {}

  /// Room for a piece, its elements not set, in memory of its own or at a place.
  Tile<T>& add(const server::Piece& piece, std::byte* place) {
    const bool is_a = piece.operand == server::Operand::a, is_b = piece.operand == server::Operand::b;
    const Index m = product_.extent(piece.rows, is_b ? product_.k : product_.m),
                n = product_.extent(piece.columns, is_a ? product_.k : product_.n);
    return tiles_.add(piece, Tile<T>::make(piece, m, n, place));
  }

  /// Hands out one that is here. \throws SystemError if it is not
  Tile<T> take(const server::Piece& piece) {
    std::optional<Tile<T>> tile = tiles_.take(piece);
    if (!tile)
      throw SystemError("a piece of a product that its worker does not have");
    return std::move(*tile);
  }

  /// C(rows, columns) += alpha A(rows, steps) B(steps, columns), wherever tiles meet. progress(), which may add tiles, is
  /// called now and then, seldom if not in a hurry.
  template <typename Progress>
  void update(const server::Update& update, T alpha, bool in_a_hurry, Progress&& progress) {
    const auto a_parts = covering({server::Operand::a, update.rows, update.steps}),
               b_parts = covering({server::Operand::b, update.steps, update.columns});
    for (const Part& c : covering({server::Operand::c, update.rows, update.columns}))
      for (const Part& a : a_parts)
        for (const Part& b : b_parts) {
          const server::Update met{server::common(a.piece.rows, c.piece.rows),
                                   server::common(b.piece.columns, c.piece.columns),
                                   server::common(a.piece.columns, b.piece.rows)};
          if (met.rows.size() > 0 && met.columns.size() > 0 && met.steps.size() > 0) {
            multiply(alpha, *a.tile, *b.tile, *c.tile, met, in_a_hurry, progress);
            progress();
          }
        }
  }

private:
  /// What a tile has of the blocks asked for.
  struct Part {
    const Tile<T>* tile;
    server::Piece piece;
  };

  /// Each block once: those of the next chunk may be here already, and be the same.
  std::vector<Part> covering(const server::Piece& wanted) {
    std::vector<Part> parts;
    tiles_.each_meeting(wanted, [&](const server::Piece& piece, const Tile<T>& tile) {
      const server::Piece part{piece.operand, server::common(piece.rows, wanted.rows),
                               server::common(piece.columns, wanted.columns)};
      if (std::ranges::none_of(parts, [&](const Part& other) { return server::meet(other.piece, part); }))
        parts.push_back({&tile, part});
    });
    return parts;
  }

  /// Where (row, column), blocks, is in a tile of an operand of so many elements.
  T* place(const Tile<T>& tile, Index row, Index rows, Index column, Index columns) const {
    return tile.data.get() + product_.extent({tile.piece.rows.begin, row}, rows) +
           product_.extent({tile.piece.columns.begin, column}, columns) * tile.m;
  }

  template <typename Progress>
  void multiply(T alpha, const Tile<T>& a, const Tile<T>& b, const Tile<T>& c, const server::Update& x,
                bool in_a_hurry, Progress&& progress) {
    const Index m_all = product_.m, n_all = product_.n, k_all = product_.k;
    const Index m = product_.extent(x.rows, m_all), n = product_.extent(x.columns, n_all),
                k = product_.extent(x.steps, k_all);
    strips_.multiply<T>(
        m, n, k, alpha, {place(a, x.rows.begin, m_all, x.steps.begin, k_all), a.m, kernel::Transpose::no},
        {place(b, x.steps.begin, k_all, x.columns.begin, n_all), b.m, kernel::Transpose::no}, T(1),
        place(c, x.rows.begin, m_all, x.columns.begin, n_all), c.m, progress, in_a_hurry);
  }

  server::Product product_;
  server::PieceIndex<Tile<T>> tiles_;
  Strips strips_;
};

} // namespace hetgrid::linalg
