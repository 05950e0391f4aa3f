// How kernels are executed. An ordinary program computes, and time passes by itself. A simulated one (SimGrid's
// SMPI, configure --with-simgrid) has a clock of its own: kernels tell it how long they take on the host of the
// process. This header is the seam and has the only switch between the two; everything else asks `simulated`, so that both
// ways are compiled, or is a source of simulated.mk.
#pragma once

#include "hetgrid/platform.hpp"

#include <chrono>
#include <cstdint>

namespace hetgrid::kernel {

/// Speed of a kind of kernel relative to the matrix product.
using Rate = double plan::KernelRates::*;
/// How it depends on the width of a panel.
using Curve = plan::WidthCurve plan::WidthRates::*;

#ifdef HETGRID_SIMULATED

/// This program runs in the virtual time of SimGrid.
inline constexpr bool simulated = true;

/// False if kernels only take time (HETGRID_KERNELS=modelled): then they neither read nor write matrix elements, all
/// processes share the memory of their messages, and results mean nothing.
bool computes();

/// Lets `operations` (of double precision, as LAPACK counts them; or bytes, where the rate is one of bytes) pass at the
/// host's speed of matrix products, times its `rate`. With HETGRID_KERNELS=real no time passes.
void pass_time(double operations);
void pass_time(double operations, Rate rate);
void pass_time(double operations, Rate rate, Curve curve, double width);
/// That of a product of m x k times k x n elements.
void pass_product_time(double m, double n, double k, double operations);

void use_speed_at(double elements);
void use_average_speed();

/// While it lives, kernels run at the speed of a host whose local part of the updated matrix has so many elements of T
/// (plan::ProcessSpeed::curve), else at the one speed that the host is said to have.
template <typename T>
class LocalPart {
public:
  explicit LocalPart(std::int64_t elements) { resize(elements); }
  LocalPart(const LocalPart&) = delete;
  ~LocalPart() { use_average_speed(); }
  void resize(std::int64_t elements) {
    use_speed_at(static_cast<double>(elements) * sizeof(T) / sizeof(double));
  }
};

/// While it lives, kernels take no time: they are charged as a whole.
class Untimed {
public:
  Untimed();
  Untimed(const Untimed&) = delete;
  ~Untimed();
};

/// As pass_time, but the time passes with that of the next kernel, or in settle(): for what is small and frequent.
void owe_time(double operations, Rate rate);
void settle();

/// Seconds since any fixed moment.
double now();
#else

inline constexpr bool simulated = false;

constexpr bool computes() {
  return true;
}
template <typename T>
struct LocalPart {
  explicit LocalPart(std::int64_t) {}
  void resize(std::int64_t) {}
};

struct Untimed {
  Untimed() {} // not trivial, so that no compiler calls it unused
};
inline void pass_time(double) {}
inline void pass_time(double, Rate) {}
inline void pass_time(double, Rate, Curve, double) {}
inline void pass_product_time(double, double, double, double) {}
inline void owe_time(double, Rate) {}
inline void settle() {}

inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

#endif

// Of a simulated program alone.

/// now() without what is owed: does not let time pass.
double virtual_time();
/// Floating-point operations a second that the host makes in matrix products of double precision.
double host_speed();

} // namespace hetgrid::kernel
