// Same plan, same input, same ranks: same bits, each time a routine is called, be it messages or shared memory that carry
// the panels. ranks: 4
// long-ranks: 2 6
#include "testing/linalg/partition/partitioned_matrix.hpp"
#include "testing/numerics/operands.hpp"

#include "kernel/update_queue.hpp"
#include "linalg/geadd.hpp"
#include "linalg/gecon.hpp"
#include "linalg/gels.hpp"
#include "linalg/gemm.hpp"
#include "linalg/geqrf.hpp"
#include "linalg/gesv.hpp"
#include "linalg/getrf.hpp"
#include "linalg/getri.hpp"
#include "linalg/hegst.hpp"
#include "linalg/lacpy.hpp"
#include "linalg/laset.hpp"
#include "linalg/laswp.hpp"
#include "linalg/lauum.hpp"
#include "linalg/partition/gemm.hpp"
#include "linalg/posv.hpp"
#include "linalg/potrf.hpp"
#include "linalg/potri.hpp"
#include "linalg/potrs.hpp"
#include "linalg/symm.hpp"
#include "linalg/syr2k.hpp"
#include "linalg/syrk.hpp"
#include "linalg/trmm.hpp"
#include "linalg/trsm.hpp"
#include "linalg/trtri.hpp"
#include "linalg/ungqr.hpp"
#include "linalg/unmqr.hpp"

