#include "api/check.hpp"

#include "api/border.hpp"
#include "measure/profile.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

namespace hetgrid::api {
namespace {

/// The entries of a descriptor that are global; of the context, which has a local name, the grid is compared, LLD_ is
/// local.
constexpr std::array global_entries{dtype_, m_, n_, mb_, nb_, rsrc_, csrc_};

} // namespace

comm::Grid* common_grid(std::initializer_list<int> contexts) {
  int common = -1;
  std::ptrdiff_t most = 0;
  for (const int context : contexts)
    if (const auto count = std::ranges::count(contexts, context);
        count > most && comm::Grid::is_member(context)) {
      common = context;
      most = count;
    }
  return most > 0 ? &comm::Grid::of_context(common) : nullptr;
}

void ArgumentChecker::illegal(int position, int entry) {
  const int key = 100 * position + entry;
  if (first_illegal_ == 0 || key < first_illegal_)
    first_illegal_ = key;
}

char ArgumentChecker::character(int position, char value, std::string_view allowed) {
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(value)));
  if (allowed.find(upper) == std::string_view::npos)
    illegal(position);
  same(position, 0, upper);
  return upper;
}

void ArgumentChecker::integer(int position, std::int64_t value, std::int64_t least) {
  if (value < least)
    illegal(position);
  same(position, 0, value);
}

bool ArgumentChecker::workspace(int position, std::int64_t length) {
  const bool query = length == -1;
  if (!query && length < 1)
    illegal(position);
  same(position, 0, query);
  return query;
}

void ArgumentChecker::descriptor(int position, const layout::Descriptor& desc, const comm::Grid& grid) {
  const bool known = desc.dtype == layout::dtype_uneven || desc.dtype == layout::dtype_block_cyclic;
  const bool of_grid = desc.context == grid.context();
  if (!known)
    illegal(position, dtype_);
  if (!of_grid)
    illegal(position, ctxt_);
  const bool blocks = desc.mb >= 1 && desc.nb >= 1, sizes = desc.m >= 0 && desc.n >= 0;
  const bool row_source = desc.rsrc >= 0 && desc.rsrc < grid.p(),
             column_source = desc.csrc >= 0 && desc.csrc < grid.q();
  for (const auto& [entry, legal] : {std::pair{m_, desc.m >= 0},
                                     {n_, desc.n >= 0},
                                     {mb_, desc.mb >= 1},
                                     {nb_, desc.nb >= 1},
                                     {rsrc_, row_source},
                                     {csrc_, column_source}})
    if (!legal)
      illegal(position, entry);
  if (known && of_grid && blocks && sizes && row_source && column_source) {
    const layout::Axis rows = grid.row_axis(desc);
    if (desc.lld < std::max<std::int64_t>(1, rows.local(desc.m, grid.myrow())))
      illegal(position, lld_);
  }
  same_descriptor(position, desc, grid);
}

void ArgumentChecker::partitioned_descriptor(int position, const layout::Descriptor& desc,
                                             const comm::Grid& grid) {
  for (const auto& [entry, legal] :
       {std::pair{dtype_, desc.dtype == layout::dtype_partitioned && grid.owner_map()},
        {ctxt_, desc.context == grid.context()},
        {m_, desc.m >= 0},
        {n_, desc.n >= 0},
        {mb_, desc.mb >= 1},
        {nb_, desc.nb >= 1},
        {rsrc_, desc.rsrc == 0},
        {csrc_, desc.csrc == 0},
        {lld_, desc.lld >= 1}})
    if (!legal)
      illegal(position, entry);
  same_descriptor(position, desc, grid);
}

void ArgumentChecker::same_descriptor(int position, const layout::Descriptor& desc, const comm::Grid& grid) {
  int entries[9];
  desc.to(entries);
  for (const DescriptorEntry entry : global_entries)
    same(position, entry, entries[entry - 1]);
  context(position, ctxt_, grid);
}

void ArgumentChecker::no_descriptor(int position) {
  for (const DescriptorEntry entry : global_entries)
    agreement_.no_opinion(100 * position + entry);
  agreement_.no_opinion(100 * position + ctxt_);
}

void ArgumentChecker::submatrix(int position_i, std::int64_t i, std::int64_t j, std::int64_t m,
                                std::int64_t n, int position_desc, const layout::Descriptor& desc) {
  integer(position_i, i, 1);
  integer(position_i + 1, j, 1);
  if (m > 0 && n > 0) { // as CHK1MAT: an empty operand may lie anywhere
    if (i + m - 1 > desc.m)
      illegal(position_desc, m_);
    if (j + n - 1 > desc.n)
      illegal(position_desc, n_);
  }
}

int ArgumentChecker::agree() {
  const measure::Phase phase(&measure::Profile::idle); // for those who call later
  const int key = agreement_.reduce(opening_, first_illegal_);
  return key % 100 == 0 ? -key / 100 : -key;
}

int ArgumentChecker::agree(const char* routine, int context) {
  const int info = agree();
  if (info != 0)
    report_illegal_argument(context, routine, info);
  return info;
}

} // namespace hetgrid::api
