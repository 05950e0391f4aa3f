// The operations of `hetgrid time`: each is timed as ScaLAPACK's routine on the uniform layout, and as
// hetgrid's on the uniform and on the uneven one, or as some of these.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

/// C = A B or B A, A symmetric (real) or Hermitian, C m x n: P?SYMM, P?HEMM. This and the next two are checked for a
/// random x, in every component, against products of the operands with vectors, as gemm is.
extern CaseTimer* const time_symm;
/// C = A A^H or A^H A, and A B^H + B A^H or A^H B + B^H A, one triangle of order n, inner dimension k: P?SYRK, P?HERK and P?SYR2K,
/// P?HER2K.
extern CaseTimer* const time_rank_k;
/// X = op(A) B or B op(A), and op(A) X = B or X op(A) = B, A triangular, B m x n: P?TRMM and P?TRSM.
extern CaseTimer* const time_triangular;
/// A^-1 of a triangle, of a positive definite A from its Cholesky factor, and of A from L and U, n x n: P?TRTRI, P?POTRI,
/// P?GETRI. Checked by max_i |A^-1 (A x) - x|_i / (eps (|A^-1| (|A| |x|))_i) for a random x.
extern CaseTimer *const time_trtri, *const time_potri, *const time_getri;
/// C = L^-1 A L^-H or U^-H A U^-1, n x n: P?SYGST, P?HEGST with IBTYPE = 1. Checked by max_i |L (C (L^H x)) - A x|_i / (eps
/// (|L| (|C| (|L^H| |x|)))_i) for a random x.
extern CaseTimer* const time_sygst;
/// op(Q) C or C op(Q), C m x n, Q square, from its reflectors: P?ORMQR, P?UNMQR. Checked by the difference from op(Q) (C x) or
/// C (op(Q) x), Q applied in double precision, over |C| |x|, the root of the order of Q and eps, for a random x.
extern CaseTimer* const time_ormqr;
/// The first n columns of Q, m x n, from its reflectors: P?ORGQR, P?UNGQR. Checked by |Q x - H_1 ... H_n (x; 0)| and |Q^H (Q x) -
/// x| / (|x| m eps) for a random x.
extern CaseTimer* const time_orgqr;

/// An operation of the command line.
struct TimedOperation {
  const char* name;
  const char* routine; ///< LAPACK's name, understood as well
  const char*
      complex_routine; ///< likewise for complex matrices, which are Hermitian or unitary then; nullptr: the same
  plan::Operation kind; ///< what the plan is made for
  const char* modelled; ///< the routine whose time the model predicts; nullptr: there is no model of it
  bool square;          ///< A is n x n
  std::vector<std::string> options; ///< of those that not all operations have
  CaseTimer* time;                  ///< nullptr: of matrices that are no grid's

  bool has(const std::string& option) const;
  /// The names by which it is known, each once.
  std::vector<std::string> names() const;
};

const std::vector<TimedOperation>& timed_operations();
/// \throws ArgumentError
const TimedOperation& find_operation(const std::string& name);

/// What is timed, for others that run it, in double precision. Collective.
using VariantMaker = std::vector<Variant>(const MpiSession&, const Case&, const plan::Plan&, const Selection&,
                                          const Source&);
VariantMaker gemm_variants, lu_variants, qr_variants, cholesky_variants;

} // namespace hetgrid::cli
