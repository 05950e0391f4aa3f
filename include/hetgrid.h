/* hetgrid: dense linear algebra on machines of unequal speed.
 *
 * Fortran calling convention: every argument is a pointer, integers are default INTEGERs (32 bits), indices
 * start at 1, matrices are stored by columns. From Fortran call HG_PDGEMM and include hetgrid.fh for the
 * declarations; from C and C++ call hg_pdgemm_, or whatever configure found the Fortran compiler to make of
 * the name (HG_FC_GLOBAL_). Character arguments need no hidden length.
 *
 * Errors. Routines with an INFO argument set it, the same on every process of the grid:
 *     0            success
 *     -i           argument i is illegal, or not the same on all processes though it has to be
 *     -(i*100+j)   entry j of the descriptor that is argument i is illegal (DTYPE_ = 1 ... LLD_ = 9)
 *     -9999        the machine refused: memory, MPI, a file; the reason is on standard error. Memory is taken
 *                  by all processes or by none, before anything is changed: then the operands are as they were
 * Routines without INFO, as their models, print the text of PXERBLA; hg_lastinfo() returns what INFO would
 * have been. Nothing is changed and no data has moved when an argument is illegal, no process is left waiting
 * and none is aborted. A process that is not in the grid of the descriptors does nothing.
 *
 * Processes that pass different contexts to one call are told so by INFO: -(i*100+2) or -9999 if the contexts
 * have the same processes. If they have not, a process may wait for one that waits for it, on another context,
 * directly or not. Two seconds or so after the last of them has begun to wait, all of them get -9999, and so do
 * those who wait for them by then. Every later call on a context of the same processes that was there at that
 * time returns -9999 at once; contexts made afterwards work, and so do all others. Who is late, because it
 * computes or because its call on another context goes on, is waited for, however long. Calls of ScaLAPACK's
 * names on block-cyclic matrices wait as ScaLAPACK does, and so does HG_GRIDINIT for those who do not call it. */
#ifndef HETGRID_H
#define HETGRID_H

#include <hetgrid/fortran_mangling.h>
#include <hetgrid/version.h>
#include <stdint.h>

#ifdef __cplusplus
#include <complex>
typedef std::complex<float> hg_complex8;
typedef std::complex<double> hg_complex16;
extern "C" {
#else
#include <complex.h>
typedef float _Complex hg_complex8;
typedef double _Complex hg_complex16;
#endif

/* DTYPE_ of a descriptor of an uneven layout. */
#define HG_DTYPE 1999
/* DTYPE_ of a descriptor of a matrix on a partition. */
#define HG_DTYPE_PARTITIONED 2014

/* ---- Grids ---- */

/* HG_PROBE: cycle-times of the processes. Every process times its own dgemm, all at the same time; it takes
 * about 1.5 s, on an unsteady machine up to three times as long.
 *
 *   ictxt  (global input)  system context, as BLACS_GET(-1, 0) gives it
 *   nb     (global input)  block size of the matrices to come, elements; nb >= 1
 *   t      (global output) array, one entry for each process of ictxt, by process number: its cycle-time. The
 *                          fastest process has 1; the same numbers on every process
 *   info   (global output) 0, -1 if ictxt = -1, -2 or -9999
 *
 * Collective over ictxt. */
void HG_FC_GLOBAL_(hg_probe, HG_PROBE)(const int* ictxt, const int* nb, double* t, int* info);
/* HG_GRIDINIT: BLACS_GRIDINIT for processes of unequal speed. Plans the grid for the cycle-times, places the
 * processes and attaches the plan to the new context: all uneven matrices of the context are aligned. The
 * blocks are in the order that suits factorizations.
 *
 *   ictxt         (global input)  system context, as BLACS_GET(-1, 0) gives it
 *                 (local output)  the new context, < 0 on a process left out; unchanged if info < 0
 *   order         (global input)  'R' or 'C': whether processes of equal cycle-time fill the grid by rows or
 *                                 columns. If all are equal, this is BLACS_GRIDINIT's placement
 *   nprow, npcol  (global input)  shape of the grid, nprow * npcol <= number of processes; 0 and 0: the
 *                                 planner chooses and may leave slow processes out
 *   t             (global input)  array, cycle-times by process number, any common unit: from 1e-12 to 1e12, the
 *                                 largest at most 1e6 times the smallest
 *   info          (global output) 0; -1 if ictxt = -1; -3 if the grid has more places than there are
 *                                 processes or only one of nprow and npcol is 0; -2 ... -5 otherwise; -9999
 *
 * Collective over the system context. */
void HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(int* ictxt, const char* order, const int* nprow,
                                             const int* npcol, const double* t, int* info);
/* HG_GRIDINIT_PLAN: the same from a plan that `hetgrid plan --json FILE` wrote.
 *
 *   ictxt   (global input), (local output)  as for HG_GRIDINIT
 *   file    (global input)  name of the file, which process 0 reads
 *   length  (global input)  length of the name in characters, length >= 1; the name need not end in 0
 *   info    (global output) 0; -1 if ictxt = -1; -2 if the file cannot be read, holds no plan or one for more
 *                           processes than there are (process 0 prints the reason on standard error); -3;
 *                           -9999
 *
 * Collective over the system context. */
void HG_FC_GLOBAL_(hg_gridinit_plan, HG_GRIDINIT_PLAN)(int* ictxt, const char* file, const int* length,
                                                       int* info);
/* HG_GRIDEXIT: frees a context and the plan attached to it. BLACS_GRIDEXIT does the same.
 *
 *   ictxt  (local input)  the context; a process that is not in it does nothing */
void HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(const int* ictxt);
/* HG_LASTINFO: what INFO would have been in the last call of a routine without INFO on this process. */
int HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)(void);

/* ---- Layout ----
 *
 * Local, no communication, with one exception: a context of BLACS_GRIDINIT or BLACS_GRIDMAP has no plan, and the first
 * of these routines that is called for it by a process in it makes one for its processes as they sit. So that call is
 * collective over the context. The speeds are those of HETGRID_CYCLE_TIMES or HETGRID_PLATFORM, or measured in 0.3 s;
 * with HETGRID=off all shares are equal. */

/* HG_DESCINIT: DESCINIT for the uneven layout of the context's plan.
 *
 *   desc          (output)        array of 9 integers: the descriptor, DTYPE_ = HG_DTYPE
 *   m, n          (global input)  rows and columns of the matrix, >= 0
 *   mb, nb        (global input)  rows and columns of a block, >= 1
 *   irsrc, icsrc  (global input)  position in the panel of the first block row and the first block column;
 *                                 0 <= irsrc < NPROW, 0 <= icsrc < NPCOL. Where all shares are equal these
 *                                 are ScaLAPACK's: the process row and column that own the first block
 *   ictxt         (global input)  context
 *   lld           (local input)   leading dimension of the local array, at least 1 and the number of local
 *                                 rows; 0: the smallest legal one, to be found in desc[8]
 *   info          (local output)  0, -2 ... -9; -8 on a process that is not in ictxt. In desc an illegal
 *                                 argument is replaced by the nearest legal one, as by DESCINIT */
void HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)(int* desc, const int* m, const int* n, const int* mb,
                                             const int* nb, const int* irsrc, const int* icsrc,
                                             const int* ictxt, const int* lld, int* info);
/* ScaLAPACK's TOOLS for the plan of a context. One with equal shares has their numbers.
 *
 *   HG_NUMROC    number of rows or columns that process iproc owns, of n in all
 *   HG_INDXG2P   coordinate of the process that owns global index indxglob
 *   HG_INDXG2L   local index of indxglob on the process that owns it
 *   HG_INDXL2G   global index of local index indxloc of process iproc
 *
 *   n         (global input) >= 0
 *   indxglob  (global input) >= 1
 *   indxloc   (local input)  >= 1
 *   nb        (global input) block size, >= 1
 *   iproc     (local input)  coordinate in the process row or column; HG_INDXG2P and HG_INDXG2L do not use it
 *   isrcproc  (global input) irsrc or icsrc of the descriptor
 *   nprocs    (global input) number of process rows or columns; on a plan, that of the plan
 *   ictxt     (global input) context
 *   axis      (global input) 'R': rows, 'C': columns
 *
 * All return -1 for an illegal argument, HG_INDXL2G also where iproc owns nothing, and -9999 if memory is
 * short. Of a context this process is not in (ictxt < 0) they know no plan and answer as ScaLAPACK's; HG_NUMROC
 * returns 0 there for the coordinate -1 that BLACS_GRIDINFO gives. Local, no communication. */
int HG_FC_GLOBAL_(hg_numroc, HG_NUMROC)(const int* n, const int* nb, const int* iproc, const int* isrcproc,
                                        const int* nprocs, const int* ictxt, const char* axis);
int HG_FC_GLOBAL_(hg_indxg2p, HG_INDXG2P)(const int* indxglob, const int* nb, const int* iproc,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis);
int HG_FC_GLOBAL_(hg_indxg2l, HG_INDXG2L)(const int* indxglob, const int* nb, const int* iproc,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis);
int HG_FC_GLOBAL_(hg_indxl2g, HG_INDXL2G)(const int* indxloc, const int* nb, const int* iproc,
                                          const int* isrcproc, const int* nprocs, const int* ictxt,
                                          const char* axis);

/* ---- Partitions ----
 *
 * Layouts that are no grid: the matrix is cut into N x N cells, and any process may own any of them. What a process
 * stores are dense arrays, one for each rectangle of cells, one behind the other. Matrices with a descriptor of DTYPE_ =
 * HG_DTYPE_PARTITIONED are taken by HG_P?GEMM and HG_P?LACPY (all operands then), HG_P?LASET, HG_P?LANGE, HG_P?GEMR2D,
 * HG_P?ELSET and HG_P?ELGET; other routines refuse them by their DTYPE_. ScaLAPACK's names, in libhetgrid-scalapack, take them
 * everywhere but in unblocked routines (P?GETF2 ...) and those with local arrays (P?LASWP ...): the operands move to a
 * uniform layout and back. IPIV, TAU and the like then have an element for each row or column of the whole matrix, the same
 * on all processes. */

