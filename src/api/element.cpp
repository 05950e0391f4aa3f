// HG_P?ELSET and HG_P?ELGET: one element of a distributed matrix, uneven or uniform.
#include "api/element.hpp"

#include "api/border.hpp"
#include "api/check.hpp"
#include "api/context_axes.hpp"
#include "comm/collectives.hpp"

#include <algorithm>
#include <cctype>
#include <complex>

namespace hetgrid::api {
namespace {

/// Element (i, j), 1-based, of a matrix, as this process sees the arguments.
struct Element {
  layout::Descriptor desc;
  GridShape shape;
  int i, j;
  int position_desc; ///< of the descriptor in the argument list; I and J stand right before it

  Element(const int* descriptor, int i_, int j_, int position)
      : desc(layout::Descriptor::from(descriptor)), shape(desc.context), i(i_), j(j_),
        position_desc(position) {}

  int info_of(DescriptorEntry entry) const noexcept { return -(position_desc * 100 + entry); }

  /// INFO of the first illegal argument. Spelled out, since programs fill whole matrices element by element.
  int check() const noexcept {
    if (i < 1 || i > std::max(desc.m, 0))
      return -(position_desc - 2);
    if (j < 1 || j > std::max(desc.n, 0))
      return -(position_desc - 1);
    if (desc.dtype == layout::dtype_partitioned) {
      const comm::Grid* const grid = comm::Grid::find(desc.context);
      if (!grid || !grid->owner_map())
        return info_of(dtype_);
    } else if (desc.dtype != layout::dtype_uneven && desc.dtype != layout::dtype_block_cyclic)
      return info_of(dtype_);
    if (desc.mb < 1)
      return info_of(mb_);
    if (desc.nb < 1)
      return info_of(nb_);
    if (desc.rsrc < 0 || desc.rsrc >= shape.p)
      return info_of(rsrc_);
    if (desc.csrc < 0 || desc.csrc >= shape.q)
      return info_of(csrc_);
    return 0;
  }
};

/// Where a legal element is: grid coordinates of its owner, index in the owner's local storage.
struct Place {
  int row, column;
  layout::Index index;

  explicit Place(const Element& element) {
    const layout::Index i = element.i - 1, j = element.j - 1;
    if (element.desc.dtype == layout::dtype_partitioned) {
      const auto place =
          layout::place_of(comm::Grid::of_context(element.desc.context).partitioned(element.desc), i, j);
      row = place.owner / element.shape.q;
      column = place.owner % element.shape.q;
      index = place.index;
      return;
    }
    const auto& [rows, columns] = ContextAxes(element.desc, element.shape);
    row = rows.owner(i);
    column = columns.owner(j);
    index = rows.local(i, row) + columns.local(j, column) * static_cast<layout::Index>(element.desc.lld);
  }
};

int reported(const char* routine, const Element& element, int info) {
  report_illegal_argument(element.desc.context, routine, info);
  return info;
}

/// Local: a program may call it on the owner alone.
template <typename T>
int elset(const char* routine, T* a, int i, int j, const int* desc, T alpha) {
  const Element element(desc, i, j, 4);
  if (!element.shape.member())
    return element.info_of(ctxt_);
  if (const int info = element.check(); info != 0)
    return reported(routine, element, info);
  const Place place(element);
  if (place.row == element.shape.myrow && place.column == element.shape.mycol)
    a[place.index] = alpha;
  return 0;
}

/// The processes that get an element: one line of the grid, or all of it.
struct Scope {
  const comm::Grid* grid = nullptr;
  MPI_Comm comm = MPI_COMM_NULL;
  char letter;

