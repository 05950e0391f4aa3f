// Pieces of operands with something to each, found by what they meet without looking at all of them.
#pragma once

#include "server/blocks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace hetgrid::server {

/// Any number of pieces, alike or not. Looking for those that meet one takes the more steps the larger the largest piece there
/// was of its operand: the begin of those looked for is that far away at most.
template <typename T>
class PieceIndex {
public:
  /// The address stays.
  T& add(const Piece& piece, T value) {
    auto& [rows, columns] = largest_[place(piece.operand)];
    rows = std::max(rows, piece.rows.size());
    columns = std::max(columns, piece.columns.size());
    return entries_.emplace(key_of(piece), Entry{count_++, piece, std::move(value)})->second.value;
  }

  /// Takes out one that is this piece, the oldest.
  std::optional<T> take(const Piece& piece) {
    const auto [first, end] = entries_.equal_range(key_of(piece));
    const auto found = std::find_if(first, end, [&](const auto& one) { return one.second.piece == piece; });
    if (found == end)
      return {};
    std::optional<T> value(std::move(found->second.value));
    entries_.erase(found);
    forget_sizes();
    return value;
  }

  /// Takes out those that have blocks in common with a piece and of whose values wanted() is true, the oldest first.
  template <typename Wanted>
  std::vector<std::pair<Piece, T>> take_meeting(const Piece& piece, Wanted&& wanted) {
    std::vector<Place> met = meeting(piece);
    std::erase_if(met, [&](Place one) { return !wanted(one->second.value); });
    std::vector<std::pair<Piece, T>> taken;
    for (const Place one : met) {
      taken.emplace_back(one->second.piece, std::move(one->second.value));
      entries_.erase(one);
    }
    forget_sizes();
    return taken;
  }

  /// visit(piece, value) for those that have blocks in common with a piece, the oldest first.
  template <typename Visit>
  void each_meeting(const Piece& piece, Visit&& visit) {
    for (const Place one : meeting(piece))
      visit(std::as_const(one->second.piece), one->second.value);
  }

  /// All of them, the oldest first.
  std::vector<std::pair<Piece, T>> all() const {
    std::vector<const Entry*> entries;
    for (const auto& one : entries_)
      entries.push_back(&one.second);
    std::ranges::sort(entries, {}, &Entry::number);
    std::vector<std::pair<Piece, T>> sorted;
    for (const Entry* const entry : entries)
      sorted.emplace_back(entry->piece, entry->value);
    return sorted;
  }

  bool empty() const { return entries_.empty(); }
  void clear() {
    entries_.clear();
    forget_sizes();
  }

private:
  using Key = std::tuple<Operand, Index, Index>; ///< where a piece begins: row, column
  struct Entry {
    Index number; ///< of those ever added
    Piece piece;
    T value;
  };
  using Place = typename std::multimap<Key, Entry>::iterator;

  static std::size_t place(Operand operand) { return static_cast<std::size_t>(operand); }
  static Key key_of(const Piece& piece) { return {piece.operand, piece.rows.begin, piece.columns.begin}; }

  void forget_sizes() {
    if (entries_.empty())
      largest_ = {};
  }

  std::vector<Place> meeting(const Piece& wanted) {
    const auto [rows, columns] = largest_[place(wanted.operand)];
    constexpr Index first_column = std::numeric_limits<Index>::min();
    std::vector<Place> met;
    for (auto one = entries_.lower_bound({wanted.operand, wanted.rows.begin - rows + 1, first_column});
         is_before(one, wanted.operand, wanted.rows.end);) {
      const Index row = std::get<1>(one->first);
      one = entries_.lower_bound({wanted.operand, row, wanted.columns.begin - columns + 1});
      for (; is_before(one, wanted.operand, row + 1) && std::get<2>(one->first) < wanted.columns.end; ++one)
        if (meet(one->second.piece, wanted))
          met.push_back(one);
      if (is_before(one, wanted.operand, row + 1))
        one = entries_.lower_bound({wanted.operand, row + 1, first_column});
    }
    std::ranges::sort(met, {}, [](Place one) { return one->second.number; });
    return met;
  }
  /// It begins in a row of the operand before this one.
  bool is_before(Place one, Operand operand, Index row) const {
    return one != entries_.end() && std::get<0>(one->first) == operand && std::get<1>(one->first) < row;
  }

  std::multimap<Key, Entry>
      entries_; ///< those that begin in the same place in the order in which they were added
  std::array<std::pair<Index, Index>, 3> largest_{}; ///< rows and columns, by operand
  Index count_ = 0;
};

} // namespace hetgrid::server
