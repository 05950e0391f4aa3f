// Capacitance of the unit square plate by the method of moments, solved with hg_pdgesv. The same program as
// capacitance_fortran.f90.
//
//   mpiexec -n P capacitance_cpp [--uniform | --cycle-times T,T,... | --plan FILE] [M ...]
//
// The plate is cut into M x M square patches with a constant charge density on each. At the centre i of every
// patch the potential of all charges has to be 1:
//     sum_j a_ij s_j = 1,   a_ij = integral over patch j of dA / |r - r_i|,
// s_j being the charge density of patch j divided by 4 pi eps0. The sum of s_j times the area of a patch is
// the capacitance in units of 4 pi eps0 times the side; its literature value is 0.3667892. The charge piles
// up at the rim, which is why the error falls only like 1/M. The matrix is dense and of order M*M; every
// process generates its part.
//
// --uniform lays it out as ScaLAPACK does; --cycle-times tells how long each process takes for the same work;
// --plan reads what `hetgrid plan --json' wrote. Without any of them the processes are measured.
#include <hetgrid.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
void Cblacs_pinfo(int* me, int* nprocs);
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* myrow, int* mycol);
void Cblacs_barrier(int context, const char* scope);
void Cblacs_exit(int more);
void Cdgsum2d(int context, const char* scope, const char* top, int m, int n, double* a, int lda, int rdest,
              int cdest);
}

namespace {

constexpr double literature = 0.3667892;

struct Options {
  std::vector<int> sizes;
  std::vector<double> cycle_times; ///< empty: to be measured
  std::string plan;                ///< file, or empty
};

/// "1,2.5,3", one number for each of `count` processes.
std::vector<double> parse_cycle_times(const std::string& text, int count) {
  std::vector<double> times;
  for (std::size_t at = 0; at <= text.size(); at = text.find(',', at) + 1) {
    times.push_back(std::stod(text.substr(at)));
    if (text.find(',', at) == std::string::npos)
      break;
  }
  if (static_cast<int>(times.size()) != count)
    throw std::invalid_argument(text);
  return times;
}

Options parse(const std::vector<std::string>& words, int nprocs) {
  Options options;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k] == "--uniform")
      options.cycle_times.assign(static_cast<std::size_t>(nprocs), 1);
    else if (words[k] == "--cycle-times")
      options.cycle_times = parse_cycle_times(words.at(++k), nprocs);
    else if (words[k] == "--plan")
      options.plan = words.at(++k);
    else
      options.sizes.push_back(std::stoi(words[k]));
  }
  if (std::any_of(options.sizes.begin(), options.sizes.end(), [](int m) { return m < 1; }))
    throw std::invalid_argument("patches");
  if (options.sizes.empty())
    options.sizes = {8, 16, 32};
  return options;
}

/// The process grid; the planner chooses its shape.
class Grid {
public:
  int context = 0, nprow = 0, npcol = 0, myrow = -1, mycol = -1;

  Grid(const Options& options, int nprocs) {
    int info = 0;
    Cblacs_get(-1, 0, &context);
    if (!options.plan.empty()) {
      const int length = static_cast<int>(options.plan.size());
      hg_gridinit_plan_(&context, options.plan.c_str(), &length, &info);
    } else {
      const int nb = 64, chosen = 0;
      std::vector<double> t = options.cycle_times;
      if (t.empty()) {
        t.resize(static_cast<std::size_t>(nprocs));
        hg_probe_(&context, &nb, t.data(), &info);
      }
      if (info == 0)
        hg_gridinit_(&context, "Row-major", &chosen, &chosen, t.data(), &info);
    }
    if (info != 0)
      throw std::runtime_error("no process grid, INFO = " + std::to_string(info));
    Cblacs_gridinfo(context, &nprow, &npcol, &myrow, &mycol);
  }
  ~Grid() {
    if (inside())
      hg_gridexit_(&context);
  }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  bool inside() const { return myrow >= 0; }
  bool first() const { return myrow == 0 && mycol == 0; }

  int rows(int m, int nb) const { return hg_numroc_(&m, &nb, &myrow, &zero, &nprow, &context, "R"); }
  int columns(int n, int nb) const { return hg_numroc_(&n, &nb, &mycol, &zero, &npcol, &context, "C"); }
  /// Global index of a local one, both from 0.
  int global_row(int local, int nb) const {
    const int from_one = local + 1;
    return hg_indxl2g_(&from_one, &nb, &myrow, &zero, &nprow, &context, "R") - 1;
  }
  int global_column(int local, int nb) const {
    const int from_one = local + 1;
    return hg_indxl2g_(&from_one, &nb, &mycol, &zero, &npcol, &context, "C") - 1;
  }

private:
  static constexpr int zero = 0;
};

