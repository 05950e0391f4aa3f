// Every request for memory of an intercepted call fails once, on one process: the call is done or ScaLAPACK has it, with
// the same INFO on all processes and the right result in any case, and nobody waits for ever. In `make check' some of the
// requests, with HETGRID_CHECK_LONG all. On processes 0 and 1 the speeds are equal, and the program's matrices are worked
// on in place; 1 and 2 compute on copies.
// ranks: 3
// without sanitizers: its allocator takes the place of theirs
#include "testing/support/mpi_test.hpp"

#include <malloc.h> // before the allocator, which declares malloc again

#include "testing/support/failing_allocator.hpp"
#include "testing/support/few_addresses.hpp"
#include "testing/support/larger.hpp"

#include "comm/blacs.hpp"
#include "kernel/blas_buffer.hpp"
#include "scalapack/dispatch.hpp"
#include "testing/robustness/small_matrix.hpp"
#include "testing/support/scalapack_names.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace hetgrid::testing;
namespace names = hetgrid::testing::scalapack;

struct TransparentMode {
  TransparentMode() {
    setenv("HETGRID_CYCLE_TIMES", "1,1,3", 1);
    setenv("HETGRID_MIN_N", "0", 1);
  }
};
BOOST_TEST_GLOBAL_FIXTURE(TransparentMode);

constexpr int n = 260, nb = 20, few = 3, many = 100;

double element(int i, int j) {
  return ((7 * i + 11 * j + i * j) % 23) / 23.0 - 0.5;
}

/// The operands of a call, as they are before it, and what it returns.
struct Operands {
  SmallMatrix a, b, c;
  std::vector<int> ipiv, iwork;
  std::vector<double> tau, work;
  std::vector<std::complex<double>> hermitian, complex_b, complex_c; ///< where a, b and c lie
  double scale = 0;
  int info = 0;

  Operands(int context, int nrhs)
      : a(Interface::scalapack, context, n, n, nb), b(Interface::scalapack, context, n, nrhs, nb),
        c(Interface::scalapack, context, n, nrhs, nb), ipiv(n + nb), iwork(10000), tau(n), work(100000) {
    fill();
  }
  void fill() {
    a.each([](int i, int j, double& x) { x = i == j ? n : element(std::min(i, j), std::max(i, j)); });
    b.each([](int i, int j, double& x) { x = element(i, j); });
    c.each([](int i, int j, double& x) { x = element(j, i); });
    hermitian = complex_of(a);
    complex_b = complex_of(b);
    complex_c = complex_of(c);
    std::ranges::fill(ipiv, 0);
    std::ranges::fill(tau, 0);
    scale = info = -77;
  }
  /// Hermitian if the matrix is symmetric.
  static std::vector<std::complex<double>> complex_of(SmallMatrix& matrix) {
    std::vector<std::complex<double>> all;
    matrix.each([&](int i, int j, double x) {
      all.emplace_back(x, i == j ? 0 : (i < j ? 1 : -1) * element(std::min(i, j), std::max(i, j)));
    });
    return all;
  }
  /// IPIV of a matrix whose rows, all on this grid row, were interchanged.
  void set_pivots() {
    for (int i = 0; i < n; ++i)
      ipiv[static_cast<std::size_t>(i)] = i + 1 + (n - 1 - i) * (i % 3) / 3;
  }
  /// The largest difference of what the call writes, relative to the largest element.
  double difference(const Operands& other) const {
    double largest = 1, difference = 0;
    const auto compare = [&](const auto& mine, const auto& its) {
      for (std::size_t k = 0; k < mine.size(); ++k) {
        largest = std::max<double>(largest, std::abs(its[k]));
        if (!(mine[k] == its[k]))
          difference = larger(difference, static_cast<double>(std::abs(mine[k] - its[k])));
      }
    };
    compare(a.local, other.a.local);
    compare(b.local, other.b.local);
    compare(c.local, other.c.local);
    compare(hermitian, other.hermitian);
    compare(complex_b, other.complex_b);
    compare(complex_c, other.complex_c);
    compare(ipiv, other.ipiv);
    compare(tau, other.tau);
    compare(std::vector{scale}, std::vector{other.scale});
    return difference / largest;
  }
};