/* HG_GRIDINIT_PARTITION: a context with a partition from a file that `hetgrid shape --json FILE` wrote. Processes 0, 1, ..
 * of the system context are those of the partition, on a grid of one row.
 *
 *   ictxt   (global input)  system context, as BLACS_GET(-1, 0) gives it
 *           (local output)  the new context, < 0 on a process left out; unchanged if info < 0
 *   file    (global input)  name of the file, which process 0 reads
 *   length  (global input)  length of the name in characters, length >= 1; the name need not end in 0
 *   info    (global output) 0; -1 if ictxt = -1; -2 if the file cannot be read, holds no partition or one for more
 *                           processes than there are (process 0 prints the reason on standard error); -3; -9999
 *
 * Collective over the system context. */
void HG_FC_GLOBAL_(hg_gridinit_partition, HG_GRIDINIT_PARTITION)(int* ictxt, const char* file,
                                                                 const int* length, int* info);
/* HG_GRIDINIT_SHAPE: the same with the partition that is predicted to be fastest for products of order n ([DeFlumere14]),
 * chosen for the cycle-times.
 *
 *   ictxt   as for HG_GRIDINIT_PARTITION; all of its processes get cells
 *   n       (global input)  order of the matrices, >= 1
 *   nb      (global input)  order of a cell, elements, >= 1: the partition has ceil(n / nb) x ceil(n / nb) of them
 *   t       (global input)  array, cycle-times by process number, as for HG_GRIDINIT
 *   info    (global output) 0; -1 if ictxt = -1; -2 also if no shape is possible (process 0 prints the reason on standard error);
 *                           -3; -4; -9999
 *
 * Collective over the system context. */
void HG_FC_GLOBAL_(hg_gridinit_shape, HG_GRIDINIT_SHAPE)(int* ictxt, const int* n, const int* nb,
                                                         const double* t, int* info);
/* HG_DESCINIT_PARTITION: descriptor of a matrix on the partition of a context. Cell (i, j) is a block of mb x nb elements,
 * and the partition repeats: with mb = ceil(m / N), nb = ceil(n / N) it is that of the whole matrix.
 *
 *   desc    (output)        array of 9 integers: the descriptor, DTYPE_ = HG_DTYPE_PARTITIONED, RSRC_ = CSRC_ = 0,
 *                           LLD_ = 1, which is not used
 *   m, n    (global input)  rows and columns of the matrix, >= 0
 *   mb, nb  (global input)  rows and columns of a cell, >= 1
 *   ictxt   (global input)  context with a partition
 *   info    (local output)  0, -2 ... -6
 *
 * Local, no communication. */
void HG_FC_GLOBAL_(hg_descinit_partition, HG_DESCINIT_PARTITION)(int* desc, const int* m, const int* n,
                                                                 const int* mb, const int* nb,
                                                                 const int* ictxt, int* info);
/* HG_PARTITION_SIZE: what this process stores of a matrix.
 *
 *   desc      (global input)  descriptor
 *   blocks    (local output)  dense blocks, as HG_PARTITION_BLOCKS tells them
 *   elements  (local output)  INTEGER*8: elements of the local storage, which the caller provides
 *   info      (local output)  0; -101, -102, .. if an entry of desc is illegal, -102 also outside the context
 *
 * Local, no communication. */
void HG_FC_GLOBAL_(hg_partition_size, HG_PARTITION_SIZE)(const int* desc, int* blocks, int64_t* elements,
                                                         int* info);
/* HG_PARTITION_BLOCKS: where the parts of the matrix are that this process stores. Block k is rows i(k) .. i(k)+m(k)-1 and
 * columns j(k) .. j(k)+n(k)-1; its element (i(k)+r, j(k)+s) is number offset(k) + r + s lld(k) of the local storage,
 * counted from 0. Every element that the process owns is in one block.
 *
 *   desc          (global input)  descriptor
 *   most          (local input)   entries of the arrays, at least the number of blocks
 *   i, j, m, n    (local output)  arrays: first row and column, from 1, rows and columns of each block
 *   offset        (local output)  array, INTEGER*8: elements before the block's first one
 *   lld           (local output)  array: leading dimension of each block
 *   info          (local output)  0; -2 if there are more blocks than `most`; else as HG_PARTITION_SIZE
 *
 * Local, no communication. */
void HG_FC_GLOBAL_(hg_partition_blocks, HG_PARTITION_BLOCKS)(const int* desc, const int* most, int* i, int* j,
                                                             int* m, int* n, int64_t* offset, int* lld,
                                                             int* info);

/* ---- Elements and redistribution ---- */

/* HG_P?ELSET: A(ia, ja) = alpha on the process that owns the element; nothing happens on the others.
 *
 *   a       (local input/output) local storage of A
 *   ia, ja  (input) row and column, from 1
 *   desca   (input) descriptor of A
 *   alpha   (local input) used on the owner only
 *
 * Local: need not be called by all. */
void HG_FC_GLOBAL_(hg_pielset, HG_PIELSET)(int* a, const int* ia, const int* ja, const int* desca,
                                           const int* alpha);
void HG_FC_GLOBAL_(hg_pselset, HG_PSELSET)(float* a, const int* ia, const int* ja, const int* desca,
                                           const float* alpha);
void HG_FC_GLOBAL_(hg_pdelset, HG_PDELSET)(double* a, const int* ia, const int* ja, const int* desca,
                                           const double* alpha);
void HG_FC_GLOBAL_(hg_pcelset, HG_PCELSET)(hg_complex8* a, const int* ia, const int* ja, const int* desca,
                                           const hg_complex8* alpha);
void HG_FC_GLOBAL_(hg_pzelset, HG_PZELSET)(hg_complex16* a, const int* ia, const int* ja, const int* desca,
                                           const hg_complex16* alpha);
/* HG_P?ELGET: alpha = A(ia, ja) on some processes, alpha = 0 on the others.
 *
 *   scope   (global input) 'A': all processes of the context; 'R', 'C': those of the process row, the process
 *                          column that owns the element; any other letter: the owner alone
 *   top     (global input) not used
 *   alpha   (local output)
 *   a       (local input)  local storage of A
 *   ia, ja  (global input) row and column, from 1
 *   desca   (global input) descriptor of A
 *
 * Collective over the process rows, the process columns or all of the context, as scope says; otherwise
 * local. The first of hetgrid's routines with a context that BLACS_GRIDINIT made is one for all of its processes. */
void HG_FC_GLOBAL_(hg_pielget, HG_PIELGET)(const char* scope, const char* top, int* alpha, const int* a,
                                           const int* ia, const int* ja, const int* desca);
void HG_FC_GLOBAL_(hg_pselget, HG_PSELGET)(const char* scope, const char* top, float* alpha, const float* a,
                                           const int* ia, const int* ja, const int* desca);
void HG_FC_GLOBAL_(hg_pdelget, HG_PDELGET)(const char* scope, const char* top, double* alpha, const double* a,
                                           const int* ia, const int* ja, const int* desca);
void HG_FC_GLOBAL_(hg_pcelget, HG_PCELGET)(const char* scope, const char* top, hg_complex8* alpha,
                                           const hg_complex8* a, const int* ia, const int* ja,
                                           const int* desca);
void HG_FC_GLOBAL_(hg_pzelget, HG_PZELGET)(const char* scope, const char* top, hg_complex16* alpha,
                                           const hg_complex16* a, const int* ia, const int* ja,
                                           const int* desca);
/* HG_P?GEMR2D: B(ib:ib+m-1, jb:jb+n-1) = A(ia:ia+m-1, ja:ja+n-1) between any two layouts, uneven or
 * block-cyclic, with any block sizes, on one context or on two. The argument list is PDGEMR2D's.
 *
 *   m, n    (global input)  rows and columns to move, >= 0
 *   a       (local input)   local storage of A
 *   ia, ja  (global input)  first row and column in A, from 1
 *   desca   (global input)  descriptor of A; on a process outside the context of A: one with CTXT_ = -1, the
 *                           rest does not matter
 *   b       (local output)  with ib, jb, descb (global input): likewise. A and B must not overlap
 *   ictxt   (global input)  a context that holds all processes of both; a process may be in neither of them
 *
 * Collective over ictxt. */
void HG_FC_GLOBAL_(hg_pigemr2d, HG_PIGEMR2D)(const int* m, const int* n, const int* a, const int* ia,
                                             const int* ja, const int* desca, int* b, const int* ib,
                                             const int* jb, const int* descb, const int* ictxt);
void HG_FC_GLOBAL_(hg_psgemr2d, HG_PSGEMR2D)(const int* m, const int* n, const float* a, const int* ia,
                                             const int* ja, const int* desca, float* b, const int* ib,
                                             const int* jb, const int* descb, const int* ictxt);
void HG_FC_GLOBAL_(hg_pdgemr2d, HG_PDGEMR2D)(const int* m, const int* n, const double* a, const int* ia,
                                             const int* ja, const int* desca, double* b, const int* ib,
                                             const int* jb, const int* descb, const int* ictxt);
void HG_FC_GLOBAL_(hg_pcgemr2d, HG_PCGEMR2D)(const int* m, const int* n, const hg_complex8* a, const int* ia,
                                             const int* ja, const int* desca, hg_complex8* b, const int* ib,
                                             const int* jb, const int* descb, const int* ictxt);
void HG_FC_GLOBAL_(hg_pzgemr2d, HG_PZGEMR2D)(const int* m, const int* n, const hg_complex16* a, const int* ia,
                                             const int* ja, const int* desca, hg_complex16* b, const int* ib,
                                             const int* jb, const int* descb, const int* ictxt);

/* ---- Level 3 ---- */

