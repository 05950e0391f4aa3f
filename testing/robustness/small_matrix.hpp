// Block-cyclic and uneven matrices as a program that uses ScaLAPACK would state them.
#pragma once

#include "comm/blacs.hpp"
#include "hetgrid.h"

#include <algorithm>
#include <cmath>
#include <vector>

extern "C" {
void HG_FC_GLOBAL(descinit, DESCINIT)(int* desc, const int* m, const int* n, const int* mb, const int* nb,
                                      const int* rsrc, const int* csrc, const int* context, const int* lld,
                                      int* info);
int HG_FC_GLOBAL(numroc, NUMROC)(const int* n, const int* nb, const int* iproc, const int* src,
                                 const int* nprocs);
int HG_FC_GLOBAL(indxl2g, INDXL2G)(const int* l, const int* nb, const int* iproc, const int* src,
                                   const int* nprocs);
}

namespace hetgrid::testing {

inline constexpr int zero = 0, one = 1;

/// The layout of a matrix, and who calls: ScaLAPACK's names with DESCINIT and NUMROC, or hg_.
enum class Interface { scalapack, hg };

/// An m x n matrix in nb x nb blocks on a context that this process is in.
class SmallMatrix {
public:
  SmallMatrix(Interface interface, int context, int m, int n, int nb)
      : interface_(interface), context_(context), nb_(nb) {
    Cblacs_gridinfo(context, &nprow_, &npcol_, &myrow_, &mycol_);
    rows = count(m, 'R');
    columns = count(n, 'C');
    const int lld = std::max(1, rows);
    int info = 0;
    if (interface == Interface::scalapack)
      HG_FC_GLOBAL(descinit, DESCINIT)(desc, &m, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
    else
      HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)(desc, &m, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
    local.assign(static_cast<std::size_t>(lld) * static_cast<std::size_t>(std::max(1, columns)),
                 info == 0 ? 0 : NAN);
  }
  /// Calls visit(i, j, element) for every local element, global indices from 0.
  template <typename Visit>
  void each(Visit&& visit) {
    std::vector<int> global_rows;
    for (int i = 0; i < rows; ++i)
      global_rows.push_back(global(i, 'R'));
    for (int j = 0; j < columns; ++j) {
      double* element = local.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(desc[8]);
      const int global_column = global(j, 'C');
      for (const int global_row : global_rows)
        visit(global_row, global_column, *element++);
    }
  }
  int rows = 0, columns = 0; ///< local
  int desc[9] = {};
  std::vector<double> local;

private:
  int count(int n, char axis) const {
    const int me = axis == 'R' ? myrow_ : mycol_, nprocs = axis == 'R' ? nprow_ : npcol_;
    return interface_ == Interface::scalapack
               ? HG_FC_GLOBAL(numroc, NUMROC)(&n, &nb_, &me, &zero, &nprocs)
               : HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(&n, &nb_, &me, &zero, &nprocs, &context_, &axis);
  }
  int global(int l, char axis) const {
    const int me = axis == 'R' ? myrow_ : mycol_, nprocs = axis == 'R' ? nprow_ : npcol_, index = l + 1;
    return (interface_ == Interface::scalapack
                ? HG_FC_GLOBAL(indxl2g, INDXL2G)(&index, &nb_, &me, &zero, &nprocs)
                : HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(&index, &nb_, &me, &zero, &nprocs, &context_,
                                                        &axis)) -
           1;
  }

  Interface interface_;
  int context_, nb_;
  int nprow_ = 0, npcol_ = 0, myrow_ = 0, mycol_ = 0;
};

} // namespace hetgrid::testing