struct Case {
  const char* name;
  int nrhs;
  std::function<void(Operands&)> call;
};

template <typename T = double, typename... Arguments>
void call(const names::Routine& routine, const Arguments&... arguments) {
  names::call_with<void>(routine.of<T>(), std::tuple_cat(names::pointers(arguments)...));
}

void gemm(Operands& x, char transa, char transb, double beta) {
  const double alpha = 0.7;
  const int columns = x.c.desc[3];
  call(names::gemm, transa, transb, n, columns, n, alpha, x.a.local.data(), one, one, x.a.desc,
       x.b.local.data(), one, one, x.b.desc, beta, x.c.local.data(), one, one, x.c.desc);
}

void trsm(Operands& x) {
  const double alpha = 0.7;
  const int columns = x.b.desc[3];
  call(names::trsm, 'L', 'L', 'N', 'N', n, columns, alpha, x.a.local.data(), one, one, x.a.desc,
       x.b.local.data(), one, one, x.b.desc);
}

const std::vector<Case>& cases() {
  static const int lwork = 100000, liwork = 10000;
  using Complex = std::complex<double>;
  static const Complex alpha(0.7, 0.2), beta(0.3, -0.1);
  static const std::vector<Case> all{
      {"PDGEMM", many, [](Operands& x) { gemm(x, 'N', 'N', 0); }},
      {"PDGEMM, transposed", many, [](Operands& x) { gemm(x, 'T', 'N', 0.3); }},
      {"PDTRSM", many, trsm},
      {"PDTRSM, few right-hand sides", few, trsm},
      {"PDGETRF", few,
       [](Operands& x) {
         call(names::getrf, n, n, x.a.local.data(), one, one, x.a.desc, x.ipiv.data(), &x.info);
       }},
      {"PDGESV", few,
       [](Operands& x) {
         call(names::gesv, n, x.b.desc[3], x.a.local.data(), one, one, x.a.desc, x.ipiv.data(),
              x.b.local.data(), one, one, x.b.desc, &x.info);
       }},
      {"PDGESV, many right-hand sides", many,
       [](Operands& x) {
         call(names::gesv, n, x.b.desc[3], x.a.local.data(), one, one, x.a.desc, x.ipiv.data(),
              x.b.local.data(), one, one, x.b.desc, &x.info);
       }},
      {"PDGEQRF", few,
       [](Operands& x) {
         call(names::geqrf, n, n, x.a.local.data(), one, one, x.a.desc, x.tau.data(), x.work.data(), lwork,
              &x.info);
       }},
      {"PDGELS", few,
       [](Operands& x) {
         call(names::gels, 'N', n, n, x.b.desc[3], x.a.local.data(), one, one, x.a.desc, x.b.local.data(),
              one, one, x.b.desc, x.work.data(), lwork, &x.info);
       }},
      {"PDPOTRF", few,
       [](Operands& x) { call(names::potrf, 'L', n, x.a.local.data(), one, one, x.a.desc, &x.info); }},
      {"PDPOSV", few,
       [](Operands& x) {
         call(names::posv, 'U', n, x.b.desc[3], x.a.local.data(), one, one, x.a.desc, x.b.local.data(), one,
              one, x.b.desc, &x.info);
       }},
      {"PDTRMM", many,
       [](Operands& x) {
         call(names::trmm, 'L', 'U', 'T', 'N', n, x.b.desc[3], 0.7, x.a.local.data(), one, one, x.a.desc,
              x.b.local.data(), one, one, x.b.desc);
       }},
      {"PDSYMM", many,
       [](Operands& x) {
         call(names::symm, 'L', 'U', n, x.c.desc[3], 0.7, x.a.local.data(), one, one, x.a.desc,
              x.b.local.data(), one, one, x.b.desc, 0.3, x.c.local.data(), one, one, x.c.desc);
       }},
      {"PDSYRK", many,
       [](Operands& x) {
         call(names::syrk, 'L', 'N', n, x.b.desc[3], 0.7, x.b.local.data(), one, one, x.b.desc, 0.3,
              x.a.local.data(), one, one, x.a.desc);
       }},
      {"PDSYR2K", many,
       [](Operands& x) {
         call(names::syr2k, 'U', 'N', n, x.b.desc[3], 0.7, x.b.local.data(), one, one, x.b.desc,
              x.c.local.data(), one, one, x.c.desc, 0.3, x.a.local.data(), one, one, x.a.desc);
       }},
      {"PDTRTRI", few,
       [](Operands& x) { call(names::trtri, 'L', 'N', n, x.a.local.data(), one, one, x.a.desc, &x.info); }},
      {"PDPOTRI", few,
       [](Operands& x) { call(names::potri, 'U', n, x.a.local.data(), one, one, x.a.desc, &x.info); }},
      {"PDSYGST", n,
       [](Operands& x) {
         call(names::sygst, one, 'L', n, x.c.local.data(), one, one, x.c.desc, x.a.local.data(), one, one,
              x.a.desc, &x.scale, &x.info);
       }},
      {"PDPOTRS", many,
       [](Operands& x) {
         call(names::potrs, 'L', n, x.b.desc[3], x.a.local.data(), one, one, x.a.desc, x.b.local.data(), one,
              one, x.b.desc, &x.info);
       }},
      {"PDGETRI", few,
       [](Operands& x) {
         x.set_pivots();
         call(names::getri, n, x.a.local.data(), one, one, x.a.desc, x.ipiv.data(), x.work.data(), lwork,
              x.iwork.data(), liwork, &x.info);
       }},
      {"PDGETRS", many,
       [](Operands& x) {
         x.set_pivots();
         call(names::getrs, 'N', n, x.b.desc[3], x.a.local.data(), one, one, x.a.desc, x.ipiv.data(),
              x.b.local.data(), one, one, x.b.desc, &x.info);
       }},
      {"PDTRAN", n,
       [](Operands& x) {
         call(names::tran, n, n, 0.7, x.b.local.data(), one, one, x.b.desc, 0.3, x.c.local.data(), one, one,
              x.c.desc);
       }},
      {"PDGEMR2D", many,
       [](Operands& x) {
         call(names::gemr2d, n, many - nb, x.b.local.data(), one, one, x.b.desc, x.c.local.data(), one,
              nb + 1, x.c.desc, x.c.desc[1]);
       }},
      {"PZTRANU", n,
       [](Operands& x) {
         call<Complex>(names::tranu, n, n, Complex(1), x.complex_b.data(), one, one, x.b.desc, Complex(0),
                       x.complex_c.data(), one, one, x.c.desc);
       }},
      {"PZTRANC", n,
       [](Operands& x) {
         call<Complex>(names::tranc, n, n, alpha, x.complex_b.data(), one, one, x.b.desc, beta,
                       x.complex_c.data(), one, one, x.c.desc);
       }},
      {"PZHEMM", many,
       [](Operands& x) {
         call<Complex>(names::hemm, 'L', 'U', n, x.c.desc[3], alpha, x.hermitian.data(), one, one, x.a.desc,
                       x.complex_b.data(), one, one, x.b.desc, beta, x.complex_c.data(), one, one, x.c.desc);
       }},
      {"PZHERK", many,
       [](Operands& x) {
         call<Complex>(names::herk, 'L', 'N', n, x.b.desc[3], 0.7, x.complex_b.data(), one, one, x.b.desc,
                       0.3, x.hermitian.data(), one, one, x.a.desc);
       }},
      {"PZHER2K", many,
       [](Operands& x) {
         call<Complex>(names::her2k, 'U', 'N', n, x.b.desc[3], alpha, x.complex_b.data(), one, one, x.b.desc,
                       x.complex_c.data(), one, one, x.c.desc, 0.3, x.hermitian.data(), one, one, x.a.desc);
       }},
      {"PZHEGST", n,
       [](Operands& x) {
         call<Complex>(names::sygst, one, 'L', n, x.complex_c.data(), one, one, x.c.desc, x.hermitian.data(),
                       one, one, x.a.desc, &x.scale, &x.info);
       }},
  };
  return all;
}