/* HG_P?GEMM: C(ic:ic+m-1, jc:jc+n-1) = alpha op(A) op(B) + beta C(ic:ic+m-1, jc:jc+n-1). The argument list is
 * PDGEMM's.
 *
 *   transa, transb  (global input)  op(X) = X for 'N', its transpose for 'T', its conjugate transpose for 'C'
 *   m, n, k         (global input)  op(A) is m x k, op(B) is k x n, >= 0
 *   alpha           (global input)
 *   a               (local input)   local storage of A
 *   ia, ja          (global input)  first row and column of the operand in A, from 1
 *   desca           (global input)  descriptor of A
 *   b               (local input)   with ib, jb, descb (global input): likewise
 *   beta            (global input)  0: C is not read
 *   c               (local input/output)  with ic, jc, descc (global input): likewise. Must not overlap A, B
 *
 * All matrices belong to one context. Each may be uneven or block-cyclic, with its own block size, irsrc and
 * icsrc; it is fastest if A has the row layout of C and B its column layout. Collective over the context. */
void HG_FC_GLOBAL_(hg_psgemm, HG_PSGEMM)(const char* transa, const char* transb, const int* m, const int* n,
                                         const int* k, const float* alpha, const float* a, const int* ia,
                                         const int* ja, const int* desca, const float* b, const int* ib,
                                         const int* jb, const int* descb, const float* beta, float* c,
                                         const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pdgemm, HG_PDGEMM)(const char* transa, const char* transb, const int* m, const int* n,
                                         const int* k, const double* alpha, const double* a, const int* ia,
                                         const int* ja, const int* desca, const double* b, const int* ib,
                                         const int* jb, const int* descb, const double* beta, double* c,
                                         const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pcgemm, HG_PCGEMM)(const char* transa, const char* transb, const int* m, const int* n,
                                         const int* k, const hg_complex8* alpha, const hg_complex8* a,
                                         const int* ia, const int* ja, const int* desca, const hg_complex8* b,
                                         const int* ib, const int* jb, const int* descb,
                                         const hg_complex8* beta, hg_complex8* c, const int* ic,
                                         const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pzgemm, HG_PZGEMM)(const char* transa, const char* transb, const int* m, const int* n,
                                         const int* k, const hg_complex16* alpha, const hg_complex16* a,
                                         const int* ia, const int* ja, const int* desca,
                                         const hg_complex16* b, const int* ib, const int* jb,
                                         const int* descb, const hg_complex16* beta, hg_complex16* c,
                                         const int* ic, const int* jc, const int* descc);

/* HG_P?TRSM: solves op(A) X = alpha B (side = 'L') or X op(A) = alpha B ('R'), B = B(ib:ib+m-1, jb:jb+n-1),
 * A triangular. The argument list is PDTRSM's.
 *
 *   side    (global input)  'L' or 'R': on which side A stands
 *   uplo    (global input)  'U' or 'L': the triangle of A that is used; the other one is not read
 *   transa  (global input)  op(A) = A for 'N', its transpose for 'T', its conjugate transpose for 'C'
 *   diag    (global input)  'U': the diagonal of A is taken to be 1 and not read; 'N': it is read
 *   m, n    (global input)  rows and columns of B, >= 0; A has order m or n
 *   alpha   (global input)  0: A and B are not read
 *   a       (local input)   local storage of A
 *   ia, ja  (global input)  first row and column of the triangle in A, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   b       (local input/output)  with ib, jb, descb (global input): likewise; X takes the place of B
 *
 * A and B belong to one context, each uneven or block-cyclic, with its own block size; they must not
 * overlap. Collective over the context. A singular A gives infinities, as in the BLAS; so may, other than in the
 * reference BLAS, one with an element on its diagonal that is so small (denormal) that its reciprocal is
 * infinite, in all routines that solve triangular systems; with OpenBLAS unknowns that do not depend on it may then
 * be NaN. */
void HG_FC_GLOBAL_(hg_pstrsm, HG_PSTRSM)(const char* side, const char* uplo, const char* transa,
                                         const char* diag, const int* m, const int* n, const float* alpha,
                                         const float* a, const int* ia, const int* ja, const int* desca,
                                         float* b, const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pdtrsm, HG_PDTRSM)(const char* side, const char* uplo, const char* transa,
                                         const char* diag, const int* m, const int* n, const double* alpha,
                                         const double* a, const int* ia, const int* ja, const int* desca,
                                         double* b, const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pctrsm, HG_PCTRSM)(const char* side, const char* uplo, const char* transa,
                                         const char* diag, const int* m, const int* n, const hg_complex8* alpha,
                                         const hg_complex8* a, const int* ia, const int* ja, const int* desca,
                                         hg_complex8* b, const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pztrsm, HG_PZTRSM)(const char* side, const char* uplo, const char* transa,
                                         const char* diag, const int* m, const int* n,
                                         const hg_complex16* alpha, const hg_complex16* a, const int* ia,
                                         const int* ja, const int* desca, hg_complex16* b, const int* ib,
                                         const int* jb, const int* descb);

/* HG_P?TRMM: B(ib:ib+m-1, jb:jb+n-1) = alpha op(A) B (side = 'L') or alpha B op(A) ('R'), A triangular. The
 * argument list is PDTRMM's; the arguments are those of HG_P?TRSM, the product takes the place of B.
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_pstrmm, HG_PSTRMM)(const char* side, const char* uplo, const char* transa,
                                         const char* diag, const int* m, const int* n, const float* alpha,
                                         const float* a, const int* ia, const int* ja, const int* desca,
                                         float* b, const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pdtrmm, HG_PDTRMM)(const char* side, const char* uplo, const char* transa,
                                         const char* diag, const int* m, const int* n, const double* alpha,
                                         const double* a, const int* ia, const int* ja, const int* desca,
                                         double* b, const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pctrmm, HG_PCTRMM)(const char* side, const char* uplo, const char* transa,
                                         const char* diag, const int* m, const int* n, const hg_complex8* alpha,
                                         const hg_complex8* a, const int* ia, const int* ja, const int* desca,
                                         hg_complex8* b, const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pztrmm, HG_PZTRMM)(const char* side, const char* uplo, const char* transa,
                                         const char* diag, const int* m, const int* n,
                                         const hg_complex16* alpha, const hg_complex16* a, const int* ia,
                                         const int* ja, const int* desca, hg_complex16* b, const int* ib,
                                         const int* jb, const int* descb);

/* HG_P?SYRK: C(ic:ic+n-1, jc:jc+n-1) = alpha A A^T + beta C (trans = 'N') or alpha A^T A + beta C ('T'), one
 * triangle of it. HG_P?HERK: with the conjugate transpose, for a Hermitian C, whose diagonal becomes real.
 * The argument lists are PDSYRK's and PZHERK's.
 *
 *   uplo    (global input)  'U' or 'L': the triangle of C; the other one is neither read nor written
 *   trans   (global input)  'N' or 'T' for SYRK ('C' means 'T' for real matrices), 'N' or 'C' for HERK
 *   n, k    (global input)  C has order n; A is n x k ('N') or k x n; >= 0
 *   alpha   (global input)  0: A is not read; real for HERK
 *   a       (local input)   local storage of A
 *   ia, ja  (global input)  first row and column of the operand in A, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   beta    (global input)  0: C is not read; real for HERK
 *   c       (local input/output)  with ic, jc, descc (global input): likewise. Must not overlap A
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_pssyrk, HG_PSSYRK)(const char* uplo, const char* trans, const int* n, const int* k,
                                         const float* alpha, const float* a, const int* ia, const int* ja,
                                         const int* desca, const float* beta, float* c, const int* ic,
                                         const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pdsyrk, HG_PDSYRK)(const char* uplo, const char* trans, const int* n, const int* k,
                                         const double* alpha, const double* a, const int* ia, const int* ja,
                                         const int* desca, const double* beta, double* c, const int* ic,
                                         const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pcsyrk, HG_PCSYRK)(const char* uplo, const char* trans, const int* n, const int* k,
                                         const hg_complex8* alpha, const hg_complex8* a, const int* ia,
                                         const int* ja, const int* desca, const hg_complex8* beta,
                                         hg_complex8* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pzsyrk, HG_PZSYRK)(const char* uplo, const char* trans, const int* n, const int* k,
                                         const hg_complex16* alpha, const hg_complex16* a, const int* ia,
                                         const int* ja, const int* desca, const hg_complex16* beta,
                                         hg_complex16* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pcherk, HG_PCHERK)(const char* uplo, const char* trans, const int* n, const int* k,
                                         const float* alpha, const hg_complex8* a, const int* ia, const int* ja,
                                         const int* desca, const float* beta, hg_complex8* c, const int* ic,
                                         const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pzherk, HG_PZHERK)(const char* uplo, const char* trans, const int* n, const int* k,
                                         const double* alpha, const hg_complex16* a, const int* ia,
                                         const int* ja, const int* desca, const double* beta, hg_complex16* c,
                                         const int* ic, const int* jc, const int* descc);

/* HG_P?SYR2K: C(ic:ic+n-1, jc:jc+n-1) = alpha A B^T + alpha B A^T + beta C (trans = 'N') or alpha A^T B + alpha B^T A +
 * beta C ('T'), one triangle of it. HG_P?HER2K: alpha A B^H + conj(alpha) B A^H + beta C ('N') or alpha A^H B + conj(alpha)
 * B^H A + beta C ('C'), for a Hermitian C, whose diagonal becomes real. The argument lists are PDSYR2K's and PZHER2K's;
 * the arguments are those of HG_P?SYRK, B is like A, and beta alone is real for HER2K. Collective over the context. */
