/* Finite elements in a cube, boundary elements on its surface, all of which are coupled: the last front has the surface, and is
   large enough for MUMPS to give it to ScaLAPACK.

     mumps SYM PAR

   SYM: 0, LU; 1, Cholesky; 2, LDL^T (LU of the last front). PAR: 0, the first process takes no part in the factorization, so that
   the grid is of the others. The system is solved by dmumps and, a wave, by zmumps. */
#include <complex.h>
#include <dmumps_c.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmumps_c.h>

enum { points = 16, rhs = 2, init = -1, terminate = -2, analyse_factor_solve = 6, use_comm_world = -987654 };

/* Coordinates and values of a matrix; of a symmetric one, the lower triangle. */
typedef struct {
  int n, symmetric;
  size_t count, room;
  int *row, *column;
  double complex* value;
} Entries;

static void add(Entries* entries, int row, int column, double complex value) {
  if (entries->symmetric && column > row)
    return;
  if (entries->count == entries->room) {
    entries->room = entries->room ? 2 * entries->room : 4096;
    entries->row = realloc(entries->row, entries->room * sizeof *entries->row);
    entries->column = realloc(entries->column, entries->room * sizeof *entries->column);
    entries->value = realloc(entries->value, entries->room * sizeof *entries->value);
    if (!entries->row || !entries->column || !entries->value)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  entries->row[entries->count] = row + 1;
  entries->column[entries->count] = column + 1;
  entries->value[entries->count++] = value;
}

static int on_surface(const int* place) {
  for (int d = 0; d < 3; ++d)
    if (place[d] == 0 || place[d] == points - 1)
      return 1;
  return 0;
}

/* Laplacian and convection within, a kernel of the distance between points of the surface. Positive definite if symmetric = 1. */
static Entries cube(int symmetric) {
  Entries entries = {points * points * points, symmetric, 0, 0, NULL, NULL, NULL};
  const int step[3] = {1, points, points * points};
  for (int i = 0; i < entries.n; ++i) {
    const int place[3] = {i % points, i / points % points, i / (points * points)};
    add(&entries, i, i, 6.0 - (symmetric == 2 ? 1.0 : 0.0) + 0.2 * I);
    for (int d = 0; d < 3; ++d) {
      const double wind = symmetric ? 0 : 0.1 * (d + 1);
      if (place[d] != 0)
        add(&entries, i, i - step[d], -1.0 - wind);
      if (place[d] != points - 1)
        add(&entries, i, i + step[d], -1.0 + wind);
    }
    for (int j = 0; on_surface(place) && j < entries.n; ++j) {
      const int other[3] = {j % points, j / points % points, j / (points * points)};
      const double distance =
          sqrt(pow(place[0] - other[0], 2) + pow(place[1] - other[1], 2) + pow(place[2] - other[2], 2));
      const double complex wave = symmetric == 1 ? 1.0 : cexp(0.8 * I * distance);
      if (on_surface(other)) /* is added to what is there */
        add(&entries, i, j, exp(-distance / 4) * wave * (symmetric ? 1.0 : 1 + 0.3 * sin(i)));
    }
  }
  return entries;
}

static double complex right_hand_side(int i, int column) {
  return sin(0.1 * i + column) + 1;
}

/* \return largest entry of A X - B over that of |A| |X| + |B| in the same place */
static double residual(const Entries* entries, const double complex* x) {
  double largest = 0;
  double complex* r = malloc(entries->n * sizeof *r);
  double* scale = malloc(entries->n * sizeof *scale);
  for (int k = 0; k < rhs; ++k) {
    const double complex* column = x + (size_t)k * entries->n;
    for (int i = 0; i < entries->n; ++i) {
      r[i] = -right_hand_side(i, k);
      scale[i] = cabs(r[i]);
    }
    for (size_t e = 0; e < entries->count; ++e) {
      const int i = entries->row[e] - 1, j = entries->column[e] - 1;
      r[i] += entries->value[e] * column[j];
      scale[i] += cabs(entries->value[e] * column[j]);
      if (entries->symmetric && i != j) {
        r[j] += entries->value[e] * column[i];
        scale[j] += cabs(entries->value[e] * column[i]);
      }
    }
    for (int i = 0; i < entries->n; ++i)
      largest = fmax(largest, cabs(r[i]) / scale[i]);
  }
  free(scale);
  free(r);
  return largest;
}

static void print(const char* library, const Entries* entries, int error, const double complex* x) {
  printf("%s error %d\n", library, error);
  for (int k = 0; k < rhs; ++k) {
    double complex sum = 0;
    for (int i = 0; i < entries->n; ++i)
      sum += x[i + (size_t)k * entries->n];
    printf("%s sum %.8e %.8e\n", library, creal(sum), cimag(sum));
    for (int i = 0; i < entries->n; i += entries->n / 7)
      printf("%s entry %d %.8e %.8e\n", library, i, creal(x[i + (size_t)k * entries->n]),
             cimag(x[i + (size_t)k * entries->n]));
  }
  const double left = residual(entries, x);
  printf("%s residual %s\n", library, left < 1e-10 ? "small" : "LARGE");
  fprintf(stderr, "%s residual %.1e\n", library, left);
}

/* The same for both libraries, whose structures have the same members. */
#define SOLVE(PREFIX, Structure, Scalar)                                                                     \
  static void PREFIX##_solve(const Entries* entries, int par, int rank) {                                    \
    Structure s;                                                                                             \
    memset(&s, 0, sizeof s);                                                                                 \
    s.sym = entries->symmetric;                                                                              \
    s.par = par;                                                                                             \
    s.comm_fortran = use_comm_world;                                                                         \
    s.job = init;                                                                                            \
    PREFIX##_c(&s);                                                                                          \
    Scalar* values = malloc(entries->count * sizeof *values);                                                \
    Scalar* b = malloc((size_t)rhs * entries->n * sizeof *b);                                                \
    if (rank == 0) {                                                                                         \
      for (size_t e = 0; e < entries->count; ++e)                                                            \
        memcpy(&values[e], &entries->value[e], sizeof *values);                                              \
      for (int k = 0; k < rhs; ++k)                                                                          \
        for (int i = 0; i < entries->n; ++i) {                                                               \
          const double complex value = right_hand_side(i, k);                                                \
          memcpy(&b[i + (size_t)k * entries->n], &value, sizeof *b);                                         \
        }                                                                                                    \
      s.n = entries->n;                                                                                      \
      s.nnz = entries->count;                                                                                \
      s.irn = entries->row;                                                                                  \
      s.jcn = entries->column;                                                                               \
      s.a = (void*)values;                                                                                   \
      s.rhs = (void*)b;                                                                                      \
      s.nrhs = rhs;                                                                                          \
      s.lrhs = entries->n;                                                                                   \
    }                                                                                                        \
    s.icntl[0] = s.icntl[1] = s.icntl[2] = 0; /* prints nothing */                                           \
    s.icntl[3] = 1;                                                                                          \
    s.icntl[6] = 0;    /* minimum degree, by which the surface stays together */                             \
    s.icntl[12] = 0;   /* the last front is ScaLAPACK's */                                                   \
    s.icntl[13] = 100; /* percent of memory more than was estimated */                                       \
    s.job = analyse_factor_solve;                                                                            \
    PREFIX##_c(&s);                                                                                          \
    if (rank == 0) {                                                                                         \
      double complex* x = calloc((size_t)rhs * entries->n, sizeof *x);                                       \
      for (size_t i = 0; i < (size_t)rhs * entries->n; ++i)                                                  \
        memcpy(&x[i], &b[i], sizeof *b);                                                                     \
      print(#PREFIX, entries, s.infog[0], x);                                                                \
      free(x);                                                                                               \
    }                                                                                                        \
    s.job = terminate;                                                                                       \
    PREFIX##_c(&s);                                                                                          \
    free(values);                                                                                            \
    free(b);                                                                                                 \
  }
SOLVE(dmumps, DMUMPS_STRUC_C, double)
SOLVE(zmumps, ZMUMPS_STRUC_C, double complex)

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3)
    MPI_Abort(MPI_COMM_WORLD, 2);
  const int symmetric = atoi(argv[1]), par = atoi(argv[2]);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  Entries entries = cube(symmetric);
  if (symmetric != 1) /* zmumps has no complex Cholesky: SYM 1 is LDL^T there */
    zmumps_solve(&entries, par, rank);
  for (size_t e = 0; e < entries.count; ++e)
    entries.value[e] = creal(entries.value[e]);
  dmumps_solve(&entries, par, rank);

  free(entries.row);
  free(entries.column);
  free(entries.value);
  MPI_Finalize();
  return 0;
}
