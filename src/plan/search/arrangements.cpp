// Processes are placed from the fastest on. Row i is filled from the left, and may get its next process only
// while it is shorter than row i - 1: then every prefix is a Young diagram and rows and columns are
// non-decreasing.
//
// Processes of equal cycle-time fill a set of cells; of all the orders in which they can fill it only the one
// row by row from the top is taken. Once all of them are placed, only the diagram counts: of a diagram and
// its transpose, the one whose row lengths are lexicographically larger is taken, unless earlier diagrams
// have decided already.
#include "plan/search/arrangements.hpp"

#include "layout/subscript.hpp"

#include <algorithm>
#include <cmath>

namespace hetgrid::plan {
double count_nondecreasing_arrangements(int p, int q) {
  double logarithm = std::lgamma(p * static_cast<double>(q) + 1.0);
  for (int i = 1; i < p; ++i)
    logarithm += std::lgamma(i + 1.0);
  for (int i = q; i < q + p; ++i)
    logarithm -= std::lgamma(i + 1.0);
  return std::round(std::exp(logarithm));
}

PartialArrangement::PartialArrangement(std::span<const double> sorted, int p, int q)
    : sorted_(sorted), arrangement_{p, q, std::vector<int>(sorted.size())}, length_(at(p), 0),
      asymmetric_since_(p == q ? p * q + 1 : -1) {
  row_of_.reserve(sorted.size());
}

int PartialArrangement::against_transpose() const {
  for (int k = 0; k < arrangement_.p; ++k) {
    const auto column =
        std::ranges::count_if(length_, [k](int row_length) { return row_length > k; }); // length of column k
    if (length_[at(k)] != column)
      return length_[at(k)] < column ? -1 : 1;
  }
  return 0;
}

bool PartialArrangement::extend(int row) {
  int& length = length_[at(row)];
  if (length == arrangement_.q || (row > 0 && length_[at(row - 1)] == length))
    return false;
  if (placed_ > 0 && sorted_[at(placed_)] == sorted_[at(placed_ - 1)] && row < row_of_.back())
    return false;
  arrangement_.process[at(row * arrangement_.q + length)] = placed_;
  ++length;
  ++placed_;
  row_of_.push_back(row);
  const bool last_of_its_kind = complete() || sorted_[at(placed_)] != sorted_[at(placed_ - 1)];
  if (placed_ <= asymmetric_since_ && last_of_its_kind) {
    const int order = against_transpose();
    if (order < 0) {
      retract();
      return false;
    }
    if (order > 0)
      asymmetric_since_ = placed_;
  }
  return true;
}

void PartialArrangement::retract() {
  if (placed_ == asymmetric_since_)
    asymmetric_since_ = arrangement_.p * arrangement_.q + 1;
  --placed_;
  --length_[at(row_of_.back())];
  row_of_.pop_back();
}

} // namespace hetgrid::plan
