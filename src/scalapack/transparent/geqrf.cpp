// PxGEQRF and PxGELS on uniform layouts.
#include "linalg/geqrf.hpp"

#include "linalg/gels.hpp"
#include "scalapack/transparent/call.hpp"
#include "scalapack/transparent/letters.hpp"
#include "scalapack/transparent/transparent.hpp"

#include <numeric>

namespace hetgrid::scalapack::transparent {
namespace {

double qr_operations(double m, double n) {
  return m >= n ? 2 * n * n * (m - n / 3) : 2 * m * m * (n - m / 3);
}

/// ScaLAPACK's counts of local rows and columns, by which it sizes workspaces.
class LocalCounts {
public:
  explicit LocalCounts(int context) { Cblacs_gridinfo(context, &p_, &q_, &myrow_, &mycol_); }

  /// Of the blocks that rows first .. first+count-1 (0-based) touch, on this process.
  Index rows(const layout::Descriptor& desc, Index first, Index count) const {
    return touched(desc.mb, desc.rsrc, p_, myrow_, first, count);
  }
  Index columns(const layout::Descriptor& desc, Index first, Index count) const {
    return touched(desc.nb, desc.csrc, q_, mycol_, first, count);
  }
  int p() const { return p_; }
  int q() const { return q_; }

private:
  static Index touched(Index nb, int source, int processes, int me, Index first, Index count) {
    const layout::AxisMap map = layout::AxisMap::uniform(processes);
    return layout::numroc(count + first % nb, nb, me, layout::indxg2p(first, nb, source, map), map);
  }
  int p_ = 0, q_ = 0, myrow_ = 0, mycol_ = 0;
};

/// What PxGEQRF documents as the least LWORK.
Index geqrf_workspace(const LocalCounts& local, const layout::Descriptor& desc, Index ia, Index ja, Index m,
                      Index n) {
  return desc.nb * (local.rows(desc, ia - 1, m) + local.columns(desc, ja - 1, n) + desc.nb);
}

/// What PxGELS documents as the least LWORK.
template <typename T>
Index gels_workspace(const LocalCounts& local, const Operand<T>& a, const Operand<T>& b, Index m, Index n,
                     Index nrhs) {
  const layout::Descriptor &desc_a = a.desc(), &desc_b = b.desc();
  const Index rows_a = local.rows(desc_a, a.row() - 1, m),
              columns_a = local.columns(desc_a, a.column() - 1, n);
  const Index columns_b = local.columns(desc_b, b.column() - 1, nrhs);
  const Index k = std::min(m, n);
  if (m >= n) {
    const Index nb = desc_a.nb, tau = local.columns(desc_a, 0, a.column() - 1 + k);
    return tau + std::max(nb * (rows_a + columns_a + nb),
                          std::max(nb * (nb - 1) / 2, (columns_b + local.rows(desc_b, b.row() - 1, m)) * nb) +
                              nb * nb);
  }
  const Index mb = desc_a.mb, tau = local.rows(desc_a, 0, a.row() - 1 + k);
  const auto uniform = [](int processes) { return layout::AxisMap::uniform(processes); };
  const int shared = std::lcm(local.p(), local.q()) / local.p();
  const Index rows_of_first = layout::numroc(n + (b.row() - 1) % desc_b.mb, mb, 0, 0, uniform(local.p()));
  const Index folded = layout::numroc(rows_of_first, mb, 0, 0, uniform(shared));
  return tau + std::max(mb * (rows_a + columns_a + mb),
                        std::max(mb * (mb - 1) / 2, (local.rows(desc_b, b.row() - 1, n) +
                                                     std::max(columns_a + folded, columns_b)) *
                                                        mb) +
                            mb * mb);
}

constexpr std::string_view workspace_query = "a workspace query", short_workspace = "LWORK is too small";

} // namespace

template <typename T>
bool geqrf(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca, T* tau, T* work,
           const int* lwork, int* info) {
  return intercepted<T>("GEQRF", desca, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *m, *n, Access::in_out);
    call.operand(A);
    call.require(*lwork != -1, workspace_query);
    Index least_work = 0;
    if (call.acceptable())
      least_work = geqrf_workspace(LocalCounts(A.desc().context), A.desc(), *ia, *ja, *m, *n);
    call.require(*lwork >= least_work, short_workspace);
    const Work size{spelled("m", *m, "n", *n), call.order({*m, *n}), qr_operations(*m, *n), qr};
    return call.run<T>(
        size,
        [&](Session& session) {
          comm::Grid& grid = session.grid();
          const Submatrix<T> on_grid = A.on_grid();
          const Submatrix<T>& original = A.original();
          const auto local_end = on_grid.columns.local(on_grid.j + on_grid.n, grid.mycol());
          std::vector<T> mine(static_cast<std::size_t>(local_end));
          linalg::geqrf(grid, on_grid, mine.data());
          const auto all = gathered(on_grid.columns, on_grid.j, std::min(on_grid.m, on_grid.n), grid.mycol(),
                                    mine.data(), grid.row());
          scatter(all, T(0), original.columns, original.j, session.context_placement().mycol, tau);
          work[0] = static_cast<T>(static_cast<kernel::Real<T>>(least_work));
          *info = 0;
          return true;
        },
        A);
  });
}

