// ScaLAPACK's routines by their base names for the four types, gemv.of<double>() is PDGEMV, and how to call them.
//
// The prototypes are not repeated here: every argument is a pointer, and a call knows how many it has. Behind the
// last one a Fortran routine gets the length of each CHARACTER argument; the PBLAS, which are C, ignore them.
#pragma once

#include "hetgrid/fortran_mangling.h"

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace hetgrid::testing::scalapack {

using Symbol = void (*)();

/// One routine for the four types.
struct Routine {
  const char* name;
  Symbol s, d, c, z;

  template <typename T>
  Symbol of() const {
    if constexpr (std::is_same_v<T, float>)
      return s;
    else if constexpr (std::is_same_v<T, double>)
      return d;
    else if constexpr (std::is_same_v<T, std::complex<float>>)
      return c;
    else
      return z;
  }
};

/// What an argument becomes: a tuple of pointers. A value goes by its address.
template <typename U>
std::tuple<const U*> pointers(const U& value) {
  static_assert(!std::is_integral_v<U> || sizeof(U) <= sizeof(int), "ScaLAPACK's integers are int");
  return {&value};
}
template <typename U>
std::tuple<U*> pointers(U* const& array) {
  return {array};
}

/// The arguments of a call as the machine sees them, addresses whatever they point to: routines with as many are called by one
/// function, which is compiled once.
class Words {
public:
  template <typename... Pointers>
  void add(const std::tuple<Pointers...>& arguments) {
    std::apply([this](auto*... pointer) { (add(pointer), ...); }, arguments);
  }
  template <typename Result>
  Result call(Symbol symbol) const {
    return calls<Result>(std::make_index_sequence<most>()).at(addresses_ + characters_)(symbol, *this);
  }

private:
  using Word = std::uintptr_t;
  static constexpr std::size_t most = 48;

  template <typename U>
  void add(U* pointer) {
    words_.at(addresses_++) = reinterpret_cast<Word>(pointer);
    characters_ += sizeof(U) == 1 ? 1 : 0;
  }
  /// Behind the addresses the lengths of CHARACTER arguments.
  Word word(std::size_t k) const { return k < addresses_ ? words_[k] : 1; }

  template <typename Result, std::size_t... K>
  static Result call_with(Symbol symbol, const Words& words, std::index_sequence<K...>) {
    return reinterpret_cast<Result (*)(decltype(words.word(K))...)>(symbol)(words.word(K)...);
  }
  template <typename Result, std::size_t N>
  static Result call_with(Symbol symbol, const Words& words) {
    return call_with<Result>(symbol, words, std::make_index_sequence<N>());
  }
  /// By the number of words.
  template <typename Result, std::size_t... N>
  static constexpr std::array<Result (*)(Symbol, const Words&), most> calls(std::index_sequence<N...>) {
    return {&Words::call_with<Result, N>...};
  }

  std::array<Word, most> words_ = {};
  std::size_t addresses_ = 0, characters_ = 0;
};

/// Calls the routine with the pointers in `arguments`.
template <typename Result, typename... Pointers>
Result call_with(Symbol symbol, const std::tuple<Pointers...>& arguments) {
  Words words;
  words.add(arguments);
  return words.call<Result>(symbol);
}

// One name for the routines of the real types (base r, upper case R) and of the complex ones (c, C).
#define HG_ROUTINES(r, R, c, C)                                                                              \
  extern "C" {                                                                                               \
  void HG_FC_GLOBAL(ps##r, PS##R)();                                                                         \
  void HG_FC_GLOBAL(pd##r, PD##R)();                                                                         \
  void HG_FC_GLOBAL(pc##c, PC##C)();                                                                         \
  void HG_FC_GLOBAL(pz##c, PZ##C)();                                                                         \
  }                                                                                                          \
  inline constexpr Routine r{#r, HG_FC_GLOBAL(ps##r, PS##R), HG_FC_GLOBAL(pd##r, PD##R),                     \
                             HG_FC_GLOBAL(pc##c, PC##C), HG_FC_GLOBAL(pz##c, PZ##C)};
#define HG_ROUTINE(name, NAME) HG_ROUTINES(name, NAME, name, NAME)
// Names that do not fit the pattern: base name, then the four in full.
#define HG_ROUTINE_NAMES(name, s, S, d, D, c, C, z, Z)                                                       \
  extern "C" {                                                                                               \
  void HG_FC_GLOBAL(s, S)();                                                                                 \
  void HG_FC_GLOBAL(d, D)();                                                                                 \
  void HG_FC_GLOBAL(c, C)();                                                                                 \
  void HG_FC_GLOBAL(z, Z)();                                                                                 \
  }                                                                                                          \
  inline constexpr Routine name{#name, HG_FC_GLOBAL(s, S), HG_FC_GLOBAL(d, D), HG_FC_GLOBAL(c, C),           \
                                HG_FC_GLOBAL(z, Z)};
// Routines of the real types only, and of the complex ones only.
#define HG_REAL_ROUTINE(r, R)                                                                                \
  extern "C" {                                                                                               \
  void HG_FC_GLOBAL(ps##r, PS##R)();                                                                         \
  void HG_FC_GLOBAL(pd##r, PD##R)();                                                                         \
  }                                                                                                          \
  inline constexpr Routine r{#r, HG_FC_GLOBAL(ps##r, PS##R), HG_FC_GLOBAL(pd##r, PD##R), nullptr, nullptr};
#define HG_COMPLEX_ROUTINE(c, C)                                                                             \
  extern "C" {                                                                                               \
  void HG_FC_GLOBAL(pc##c, PC##C)();                                                                         \
  void HG_FC_GLOBAL(pz##c, PZ##C)();                                                                         \
  }                                                                                                          \
  inline constexpr Routine c{#c, nullptr, nullptr, HG_FC_GLOBAL(pc##c, PC##C), HG_FC_GLOBAL(pz##c, PZ##C)};

// PBLAS 1
HG_ROUTINE(swap, SWAP)
HG_ROUTINE(scal, SCAL)
HG_ROUTINE(copy, COPY)
HG_ROUTINE(axpy, AXPY)
HG_ROUTINE(amax, AMAX)
HG_ROUTINES(dot, DOT, dotu, DOTU)
HG_COMPLEX_ROUTINE(dotc, DOTC)
HG_ROUTINE_NAMES(nrm2, psnrm2, PSNRM2, pdnrm2, PDNRM2, pscnrm2, PSCNRM2, pdznrm2, PDZNRM2)
HG_ROUTINE_NAMES(asum, psasum, PSASUM, pdasum, PDASUM, pscasum, PSCASUM, pdzasum, PDZASUM)
HG_ROUTINE_NAMES(real_scal, psscal, PSSCAL, pdscal, PDSCAL, pcsscal, PCSSCAL, pzdscal, PZDSCAL)
// PBLAS 2
HG_ROUTINE(gemv, GEMV)
HG_ROUTINE(agemv, AGEMV)
HG_ROUTINES(symv, SYMV, hemv, HEMV)
HG_ROUTINES(asymv, ASYMV, ahemv, AHEMV)
HG_ROUTINE(trmv, TRMV)
HG_ROUTINE(atrmv, ATRMV)
HG_ROUTINE(trsv, TRSV)
HG_ROUTINES(ger, GER, geru, GERU)
HG_COMPLEX_ROUTINE(gerc, GERC)
HG_ROUTINES(syr, SYR, her, HER)
HG_ROUTINES(syr2, SYR2, her2, HER2)
// PBLAS 3
HG_ROUTINE(gemm, GEMM)
HG_ROUTINE(symm, SYMM)
HG_COMPLEX_ROUTINE(hemm, HEMM)
HG_ROUTINE(syrk, SYRK)
HG_COMPLEX_ROUTINE(herk, HERK)
HG_ROUTINE(syr2k, SYR2K)
HG_COMPLEX_ROUTINE(her2k, HER2K)
HG_ROUTINE(trmm, TRMM)
HG_ROUTINE(trsm, TRSM)
HG_ROUTINE(geadd, GEADD)
HG_ROUTINE(tradd, TRADD)
HG_ROUTINES(tran, TRAN, tranc, TRANC)
HG_COMPLEX_ROUTINE(tranc, TRANC)
HG_COMPLEX_ROUTINE(tranu, TRANU)
// Redistribution
HG_ROUTINE(gemr2d, GEMR2D)
// Linear systems
HG_ROUTINE(getrf, GETRF)
HG_ROUTINE(gesv, GESV)
HG_ROUTINE(getrs, GETRS)
HG_ROUTINE(getri, GETRI)
HG_ROUTINE(gecon, GECON)
HG_ROUTINE(gerfs, GERFS)
HG_ROUTINE(geequ, GEEQU)
HG_ROUTINE(laqge, LAQGE)
HG_ROUTINE(gesvx, GESVX)
HG_ROUTINE(potrf, POTRF)
HG_ROUTINE(posv, POSV)
HG_ROUTINE(potrs, POTRS)
HG_ROUTINE(potri, POTRI)
HG_ROUTINE(pocon, POCON)
HG_ROUTINE(porfs, PORFS)
HG_ROUTINE(poequ, POEQU)
HG_ROUTINE(posvx, POSVX)
HG_ROUTINE(trtri, TRTRI)
HG_ROUTINE(trtrs, TRTRS)
HG_ROUTINE(trcon, TRCON)
HG_ROUTINE(lauum, LAUUM)
// Orthogonal factorizations
HG_ROUTINE(geqrf, GEQRF)
HG_ROUTINE(gels, GELS)
HG_ROUTINE(gelqf, GELQF)
HG_ROUTINE(geqlf, GEQLF)
HG_ROUTINE(gerqf, GERQF)
HG_ROUTINE(geqpf, GEQPF)
HG_ROUTINE(ggqrf, GGQRF)
HG_ROUTINE(ggrqf, GGRQF)
HG_ROUTINE(tzrzf, TZRZF)
HG_ROUTINES(orgqr, ORGQR, ungqr, UNGQR)
HG_ROUTINES(orglq, ORGLQ, unglq, UNGLQ)
HG_ROUTINES(orgql, ORGQL, ungql, UNGQL)
HG_ROUTINES(orgrq, ORGRQ, ungrq, UNGRQ)
HG_ROUTINES(ormqr, ORMQR, unmqr, UNMQR)
HG_ROUTINES(ormlq, ORMLQ, unmlq, UNMLQ)
HG_ROUTINES(ormql, ORMQL, unmql, UNMQL)
HG_ROUTINES(ormrq, ORMRQ, unmrq, UNMRQ)
HG_ROUTINES(ormbr, ORMBR, unmbr, UNMBR)
HG_ROUTINES(ormhr, ORMHR, unmhr, UNMHR)
HG_ROUTINES(ormtr, ORMTR, unmtr, UNMTR)
// Eigenproblems
HG_ROUTINES(syev, SYEV, heev, HEEV)
HG_ROUTINES(syevd, SYEVD, heevd, HEEVD)
HG_ROUTINES(syevx, SYEVX, heevx, HEEVX)
HG_ROUTINES(syevr, SYEVR, heevr, HEEVR)
HG_ROUTINES(sygvx, SYGVX, hegvx, HEGVX)
HG_ROUTINES(sygst, SYGST, hegst, HEGST)
HG_ROUTINES(sytrd, SYTRD, hetrd, HETRD)
HG_REAL_ROUTINE(stedc, STEDC)
HG_REAL_ROUTINE(gebal, GEBAL)
HG_ROUTINE(gehrd, GEHRD)
HG_REAL_ROUTINE(hseqr, HSEQR)
HG_ROUTINE(lahqr, LAHQR)
HG_COMPLEX_ROUTINE(trevc, TREVC)
// Singular values
HG_ROUTINE(gesvd, GESVD)
HG_ROUTINE(gebrd, GEBRD)
// Norms, copies, scaling
HG_ROUTINE(lange, LANGE)
HG_ROUTINE(lanhs, LANHS)
HG_ROUTINE(lansy, LANSY)
HG_COMPLEX_ROUTINE(lanhe, LANHE)
HG_ROUTINE(lantr, LANTR)
HG_ROUTINE(lacpy, LACPY)
HG_ROUTINE(laset, LASET)
HG_ROUTINE(lascl, LASCL)
HG_ROUTINE(matadd, MATADD)
HG_COMPLEX_ROUTINE(lacgv, LACGV)
HG_ROUTINE(lassq, LASSQ)
HG_COMPLEX_ROUTINE(rot, ROT)
HG_ROUTINE(larf, LARF)
HG_ROUTINE(latra, LATRA)
HG_ROUTINE(elset, ELSET)
HG_ROUTINE(elget, ELGET)
// Refused on uneven layouts
HG_ROUTINE(dbsv, DBSV)
HG_ROUTINE(gbsv, GBSV)
HG_ROUTINE(pbtrf, PBTRF)
HG_ROUTINE(dttrf, DTTRF)
HG_ROUTINE(pttrs, PTTRS)
HG_ROUTINE(larft, LARFT)
HG_ROUTINE(larfb, LARFB)
HG_ROUTINE(larfg, LARFG)
HG_ROUTINE(lacon, LACON)
HG_ROUTINE(labrd, LABRD)
HG_ROUTINE(lacp3, LACP3)
HG_REAL_ROUTINE(laed0, LAED0)

#undef HG_ROUTINES
#undef HG_ROUTINE
#undef HG_ROUTINE_NAMES
#undef HG_REAL_ROUTINE
#undef HG_COMPLEX_ROUTINE

} // namespace hetgrid::testing::scalapack
