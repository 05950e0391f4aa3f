// Processes are placed from the fastest on. Row i is filled from the left, and may get its next process only
// while it is shorter than row i - 1: then every prefix is a Young diagram and rows and columns are
// non-decreasing.
#include "plan/arrangements.hpp"

#include <cmath>

namespace hetgrid::plan {
namespace {

class Generator {
public:
  Generator(int p, int q, const std::function<void(const Arrangement&)>& visit, bool skip_transposes)
      : visit_(visit), skip_transposes_(skip_transposes && p == q), filled_(static_cast<std::size_t>(p), 0) {
    arrangement_.p = p;
    arrangement_.q = q;
    arrangement_.process.resize(static_cast<std::size_t>(p) * static_cast<std::size_t>(q));
  }

  void place(int process) {
    const int p = arrangement_.p, q = arrangement_.q;
    if (process == p * q)
      return visit_(arrangement_);
    for (int i = 0; i < p; ++i) {
      int& length = filled_[static_cast<std::size_t>(i)];
      if (length == q || (i > 0 && filled_[static_cast<std::size_t>(i - 1)] == length))
        continue;
      if (process == 1 && skip_transposes_ && i == 0)
        continue; // the transpose of an arrangement that is visited
      arrangement_.process[static_cast<std::size_t>(i * q + length)] = process;
      ++length;
      place(process + 1);
      --length;
    }
  }

private:
  const std::function<void(const Arrangement&)>& visit_;
  bool skip_transposes_;
  std::vector<int> filled_; ///< processes placed in each row
  Arrangement arrangement_;
};

} // namespace

double count_nondecreasing_arrangements(int p, int q) {
  double logarithm = std::lgamma(p * q + 1.0);
  for (int i = 1; i < p; ++i)
    logarithm += std::lgamma(i + 1.0);
  for (int i = q; i < q + p; ++i)
    logarithm -= std::lgamma(i + 1.0);
  return std::round(std::exp(logarithm));
}

void for_each_nondecreasing_arrangement(int p, int q, const std::function<void(const Arrangement&)>& visit,
                                        bool one_of_each_transpose_pair) {
  Generator(p, q, visit, one_of_each_transpose_pair).place(0);
}

} // namespace hetgrid::plan