/// The next request to fail: all of them, or the first ones and then fewer and fewer.
long after(long k) {
  return thorough() || k < 6 ? k + 1 : 2 * k;
}

[[gnu::noinline]] void grow_stack() {
  volatile char most[1 << 20];
  for (std::size_t i = 0; i < sizeof most; i += 4096)
    most[i] = 0;
}

/// What is wanted whatever happens: the stack, which grows into addresses as well, and 1 MB for ScaLAPACK free in the heap.
void provide_for_others() {
  grow_stack();
  void* volatile room = std::malloc(1 << 20);
  std::free(room);
}

/// Two processes of MPI_COMM_WORLD in a row, of which the second lacks memory.
class Pair {
public:
  Pair(int first, int second) {
    int processes[] = {first, second};
    Cblacs_get(-1, 0, &context_);
    Cblacs_gridmap(&context_, processes, 1, 1, 2);
    lacks_memory_ = mpi_rank() == second;
    member_ = mpi_rank() == first || lacks_memory_;
  }
  ~Pair() {
    if (member_)
      Cblacs_gridexit(context_);
  }
  /// Requests that failed, on the process that lacks memory.
  long fail_in(const Case& one_case) const {
    if (!member_)
      return 0;
    Operands expected(context_, one_case.nrhs), x(context_, one_case.nrhs);
    {
      const hetgrid::scalapack::ScalapackCall guard;
      one_case.call(expected);
    }
    long faults = 0;
    int failed = 1;
    for (long k = 1; failed; k = after(k)) {
      x.fill();
      if (lacks_memory_)
        FailingAllocator::instance().arm(k);
      one_case.call(x);
      failed = FailingAllocator::instance().disarm();
      const MPI_Comm comm = Cblacs2sys_handle(handle());
      MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, comm);
      faults += failed;
      const double difference = x.difference(expected);
      BOOST_TEST(difference < 1e-11,
                 one_case.name << ", request " << k << ": " << difference << " on " << on_rank());
      BOOST_TEST(x.info == expected.info,
                 one_case.name << ", request " << k << ": INFO " << x.info << " on " << on_rank());
    }
    return faults;
  }
  /// With few addresses. What ScaLAPACK needs it finds in the heap, from which nothing goes back: it ends the program
  /// where it has no memory.
  void limit_in(const Case& one_case, const std::vector<std::size_t>& addresses) const {
    if (!member_)
      return;
    Operands expected(context_, one_case.nrhs), x(context_, one_case.nrhs);
    {
      const hetgrid::scalapack::ScalapackCall guard;
      one_case.call(expected);
    }
    for (const std::size_t more : addresses) {
      x.fill();
      {
        std::optional<FewAddresses> few_addresses;
        if (lacks_memory_) {
          provide_for_others();
          few_addresses.emplace(more);
        }
        one_case.call(x);
      }
      const double difference = x.difference(expected);
      BOOST_TEST(difference < 1e-11,
                 one_case.name << ", " << more << " bytes: " << difference << " on " << on_rank());
      BOOST_TEST(x.info == expected.info, one_case.name << ", " << more << " bytes: INFO " << x.info);
    }
  }
  bool is_first() const { return member_ && !lacks_memory_; }

