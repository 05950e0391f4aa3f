// The PBLAS take two kinds of descriptors: ScaLAPACK's with 9 entries, and one with 11, in which the first block has a
// size of its own.
#pragma once

#include "hetgrid/layout.hpp"

namespace hetgrid::scalapack::transparent {

/// DTYPE_ of a descriptor with 11 entries: DTYPE_, CTXT_, M_, N_, IMB_, INB_, MB_, NB_, RSRC_, CSRC_, LLD_.
inline constexpr int dtype_first_block = 2;

/// The matrix as ScaLAPACK would describe it. A first block of another size cannot be described so: DTYPE_ stays, and is
/// illegal. Local.
inline layout::Descriptor pblas_descriptor(const int* desc) noexcept {
  if (desc[0] != dtype_first_block)
    return layout::Descriptor::from(desc);
  const bool equal = desc[4] == desc[6] && desc[5] == desc[7];
  return {equal ? layout::dtype_block_cyclic : dtype_first_block,
          desc[1],
          desc[2],
          desc[3],
          desc[6],
          desc[7],
          desc[8],
          desc[9],
          desc[10]};
}

} // namespace hetgrid::scalapack::transparent
