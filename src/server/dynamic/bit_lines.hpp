// Lines of bits, for sets of indices that are intersected and counted.
#pragma once

#include "hetgrid/dynamic.hpp"

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace hetgrid::dynamic {

using Word = std::uint64_t;

class BitLines {
public:
  BitLines(Index lines, Index width)
      : words_((width + 63) / 64), bits_(static_cast<std::size_t>(lines * words_), 0) {}

  bool test(Index line, Index bit) const { return (word(line, bit) >> (bit % 64) & 1) != 0; }
  void set(Index line, Index bit) { word(line, bit) |= mask(bit); }
  void reset(Index line, Index bit) { word(line, bit) &= ~mask(bit); }
  std::span<const Word> line(Index line) const {
    return {bits_.data() + line * words_, static_cast<std::size_t>(words_)};
  }

private:
  static Word mask(Index bit) { return Word{1} << (bit % 64); }
  Word& word(Index line, Index bit) { return bits_[static_cast<std::size_t>(line * words_ + bit / 64)]; }
  Word word(Index line, Index bit) const { return bits_[static_cast<std::size_t>(line * words_ + bit / 64)]; }

  Index words_; ///< of a line
  std::vector<Word> bits_;
};

/// visit(bit) for the bits of a word, of which the lowest has this number.
template <typename Visit>
void each_bit(Word word, Index lowest, Visit&& visit) {
  for (; word != 0; word &= word - 1)
    visit(lowest + std::countr_zero(word));
}

} // namespace hetgrid::dynamic
