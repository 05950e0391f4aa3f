// Which kernels OpenBLAS should use where it has chosen worse ones.
#define BOOST_TEST_MODULE blas_library
#include <boost/test/unit_test.hpp>

#include "kernel/blas_library.hpp"

#include <string_view>

using namespace hetgrid::kernel;

BOOST_AUTO_TEST_CASE(kernels_without_vector_instructions_are_told_on_processors_that_have_them) {
  struct Case {
    std::string_view core;
    VectorUnits units;
    std::string_view faster;
  };
  for (const auto& [core, units, faster] : {Case{"Prescott", VectorUnits::avx512, "SkylakeX"},
                                            {"Prescott", VectorUnits::avx2, "Haswell"},
                                            {"Prescott", VectorUnits::older, ""},
                                            {"Haswell", VectorUnits::avx512, "SkylakeX"},
                                            {"Zen", VectorUnits::avx512, "SkylakeX"},
                                            {"Haswell", VectorUnits::avx2, ""},
                                            {"Zen", VectorUnits::avx2, ""},
                                            {"SkylakeX", VectorUnits::avx512, ""},
                                            {"", VectorUnits::avx512, ""}}) // another BLAS
    BOOST_TEST(faster_core(core, units) == faster, core);
}