void HG_FC_GLOBAL_(hg_pssyr2k, HG_PSSYR2K)(const char* uplo, const char* trans, const int* n, const int* k,
                                           const float* alpha, const float* a, const int* ia, const int* ja,
                                           const int* desca, const float* b, const int* ib, const int* jb,
                                           const int* descb, const float* beta, float* c, const int* ic,
                                           const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pdsyr2k, HG_PDSYR2K)(const char* uplo, const char* trans, const int* n, const int* k,
                                           const double* alpha, const double* a, const int* ia, const int* ja,
                                           const int* desca, const double* b, const int* ib, const int* jb,
                                           const int* descb, const double* beta, double* c, const int* ic,
                                           const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pcsyr2k, HG_PCSYR2K)(const char* uplo, const char* trans, const int* n, const int* k,
                                           const hg_complex8* alpha, const hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca, const hg_complex8* b,
                                           const int* ib, const int* jb, const int* descb,
                                           const hg_complex8* beta, hg_complex8* c, const int* ic,
                                           const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pzsyr2k, HG_PZSYR2K)(const char* uplo, const char* trans, const int* n, const int* k,
                                           const hg_complex16* alpha, const hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca, const hg_complex16* b,
                                           const int* ib, const int* jb, const int* descb,
                                           const hg_complex16* beta, hg_complex16* c, const int* ic,
                                           const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pcher2k, HG_PCHER2K)(const char* uplo, const char* trans, const int* n, const int* k,
                                           const hg_complex8* alpha, const hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca, const hg_complex8* b,
                                           const int* ib, const int* jb, const int* descb, const float* beta,
                                           hg_complex8* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pzher2k, HG_PZHER2K)(const char* uplo, const char* trans, const int* n, const int* k,
                                           const hg_complex16* alpha, const hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca, const hg_complex16* b,
                                           const int* ib, const int* jb, const int* descb, const double* beta,
                                           hg_complex16* c, const int* ic, const int* jc, const int* descc);

/* HG_P?SYMM: C(ic:ic+m-1, jc:jc+n-1) = alpha A B + beta C (side = 'L') or alpha B A + beta C ('R'), A symmetric.
 * HG_P?HEMM: with a Hermitian A, whose diagonal is taken to be real. The argument lists are PDSYMM's and PZHEMM's.
 *
 *   side    (global input)  'L': A stands on the left; 'R': on the right
 *   uplo    (global input)  'U' or 'L': the triangle of A that is read
 *   m, n    (global input)  rows and columns of B and C, >= 0; A has order m or n
 *   alpha   (global input)  0: A and B are not read
 *   a       (local input)   local storage of A
 *   ia, ja  (global input)  first row and column of the operand in A, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   b       (local input)   with ib, jb, descb (global input): likewise
 *   beta    (global input)  0: C is not read
 *   c       (local input/output)  with ic, jc, descc (global input): likewise. Must not overlap A or B
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_pssymm, HG_PSSYMM)(const char* side, const char* uplo, const int* m, const int* n,
                                         const float* alpha, const float* a, const int* ia, const int* ja,
                                         const int* desca, const float* b, const int* ib, const int* jb,
                                         const int* descb, const float* beta, float* c, const int* ic,
                                         const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pdsymm, HG_PDSYMM)(const char* side, const char* uplo, const int* m, const int* n,
                                         const double* alpha, const double* a, const int* ia, const int* ja,
                                         const int* desca, const double* b, const int* ib, const int* jb,
                                         const int* descb, const double* beta, double* c, const int* ic,
                                         const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pcsymm, HG_PCSYMM)(const char* side, const char* uplo, const int* m, const int* n,
                                         const hg_complex8* alpha, const hg_complex8* a, const int* ia,
                                         const int* ja, const int* desca, const hg_complex8* b, const int* ib,
                                         const int* jb, const int* descb, const hg_complex8* beta,
                                         hg_complex8* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pzsymm, HG_PZSYMM)(const char* side, const char* uplo, const int* m, const int* n,
                                         const hg_complex16* alpha, const hg_complex16* a, const int* ia,
                                         const int* ja, const int* desca, const hg_complex16* b,
                                         const int* ib, const int* jb, const int* descb,
                                         const hg_complex16* beta, hg_complex16* c, const int* ic,
                                         const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pchemm, HG_PCHEMM)(const char* side, const char* uplo, const int* m, const int* n,
                                         const hg_complex8* alpha, const hg_complex8* a, const int* ia,
                                         const int* ja, const int* desca, const hg_complex8* b, const int* ib,
                                         const int* jb, const int* descb, const hg_complex8* beta,
                                         hg_complex8* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pzhemm, HG_PZHEMM)(const char* side, const char* uplo, const int* m, const int* n,
                                         const hg_complex16* alpha, const hg_complex16* a, const int* ia,
                                         const int* ja, const int* desca, const hg_complex16* b,
                                         const int* ib, const int* jb, const int* descb,
                                         const hg_complex16* beta, hg_complex16* c, const int* ic,
                                         const int* jc, const int* descc);

/* ---- Sums, transposes, copies, norms ---- */

/* HG_P?GEADD: C(ic:ic+m-1, jc:jc+n-1) = alpha op(A) + beta C. The argument list is PDGEADD's.
 *
 *   trans   (global input)  op(A) = A for 'N', its transpose for 'T', its conjugate transpose for 'C'
 *   m, n    (global input)  rows and columns of C and op(A), >= 0
 *   alpha   (global input)  0: A is not read
 *   a       (local input)   local storage of A
 *   ia, ja  (global input)  first row and column of the operand in A, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   beta    (global input)  0: C is not read
 *   c       (local input/output)  with ic, jc, descc (global input): likewise. Must not overlap A
 *
 * Both matrices belong to one context, each uneven or block-cyclic. Collective over the context. */
void HG_FC_GLOBAL_(hg_psgeadd, HG_PSGEADD)(const char* trans, const int* m, const int* n, const float* alpha,
                                           const float* a, const int* ia, const int* ja, const int* desca,
                                           const float* beta, float* c, const int* ic, const int* jc,
                                           const int* descc);
void HG_FC_GLOBAL_(hg_pdgeadd, HG_PDGEADD)(const char* trans, const int* m, const int* n, const double* alpha,
                                           const double* a, const int* ia, const int* ja, const int* desca,
                                           const double* beta, double* c, const int* ic, const int* jc,
                                           const int* descc);
void HG_FC_GLOBAL_(hg_pcgeadd, HG_PCGEADD)(const char* trans, const int* m, const int* n,
                                           const hg_complex8* alpha, const hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca, const hg_complex8* beta,
                                           hg_complex8* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pzgeadd, HG_PZGEADD)(const char* trans, const int* m, const int* n,
                                           const hg_complex16* alpha, const hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca, const hg_complex16* beta,
                                           hg_complex16* c, const int* ic, const int* jc, const int* descc);

/* HG_PSTRAN, HG_PDTRAN, HG_P?TRANU, HG_P?TRANC: C(ic:ic+m-1, jc:jc+n-1) = alpha A^T + beta C (TRAN, TRANU)
 * or alpha A^H + beta C (TRANC), A(ia:ia+n-1, ja:ja+m-1). The argument lists are PDTRAN's, PZTRANU's and
 * PZTRANC's; the arguments are those of HG_P?GEADD. Collective over the context. */
void HG_FC_GLOBAL_(hg_pstran, HG_PSTRAN)(const int* m, const int* n, const float* alpha, const float* a,
                                         const int* ia, const int* ja, const int* desca, const float* beta,
                                         float* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pdtran, HG_PDTRAN)(const int* m, const int* n, const double* alpha, const double* a,
                                         const int* ia, const int* ja, const int* desca, const double* beta,
                                         double* c, const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pctranu, HG_PCTRANU)(const int* m, const int* n, const hg_complex8* alpha,
                                           const hg_complex8* a, const int* ia, const int* ja, const int* desca,
                                           const hg_complex8* beta, hg_complex8* c, const int* ic,
                                           const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pztranu, HG_PZTRANU)(const int* m, const int* n, const hg_complex16* alpha,
                                           const hg_complex16* a, const int* ia, const int* ja,
                                           const int* desca, const hg_complex16* beta, hg_complex16* c,
                                           const int* ic, const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pctranc, HG_PCTRANC)(const int* m, const int* n, const hg_complex8* alpha,
                                           const hg_complex8* a, const int* ia, const int* ja, const int* desca,
                                           const hg_complex8* beta, hg_complex8* c, const int* ic,
                                           const int* jc, const int* descc);
void HG_FC_GLOBAL_(hg_pztranc, HG_PZTRANC)(const int* m, const int* n, const hg_complex16* alpha,
                                           const hg_complex16* a, const int* ia, const int* ja,
                                           const int* desca, const hg_complex16* beta, hg_complex16* c,
                                           const int* ic, const int* jc, const int* descc);

/* HG_P?LACPY: B(ib:ib+m-1, jb:jb+n-1) = A(ia:ia+m-1, ja:ja+n-1). The argument list is PDLACPY's.
 *
 *   uplo    (global input)  'U', 'L': the upper or lower trapezoid only; any other letter: the whole submatrix
 *   m, n    (global input)  its rows and columns, >= 0
 *   a       (local input)   local storage of A
 *   ia, ja  (global input)  first row and column in A, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   b       (local output)  with ib, jb, descb (global input): likewise. Must not overlap A
 *
 * Both matrices belong to one context and may have any layouts. Collective over the context. */
void HG_FC_GLOBAL_(hg_pslacpy, HG_PSLACPY)(const char* uplo, const int* m, const int* n, const float* a,
                                           const int* ia, const int* ja, const int* desca, float* b,
                                           const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pdlacpy, HG_PDLACPY)(const char* uplo, const int* m, const int* n, const double* a,
                                           const int* ia, const int* ja, const int* desca, double* b,
                                           const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pclacpy, HG_PCLACPY)(const char* uplo, const int* m, const int* n, const hg_complex8* a,
                                           const int* ia, const int* ja, const int* desca, hg_complex8* b,
                                           const int* ib, const int* jb, const int* descb);
void HG_FC_GLOBAL_(hg_pzlacpy, HG_PZLACPY)(const char* uplo, const int* m, const int* n, const hg_complex16* a,
                                           const int* ia, const int* ja, const int* desca, hg_complex16* b,
                                           const int* ib, const int* jb, const int* descb);

/* HG_P?LASET: A(ia:ia+m-1, ja:ja+n-1) = alpha off the diagonal of the submatrix, beta on it. The argument
 * list is PDLASET's: uplo, m, n, as for HG_P?LACPY; alpha, beta (global input); a (local output), ia, ja,
 * desca. Collective over the context. */
void HG_FC_GLOBAL_(hg_pslaset, HG_PSLASET)(const char* uplo, const int* m, const int* n, const float* alpha,
                                           const float* beta, float* a, const int* ia, const int* ja,
                                           const int* desca);
