// Capacitance of the unit square plate by the method of moments, solved by the C++ interface, hetgrid.hpp. The same program
// as capacitance_fortran.f90.
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
#include <hetgrid.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
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
hetgrid::ProcessGrid make_grid(const Options& options) {
  if (!options.plan.empty())
    return hetgrid::ProcessGrid::from_plan(options.plan);
  if (!options.cycle_times.empty())
    return hetgrid::ProcessGrid(options.cycle_times);
  return hetgrid::ProcessGrid::measured(64);
}

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
void generate(int m, hetgrid::Matrix<double>& a) {
  // It depends on how far apart the patches are in both directions, and on nothing else.
  std::vector<double> table(static_cast<std::size_t>(m) * static_cast<std::size_t>(m));
  for (int y = 0; y < m; ++y)
    for (int x = 0; x < m; ++x)
      table[static_cast<std::size_t>(x + y * m)] =
          potential(static_cast<double>(x) / m, static_cast<double>(y) / m, 1.0 / m);
  a.fill([&](int i, int j) {
    const int x = std::abs(i % m - j % m), y = std::abs(i / m - j / m);
    return table[static_cast<std::size_t>(x + y * m)];
  });
}

struct Result {
  double capacitance, seconds;
};

/// The capacitance from m x m patches, and the seconds that solving the system takes.
Result solve(const hetgrid::ProcessGrid& grid, int m) {
  const int n = m * m;
  const int nb = std::clamp(n / 16, 1, 64); // small systems in small blocks, that there be some for everybody
  hetgrid::Matrix<double> a(grid, n, n, nb), b(grid, n, 1, nb);
  generate(m, a);
  b.fill([](int, int) { return 1.0; });

  Cblacs_barrier(grid.context(), "All");
  const auto start = std::chrono::steady_clock::now();
  hetgrid::solve(a, b);
  Cblacs_barrier(grid.context(), "All");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  double sum = 0; // one column: its local elements are contiguous
  if (b.local_columns() > 0)
    sum = std::accumulate(b.data(), b.data() + b.local_rows(), 0.0);
  Cdgsum2d(grid.context(), "All", " ", 1, 1, &sum, 1, -1, -1);
  return {sum / n, seconds.count()};
}

void run(const Options& options) {
  const hetgrid::ProcessGrid grid = make_grid(options);
  if (!grid.is_inside())
    return;
  const bool first = grid.my_row() == 0 && grid.my_column() == 0;
  if (first)
    std::printf("grid %d x %d\n patches  capacitance       error   seconds\n", grid.rows(), grid.columns());
  for (const int m : options.sizes) {
    const Result result = solve(grid, m);
    if (first)
      std::printf("%8d%13.8f%12.3E%10.4f\n", m * m, result.capacitance, result.capacitance - literature,
                  result.seconds);
  }
}

} // namespace

int main(int argc, char** argv) {
  int me = 0, nprocs = 0, status = 0;
  Cblacs_pinfo(&me, &nprocs);
  try {
    run(parse({argv + 1, argv + argc}, nprocs));
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