template <typename T>
bool gels(const char* trans, const int* m, const int* n, const int* nrhs, T* a, const int* ia, const int* ja,
          const int* desca, T* b, const int* ib, const int* jb, const int* descb, T* work, const int* lwork,
          int* info) {
  return intercepted<T>("GELS", desca, [&](Call& call) {
    Operand<T> A(a, *ia, *ja, desca, *m, *n, Access::in_out);
    Operand<T> B(b, *ib, *jb, descb, std::max(*m, *n), *nrhs, Access::in_out);
    A.keep_original(); // a zero on the diagonal is found after the factorization
    B.keep_original();
    call.letter(*trans, std::is_floating_point_v<T> ? "NT" : "NC");
    call.operand(A);
    call.operand(B);
    call.require(*lwork != -1, workspace_query);
    call.require(*m >= *n ? call.rows_aligned(A, B) : call.columns_aligned_with_rows(A, B), not_aligned);
    call.require(*nrhs > 0, nothing_to_do);
    Index least_work = 0;
    if (call.acceptable())
      least_work = gels_workspace(LocalCounts(A.desc().context), A, B, *m, *n, *nrhs);
    call.require(*lwork >= least_work, short_workspace);
    const Work size{spelled(*trans, "m", *m, "n", *n, "nrhs", *nrhs), call.order({*m, *n}),
                    qr_operations(*m, *n) + 4.0 * *m * *n * *nrhs, qr};
    return call.run<T>(
        size,
        [&](Session& session) {
          const kernel::Transpose op =
              is_letter(*trans, 'N') ? kernel::Transpose::no : kernel::Transpose::conjugate;
          if (linalg::gels(session.grid(), op, A.on_grid(), B.on_grid()) != 0)
            return false; // a zero on the diagonal: ScaLAPACK divides by it
          work[0] = static_cast<T>(static_cast<kernel::Real<T>>(least_work));
          *info = 0;
          return true;
        },
        A, B);
  });
}

#define HG_TRANSPARENT_QR(T)                                                                                 \
  template bool geqrf(const int*, const int*, T*, const int*, const int*, const int*, T*, T*, const int*,    \
                      int*);                                                                                 \
  template bool gels(const char*, const int*, const int*, const int*, T*, const int*, const int*,            \
                     const int*, T*, const int*, const int*, const int*, T*, const int*, int*);
HG_TRANSPARENT_QR(float)
HG_TRANSPARENT_QR(double)
HG_TRANSPARENT_QR(std::complex<float>)
HG_TRANSPARENT_QR(std::complex<double>)

} // namespace hetgrid::scalapack::transparent
