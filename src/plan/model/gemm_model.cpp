// The loop of linalg::gemm over windows of the inner index: a process writes its pieces of the next windows, as many as
// schedule::windows_of_product says are under way, into the panels of its grid row and column, which are free once all have
// multiplied the window that was there, then waits for the current one and multiplies it. A panel that has one reader is not
// written: the multiply reads the operand itself.
#include "plan/model/model.hpp"
#include "schedule/parameters.hpp"
#include "schedule/product.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace hetgrid::plan {
namespace {

/// Latest of a time of the members, by line.
std::vector<double> latest(const std::vector<double>& time, const std::vector<int>& line, std::size_t lines) {
  std::vector<double> result(lines);
  for (std::size_t k = 0; k < time.size(); ++k) {
    double& latest = result[static_cast<std::size_t>(line[k])];
    latest = std::max(latest, time[k]);
  }
  return result;
}

/// Panels of one operand: A's, which the processes of a row line share, or B's, of a column line.
class Panels {
public:
  /// \param length  of the panel on each member, elements
  Panels(const Costs& costs, const Wires& wires, const std::vector<int>& line, int lines,
         const std::vector<double>& length)
      : line_(line), lines_(wires.lines(line, lines)), length_(latest(length, line, lines_.size())),
        free_(lines_.size()), ready_(lines_.size()), arrived_(lines_.size()), bytes_(costs.element_bytes()) {}

  /// Seconds that its messages of an inner index take of each member. \param own  elements of it that each member has
  std::vector<double> overhead(const Costs& costs, const Wires& wires, const std::vector<double>& own,
                               double width) const {
    const auto hosts = static_cast<std::size_t>(wires.hosts());
    std::vector<double> of_host(lines_.size() * hosts), seconds(own.size());
    for (std::size_t k = 0; k < own.size(); ++k)
      of_host[index(k) * hosts + static_cast<std::size_t>(wires.host(k))] += own[k];
    const std::vector<bool> receives = wires.receivers(line_);
    for (std::size_t k = 0; k < own.size(); ++k) {
      const Line& mine = line_of(k);
      if (mine.hosts < 2)
        continue;
      const double others = mine.hosts - 1, length = length_[index(k)],
                   direct = std::min<double>(others, mine.fan_out(length * width * bytes_)),
                   received =
                       receives[k]
                           ? length - of_host[index(k) * hosts + static_cast<std::size_t>(wires.host(k))]
                           : 0,
                   passed_on = received * (others - direct) / others;
      seconds[k] = costs.overhead(k, bytes_ * (own[k] * direct + passed_on), bytes_ * received);
    }
    return seconds;
  }

  bool shared(std::size_t member) const { return line_of(member).members > 1; }
  double free(std::size_t member) const { return shared(member) ? free_[index(member)] : 0; }
  double ready(std::size_t member) const { return shared(member) ? ready_[index(member)] : 0; }

  /// Bytes that windows of this width send between hosts.
  double bytes_between_hosts(double width) const {
    double sum = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line)
      sum += (lines_[line].hosts - 1) * length_[line] * width * bytes_;
    return sum;
  }
  /// \param written  when each member had written its pieces of a window
  /// \param strip  seconds of a strip of the multiply: at the end of one a process asks for what is to come, at the end of another
  /// it passes on what has come
  /// \param link_free  when the link of each host is free: it carries one panel of one window after the other, of both operands
  void send(const Wires& wires, const std::vector<double>& written, double width, double strip,
            std::vector<double>& link_free) {
    sent_ = latest(written, line_, lines_.size());
    for (std::size_t k = 0; k < line_.size(); ++k)
      if (line_of(k).hosts > 1)
        sent_[index(k)] = std::max(sent_[index(k)], link_free[static_cast<std::size_t>(wires.host(k))]);
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      // Each host has its own part already.
      const double hosts = lines_[line].hosts, come = hosts > 1 ? (hosts - 1) / hosts : 1;
      const double bytes = come * length_[line] * width * bytes_;
      arrived_[line] = sent_[line] + lines_[line].seconds(bytes);
      ready_[line] = arrived_[line] + 2 * lines_[line].passed_on(bytes) * strip;
    }
    for (std::size_t k = 0; k < line_.size(); ++k)
      if (line_of(k).hosts > 1) {
        double& free = link_free[static_cast<std::size_t>(wires.host(k))];
        free = std::max(free, arrived_[index(k)] - line_of(k).hop.latency);
      }
  }
  /// \param multiplied  when each member was done with a window
  void release(const std::vector<double>& multiplied) { free_ = latest(multiplied, line_, lines_.size()); }

private:
  std::size_t index(std::size_t member) const { return static_cast<std::size_t>(line_[member]); }
  const Line& line_of(std::size_t member) const { return lines_[index(member)]; }

  const std::vector<int>& line_;
  std::vector<Line> lines_;
  std::vector<double> length_, free_, ready_, arrived_, sent_; ///< by line
  double bytes_;
};

} // namespace

