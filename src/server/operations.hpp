// How long updates of elements take.
#pragma once

namespace hetgrid::server {

/// Of the real operations of an element's multiply-add, those of double precision that take as long.
inline double operations_per_update(int element_bytes) {
  return element_bytes == 4 ? 1 : element_bytes == 16 ? 8 : 2;
}

} // namespace hetgrid::server
