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
 *     -9999        the machine refused: memory, MPI, a file; the reason is on standard error
 * Routines without INFO, as their models, print the text of PXERBLA; hg_lastinfo() returns what INFO would
 * have been. Nothing is changed and no data has moved when an argument is illegal, no process is left waiting
 * and none is aborted. A process that is not in the grid of the descriptors does nothing. */
#ifndef HETGRID_H
#define HETGRID_H

#include <hetgrid/fortran_mangling.h>

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

/* ---- Grids ---- */

/* HG_PROBE: cycle-times of the processes. Every process times its own dgemm, all at the same time; about 1.5
 * s. ictxt  (global input)  system context, as BLACS_GET(-1, 0) gives it nb     (global input)  block size of
 * the matrices to come, elements, >= 1 t      (global output) one for each process of ictxt, by process
 * number; the fastest has 1 info   (global output) */
void HG_FC_GLOBAL_(hg_probe, HG_PROBE)(const int* ictxt, const int* nb, double* t, int* info);
/* HG_GRIDINIT: BLACS_GRIDINIT for processes of unequal speed. Plans the grid for the cycle-times, places the
 * processes and attaches the plan to the new context: all matrices of the context are aligned. ictxt (global
 * input/output) in: system context; out: the new context, < 0 on processes left out order         (global
 * input) 'R' or 'C': how processes of equal cycle-time fill the grid nprow, npcol  (global input) the grid; 0
 * and 0: chosen by the planner t             (global input) cycle-times by process number, positive info
 * (global output) */
void HG_FC_GLOBAL_(hg_gridinit, HG_GRIDINIT)(int* ictxt, const char* order, const int* nprow,
                                             const int* npcol, const double* t, int* info);
/* HG_GRIDINIT_PLAN: the same from a plan written by `hetgrid plan --json FILE`.
 *   file    (global input) name of the file, readable by every process
 *   length  (global input) length of the name, characters */
void HG_FC_GLOBAL_(hg_gridinit_plan, HG_GRIDINIT_PLAN)(int* ictxt, const char* file, const int* length,
                                                       int* info);
/* HG_GRIDEXIT: BLACS_GRIDEXIT; BLACS_GRIDEXIT itself does as well. */
void HG_FC_GLOBAL_(hg_gridexit, HG_GRIDEXIT)(const int* ictxt);
/* HG_LASTINFO: INFO of the last routine without an INFO argument on this process. */
int HG_FC_GLOBAL_(hg_lastinfo, HG_LASTINFO)(void);

/* ---- Layout: local, no communication ---- */

/* HG_DESCINIT: DESCINIT for the uneven layout of the context's plan. Arguments as DESCINIT's, but
 *   irsrc, icsrc  (global input) the panel block that comes first; 0 <= irsrc < NPROW. On an even plan this
 * is the process row of the first block, as ScaLAPACK has it lld           (local input)  leading dimension
 * of the local array; 0: the smallest, to be found in desc[8] */
void HG_FC_GLOBAL_(hg_descinit, HG_DESCINIT)(int* desc, const int* m, const int* n, const int* mb,
                                             const int* nb, const int* irsrc, const int* icsrc,
                                             const int* ictxt, const int* lld, int* info);
/* HG_NUMROC, HG_INDXG2P, HG_INDXG2L, HG_INDXL2G: ScaLAPACK's TOOLS for the plan of a context, with two more
 * arguments: ictxt  (global input) the context; one without a plan gives ScaLAPACK's numbers axis   (global
 * input) 'R' rows, 'C' columns An illegal argument gives -1. HG_INDXG2L gives the local index on the owner,
 * whatever iproc is. */
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

/* ---- Elements and redistribution ---- */

/* HG_P?ELSET: A(ia, ja) = alpha on the process that owns it. Local. */
void HG_FC_GLOBAL_(hg_pselset, HG_PSELSET)(float* a, const int* ia, const int* ja, const int* desca,
                                           const float* alpha);
void HG_FC_GLOBAL_(hg_pdelset, HG_PDELSET)(double* a, const int* ia, const int* ja, const int* desca,
                                           const double* alpha);
void HG_FC_GLOBAL_(hg_pcelset, HG_PCELSET)(hg_complex8* a, const int* ia, const int* ja, const int* desca,
                                           const hg_complex8* alpha);
void HG_FC_GLOBAL_(hg_pzelset, HG_PZELSET)(hg_complex16* a, const int* ia, const int* ja, const int* desca,
                                           const hg_complex16* alpha);
/* HG_P?ELGET: alpha = A(ia, ja) on all processes (scope 'A'), on the owner's process row ('R') or column
 * ('C'), or on the owner alone (' '); elsewhere alpha = 0. top is ignored. */
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
/* HG_P?GEMR2D: B(ib:ib+m-1, jb:jb+n-1) = A(ia:ia+m-1, ja:ja+n-1) between any two layouts: uneven or
 * block-cyclic, on the same context or on different ones. Arguments as PDGEMR2D's: ictxt  (global input) a
 * context that holds all processes of both; a process in only one of them sets the context of the other
 * descriptor to -1. Collective over ictxt. */
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

/* C(ic:ic+m-1, jc:jc+n-1) = alpha op(A) op(B) + beta C. The argument list is PDGEMM's:
 *   transa, transb  (global input) 'N', 'T' or 'C'
 *   m, n, k         (global input) rows of op(A) and C, columns of op(B) and C, columns of op(A)
 *   alpha, beta     (global input) beta = 0: C is not read
 *   a, b            (local input)  with ia, ja, desca and ib, jb, descb (global input): op(A) m x k, op(B) k
 * x n c               (local input/output) with ic, jc, descc (global input) The matrices belong to one
 * context; each may be uneven or block-cyclic, with any RSRC, CSRC, IA, JA. Collective. */
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

#ifdef __cplusplus
}
#endif

#endif