void HG_FC_GLOBAL_(hg_pdlaset, HG_PDLASET)(const char* uplo, const int* m, const int* n, const double* alpha,
                                           const double* beta, double* a, const int* ia, const int* ja,
                                           const int* desca);
void HG_FC_GLOBAL_(hg_pclaset, HG_PCLASET)(const char* uplo, const int* m, const int* n,
                                           const hg_complex8* alpha, const hg_complex8* beta, hg_complex8* a,
                                           const int* ia, const int* ja, const int* desca);
void HG_FC_GLOBAL_(hg_pzlaset, HG_PZLASET)(const char* uplo, const int* m, const int* n,
                                           const hg_complex16* alpha, const hg_complex16* beta, hg_complex16* a,
                                           const int* ia, const int* ja, const int* desca);

/* HG_P?LANGE: a norm of A(ia:ia+m-1, ja:ja+n-1), the same on all processes of the context; NaN if an element
 * is, 0 for an empty submatrix. The argument list is PDLANGE's. If an argument is illegal the value is NaN.
 *
 *   norm    (global input)  'M': largest absolute value; '1', 'O': largest column sum; 'I': largest row sum;
 *                           'F', 'E': Frobenius norm
 *   m, n    (global input)  rows and columns of the submatrix, >= 0
 *   a       (local input)   local storage of A
 *   ia, ja  (global input)  its first row and column, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   work    not used
 *
 * Collective over the context. */
float HG_FC_GLOBAL_(hg_pslange, HG_PSLANGE)(const char* norm, const int* m, const int* n, const float* a,
                                            const int* ia, const int* ja, const int* desca, float* work);
double HG_FC_GLOBAL_(hg_pdlange, HG_PDLANGE)(const char* norm, const int* m, const int* n, const double* a,
                                             const int* ia, const int* ja, const int* desca, double* work);
float HG_FC_GLOBAL_(hg_pclange, HG_PCLANGE)(const char* norm, const int* m, const int* n, const hg_complex8* a,
                                            const int* ia, const int* ja, const int* desca, float* work);
double HG_FC_GLOBAL_(hg_pzlange, HG_PZLANGE)(const char* norm, const int* m, const int* n,
                                             const hg_complex16* a, const int* ia, const int* ja,
                                             const int* desca, double* work);

/* ---- Factorizations ---- */

/* HG_P?GETRF: P A = L U with partial pivoting of A(ia:ia+m-1, ja:ja+n-1). The argument list is PDGETRF's.
 *
 *   m, n    (global input)  rows and columns of the submatrix, >= 0
 *   a       (local input/output)  local storage of A; L (unit lower) and U take the place of the submatrix
 *   ia, ja  (global input)  its first row and column, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   ipiv    (local output)  indexed by local row of A, LOCr(M_A) + MB_A integers: the global row, from 1, that the row
 *                           was exchanged with; the same on all processes of a process row
 *   info    (global output) 0; < 0: illegal argument; k > 0: U(k, k) is exactly zero
 *
 * Collective over the context. The pivots are those of LAPACK. */
void HG_FC_GLOBAL_(hg_psgetrf, HG_PSGETRF)(const int* m, const int* n, float* a, const int* ia, const int* ja,
                                           const int* desca, int* ipiv, int* info);
void HG_FC_GLOBAL_(hg_pdgetrf, HG_PDGETRF)(const int* m, const int* n, double* a, const int* ia,
                                           const int* ja, const int* desca, int* ipiv, int* info);
void HG_FC_GLOBAL_(hg_pcgetrf, HG_PCGETRF)(const int* m, const int* n, hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca, int* ipiv, int* info);
void HG_FC_GLOBAL_(hg_pzgetrf, HG_PZGETRF)(const int* m, const int* n, hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca, int* ipiv, int* info);

/* HG_P?GETRS: op(A) X = B from the factors of HG_P?GETRF. The argument list is PDGETRS's.
 *
 *   trans   (global input) op(A) = A for 'N', its transpose for 'T', its conjugate transpose for 'C'
 *   n       (global input) order of A(ia:ia+n-1, ja:ja+n-1), >= 0
 *   nrhs    (global input) columns of B(ib:ib+n-1, jb:jb+nrhs-1), >= 0
 *   a       (local input)  local storage of A, as HG_P?GETRF left it, with ia, ja, desca (global input)
 *   ipiv    (local input)  as HG_P?GETRF left it
 *   b       (local input/output) with ib, jb, descb (global input): X takes the place of B. Any layout of
 *                          the context
 *   info    (global output) 0; < 0: illegal argument
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psgetrs, HG_PSGETRS)(const char* trans, const int* n, const int* nrhs, const float* a,
                                           const int* ia, const int* ja, const int* desca, const int* ipiv,
                                           float* b, const int* ib, const int* jb, const int* descb,
                                           int* info);
void HG_FC_GLOBAL_(hg_pdgetrs, HG_PDGETRS)(const char* trans, const int* n, const int* nrhs, const double* a,
                                           const int* ia, const int* ja, const int* desca, const int* ipiv,
                                           double* b, const int* ib, const int* jb, const int* descb,
                                           int* info);
void HG_FC_GLOBAL_(hg_pcgetrs, HG_PCGETRS)(const char* trans, const int* n, const int* nrhs,
                                           const hg_complex8* a, const int* ia, const int* ja,
                                           const int* desca, const int* ipiv, hg_complex8* b, const int* ib,
                                           const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pzgetrs, HG_PZGETRS)(const char* trans, const int* n, const int* nrhs,
                                           const hg_complex16* a, const int* ia, const int* ja,
                                           const int* desca, const int* ipiv, hg_complex16* b, const int* ib,
                                           const int* jb, const int* descb, int* info);

/* HG_P?GESV: A X = B by HG_P?GETRF and HG_P?GETRS, whose arguments are explained there. The argument list is
 * PDGESV's.
 *
 *   info    (global output) 0; < 0: illegal argument; k > 0: U(k, k) is exactly zero, A is factored, B is
 *                          unchanged
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psgesv, HG_PSGESV)(const int* n, const int* nrhs, float* a, const int* ia,
                                         const int* ja, const int* desca, int* ipiv, float* b, const int* ib,
                                         const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pdgesv, HG_PDGESV)(const int* n, const int* nrhs, double* a, const int* ia,
                                         const int* ja, const int* desca, int* ipiv, double* b, const int* ib,
                                         const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pcgesv, HG_PCGESV)(const int* n, const int* nrhs, hg_complex8* a, const int* ia,
                                         const int* ja, const int* desca, int* ipiv, hg_complex8* b,
                                         const int* ib, const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pzgesv, HG_PZGESV)(const int* n, const int* nrhs, hg_complex16* a, const int* ia,
                                         const int* ja, const int* desca, int* ipiv, hg_complex16* b,
                                         const int* ib, const int* jb, const int* descb, int* info);

/* HG_P?GETRI: the inverse of A(ia:ia+n-1, ja:ja+n-1) from the factors of HG_P?GETRF. The argument list is
 * PDGETRI's.
 *
 *   n       (global input) order, >= 0
 *   a       (local input/output) local storage of A, with ia, ja, desca (global input): the inverse takes
 *                          the place of L and U
 *   ipiv    (local input)  as HG_P?GETRF left it
 *   work, iwork    (local output) their first elements are set to the least lwork, liwork
 *   lwork, liwork  (local input) >= 1; -1: only arguments are checked, and work(1), iwork(1) set. More is
 *                          not used
 *   info    (global output) 0; < 0: illegal argument; k > 0: U(k, k) is exactly zero, A is unchanged
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psgetri, HG_PSGETRI)(const int* n, float* a, const int* ia, const int* ja,
                                           const int* desca, const int* ipiv, float* work, const int* lwork,
                                           int* iwork, const int* liwork, int* info);
void HG_FC_GLOBAL_(hg_pdgetri, HG_PDGETRI)(const int* n, double* a, const int* ia, const int* ja,
                                           const int* desca, const int* ipiv, double* work, const int* lwork,
                                           int* iwork, const int* liwork, int* info);
void HG_FC_GLOBAL_(hg_pcgetri, HG_PCGETRI)(const int* n, hg_complex8* a, const int* ia, const int* ja,
                                           const int* desca, const int* ipiv, hg_complex8* work,
                                           const int* lwork, int* iwork, const int* liwork, int* info);
void HG_FC_GLOBAL_(hg_pzgetri, HG_PZGETRI)(const int* n, hg_complex16* a, const int* ia, const int* ja,
                                           const int* desca, const int* ipiv, hg_complex16* work,
                                           const int* lwork, int* iwork, const int* liwork, int* info);

/* HG_P?TRTRI: the inverse of a triangular A(ia:ia+n-1, ja:ja+n-1). The argument list is PDTRTRI's.
 *
 *   uplo    (global input)  'U' or 'L': the triangle; the other one keeps its values
 *   diag    (global input)  'U': the diagonal of A is taken to be 1, and stays; 'N': it is read
 *   n       (global input)  order of the submatrix, >= 0
 *   a       (local input/output)  local storage of A; the inverse takes the place of the triangle
 *   ia, ja  (global input)  its first row and column, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   info    (global output) 0; < 0: illegal argument; k > 0: element (k, k) of the submatrix is the first of the
 *                          diagonal that is exactly zero, A is unchanged
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_pstrtri, HG_PSTRTRI)(const char* uplo, const char* diag, const int* n, float* a,
                                           const int* ia, const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pdtrtri, HG_PDTRTRI)(const char* uplo, const char* diag, const int* n, double* a,
                                           const int* ia, const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pctrtri, HG_PCTRTRI)(const char* uplo, const char* diag, const int* n, hg_complex8* a,
                                           const int* ia, const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pztrtri, HG_PZTRTRI)(const char* uplo, const char* diag, const int* n, hg_complex16* a,
                                           const int* ia, const int* ja, const int* desca, int* info);

/* HG_P?GECON: reciprocal condition number of A(ia:ia+n-1, ja:ja+n-1) from the factors of HG_P?GETRF, the
 * norm of the inverse estimated as by DGECON. The argument lists are those of PDGECON and PZGECON.
 *
 *   norm    (global input) '1' or 'O': 1-norm; 'I': infinity-norm
 *   n       (global input) order, >= 0
 *   a       (local input)  local storage of A, as HG_P?GETRF left it, with ia, ja, desca (global input)
 *   anorm   (global input) that norm of A before it was factored, >= 0
 *   rcond   (global output) 1 / (|A| |A^-1|); 0 if A is singular, if |A^-1| overflows, and, other than from DGECON,
 *                          if the factors hold NaN
 *   work, iwork (rwork)     (local output) their first elements are set to the least lwork, liwork (lrwork)
 *   lwork, liwork (lrwork)  (local input) >= 1; -1: only arguments are checked and the sizes set. More is
 *                          not used
 *   info    (global output) 0; < 0: illegal argument
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psgecon, HG_PSGECON)(const char* norm, const int* n, const float* a, const int* ia,
                                           const int* ja, const int* desca, const float* anorm, float* rcond,
                                           float* work, const int* lwork, int* iwork, const int* liwork,
                                           int* info);
void HG_FC_GLOBAL_(hg_pdgecon, HG_PDGECON)(const char* norm, const int* n, const double* a, const int* ia,
                                           const int* ja, const int* desca, const double* anorm,
                                           double* rcond, double* work, const int* lwork, int* iwork,
                                           const int* liwork, int* info);
void HG_FC_GLOBAL_(hg_pcgecon, HG_PCGECON)(const char* norm, const int* n, const hg_complex8* a,
                                           const int* ia, const int* ja, const int* desca, const float* anorm,
                                           float* rcond, hg_complex8* work, const int* lwork, float* rwork,
                                           const int* lrwork, int* info);
void HG_FC_GLOBAL_(hg_pzgecon, HG_PZGECON)(const char* norm, const int* n, const hg_complex16* a,
                                           const int* ia, const int* ja, const int* desca,
                                           const double* anorm, double* rcond, hg_complex16* work,
                                           const int* lwork, double* rwork, const int* lrwork, int* info);

/* HG_P?LASWP: interchanges rows (columns) k and ipiv of A for k = k1 .. k2. The argument list is PDLASWP's;
 * k1 .. k2 need not lie in one block.
 *
 *   direc   (global input) 'F': from k1 to k2; 'B': from k2 to k1, which undoes it
 *   rowcol  (global input) 'R': rows, in columns ja .. ja+n-1; 'C': columns, in rows ia .. ia+n-1
 *   n       (global input) >= 0
 *   a       (local input/output) local storage of A, with ia, ja, desca (global input)
 *   k1, k2  (global input) rows (columns) of A, from 1; k2 < k1: nothing happens
 *   ipiv    (local input)  indexed by local row (column) of A: the row (column) of A, from 1, to interchange
 *                          with. Read on the owners in process column (row) 0
 *
 * Collective over the context. Illegal arguments: as with HG_P?GEMM, see HG_LASTINFO. */