namespace {

using namespace hetgrid;
using namespace hetgrid::testing;
using kernel::Diag;
using kernel::Side;

/// Operands lie on the plan of the grid; large enough for several windows, chunks and strips.
struct Extents {
  Index n, few;
};

/// An operand of the routines below, the same in every grid of one shape.
template <typename T>
DistributedMatrix<T> operand(const comm::Grid& grid, Index m, Index n, int number) {
  auto a = random_matrix<T>(m, n, number);
  if (m == n)
    for (Index i = 0; i < n; ++i)
      a(i, i) += T(Real<T>(2) * std::sqrt(static_cast<Real<T>>(n)));
  const MatrixLayout layout{{grid.row_map(), m, 8, 0}, {grid.column_map(), n, 8, 0}, 0, 0, m, n, 0};
  return {grid, layout, a};
}

/// What a routine has left on this process.
using Bytes = std::vector<std::byte>;
template <typename U>
void append(Bytes& bytes, const std::vector<U>& values) {
  const auto raw = std::as_bytes(std::span(values));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

template <typename T>
using Call = std::function<Bytes(comm::Grid&, Extents)>;

template <typename T>
Bytes bytes_of(const DistributedMatrix<T>& a) {
  Bytes bytes;
  append(bytes, a.data());
  return bytes;
}

template <typename T>
struct Routine {
  std::string name;
  Call<T> call;
};

template <typename T>
std::vector<Routine<T>> routines() {
  const Transpose no = Transpose::no, adjoint = Transpose::conjugate;
  const auto product = [](Transpose ta, Transpose tb) -> Call<T> {
    return [=](comm::Grid& g, Extents e) {
      const auto a = operand<T>(g, e.n, e.n, 1), b = operand<T>(g, e.n, e.n, 2);
      auto c = operand<T>(g, e.n, e.n, 3);
      linalg::gemm(g, ta, tb, T(2), a.const_view(), b.const_view(), T(-1), c.view());
      return bytes_of(c);
    };
  };
  const auto triangular = [](Side side, Index Extents::*others, bool solve) -> Call<T> {
    return [=](comm::Grid& g, Extents e) {
      const auto a = operand<T>(g, e.n, e.n, 1);
      auto b = side == Side::left ? operand<T>(g, e.n, e.*others, 2) : operand<T>(g, e.*others, e.n, 2);
      (solve ? linalg::trsm<T> : linalg::trmm<T>)(g, side, Uplo::lower, Transpose::no, Diag::non_unit, T(1),
                                                  a.const_view(), b.view());
      return bytes_of(b);
    };
  };
  const auto solution = [](Index Extents::*right_hand_sides) -> Call<T> {
    return [=](comm::Grid& g, Extents e) {
      auto a = operand<T>(g, e.n, e.n, 1), b = operand<T>(g, e.n, e.*right_hand_sides, 2);
      auto ipiv = a.template row_vector<int>();
      linalg::gesv(g, a.view(), ipiv.data(), b.view());
      Bytes bytes = bytes_of(a);
      append(bytes, b.data());
      append(bytes, ipiv);
      return bytes;
    };
  };
  std::vector<Routine<T>> all{
      {"gemm", product(no, no)},
      {"gemm, transposed", product(adjoint, adjoint)},
      {"trsm", triangular(Side::left, &Extents::n, true)},
      {"trsm from the right", triangular(Side::right, &Extents::n, true)},
      {"trsm, few right-hand sides", triangular(Side::left, &Extents::few, true)},
      {"trmm", triangular(Side::left, &Extents::n, false)},
      {"gesv", solution(&Extents::n)},
      {"gesv, few right-hand sides", solution(&Extents::few)},
      {"syrk",
       [=](comm::Grid& g, Extents e) {
         const auto a = operand<T>(g, e.n, e.n, 1);
         auto c = operand<T>(g, e.n, e.n, 2);
         linalg::syrk(g, Uplo::lower, no, T(1), a.const_view(), T(1), c.view());
         return bytes_of(c);
       }},
      {"getri, gecon, lange",
       [=](comm::Grid& g, Extents e) {
         auto a = operand<T>(g, e.n, e.n, 1);
         auto ipiv = a.template row_vector<int>();
         std::vector<Real<T>> numbers;
         for (const auto norm : {linalg::Norm::one, linalg::Norm::infinity, linalg::Norm::frobenius})
           numbers.push_back(linalg::lange(g, norm, a.const_view()));
         linalg::getrf(g, a.view(), ipiv.data());
         numbers.push_back(linalg::gecon(g, linalg::Norm::one, a.const_view(), numbers[0]));
         linalg::getri(g, a.view(), ipiv.data());
         Bytes bytes = bytes_of(a);
         append(bytes, numbers);
         return bytes;
       }},
      {"geqrf, unmqr, ungqr",
       [=](comm::Grid& g, Extents e) {
         auto a = operand<T>(g, e.n, e.n, 1), c = operand<T>(g, e.n, e.n, 2);
         auto tau = a.template column_vector<T>();
         linalg::geqrf(g, a.view(), tau.data());
         Bytes bytes = bytes_of(a);
         append(bytes, tau);
         linalg::unmqr(g, Side::left, adjoint, a.const_view(), tau.data(), c.view());
         append(bytes, c.data());
         linalg::ungqr(g, a.view(), e.n, tau.data());
         append(bytes, a.data());
         return bytes;
       }},
      {"gels",
       [=](comm::Grid& g, Extents e) {
         auto a = operand<T>(g, e.n, e.n / 2, 1), b = operand<T>(g, e.n, e.few, 2);
         linalg::gels(g, no, a.view(), b.view());
         return bytes_of(b);
       }},
      {"hegst",
       [=](comm::Grid& g, Extents e) {
         auto a = operand<T>(g, e.n, e.n, 1);
         const DistributedMatrix<T> b(g, a.layout(), positive_definite_matrix<T>(e.n, 3));
         linalg::hegst(g, linalg::Problem::a_x, Uplo::lower, a.view(), b.const_view());
         linalg::hegst(g, linalg::Problem::b_a_x, Uplo::upper, a.view(), b.const_view());
         return bytes_of(a);
       }},
      {"posv",
       [=](comm::Grid& g, Extents e) {
         const auto layout = operand<T>(g, e.n, e.n, 1).layout();
         DistributedMatrix<T> a(g, layout, positive_definite_matrix<T>(e.n, 3));
         auto b = operand<T>(g, e.n, e.few, 2);
         linalg::posv(g, Uplo::lower, a.view(), b.view());
         Bytes bytes = bytes_of(a);
         append(bytes, b.data());
         return bytes;
       }},
      {"symm",
       [=](comm::Grid& g, Extents e) {
         const auto a = operand<T>(g, e.n, e.n, 1), b = operand<T>(g, e.n, e.n, 2);
         auto c = operand<T>(g, e.n, e.n, 3);
         linalg::symm(g, Side::right, Uplo::upper, T(2), a.const_view(), b.const_view(), T(-1), c.view());
         return bytes_of(c);
       }},
      {"syr2k",
       [=](comm::Grid& g, Extents e) {
         const auto a = operand<T>(g, e.n, e.n, 1), b = operand<T>(g, e.n, e.n, 2);
         auto c = operand<T>(g, e.n, e.n, 3);
         linalg::syr2k(g, Uplo::upper, Transpose::transpose, T(2), a.const_view(), b.const_view(), T(-1),
                       c.view());
         return bytes_of(c);
       }},
      {"trtri, lauum, potri",
       [=](comm::Grid& g, Extents e) {
         auto a = operand<T>(g, e.n, e.n, 1);
         linalg::trtri(g, Uplo::upper, Diag::non_unit, a.view());
         Bytes bytes = bytes_of(a);
         auto factor = operand<T>(g, e.n, e.n, 2);
         linalg::lauum(g, Uplo::upper, factor.view());
         append(bytes, factor.data());
         for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
           DistributedMatrix<T> b(g, a.layout(), positive_definite_matrix<T>(e.n, 3));
           linalg::potrf(g, uplo, b.view());
           linalg::potri(g, uplo, b.view());
           append(bytes, b.data());
         }
         return bytes;
       }},
      {"getrf by tournament pivoting",
       [=](comm::Grid& g, Extents e) {
         const schedule::Parameters before = g.parameters().usual();
         schedule::Parameters parameters = before;
         parameters.pivoting = schedule::Pivoting::tournament;
         parameters.lu.panel = schedule::PanelMethod::distributed;
         g.use(parameters);
         auto a = operand<T>(g, e.n, e.n, 1);
         auto ipiv = a.template row_vector<int>();
         linalg::getrf(g, a.view(), ipiv.data());
         g.use(before);
         Bytes bytes = bytes_of(a);
         append(bytes, ipiv);
         return bytes;
       }},
      {"geadd, lacpy, laset, laswp",
       [=](comm::Grid& g, Extents e) {
         const auto a = operand<T>(g, e.n, e.n, 1);
         auto b = operand<T>(g, e.n, e.n, 2), c = operand<T>(g, e.n, e.n, 3);
         linalg::geadd(g, adjoint, T(2), a.const_view(), T(-1), b.view());
         linalg::lacpy(g, Uplo::lower, b.const_view(), c.view());
         linalg::laset(g, Uplo::upper, T(2), T(3), b.view());
         std::vector<Index> pivots;
         for (Index k = 0; k < e.n; ++k)
           pivots.push_back(k + (7 * k) % (e.n - k));
         for (const linalg::Lines lines : {linalg::Lines::rows, linalg::Lines::columns})
           linalg::laswp(g, linalg::Order::forward, lines, c.view(), 0, pivots);
         Bytes bytes = bytes_of(b);
         append(bytes, c.data());
         return bytes;
       }},
      {"gemm and lange on partitions",
       [=](comm::Grid& g, Extents e) {
         const schedule::Parameters before = g.parameters().usual();
         Bytes bytes;
         for (const auto algorithm : {schedule::ProductAlgorithm::scb, schedule::ProductAlgorithm::pcb,
                                      schedule::ProductAlgorithm::sco, schedule::ProductAlgorithm::pco,
                                      schedule::ProductAlgorithm::pio}) {
           schedule::Parameters parameters = before;
           parameters.product = algorithm;
           g.use(parameters);
           Random random(5);
           const layout::OwnerMap map = random_owner_map(random, mpi_size(), 12);
           PartitionedTestMatrix<T> a(random, map, g.rank(), e.n / 2, e.n / 2, 1),
               b(random, map, g.rank(), e.n / 2, e.n / 2, 2), c(random, map, g.rank(), e.n / 2, e.n / 2, 3);
           linalg::gemm(g, no, adjoint, T(2), a.const_view(), b.const_view(), T(-1), c.view());
           append(bytes, c.data());
           append(bytes, std::vector{linalg::lange(g, linalg::Norm::frobenius, c.const_view())});
         }
         g.use(before);
         return bytes;
       }},
  };
  if constexpr (is_complex<T>) {
    all.push_back(
        {"hemm, herk, her2k", [=](comm::Grid& g, Extents e) {
           const auto a = operand<T>(g, e.n, e.n, 1), b = operand<T>(g, e.n, e.n, 2);
           auto c = operand<T>(g, e.n, e.n, 3);
           linalg::hemm(g, Side::left, Uplo::lower, T(2), a.const_view(), b.const_view(), T(-1), c.view());
           linalg::herk(g, Uplo::lower, no, Real<T>(1), a.const_view(), Real<T>(2), c.view());
           linalg::her2k(g, Uplo::upper, adjoint, T(2), a.const_view(), b.const_view(), Real<T>(1), c.view());
           return bytes_of(c);
         }});
  }
  return all;
}

/// Grids of one plan, one for each way in which panels may travel.
std::vector<comm::Grid*> grids_of_every_transport(const plan::Plan& plan) {
  std::vector<comm::Grid*> grids;
  for (const char* const value : shared_memory_values) {
    setenv("HETGRID_SHARED_MEMORY", value, 1);
    grids.push_back(&comm::Grid::of_context(make_context(plan)));
    make_streams(*grids.back());
  }
  unsetenv("HETGRID_SHARED_MEMORY");
  return grids;
}

/// A process that is late, as one that has lost its core, must not change anything, nor updates that are, nor the transport.
template <typename T>
void compare_calls(const std::vector<comm::Grid*>& grids, const std::string& name, const Call<T>& call,
                   int repeats, Extents extents) {
  const Bytes first = call(*grids[0], extents);
  for (std::size_t g = 0; g < grids.size(); ++g) {
    int different = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
      const bool is_late = repeat % mpi_size() == mpi_rank();
      if (is_late)
        usleep(2000);
      kernel::update_delay() = is_late ? 9 : 0;
      different += call(*grids[g], extents) != first;
    }
    BOOST_TEST(different == 0, name << ", grid " << grids[g]->p() << " x " << grids[g]->q()
                                    << ", HETGRID_SHARED_MEMORY=" << shared_memory_values[g] << ": "
                                    << different << " of " << repeats
                                    << " results have other bits than the first with "
                                    << shared_memory_values[0] << ", " << on_rank());
  }
}