/// The local part of an m x n matrix in blocks of nb x nb.
struct Matrix {
  int rows, columns, ld;
  int descriptor[9];
  std::vector<double> elements;

  Matrix(const Grid& grid, int m, int n, int nb)
      : rows(grid.rows(m, nb)), columns(grid.columns(n, nb)), ld(std::max(1, rows)),
        elements(static_cast<std::size_t>(ld) * static_cast<std::size_t>(columns)) {
    const int zero = 0;
    int info = 0;
    hg_descinit_(descriptor, &m, &n, &nb, &nb, &zero, &zero, &grid.context, &ld, &info);
  }
  double& operator()(int i, int j) {
    return elements[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * static_cast<std::size_t>(ld)];
  }
};

/// Its derivative by x and y is 1 / sqrt(x^2 + y^2).
double antiderivative(double x, double y) {
  return x * std::asinh(y / std::abs(x)) + y * std::asinh(x / std::abs(y));
}

/// Integral of 1 / sqrt(u^2 + v^2) over the square of side h around (x, y), whose boundary avoids both axes.
double potential(double x, double y, double h) {
  const double left = x - h / 2, right = x + h / 2, lower = y - h / 2, upper = y + h / 2;
  return antiderivative(right, upper) - antiderivative(left, upper) - antiderivative(right, lower) +
         antiderivative(left, lower);
}

/// a_ij of m x m patches.
void generate(const Grid& grid, int m, int nb, Matrix& a) {
  // It depends on how far apart the patches are in both directions, and on nothing else.
  std::vector<double> table(static_cast<std::size_t>(m) * static_cast<std::size_t>(m));
  for (int y = 0; y < m; ++y)
    for (int x = 0; x < m; ++x)
      table[static_cast<std::size_t>(x + y * m)] =
          potential(static_cast<double>(x) / m, static_cast<double>(y) / m, 1.0 / m);
  for (int j = 0; j < a.columns; ++j) {
    const int gj = grid.global_column(j, nb);
    for (int i = 0; i < a.rows; ++i) {
      const int gi = grid.global_row(i, nb);
      const int x = std::abs(gi % m - gj % m), y = std::abs(gi / m - gj / m);
      a(i, j) = table[static_cast<std::size_t>(x + y * m)];
    }
  }
}

struct Result {
  double capacitance, seconds;
};

/// The capacitance from m x m patches, and the seconds that solving the system takes.
Result solve(const Grid& grid, int m) {
  const int n = m * m, one = 1;
  const int nb = std::clamp(n / 16, 1, 64); // small systems in small blocks, that there be some for everybody
  Matrix a(grid, n, n, nb), b(grid, n, 1, nb);
  generate(grid, m, nb, a);
  std::fill(b.elements.begin(), b.elements.end(), 1.0);
  std::vector<int> pivots(static_cast<std::size_t>(a.rows + nb));

  int info = 0;
  Cblacs_barrier(grid.context, "All");
  const auto start = std::chrono::steady_clock::now();
  hg_pdgesv_(&n, &one, a.elements.data(), &one, &one, a.descriptor, pivots.data(), b.elements.data(), &one,
             &one, b.descriptor, &info);
  Cblacs_barrier(grid.context, "All");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (info != 0)
    throw std::runtime_error("hg_pdgesv: INFO = " + std::to_string(info));

  double sum = 0;
  for (int j = 0; j < b.columns; ++j)
    for (int i = 0; i < b.rows; ++i)
      sum += b(i, j);
  Cdgsum2d(grid.context, "All", " ", 1, 1, &sum, 1, -1, -1);
  return {sum / n, seconds.count()};
}

void run(const Options& options, int nprocs) {
  const Grid grid(options, nprocs);
  if (!grid.inside())
    return;
  if (grid.first())
    std::printf("grid %d x %d\n patches  capacitance       error   seconds\n", grid.nprow, grid.npcol);
  for (const int m : options.sizes) {
    const Result result = solve(grid, m);
    if (grid.first())
      std::printf("%8d%13.8f%12.3E%10.4f\n", m * m, result.capacitance, result.capacitance - literature,
                  result.seconds);
  }
}

} // namespace

int main(int argc, char** argv) {
  int me = 0, nprocs = 0, status = 0;
  Cblacs_pinfo(&me, &nprocs);
  try {
    run(parse({argv + 1, argv + argc}, nprocs), nprocs);
  } catch (const std::logic_error&) { // a word that is no number, or is missing
    if (me == 0)
      std::puts("capacitance: expected options, patches along a side, and a cycle-time for every process");
    status = 1;
  } catch (const std::exception& error) {
    if (me == 0)
      std::printf("capacitance: %s\n", error.what());
    status = 1;
  }
  Cblacs_exit(0);
  return status;
}
