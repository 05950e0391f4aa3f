#include "kernel/blas_library.hpp"

#include <cstdint>

#include <dlfcn.h>

// Where it is not in a library of its own, but in this program.
extern "C" char* openblas_get_config() __attribute__((weak));
extern "C" char* openblas_get_corename() __attribute__((weak));
extern "C" int openblas_get_num_threads() __attribute__((weak));

namespace hetgrid::kernel {
namespace {

template <typename Answer>
Answer ask(Answer (*function)()) {
  return function ? function() : Answer{};
}
template <typename Answer>
Answer ask(void* library, const char* function) {
  return ask(reinterpret_cast<Answer (*)()>(dlsym(library, function)));
}
std::string text(char* answer) {
  return answer ? answer : "";
}

std::string file_of_products() {
  Dl_info where{};
  void* const product = dlsym(RTLD_DEFAULT, "cblas_dgemm");
  return product && dladdr(product, &where) != 0 && where.dli_fname ? where.dli_fname : "";
}

BlasLibrary find() {
  BlasLibrary found{file_of_products(), {}, {}, 0};
  void* const library = found.file.empty() ? nullptr : dlopen(found.file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (!library)
    return {found.file, text(ask(openblas_get_config)), text(ask(openblas_get_corename)),
            ask(openblas_get_num_threads)};
  // Of this library or one that it needs: Debian's libblas.so.3 of OpenBLAS is a door to libopenblas.so.0.
  found.openblas = text(ask<char*>(library, "openblas_get_config"));
  found.core = text(ask<char*>(library, "openblas_get_corename"));
  found.threads = ask<int>(library, "openblas_get_num_threads");
  if (const auto blis = ask<std::int64_t>(library, "bli_thread_get_num_threads"); blis > 0)
    found.threads = static_cast<int>(blis);
  dlclose(library);
  return found;
}

} // namespace

const BlasLibrary& blas_library() {
  static const BlasLibrary library = find();
  return library;
}

VectorUnits vector_units() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    return VectorUnits::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return VectorUnits::avx2;
#endif
  return VectorUnits::older;
}

std::string_view faster_core(std::string_view core, VectorUnits units) {
  const bool is_without_avx = core == "Prescott", is_avx2 = core == "Haswell" || core == "Zen";
  if (units == VectorUnits::avx512 && (is_without_avx || is_avx2))
    return "SkylakeX";
  return units == VectorUnits::avx2 && is_without_avx ? "Haswell" : "";
}

} // namespace hetgrid::kernel