void HG_FC_GLOBAL_(hg_pslaswp, HG_PSLASWP)(const char* direc, const char* rowcol, const int* n, float* a,
                                           const int* ia, const int* ja, const int* desca, const int* k1,
                                           const int* k2, const int* ipiv);
void HG_FC_GLOBAL_(hg_pdlaswp, HG_PDLASWP)(const char* direc, const char* rowcol, const int* n, double* a,
                                           const int* ia, const int* ja, const int* desca, const int* k1,
                                           const int* k2, const int* ipiv);
void HG_FC_GLOBAL_(hg_pclaswp, HG_PCLASWP)(const char* direc, const char* rowcol, const int* n,
                                           hg_complex8* a, const int* ia, const int* ja, const int* desca,
                                           const int* k1, const int* k2, const int* ipiv);
void HG_FC_GLOBAL_(hg_pzlaswp, HG_PZLASWP)(const char* direc, const char* rowcol, const int* n,
                                           hg_complex16* a, const int* ia, const int* ja, const int* desca,
                                           const int* k1, const int* k2, const int* ipiv);

/* HG_P?LAPIV: interchanges rows ia+k (columns ja+k) of A(ia:ia+m-1, ja:ja+n-1) as an IPIV array of any
 * layout says. The argument list is PDLAPIV's.
 *
 *   direc   (global input) 'F': from the first to the last, as in P A; 'B': from the last to the first,
 *                          which undoes it
 *   rowcol  (global input) 'R': rows, k = 0 .. m-1; 'C': columns, k = 0 .. n-1
 *   pivroc  (global input) 'C': ipiv is distributed by the rows of descip, from ip on; 'R': by its columns,
 *                          from jp on
 *   m, n    (global input) rows and columns of the submatrix, >= 0
 *   a       (local input/output) local storage of A, with ia, ja, desca (global input)
 *   ipiv    (local input)  element ip+k (jp+k) is ip+l (jp+l) if rows ia+k and ia+l (columns ja+k and ja+l)
 *                          are to be interchanged; with ip = ia and the row layout of A that is the IPIV of
 *                          HG_P?GETRF. Read in process column 0 ('C') or row 0 ('R')
 *   ip, jp, descip  (global input) place and descriptor of ipiv; its CSRC_ ('C') or RSRC_ ('R') and LLD_ do
 *                          not matter
 *   iwork                   not used
 *
 * Collective over the context. Illegal arguments: as with HG_P?GEMM, see HG_LASTINFO. */
void HG_FC_GLOBAL_(hg_pslapiv, HG_PSLAPIV)(const char* direc, const char* rowcol, const char* pivroc,
                                           const int* m, const int* n, float* a, const int* ia, const int* ja,
                                           const int* desca, const int* ipiv, const int* ip, const int* jp,
                                           const int* descip, int* iwork);
void HG_FC_GLOBAL_(hg_pdlapiv, HG_PDLAPIV)(const char* direc, const char* rowcol, const char* pivroc,
                                           const int* m, const int* n, double* a, const int* ia,
                                           const int* ja, const int* desca, const int* ipiv, const int* ip,
                                           const int* jp, const int* descip, int* iwork);
void HG_FC_GLOBAL_(hg_pclapiv, HG_PCLAPIV)(const char* direc, const char* rowcol, const char* pivroc,
                                           const int* m, const int* n, hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca, const int* ipiv, const int* ip,
                                           const int* jp, const int* descip, int* iwork);
void HG_FC_GLOBAL_(hg_pzlapiv, HG_PZLAPIV)(const char* direc, const char* rowcol, const char* pivroc,
                                           const int* m, const int* n, hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca, const int* ipiv, const int* ip,
                                           const int* jp, const int* descip, int* iwork);

