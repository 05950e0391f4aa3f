// A library that is preloaded brings its own MPI along. If the program has another one, the order of loading decides which
// of the two every call of MPI goes to, those of the program and of its ScaLAPACK, too: it may not even get through
// MPI_Init. So the names of all libraries are looked at before main(), and a program that has both is begun again without
// the preloaded library. Where it was linked instead, the first call finds out, by what needs no handle: the text of
// MPI_Get_library_version, and whether the MPI that answers has been initialised.
#include "scalapack/mpi_library.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <mpi.h>
#include <string>
#include <string_view>
#include <unistd.h>

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

void tell(std::string_view program) {
  if (is_first_process())
    std::fprintf(
        stderr,
        "hetgrid: libhetgrid-scalapack: built for %s, but the program runs with %.*s: expected the same MPI; "
        "every call goes to ScaLAPACK\n",
        built_name, static_cast<int>(program.size()), program.data());
}

constexpr std::string_view other_family_name =
    built_family == Family::mpich ? "Open MPI" : "MPICH or a relative";

bool compare() {
  const std::string_view version = version_of_program();
  const Family family = family_of(version);
  const bool differs = built_family != Family::unknown && family != Family::unknown && family != built_family;
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (!differs && (initialized || !another_family_is_loaded()))
    return true;
  tell(differs ? version : other_family_name);
  return false;
}

bool is_this_library(std::string_view path) {
  const auto slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1).starts_with("libhetgrid-scalapack.so");
}

/// LD_PRELOAD without this library; the same if it is not there.
std::string without_this_library(std::string_view preloaded) {
  constexpr std::string_view separators = ": ";
  std::string rest;
  while (!preloaded.empty()) {
    const auto end = std::min(preloaded.find_first_of(separators), preloaded.size());
    const std::string_view path = preloaded.substr(0, end);
    if (!path.empty() && !is_this_library(path))
      rest += (rest.empty() ? "" : ":") + std::string(path);
    preloaded.remove_prefix(std::min(end + 1, preloaded.size()));
  }
  return rest;
}

/// Before main(), with its arguments.
[[gnu::constructor]] void leave_programs_of_another_mpi(int, char** arguments, char**) {
  const char* const preloaded = std::getenv("LD_PRELOAD");
  if (!preloaded || !std::strstr(preloaded, "libhetgrid-scalapack.so") || !another_family_is_loaded())
    return;
  tell(other_family_name);
  const std::string rest = without_this_library(preloaded);
  if (rest.empty())
    unsetenv("LD_PRELOAD");
  else
    setenv("LD_PRELOAD", rest.c_str(), 1);
  execve("/proc/self/exe", arguments, environ);
}

} // namespace

const char* built_for_mpi() noexcept {
  return built_name;
}

bool is_first_process() noexcept {
  for (const char* const variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* const rank = std::getenv(variable))
      return std::strcmp(rank, "0") == 0;
  return true;
}

bool program_has_our_mpi() noexcept {
  static const bool same = compare();
  return same;
}

} // namespace hetgrid::scalapack
