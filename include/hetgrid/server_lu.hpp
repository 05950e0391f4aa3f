// LU factorization of a matrix of r x r blocks that the server has, right-looking, by its workers: [Dongarra06] 7. Pure arithmetic,
// no MPI.
//
// A step factors a panel of mu block columns with partial pivoting within its whole height, as LAPACK, in one place, which
// has all of it in memory; solves for the mu block rows to its right; and updates the core, the rest, of n x n blocks:
//
//   P A(:, 1:mu) = L U        U12 = L11^-1 A12        A22 -= L21 U12
//
// For the core a worker keeps a chunk of U12; for every block row of the core it receives the row of L21 and its part of the row of
// A22, which it returns. A server that computes is a worker whose link costs nothing; it has all blocks at hand. The server has one port;
// where it has many, predictions are too long.
#pragma once

#include "hetgrid/server.hpp"
#include "hetgrid/server_policies.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hetgrid::server::lu {

// ---- one worker

struct Cost {
  double blocks = 0;  ///< sent and returned
  double updates = 0; ///< of blocks
};

/// 7.1, without pivoting: r^3 / mu + r^2 blocks, (r^3 + 2 mu^2 r) / 3 updates.
/// \throws ArgumentError unless mu divides r
Cost one_worker(Index r, Index mu);

// ---- homogeneous cluster

/// 7.2: the fewest workers that keep the port busy, ceil(mu w / (3 c)), at most p.
Index enrolled_of_cluster(const Worker& worker, Index mu, Index p);

// ---- chunks

/// Of U12: height <= mu block rows; mu / height chunks, one after the other, make up the mu rows.
struct Chunk {
  Index height = 0, width = 0; ///< 0: no room

  bool operator==(const Chunk&) const = default;
};

/// 7.3 case 1, for a worker with room for mu_i^2 blocks of U12, mu_i < mu: square if mu_i <= mu / 2, whole columns otherwise.
Chunk chunk_of_paper(Index mu_i, Index mu);

/// Blocks that travel for an update of a block: of the row of L21 and, there and back, of the row of A22.
double blocks_per_update(const Chunk& chunk, Index mu);

/// The chunk with the fewest blocks per update of all that a memory of m buffers has room for, with two rows of L21 and two of A22:
/// height width + 2 (height + width) <= m. At most `columns` wide. \param buffers 0: not limited
Chunk best_chunk(Index buffers, Index mu, Index columns);

// ---- plans, one part of a step after the other

enum class Widths {
  equal, ///< the same mu in all steps, but for what is left at the end
  free   ///< a mu for every step
};

struct Step {
  Index mu = 0;
  Index n = 0;          ///< of the core
  int panel_worker = 0; ///< that factors the panel
  int rows_worker = 0;  ///< that solves for the rows
  double panel_seconds = 0, rows_seconds = 0, core_seconds = 0;
  std::vector<int> enrolled; ///< for the core

  double seconds() const { return panel_seconds + rows_seconds + core_seconds; }
};

struct Plan {
  std::vector<Step> steps;
  double seconds = 0; ///< predicted
};

/// The predicted time of steps of these widths, which add up to r. \throws ArgumentError if they do not, or nobody has memory for a panel
Plan predict(const Star& star, Index r, std::span<const Index> widths);

/// The widths with the shortest predicted time. All are tried for up to 64 columns and 200 workers; of others a
/// ladder. \throws ArgumentError if nobody has memory for a column of r blocks
Plan make_plan(const Star& star, Index r, Widths widths = Widths::free);

// ---- with look-ahead, as src/linalg/server executes it
//
// The server factors the first panel. In a step it interchanges rows and solves for U12; then the workers update the core, while the
// server updates the columns of the next panel and factors it. Process 0 is the server, whether it has a part in the cores or not.

/// Columns that are factored at once.
struct Panel {
  Index width = 0; ///< elements
  int process = 0; ///< that factors them

  bool operator==(const Panel&) const = default;
};

/// How long something takes.
struct Run {
  double seconds = 0;
  double bytes = 0; ///< over links
};
/// Of an update C -= A B by these workers.
using UpdateRun = std::function<Run(const Star&, const Product&)>;

/// Of a factorization by these panels, whose widths add up to min(m, n). \param matrix  m x n, k = min(m, n)
/// \throws ArgumentError if they do not, or a process is none of the star's
Run predict(const Star& star, const Product& matrix, std::span<const Panel> panels, const UpdateRun& core);

/// The panels, of equal widths of whole blocks, that take the shortest time. \param estimate  of core, quick: it tells which widths
/// are tried, as long as one may be better
std::vector<Panel> look_ahead_panels(const Star& star, const Product& matrix, const UpdateRun& estimate,
                                     const UpdateRun& core);

// The products by a policy, each with shares of C for all workers: with_shares().

std::vector<Panel> look_ahead_panels(const Star& star, const Product& matrix, std::string_view policy);

/// How a matrix is factored, and what that is predicted to take.
struct LookAhead {
  std::string policy;
  std::vector<Panel> panels;
  Run predicted;
};
/// \throws ArgumentError if the policy is none for these workers
LookAhead plan_look_ahead(const Star& star, const Product& matrix, std::string_view policy);

/// A policy for the products of a factorization.
struct JudgedLookAhead {
  PolicyInfo policy;
  std::string obstacle; ///< why it is none for these workers; empty: it is one
  LookAhead plan;       ///< if it is
};
/// All that have chunks of C, those that are possible first, the fastest of them before the others.
/// \throws ArgumentError if the star is illegal, or no worker has room for a chunk of one block
std::vector<JudgedLookAhead> compare_look_ahead(const Star& star, const Product& matrix);
/// By name, the first of these; where speeds may be wrong, the policy that is predicted to be the fastest for the largest product, of
/// panels as wide as they are with the speeds of the star. \throws ArgumentError as compare_look_ahead
std::string choose_policy(const Star& star, const Product& matrix, const Uncertainty& uncertainty);

/// One that has as many multiplications as LU of an n x n matrix, and the solution for nrhs right-hand sides.
Product all_products(Index n, Index nrhs, Index block_size, int element_bytes);

/// No shorter time is possible, by any algorithm, for a product with the workers and the server, which has work of its own, seconds.
double least_seconds_with_server(Star star, const Product& product);

/// Columns that are factored at once within a panel.
inline constexpr Index panel_block = 64;

} // namespace hetgrid::server::lu