/* HG_P?GEQRF: A(ia:ia+m-1, ja:ja+n-1) = Q R. The argument list is PDGEQRF's.
 *
 *   m, n    (global input)  rows and columns of the submatrix, >= 0
 *   a       (local input/output)  local storage of A; R and, below its diagonal, the reflectors H(1) .. H(k),
 *                           k = min(m, n), whose product is Q take the place of the submatrix
 *   ia, ja  (global input)  its first row and column, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   tau     (local output)  indexed by local column of A, LOCc(ja+k-1) elements: the factors of the reflectors;
 *                           the same on all processes of a process column
 *   work    (local output)  its first element is set to the least lwork
 *   lwork   (local input)   >= 1; -1: only arguments are checked and work(1) is set. More is not used
 *   info    (global output) 0; < 0: illegal argument
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psgeqrf, HG_PSGEQRF)(const int* m, const int* n, float* a, const int* ia, const int* ja,
                                           const int* desca, float* tau, float* work, const int* lwork,
                                           int* info);
void HG_FC_GLOBAL_(hg_pdgeqrf, HG_PDGEQRF)(const int* m, const int* n, double* a, const int* ia,
                                           const int* ja, const int* desca, double* tau, double* work,
                                           const int* lwork, int* info);
void HG_FC_GLOBAL_(hg_pcgeqrf, HG_PCGEQRF)(const int* m, const int* n, hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca, hg_complex8* tau,
                                           hg_complex8* work, const int* lwork, int* info);
void HG_FC_GLOBAL_(hg_pzgeqrf, HG_PZGEQRF)(const int* m, const int* n, hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca, hg_complex16* tau,
                                           hg_complex16* work, const int* lwork, int* info);

/* HG_PSORMQR, HG_PDORMQR, HG_PCUNMQR, HG_PZUNMQR: C(ic:ic+m-1, jc:jc+n-1) = op(Q) C or C op(Q), with Q as
 * HG_P?GEQRF leaves it. The argument list is PDORMQR's.
 *
 *   side    (global input)  'L': op(Q) C, 'R': C op(Q)
 *   trans   (global input)  'N': op(Q) = Q; 'T' (real), 'C' (complex): op(Q) = Q**H
 *   m, n    (global input)  rows and columns of C, >= 0
 *   k       (global input)  reflectors, 0 <= k <= m (side 'L') or n ('R')
 *   a       (local input)   the reflectors, A(ia:*, ja:ja+k-1), in m (side 'L') or n ('R') rows
 *   ia, ja  (global input)  1-based; unaligned to blocks is allowed
 *   desca   (input)         descriptor, uneven or block-cyclic
 *   tau     (local input)   as HG_P?GEQRF leaves it
 *   c, ic, jc, descc        (local in/out, global input, input) C
 *   work, lwork, info       as in HG_P?GEQRF
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psormqr, HG_PSORMQR)(const char* side, const char* trans, const int* m, const int* n,
                                           const int* k, const float* a, const int* ia, const int* ja,
                                           const int* desca, const float* tau, float* c, const int* ic,
                                           const int* jc, const int* descc, float* work, const int* lwork,
                                           int* info);
void HG_FC_GLOBAL_(hg_pdormqr, HG_PDORMQR)(const char* side, const char* trans, const int* m, const int* n,
                                           const int* k, const double* a, const int* ia, const int* ja,
                                           const int* desca, const double* tau, double* c, const int* ic,
                                           const int* jc, const int* descc, double* work, const int* lwork,
                                           int* info);
void HG_FC_GLOBAL_(hg_pcunmqr, HG_PCUNMQR)(const char* side, const char* trans, const int* m, const int* n,
                                           const int* k, const hg_complex8* a, const int* ia, const int* ja,
                                           const int* desca, const hg_complex8* tau, hg_complex8* c,
                                           const int* ic, const int* jc, const int* descc, hg_complex8* work,
                                           const int* lwork, int* info);
void HG_FC_GLOBAL_(hg_pzunmqr, HG_PZUNMQR)(const char* side, const char* trans, const int* m, const int* n,
                                           const int* k, const hg_complex16* a, const int* ia, const int* ja,
                                           const int* desca, const hg_complex16* tau, hg_complex16* c,
                                           const int* ic, const int* jc, const int* descc, hg_complex16* work,
                                           const int* lwork, int* info);

/* HG_PSORGQR, HG_PDORGQR, HG_PCUNGQR, HG_PZUNGQR: A(ia:ia+m-1, ja:ja+n-1) = the first n columns of Q = H(1) .. H(k),
 * whose reflectors are in its first k columns, as HG_P?GEQRF leaves them. The argument list is PDORGQR's.
 *
 *   m, n, k (global input)  m >= n >= k >= 0
 *   a       (local in/out)  the reflectors, then Q
 *   ia, ja  (global input)  1-based; unaligned to blocks is allowed
 *   desca   (input)         descriptor of A, uneven or block-cyclic
 *   tau     (local input)   as HG_P?GEQRF leaves it
 *   work, lwork, info       as in HG_P?GEQRF
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psorgqr, HG_PSORGQR)(const int* m, const int* n, const int* k, float* a, const int* ia,
                                           const int* ja, const int* desca, const float* tau, float* work,
                                           const int* lwork, int* info);
void HG_FC_GLOBAL_(hg_pdorgqr, HG_PDORGQR)(const int* m, const int* n, const int* k, double* a, const int* ia,
                                           const int* ja, const int* desca, const double* tau, double* work,
                                           const int* lwork, int* info);
void HG_FC_GLOBAL_(hg_pcungqr, HG_PCUNGQR)(const int* m, const int* n, const int* k, hg_complex8* a,
                                           const int* ia, const int* ja, const int* desca,
                                           const hg_complex8* tau, hg_complex8* work, const int* lwork,
                                           int* info);
void HG_FC_GLOBAL_(hg_pzungqr, HG_PZUNGQR)(const int* m, const int* n, const int* k, hg_complex16* a,
                                           const int* ia, const int* ja, const int* desca,
                                           const hg_complex16* tau, hg_complex16* work, const int* lwork,
                                           int* info);

/* HG_P?GELS: least squares (as many rows as columns, or more) and minimum norm solutions of op(A) X = B with
 * A(ia:ia+m-1, ja:ja+n-1) of full rank. The argument list is PDGELS's.
 *
 *   trans   (global input)  'N': op(A) = A; 'T' (real), 'C' (complex): op(A) = A**H
 *   m, n    (global input)  rows and columns of A, >= 0
 *   nrhs    (global input)  columns of B and X, >= 0
 *   a       (local in/out)  A, then its QR factorization (m >= n) or LQ factorization, without tau
 *   ia, ja  (global input)  1-based; unaligned to blocks is allowed
 *   desca   (input)         descriptor of A, uneven or block-cyclic
 *   b       (local in/out)  B(ib:ib+max(m,n)-1, jb:jb+nrhs-1): the right-hand sides in its first rows, as many as op(A)
 *                           has, then the solutions in its first rows, as many as op(A) has columns; rows behind them
 *                           hold what has the norm of the residual
 *   ib, jb, descb           as for A; the layout of B may be another one
 *   work, lwork             as in HG_P?GEQRF
 *   info    (global output) 0; < 0: illegal argument; k > 0: element k of the diagonal of the triangular factor is
 *                           zero, A has not full rank and there is no solution
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psgels, HG_PSGELS)(const char* trans, const int* m, const int* n, const int* nrhs,
                                         float* a, const int* ia, const int* ja, const int* desca, float* b,
                                         const int* ib, const int* jb, const int* descb, float* work,
                                         const int* lwork, int* info);
void HG_FC_GLOBAL_(hg_pdgels, HG_PDGELS)(const char* trans, const int* m, const int* n, const int* nrhs,
                                         double* a, const int* ia, const int* ja, const int* desca, double* b,
                                         const int* ib, const int* jb, const int* descb, double* work,
                                         const int* lwork, int* info);
void HG_FC_GLOBAL_(hg_pcgels, HG_PCGELS)(const char* trans, const int* m, const int* n, const int* nrhs,
                                         hg_complex8* a, const int* ia, const int* ja, const int* desca,
                                         hg_complex8* b, const int* ib, const int* jb, const int* descb,
                                         hg_complex8* work, const int* lwork, int* info);
void HG_FC_GLOBAL_(hg_pzgels, HG_PZGELS)(const char* trans, const int* m, const int* n, const int* nrhs,
                                         hg_complex16* a, const int* ia, const int* ja, const int* desca,
                                         hg_complex16* b, const int* ib, const int* jb, const int* descb,
                                         hg_complex16* work, const int* lwork, int* info);

/* HG_P?POTRF: A(ia:ia+n-1, ja:ja+n-1) = L L^H or U^H U of a Hermitian positive definite matrix. The argument list is
 * PDPOTRF's.
 *
 *   uplo    (global input)  'L' or 'U': the triangle that holds the matrix; the other one is not touched
 *   n       (global input)  order of the submatrix, >= 0
 *   a       (local input/output)  local storage of A; L or U takes the place of the triangle
 *   ia, ja  (global input)  its first row and column, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   info    (global output) 0; < 0: illegal argument; k > 0: the leading minor of order k is not positive, or not a
 *                          number; A is then partly factored, to a point that need not be ScaLAPACK's
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_pspotrf, HG_PSPOTRF)(const char* uplo, const int* n, float* a, const int* ia,
                                           const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pdpotrf, HG_PDPOTRF)(const char* uplo, const int* n, double* a, const int* ia,
                                           const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pcpotrf, HG_PCPOTRF)(const char* uplo, const int* n, hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pzpotrf, HG_PZPOTRF)(const char* uplo, const int* n, hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca, int* info);

/* HG_P?POTRS: A X = B from the factor of HG_P?POTRF. The argument list is PDPOTRS's.
 *
 *   uplo    (global input) 'L' or 'U': the triangle that holds the factor
 *   n       (global input) order of A(ia:ia+n-1, ja:ja+n-1), >= 0
 *   nrhs    (global input) columns of B(ib:ib+n-1, jb:jb+nrhs-1), >= 0
 *   a       (local input)  local storage of A, as HG_P?POTRF left it, with ia, ja, desca (global input)
 *   b       (local input/output) with ib, jb, descb (global input): X takes the place of B. Any layout of
 *                          the context
 *   info    (global output) 0; < 0: illegal argument
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_pspotrs, HG_PSPOTRS)(const char* uplo, const int* n, const int* nrhs, const float* a,
                                           const int* ia, const int* ja, const int* desca, float* b,
                                           const int* ib, const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pdpotrs, HG_PDPOTRS)(const char* uplo, const int* n, const int* nrhs, const double* a,
                                           const int* ia, const int* ja, const int* desca, double* b,
                                           const int* ib, const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pcpotrs, HG_PCPOTRS)(const char* uplo, const int* n, const int* nrhs,
                                           const hg_complex8* a, const int* ia, const int* ja,
                                           const int* desca, hg_complex8* b, const int* ib, const int* jb,
                                           const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pzpotrs, HG_PZPOTRS)(const char* uplo, const int* n, const int* nrhs,
                                           const hg_complex16* a, const int* ia, const int* ja,
                                           const int* desca, hg_complex16* b, const int* ib, const int* jb,
                                           const int* descb, int* info);

/* HG_P?POTRI: the inverse of A(ia:ia+n-1, ja:ja+n-1) from the factor of HG_P?POTRF. The argument list is PDPOTRI's.
 *
 *   uplo    (global input)  'L' or 'U': the triangle that holds the factor; the other one keeps its values
 *   n       (global input)  order of the submatrix, >= 0
 *   a       (local input/output)  local storage of A; the triangle of the inverse takes the place of the factor
 *   ia, ja  (global input)  its first row and column, from 1, anywhere in a block
 *   desca   (global input)  descriptor of A
 *   info    (global output) 0; < 0: illegal argument; k > 0: element (k, k) of the factor is the first of its
 *                          diagonal that is exactly zero, A is unchanged
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_pspotri, HG_PSPOTRI)(const char* uplo, const int* n, float* a, const int* ia,
                                           const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pdpotri, HG_PDPOTRI)(const char* uplo, const int* n, double* a, const int* ia,
                                           const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pcpotri, HG_PCPOTRI)(const char* uplo, const int* n, hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca, int* info);
void HG_FC_GLOBAL_(hg_pzpotri, HG_PZPOTRI)(const char* uplo, const int* n, hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca, int* info);

/* HG_P?LAUUM: L^H L or U U^H, one triangle of it, in the place of L or U. The argument list is PDLAUUM's; the
 * arguments are those of HG_P?POTRI; the diagonal is taken to be real. Collective over the context. */
void HG_FC_GLOBAL_(hg_pslauum, HG_PSLAUUM)(const char* uplo, const int* n, float* a, const int* ia,
                                           const int* ja, const int* desca);
void HG_FC_GLOBAL_(hg_pdlauum, HG_PDLAUUM)(const char* uplo, const int* n, double* a, const int* ia,
                                           const int* ja, const int* desca);
void HG_FC_GLOBAL_(hg_pclauum, HG_PCLAUUM)(const char* uplo, const int* n, hg_complex8* a, const int* ia,
                                           const int* ja, const int* desca);
void HG_FC_GLOBAL_(hg_pzlauum, HG_PZLAUUM)(const char* uplo, const int* n, hg_complex16* a, const int* ia,
                                           const int* ja, const int* desca);

