/// What most sources include, for those who compile all of them: GCC reads it once (make precompiled) and takes it in place
/// of the headers where CXXFLAGS has -include precompiled.hpp. Every source names what it uses all the same.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
