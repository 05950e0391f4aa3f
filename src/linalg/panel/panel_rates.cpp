#include "linalg/panel/panel_rates.hpp"

#include "kernel/flops.hpp"
#include "linalg/panel/lu_panel.hpp"
#include "linalg/panel/qr_panel.hpp"

#include <algorithm>
#include <memory>
#include <random>

namespace hetgrid::linalg {
namespace {

constexpr int lu_width = 64, qr_width = 128; // schedule::widths_of

/// A random panel of one process.
struct PanelAlone {
  layout::Axis axis;
  comm::LineReduction line{MPI_COMM_SELF};
  std::vector<double> original, data;
  std::vector<std::byte> header;
  DistributedPanel<double> panel;

  PanelAlone(int rows, int width, std::size_t header_bytes, std::size_t exchange_bytes)
      : axis{layout::AxisMap::uniform(1), rows, rows, 0},
        original(static_cast<std::size_t>(rows) * static_cast<std::size_t>(width)), data(original.size()),
        header(header_bytes),
        panel{PanelRows(axis, 0, rows, 0), width, data.data(), rows, &line, header.data()} {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> element(-0.5, 0.5);
    std::ranges::generate(original, [&] { return element(random); });
    line.reserve(exchange_bytes);
  }
  PanelAlone(const PanelAlone&) = delete;

  static std::size_t memory(int rows, int width, std::size_t header_bytes, std::size_t exchange_bytes) {
    return 2 * static_cast<std::size_t>(rows) * static_cast<std::size_t>(width) * sizeof(double) +
           header_bytes + comm::LineReduction::memory(exchange_bytes);
  }
};

} // namespace

std::vector<measure::RateKernel> panel_rate_kernels(int rows) {
  const auto lu_operands = std::make_shared<PanelAlone>(rows, lu_width, LuHeader<double>::bytes(lu_width),
                                                        LuPanel<double>::exchange_bytes(lu_width)),
             qr_operands =
                 std::make_shared<PanelAlone>(rows, qr_width, ReflectorHeader<double>::bytes(qr_width),
                                              QrPanel<double>::exchange_bytes(qr_width));
  const auto restore = [](const std::shared_ptr<PanelAlone>& x) {
    return [x] { std::ranges::copy(x->original, x->data.begin()); };
  };
  return {{"getrf_columns", kernel::getrf_cost<double>(rows, lu_width), restore(lu_operands),
           [x = lu_operands, lu = LuPanel<double>()]() mutable {
             lu.start(x->panel, 0);
             lu.advance();
           }},
          {"geqrf_columns", kernel::geqrf_cost<double>(rows, qr_width), restore(qr_operands),
           [x = qr_operands, qr = QrPanel<double>()]() mutable {
             qr.start(x->panel);
             qr.advance();
           }}};
}

std::size_t panel_rate_memory(int rows) {
  return PanelAlone::memory(rows, lu_width, LuHeader<double>::bytes(lu_width),
                            LuPanel<double>::exchange_bytes(lu_width)) +
         PanelAlone::memory(rows, qr_width, ReflectorHeader<double>::bytes(qr_width),
                            QrPanel<double>::exchange_bytes(qr_width)) +
         QrPanel<double>::memory(qr_width);
}

} // namespace hetgrid::linalg