std::int64_t gemm_steps(const Problem& problem, const schedule::Parameters& parameters) {
  return static_cast<std::int64_t>(
      std::ceil(static_cast<double>(problem.n) / schedule::gemm_depth(parameters)));
}

void model_gemm(const Problem& problem, const Costs& costs, Wires& wires, Workload& work, Ledger& ledger,
                const std::vector<SimulatedStep>& steps) {
  const auto n = static_cast<double>(problem.n);
  const double depth = schedule::gemm_depth(work.parameters());
  const auto windows = static_cast<std::size_t>(
      schedule::windows_of_product(!wires.one_host(), work.parameters().gemm_lookahead));
  const std::size_t members = work.members().size();
  work.cut({0, problem.n});
  Trailing local(members);
  work.next(local);
  Panels a(costs, wires, work.row_line(), work.row_lines(), local.rows);
  Panels b(costs, wires, work.column_line(), work.column_lines(), local.columns);

  // Of one column of a window.
  std::vector<double> write(members), multiply(members);
  double strip = 0; // the longest
  for (std::size_t k = 0; k < members; ++k) {
    const double shared = a.shared(k) + b.shared(k), rows = a.shared(k) * local.rows[k],
                 columns = b.shared(k) * local.columns[k];
    write[k] = costs.copy(k, shared * local.area[k] / n);
    multiply[k] = 2 * local.area[k] * costs.per_operation(k, local.area[k]) /
                  rates_at_width(costs.kernels(k), depth).lu_update;
    const auto strips = schedule::product_strips(
        static_cast<std::int64_t>(local.rows[k]), static_cast<std::int64_t>(local.columns[k]),
        static_cast<std::int64_t>(depth), std::max(work.row_lines(), work.column_lines()));
    strip = std::max(strip, multiply[k] / static_cast<double>(strips));
    ledger.parts[k].bytes = costs.element_bytes() * ((rows + columns) * n - shared * local.area[k]);
    ledger.parts[k].memory =
        costs.element_bytes() *
        (3 * local.area[k] + static_cast<double>(windows) * (rows + columns) * std::min(n, depth));
  }

  // Messages of a window take time of the multiply beside them, or of the wait for it, which has some to spare.
  std::vector<double> handle(members);
  if (!wires.one_host() && costs.has_overhead()) {
    std::vector<double> own(members);
    for (std::size_t k = 0; k < members; ++k)
      own[k] = local.area[k] / n;
    const std::vector<double> of_a = a.overhead(costs, wires, own, depth),
                              of_b = b.overhead(costs, wires, own, depth);
    std::ranges::transform(of_a, of_b, handle.begin(), std::plus<>());
  }

  const auto width = [&](std::size_t window) {
    return std::min(depth, n - static_cast<double>(steps[window].step) * depth);
  };
  std::vector<std::vector<double>> ready(windows, std::vector<double>(members)); // by window under way
  std::vector<double> link_free(static_cast<std::size_t>(wires.hosts()));
  std::size_t opened = 0;
  // \param busy  seconds that a process does not look after messages
  const auto open = [&](double busy) {
    const double columns = width(opened);
    for (std::size_t k = 0; k < members; ++k) {
      ledger.wait(k, std::max(a.free(k), b.free(k)));
      ledger.charge(k, &ProcessPrediction::communication, write[k] * columns);
    }
    const std::vector<double>& written = ledger.clock;
    const double bus = wires.occupy_bus(*std::ranges::min_element(written),
                                        a.bytes_between_hosts(columns) + b.bytes_between_hosts(columns));
    a.send(wires, written, columns, busy, link_free);
    b.send(wires, written, columns, busy, link_free);
    for (std::size_t k = 0; k < members; ++k)
      ready[opened % windows][k] = std::max({wires.one_host() ? 0 : bus, a.ready(k), b.ready(k)});
    ++opened;
  };
  const auto wait = [&](std::size_t window) {
    for (std::size_t k = 0; k < members; ++k)
      ledger.wait(k, ready[window % windows][k]);
  };
  open(0);
  if (!wires.one_host())
    wait(0);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    ledger.begin_step(steps[step].weight);
    while (opened < std::min({steps.size(), step + windows, 2 * step + 3}))
      open(strip * width(step)); // beside the multiply of the window before
    wait(step);
    for (std::size_t k = 0; k < members; ++k) {
      ledger.charge(k, &ProcessPrediction::communication, handle[k] * width(step));
      ledger.charge(k, &ProcessPrediction::update, multiply[k] * width(step));
    }
    a.release(ledger.clock);
    b.release(ledger.clock);
  }
}

} // namespace hetgrid::plan