/* HG_P?SYGST, HG_P?HEGST: a generalized eigenproblem made a standard one, with the factor of B by HG_P?POTRF. The
 * argument lists are PDSYGST's and PZHEGST's.
 *
 *   ibtype  (global input)  1: A x = lambda B x, A becomes L^-1 A L^-H or U^-H A U^-1; 2: A B x = lambda x and
 *                          3: B A x = lambda x, A becomes L^H A L or U A U^H
 *   uplo    (global input)  'L' or 'U': the triangle of A and of the factor; the other ones are not touched
 *   n       (global input)  order of A(ia:ia+n-1, ja:ja+n-1) and of the factor, >= 0
 *   a       (local input/output)  local storage of A, with ia, ja, desca (global input)
 *   b       (local input)  local storage of the factor, with ib, jb, descb (global input): any layout of the context
 *   scale   (global output) 1, as ScaLAPACK's
 *   info    (global output) 0; < 0: illegal argument
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_pssygst, HG_PSSYGST)(const int* ibtype, const char* uplo, const int* n, float* a,
                                           const int* ia, const int* ja, const int* desca, const float* b,
                                           const int* ib, const int* jb, const int* descb, float* scale,
                                           int* info);
void HG_FC_GLOBAL_(hg_pdsygst, HG_PDSYGST)(const int* ibtype, const char* uplo, const int* n, double* a,
                                           const int* ia, const int* ja, const int* desca, const double* b,
                                           const int* ib, const int* jb, const int* descb, double* scale,
                                           int* info);
void HG_FC_GLOBAL_(hg_pchegst, HG_PCHEGST)(const int* ibtype, const char* uplo, const int* n, hg_complex8* a,
                                           const int* ia, const int* ja, const int* desca,
                                           const hg_complex8* b, const int* ib, const int* jb,
                                           const int* descb, float* scale, int* info);
void HG_FC_GLOBAL_(hg_pzhegst, HG_PZHEGST)(const int* ibtype, const char* uplo, const int* n, hg_complex16* a,
                                           const int* ia, const int* ja, const int* desca,
                                           const hg_complex16* b, const int* ib, const int* jb,
                                           const int* descb, double* scale, int* info);

/* HG_P?POSV: A X = B by HG_P?POTRF and HG_P?POTRS, whose arguments are explained there. The argument list is
 * PDPOSV's.
 *
 *   info    (global output) 0; < 0: illegal argument; k > 0: the leading minor of order k is not positive, B
 *                          is unchanged
 *
 * Collective over the context. */
void HG_FC_GLOBAL_(hg_psposv, HG_PSPOSV)(const char* uplo, const int* n, const int* nrhs, float* a,
                                         const int* ia, const int* ja, const int* desca, float* b,
                                         const int* ib, const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pdposv, HG_PDPOSV)(const char* uplo, const int* n, const int* nrhs, double* a,
                                         const int* ia, const int* ja, const int* desca, double* b,
                                         const int* ib, const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pcposv, HG_PCPOSV)(const char* uplo, const int* n, const int* nrhs, hg_complex8* a,
                                         const int* ia, const int* ja, const int* desca, hg_complex8* b,
                                         const int* ib, const int* jb, const int* descb, int* info);
void HG_FC_GLOBAL_(hg_pzposv, HG_PZPOSV)(const char* uplo, const int* n, const int* nrhs, hg_complex16* a,
                                         const int* ia, const int* ja, const int* desca, hg_complex16* b,
                                         const int* ib, const int* jb, const int* descb, int* info);

/* ---- Matrices on one process, with workers ---- */

/* HG_SERVER_POLICY: who is sent what next, of all HG_P?GEMM_SERVER, HG_P?GETRF_SERVER and HG_P?GESV_SERVER with this context from
 * now on.
 *
 *   ictxt   (global input)  context of a server and its workers
 *   policy  (global input)  a name that hetgrid plan --server knows, as guided, shared-chunks, greedy or dynamic-2-phases; auto: what
 *                           is predicted to be the fastest, as far as HETGRID_SERVER_SPEED_ERROR lets speeds be trusted
 *   length  (global input)  length of the name in characters, it need not end in 0; 0: HETGRID_SERVER_POLICY again
 *   info    (global output) 0; -1 if this process is not in the context; -2 if nobody knows the name, or it is none for workers
 *                           of bounded memory; -3; -9999
 *
 * Collective over ictxt. */
void HG_FC_GLOBAL_(hg_server_policy, HG_SERVER_POLICY)(const int* ictxt, const char* policy,
                                                       const int* length, int* info);

/* HG_P?GEMM_SERVER, HG_P?GETRF_SERVER, HG_P?GESV_SERVER: HG_P?GEMM, HG_P?GETRF and HG_P?GESV of matrices that are on one
 * process, the server. The other processes only compute: blocks are sent to them, as many as they have memory for, and sent
 * back. The arguments are those of the routines without _SERVER, and two more:
 *
 *   desca ...  (local input)   on the server: of a context of 1 x 1, its own, block-cyclic or uneven. On all others: CTXT_ = -1, the
 *                              other entries and the array are not looked at. ia, ja ... are global as elsewhere
 *   ipiv       (local output)  on the server: LAPACK's pivots, rows of the local array, at ia ...; untouched elsewhere
 *   ictxt      (global input)  context of the server and its workers; the server computes, too. Cycle-times are those that the
 *                              context was made with, else those of HETGRID_CYCLE_TIMES or HETGRID_PLATFORM, else measured
 *   info       (global output) 0; < 0: illegal argument or -9999; k > 0: as of HG_P?GETRF and HG_P?GESV
 *
 * HETGRID_SERVER_POLICY: who is sent what next where HG_SERVER_POLICY has not said so (guided). HETGRID_SERVER_SPEED_ERROR: how wrong
 * speeds may be, as in 0.3, or unknown (0). HETGRID_SERVER_MEMORY: bytes of A, B and C that a worker may hold, as in 1000000 or 500M
 * (a quarter of what is free). A worker that is not heard of for more than ten times as long as its record explains, and at least
 * a second, is done without; it returns when it goes on. If the server itself fails while workers compute for it (MPI reports an
 * error), the program ends. Collective over ictxt. */
void HG_FC_GLOBAL_(hg_psgemm_server, HG_PSGEMM_SERVER)(const char* transa, const char* transb, const int* m,
                                                       const int* n, const int* k, const float* alpha,
                                                       const float* a, const int* ia, const int* ja,
                                                       const int* desca, const float* b, const int* ib,
                                                       const int* jb, const int* descb, const float* beta,
                                                       float* c, const int* ic, const int* jc,
                                                       const int* descc, const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_pdgemm_server, HG_PDGEMM_SERVER)(const char* transa, const char* transb, const int* m,
                                                       const int* n, const int* k, const double* alpha,
                                                       const double* a, const int* ia, const int* ja,
                                                       const int* desca, const double* b, const int* ib,
                                                       const int* jb, const int* descb, const double* beta,
                                                       double* c, const int* ic, const int* jc,
                                                       const int* descc, const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_pcgemm_server,
                   HG_PCGEMM_SERVER)(const char* transa, const char* transb, const int* m, const int* n,
                                     const int* k, const hg_complex8* alpha, const hg_complex8* a,
                                     const int* ia, const int* ja, const int* desca, const hg_complex8* b,
                                     const int* ib, const int* jb, const int* descb, const hg_complex8* beta,
                                     hg_complex8* c, const int* ic, const int* jc, const int* descc,
                                     const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_pzgemm_server,
                   HG_PZGEMM_SERVER)(const char* transa, const char* transb, const int* m, const int* n,
                                     const int* k, const hg_complex16* alpha, const hg_complex16* a,
                                     const int* ia, const int* ja, const int* desca, const hg_complex16* b,
                                     const int* ib, const int* jb, const int* descb, const hg_complex16* beta,
                                     hg_complex16* c, const int* ic, const int* jc, const int* descc,
                                     const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_psgetrf_server, HG_PSGETRF_SERVER)(const int* m, const int* n, float* a, const int* ia,
                                                         const int* ja, const int* desca, int* ipiv,
                                                         const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_pdgetrf_server, HG_PDGETRF_SERVER)(const int* m, const int* n, double* a, const int* ia,
                                                         const int* ja, const int* desca, int* ipiv,
                                                         const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_pcgetrf_server, HG_PCGETRF_SERVER)(const int* m, const int* n, hg_complex8* a,
                                                         const int* ia, const int* ja, const int* desca,
                                                         int* ipiv, const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_pzgetrf_server, HG_PZGETRF_SERVER)(const int* m, const int* n, hg_complex16* a,
                                                         const int* ia, const int* ja, const int* desca,
                                                         int* ipiv, const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_psgesv_server, HG_PSGESV_SERVER)(const int* n, const int* nrhs, float* a, const int* ia,
                                                       const int* ja, const int* desca, int* ipiv, float* b,
                                                       const int* ib, const int* jb, const int* descb,
                                                       const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_pdgesv_server, HG_PDGESV_SERVER)(const int* n, const int* nrhs, double* a,
                                                       const int* ia, const int* ja, const int* desca,
                                                       int* ipiv, double* b, const int* ib, const int* jb,
                                                       const int* descb, const int* ictxt, int* info);
void HG_FC_GLOBAL_(hg_pcgesv_server, HG_PCGESV_SERVER)(const int* n, const int* nrhs, hg_complex8* a,
                                                       const int* ia, const int* ja, const int* desca,
                                                       int* ipiv, hg_complex8* b, const int* ib,
                                                       const int* jb, const int* descb, const int* ictxt,
                                                       int* info);
void HG_FC_GLOBAL_(hg_pzgesv_server, HG_PZGESV_SERVER)(const int* n, const int* nrhs, hg_complex16* a,
                                                       const int* ia, const int* ja, const int* desca,
                                                       int* ipiv, hg_complex16* b, const int* ib,
                                                       const int* jb, const int* descb, const int* ictxt,
                                                       int* info);

#ifdef __cplusplus
}
#endif

#endif