/// 20 calls of every routine in each way, 5 where the processes wait for one another's cores, factorizations by a random
/// panel method; in `make check` of one type and on one grid, but of gemm, whose panels arrive while it multiplies, on all.
BOOST_AUTO_TEST_CASE(every_call_gives_the_same_bits) {
  const bool all = std::getenv("HETGRID_CHECK_LONG") != nullptr;
  Random random(77);
  for (const auto& [p, q] : grid_shapes(mpi_size())) {
    const auto grids = grids_of_every_transport(random_plan(random, p, q));
    const auto compare = [&]<typename T>(bool every_routine, int repeats, Extents extents) {
      for (const auto& [name, call] : routines<T>())
        if (every_routine || name == "gemm") {
          const schedule::Parameters parameters = random_parameters(random);
          for (comm::Grid* const grid : grids)
            grid->use(parameters);
          compare_calls<T>(grids, name, call, repeats, extents);
        }
    };
    if (!all) {
      compare.operator()<double>(false, 5, {400, 3});
      compare.operator()<double>(p == q, 1, {300, 3});
    } else {
      const int repeats = cores_are_shared() ? 5 : 20;
      compare.operator()<float>(true, repeats, {400, 3});
      compare.operator()<double>(true, repeats, {600, 3});
      compare.operator()<std::complex<float>>(true, repeats, {200, 3});
      compare.operator()<std::complex<double>>(true, repeats, {200, 3});
    }
    for (const comm::Grid* grid : grids)
      Cblacs_gridexit(grid->context());
  }
}

} // namespace
