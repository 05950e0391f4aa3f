/* C = A B with ScaLAPACK's PDGEMM. Run it under 4 processes (ranks: 4). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void Cblacs_pinfo(int* me, int* nprocs);
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int nprow, int npcol);
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* myrow, int* mycol);
void Cblacs_gridexit(int context);
void Cblacs_exit(int more);
void Cigsum2d(int context, const char* scope, const char* top, int m, int n, int* a, int lda, int rdest,
              int cdest);
int numroc_(const int* n, const int* nb, const int* iproc, const int* isrcproc, const int* nprocs);
int indxl2g_(const int* l, const int* nb, const int* iproc, const int* isrcproc, const int* nprocs);
void descinit_(int* desc, const int* m, const int* n, const int* mb, const int* nb, const int* irsrc,
               const int* icsrc, const int* context, const int* lld, int* info);
void pdgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
             const double* alpha, const double* a, const int* ia, const int* ja, const int* desca,
             const double* b, const int* ib, const int* jb, const int* descb, const double* beta, double* c,
             const int* ic, const int* jc, const int* descc);

int main(void) {
  const int n = 400, nb = 16, zero = 0, one = 1;
  const double alpha = 1, beta = 0;
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
    const int rows = numroc_(&n, &nb, &myrow, &zero, &nprow);
    const int cols = numroc_(&n, &nb, &mycol, &zero, &npcol);
    const int lld = rows > 1 ? rows : 1;
    const size_t size = (size_t)lld * (cols > 1 ? cols : 1) * sizeof(double);
    double *a = malloc(size), *b = malloc(size), *c = malloc(size), *x = malloc(size);
    descinit_(desc, &n, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
    if (info != 0 || !a || !b || !c || !x)
      return 1;

    /* a_ij = i + j, b_ij = i - j: the product is x_ij = sum_k (i + k) (k - j) = i s1 - n i j + s2 - j s1. All
     * whole numbers, so c must be exactly x. */
    const double s1 = n * (n + 1.0) / 2, s2 = s1 * (2 * n + 1) / 3;
    for (int j = 1; j <= cols; ++j) {
      const double gj = indxl2g_(&j, &nb, &mycol, &zero, &npcol);
      for (int i = 1; i <= rows; ++i) {
        const double gi = indxl2g_(&i, &nb, &myrow, &zero, &nprow);
        const size_t ij = i - 1 + (size_t)(j - 1) * lld;
        a[ij] = gi + gj;
        b[ij] = gi - gj;
        x[ij] = gi * s1 - n * gi * gj + s2 - gj * s1;
      }
    }

    pdgemm_("N", "N", &n, &n, &n, &alpha, a, &one, &one, desc, b, &one, &one, desc, &beta, c, &one, &one,
            desc);

    for (int j = 0; j < cols; ++j)
      for (int i = 0; i < rows; ++i)
        wrong += c[i + (size_t)j * lld] != x[i + (size_t)j * lld];
    Cigsum2d(context, "All", " ", 1, 1, &wrong, 1, -1, -1);
    printf("process (%d,%d) owns %d x %d\n", myrow, mycol, rows, cols);
    if (myrow == 0 && mycol == 0)
      printf("%d wrong elements\n", wrong);
    free(a);
    free(b);
    free(c);
    free(x);
    Cblacs_gridexit(context);
  }
  Cblacs_exit(0);
  return wrong != 0;
}
