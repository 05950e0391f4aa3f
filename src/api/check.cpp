#include "api/check.hpp"

#include "comm/collectives.hpp"
#include "linalg/profile.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

namespace hetgrid::api {
namespace {

/// Below every value and its negative: neither the largest nor the smallest of anything.
constexpr std::int64_t no_opinion = std::numeric_limits<std::int64_t>::lowest();

/// The entries of a descriptor that are global; the context is a local name of the grid, LLD_ is local.
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
  int entries[9];
  desc.to(entries);
  for (const DescriptorEntry entry : global_entries)
    same(position, entry, entries[entry - 1]);
}

void ArgumentChecker::no_descriptor(int position) {
  for (const DescriptorEntry entry : global_entries)
    values_.push_back({100 * position + entry, no_opinion, no_opinion});
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

int ArgumentChecker::agree() const {
  // One reduction: the lowest illegal key, and the largest and smallest of every value that must be the same.
  constexpr std::int64_t none = 1'000'000;
  std::vector<std::int64_t> extremes{first_illegal_ == 0 ? -none : -std::int64_t{first_illegal_}};
  for (const Value& value : values_) {
    extremes.push_back(value.value);
    extremes.push_back(value.negative);
  }
  {
    const linalg::Phase phase(&linalg::Profile::idle); // for those who call later
    comm::all_reduce(extremes, MPI_MAX, comm_);
  }
  std::int64_t key = -extremes[0];
  for (std::size_t k = 0; k < values_.size(); ++k)
    if (extremes[2 * k + 1] != no_opinion && extremes[2 * k + 1] != -extremes[2 * k + 2])
      key = std::min<std::int64_t>(key, values_[k].key);
  if (key == none)
    return 0;
  return static_cast<int>(key % 100 == 0 ? -key / 100 : -key);
}

} // namespace hetgrid::api
