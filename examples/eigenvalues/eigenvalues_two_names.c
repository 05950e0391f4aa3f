/* Eigenvalues and eigenvectors of a symmetric matrix with ScaLAPACK's PDSYEV.
 *
 * Second way to hetgrid: compared with eigenvalues.c the names NUMROC and DESCINIT are changed, two arguments more say
 * which shares NUMROC means, and libhetgrid-scalapack is linked in front of ScaLAPACK. PDGEMM, PDLANGE and
 * PDELSET work on the uneven matrices as they are; those of PDSYEV move to a uniform layout and back. */
#include <hetgrid.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void Cblacs_pinfo(int* me, int* nprocs);
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int nprow, int npcol);
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* myrow, int* mycol);
void Cblacs_gridexit(int context);
void Cblacs_exit(int more);
void pdelset_(double* a, const int* ia, const int* ja, const int* desca, const double* alpha);
double pdlange_(const char* norm, const int* m, const int* n, const double* a, const int* ia, const int* ja,
                const int* desca, double* work);
void pdgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
             const double* alpha, const double* a, const int* ia, const int* ja, const int* desca,
             const double* b, const int* ib, const int* jb, const int* descb, const double* beta, double* c,
             const int* ic, const int* jc, const int* descc);
void pdsyev_(const char* jobz, const char* uplo, const int* n, double* a, const int* ia, const int* ja,
             const int* desca, double* w, double* z, const int* iz, const int* jz, const int* descz,
             double* work, const int* lwork, int* info);

int main(void) {
  const int n = 60, nb = 4, zero = 0, one = 1, query = -1;
  const double plus = 1, minus = -1, nothing = 0;
  int me, nprocs, context, nprow, npcol, myrow, mycol, desc[9], info, wrong = 0;

  /* A process grid, as square as the number of processes allows. */
  Cblacs_pinfo(&me, &nprocs);
  nprow = (int)sqrt((double)nprocs);
  npcol = nprocs / nprow;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row-major", nprow, npcol);
  Cblacs_gridinfo(context, &nprow, &npcol, &myrow, &mycol);

  if (myrow >= 0) {
    /* The local parts of n x n matrices in blocks of nb x nb. */
    const int rows = hg_numroc_(&n, &nb, &myrow, &zero, &nprow, &context, "R");
    const int cols = hg_numroc_(&n, &nb, &mycol, &zero, &npcol, &context, "C");
    const int lld = rows > 1 ? rows : 1;
    const size_t size = (size_t)lld * (cols > 1 ? cols : 1) * sizeof(double);
    double *a = malloc(size), *s = malloc(size), *z = malloc(size), *r = malloc(size),
           *w = malloc(n * sizeof(double));
    hg_descinit_(desc, &n, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
    if (info != 0 || !a || !s || !z || !r || !w)
      return 1;

    /* a_ij = min(i, j): its eigenvalues are known, 1 / (4 sin^2((2k - 1) pi / (4 n + 2))), largest for k = 1. A and a
     * copy, S, which PDSYEV overwrites. */
    for (int j = 1; j <= n; ++j)
      for (int i = 1; i <= n; ++i) {
        const double smaller = i < j ? i : j;
        pdelset_(a, &i, &j, desc, &smaller);
        pdelset_(s, &i, &j, desc, &smaller);
      }

    /* First how much workspace, then A = Z diag(w) Z^T. */
    double length;
    pdsyev_("V", "U", &n, s, &one, &one, desc, w, z, &one, &one, desc, &length, &query, &info);
    const int lwork = (int)length;
    double* work = malloc((size_t)lwork * sizeof(double));
    if (info != 0 || !work)
      return 1;
    pdsyev_("V", "U", &n, s, &one, &one, desc, w, z, &one, &one, desc, work, &lwork, &info);

    double largest_error = 0;
    for (int k = 1; k <= n; ++k) {
      const double sine = sin((2 * k - 1) * acos(-1.0) / (4 * n + 2)), expected = 1 / (4 * sine * sine);
      largest_error = fmax(largest_error, fabs(w[n - k] - expected));
    }
    /* R = A Z, S = Z^T R - diag(w) must vanish. */
    pdgemm_("N", "N", &n, &n, &n, &plus, a, &one, &one, desc, z, &one, &one, desc, &nothing, r, &one, &one,
            desc);
    for (int j = 1; j <= n; ++j)
      for (int i = 1; i <= n; ++i) {
        const double d = i == j ? w[i - 1] : 0;
        pdelset_(s, &i, &j, desc, &d);
      }
    pdgemm_("T", "N", &n, &n, &n, &plus, z, &one, &one, desc, r, &one, &one, desc, &minus, s, &one, &one,
            desc);
    const double residual = pdlange_("F", &n, &n, s, &one, &one, desc, NULL);

    wrong = info != 0 || !(largest_error < 1e-9) || !(residual < 1e-9);
    printf("process (%d,%d) owns %d x %d\n", myrow, mycol, rows, cols);
    if (myrow == 0 && mycol == 0)
      printf("INFO = %d, eigenvalues wrong by %.1e, |Z^T A Z - W| = %.1e\n", info, largest_error, residual);
    free(a);
    free(s);
    free(z);
    free(r);
    free(w);
    free(work);
    Cblacs_gridexit(context);
  }
  Cblacs_exit(0);
  return wrong;
}
