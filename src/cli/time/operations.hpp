// The operations of `hetgrid time`: each is timed as ScaLAPACK's routine on the uniform layout, and as
// hetgrid's on the uniform and on the uneven one, or as some of these.
#pragma once

#include <optional>

#include "cli/files/matrix_market.hpp"
#include "cli/time/partitions.hpp"
#include "cli/time/timing.hpp"
#include "hetgrid/plan.hpp"

namespace hetgrid::cli {

/// Where the elements come from: files, or random numbers. On rank 0; the others know only whether there is a
/// file.
struct Source {
  std::optional<EntryList> a, b;
};

/// The variants to time: ScaLAPACK, and the layouts for hetgrid.
struct Selection {
  bool scalapack = true;
  bool uniform = true;
  bool uneven = true;
  std::vector<TimedPartition> partitions; ///< gemm
};

/// Times one case on the grid of the plan and checks the results of the last run. Collective.
/// \throws SystemError if a routine fails
using CaseTimer = CaseResult(const MpiSession&, const TimingOptions&, const Case&, const plan::Plan&,
                             const Selection&, const Source&);

/// C = op(A) op(B): P?GEMM. Checked against A (B x) for a random x and, element by element, against
/// the first variant's result, ScaLAPACK's if it is timed.
CaseTimer time_gemm;
/// A = P L U, m x n: P?GETRF. Checked by |A x - P L (U x)| / (|A| |x| n eps) for a random x.
CaseTimer time_lu;
/// A = Q R, m x n: P?GEQRF. Checked by |A x - Q (R x)| / (|A| |x| n eps) and, with y = R x,
/// |y - Q^H (Q y)| / (|y| m eps), for a random x.
CaseTimer time_qr;
/// A = L L^H or U^H U, n x n: P?POTRF. Checked by |A x - L (L^H x)| / (|A| |x| n eps) for a random x.
CaseTimer time_cholesky;
/// A X = B, n x n, nrhs right-hand sides: P?GESV, and P?GETRF of the same matrix beside it. Checked by
/// |A x - b| / (|A| |x| n eps), x and b being a random combination of the columns of X and of B.
CaseTimer time_solve;
/// A, m x n, moved from the block-cyclic layout to another and back: P?GEMR2D twice. Checked by
/// |A x - A' x| / (|A| |x| eps) for the moved A' and a random x, and element by element once it is back.
CaseTimer time_redistribute;

/// What is timed, for others that run it, in double precision. Collective.
using VariantMaker = std::vector<Variant>(const MpiSession&, const Case&, const plan::Plan&, const Selection&,
                                          const Source&);
VariantMaker gemm_variants, lu_variants, qr_variants, cholesky_variants;

} // namespace hetgrid::cli
