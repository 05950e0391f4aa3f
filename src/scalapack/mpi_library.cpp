// A library that is preloaded brings its own MPI along. If the program is linked with another one, calls of MPI from here
// go to whichever comes first in the order of loading, the program's as a rule, with the handles of the other. What tells
// them apart without a handle: the text of MPI_Get_library_version; whether the MPI that answers has been initialised;
// the names of the libraries in the process.
#include "scalapack/mpi_library.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <mpi.h>
#include <string>
#include <string_view>

namespace hetgrid::scalapack {
namespace {

/// Implementations whose handles and libraries can take each other's place.
enum class Family { mpich, open_mpi, unknown };

#define HG_MPI_TEXT_OF(x) #x
#define HG_MPI_TEXT(x) HG_MPI_TEXT_OF(x)
#if defined(OPEN_MPI)
constexpr Family built_family = Family::open_mpi;
constexpr const char* built_name = "Open MPI " HG_MPI_TEXT(OMPI_MAJOR_VERSION) "." HG_MPI_TEXT(
    OMPI_MINOR_VERSION) "." HG_MPI_TEXT(OMPI_RELEASE_VERSION);
#elif defined(MPICH_VERSION)
constexpr Family built_family = Family::mpich;
constexpr const char* built_name = "MPICH " MPICH_VERSION;
#else
constexpr Family built_family = Family::unknown;
constexpr const char* built_name = "MPI " HG_MPI_TEXT(MPI_VERSION) "." HG_MPI_TEXT(MPI_SUBVERSION);
#endif

Family family_of(std::string_view version) {
  const auto has = [&](std::string_view name) { return version.find(name) != std::string_view::npos; };
  if (has("Open MPI") || has("Spectrum MPI"))
    return Family::open_mpi;
  if (has("MPICH") || has("Intel(R) MPI") || has("MVAPICH"))
    return Family::mpich;
  return Family::unknown;
}

/// The first line of what the MPI that answers here says of itself: up to the first tab, line end or comma.
std::string_view version_of_program() {
  // By far more than any implementation writes: the constant of the other one may be larger than ours.
  static std::array<char, 65536> text{};
  int length = 0;
  if (MPI_Get_library_version(text.data(), &length) != MPI_SUCCESS)
    return {};
  const std::string_view all(text.data());
  return all.substr(0, all.find_first_of("\t\n,"));
}

bool is_of_another_family(std::string_view library) {
  const bool open_mpi = library.starts_with("libopen-pal.so") || library.starts_with("libmpi.so.40"),
             mpich = library.starts_with("libmpich.so") || library.starts_with("libmpifort.so.12");
  return built_family == Family::mpich ? open_mpi : built_family == Family::open_mpi && mpich;
}

extern "C" int look_at_library(dl_phdr_info* library, std::size_t, void* found) {
  const std::string_view path(library->dlpi_name ? library->dlpi_name : "");
  const auto slash = path.rfind('/');
  if (is_of_another_family(path.substr(slash == std::string_view::npos ? 0 : slash + 1)))
    *static_cast<bool*>(found) = true;
  return 0;
}

bool another_family_is_loaded() {
  bool found = false;
  dl_iterate_phdr(look_at_library, &found);
  return found;
}

/// As launchers tell it: MPI cannot be asked.
bool is_first_process() {
  for (const char* const variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* const rank = std::getenv(variable))
      return std::strcmp(rank, "0") == 0;
  return true;
}

bool compare() {
  const std::string_view version = version_of_program();
  const Family family = family_of(version);
  const bool differs = built_family != Family::unknown && family != Family::unknown && family != built_family;
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (!differs && (initialized || !another_family_is_loaded()))
    return true;
  if (is_first_process())
    std::fprintf(
        stderr,
        "hetgrid: libhetgrid-scalapack: built for %s, but the program runs with %.*s: expected the same MPI; "
        "every call goes to ScaLAPACK\n",
        built_name, differs ? static_cast<int>(version.size()) : 11,
        differs ? version.data() : "another MPI");
  return false;
}

} // namespace

const char* built_for_mpi() noexcept {
  return built_name;
}

bool program_has_our_mpi() noexcept {
  static const bool same = compare();
  return same;
}

} // namespace hetgrid::scalapack
