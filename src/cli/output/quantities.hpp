// Quantities for people: four digits and the unit in which these are neither many nor an exponent.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hetgrid::cli {

/// Of time: what is shown is seconds / size, followed by the name.
struct TimeUnit {
  const char* name;
  double size;
};
/// ns, us, ms or s: the one in which this time is at least 1.
TimeUnit time_unit(double seconds);

/// "40 ns", "4.5 us", "67.14 ms", "28.84 s", "123457 s".
std::string duration(double seconds);
/// "67.14 MF/s", "184.9 GF/s", "1.2 TF/s" of 1e9 operations a second.
std::string speed(double gflops);
/// "512 B", "1.5 MB", "2 GB", powers of 1000.
std::string byte_size(double bytes);
/// "10 MB/s"; infinite: "unlimited".
std::string bandwidth(double bytes_per_second);
/// "1 process", "0 processes": the plural unless it is one.
std::string counted(std::size_t count, std::string_view one, std::string_view more);

} // namespace hetgrid::cli