  Scope(char letter_, int context) : letter(letter_) {
    if (letter != 'R' && letter != 'C' && letter != 'A')
      return; // the owner alone, no communication
    grid = &comm::Grid::of_context(context);
    comm = letter == 'R' ? grid->row() : letter == 'C' ? grid->column() : grid->all();
  }
  /// INFO on which all processes of the scope agree.
  int agree(const Element& element, int info) const {
    if (comm == MPI_COMM_NULL)
      return info;
    ArgumentChecker check = letter == 'A' ? ArgumentChecker(*grid) : ArgumentChecker(comm);
    if (letter == 'A')
      check.context(element.position_desc, ctxt_, *grid);
    check.integer(element.position_desc - 2, element.i, 1);
    check.integer(element.position_desc - 1, element.j, 1);
    if (info != 0)
      check.illegal_info(info);
    return check.agree();
  }
  /// Sends the element from its owner to all.
  template <typename T>
  void spread(T& alpha, const Place& place, const GridShape& shape) const {
    if (letter == 'R' && place.row == shape.myrow)
      comm::broadcast(&alpha, 1, place.column, comm);
    else if (letter == 'C' && place.column == shape.mycol)
      comm::broadcast(&alpha, 1, place.row, comm);
    else if (letter == 'A')
      comm::broadcast(&alpha, 1, place.row * shape.q + place.column, comm);
  }
};

/// As PDELGET: processes outside the scope get zero.
template <typename T>
int elget(const char* routine, char letter, T& alpha, const T* a, int i, int j, const int* desc) {
  const Element element(desc, i, j, 7);
  const GridShape& shape = element.shape;
  alpha = T(0);
  if (!shape.member())
    return element.info_of(ctxt_);
  const Scope scope(static_cast<char>(std::toupper(static_cast<unsigned char>(letter))),
                    element.desc.context);
  if (const int info = scope.agree(element, element.check()); info != 0)
    return reported(routine, element, info);
  const Place place(element);
  if (place.row == shape.myrow && place.column == shape.mycol)
    alpha = a[place.index];
  scope.spread(alpha, place, shape);
  return 0;
}

} // namespace

template <typename T>
int elset2(const char* routine, T& alpha, T* a, int i, int j, const int* desc, T beta) {
  const Element element(desc, i, j, 5);
  alpha = T(0);
  if (!element.shape.member())
    return element.info_of(ctxt_);
  if (const int info = element.check(); info != 0)
    return reported(routine, element, info);
  const Place place(element);
  if (place.row == element.shape.myrow && place.column == element.shape.mycol) {
    alpha = a[place.index];
    a[place.index] = beta;
  }
  return 0;
}

} // namespace hetgrid::api

#define HG_DEFINE_ELEMENT(set, SET, get, GET, T)                                                             \
  template int hetgrid::api::elset2(const char*, T&, T*, int, int, const int*, T);                           \
  extern "C" void HG_FC_GLOBAL_(set, SET)(T * a, const int* ia, const int* ja, const int* desca,             \
                                          const T* alpha) {                                                  \
    hetgrid::api::last_info() = hetgrid::api::guarded(                                                       \
        #SET, [&] { return hetgrid::api::elset<T>(#SET, a, *ia, *ja, desca, *alpha); });                     \
  }                                                                                                          \
  extern "C" void HG_FC_GLOBAL_(get, GET)(const char* scope, const char*, T* alpha, const T* a,              \
                                          const int* ia, const int* ja, const int* desca) {                  \
    hetgrid::api::last_info() = hetgrid::api::guarded(                                                       \
        #GET, [&] { return hetgrid::api::elget<T>(#GET, *scope, *alpha, a, *ia, *ja, desca); });             \
  }

HG_DEFINE_ELEMENT(hg_pielset, HG_PIELSET, hg_pielget, HG_PIELGET, int)
HG_DEFINE_ELEMENT(hg_pselset, HG_PSELSET, hg_pselget, HG_PSELGET, float)
HG_DEFINE_ELEMENT(hg_pdelset, HG_PDELSET, hg_pdelget, HG_PDELGET, double)
HG_DEFINE_ELEMENT(hg_pcelset, HG_PCELSET, hg_pcelget, HG_PCELGET, std::complex<float>)
HG_DEFINE_ELEMENT(hg_pzelset, HG_PZELSET, hg_pzelget, HG_PZELGET, std::complex<double>)
