#include "hetgrid/layout.hpp"

namespace hetgrid::layout {

Descriptor Descriptor::from(const int* desc) noexcept {
  return {desc[0], desc[1], desc[2], desc[3], desc[4], desc[5], desc[6], desc[7], desc[8]};
}

void Descriptor::to(int* desc) const noexcept {
  const int fields[9] = {dtype, context, m, n, mb, nb, rsrc, csrc, lld};
  for (int i = 0; i < 9; ++i)
    desc[i] = fields[i];
}

} // namespace hetgrid::layout