private:
  int handle() const {
    int handle = -1;
    Cblacs_get(context_, 10, &handle);
    return handle;
  }

  int context_ = 0;
  bool member_ = false, lacks_memory_ = false;
};

void fail_in_all_cases(int first, int second, const char* how) {
  const Pair pair(first, second);
  FailingAllocator::instance().count_program(); // the library is within it
  for (const Case& one_case : cases()) {
    const long faults = pair.fail_in(one_case);
    if (pair.is_first()) {
      std::cout << one_case.name << ' ' << how << ": " << faults << " faults" << std::endl;
      BOOST_TEST(faults > 3, one_case.name << " has asked for nothing");
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

} // namespace

BOOST_AUTO_TEST_CASE(addresses_are_short) {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  for (const auto& [first, second] : {std::pair(0, 1), {1, 2}}) {
    const Pair pair(first, second);
    pair.limit_in(cases().front(), {0}); // for OpenBLAS's own buffer, either
    hetgrid::kernel::take_blas_buffer();
    for (const Case& one_case : cases())
      pair.limit_in(one_case, {0, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26});
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

BOOST_AUTO_TEST_CASE(in_place) {
  fail_in_all_cases(0, 1, "in place");
}

BOOST_AUTO_TEST_CASE(on_copies) {
  fail_in_all_cases(1, 2, "on copies");
}
