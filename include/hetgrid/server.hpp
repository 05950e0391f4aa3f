// A product C := C + A B from one process, the server, that has the matrices, by workers of bounded memory: who is sent what
// when, as data, and how long that takes. The star platforms of [Dongarra06] 2.2. Pure arithmetic, no MPI.
//
//   Star, Product  ->  Policy::next: the next Transfer  ->  simulate(), or a run with messages
//
// A policy neither knows nor cares which of the two asks it. Indices are those of blocks, q x q elements, from 0; blocks at the
// lower and right borders are as small as they are.
#pragma once

#include "hetgrid/layout.hpp"
#include "hetgrid/platform.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hetgrid::server {

using layout::Index;

// ---- platform

/// A worker as the server sees it.
struct Worker {
  double seconds_per_block = 0;      ///< c: to send it a block or to receive one from it
  double seconds_per_update = 0;     ///< w: C(i, j) += A(i, k) B(k, j)
  Index buffers = 0;                 ///< m: blocks that its memory has room for; 0: not limited
  double latency = 0;                ///< seconds that a message takes besides
  int process = 0;                   ///< of the platform
  double copy_seconds_per_block = 0; ///< of its own core, and of the server's, for a block on its way
  /// With the server: that packs where the worker computes, and nothing travels. A policy is told c as of messages
  bool shares_memory = false;

  bool operator==(const Worker&) const = default;
};

/// How transfers get on their way.
enum class Posting {
  one_at_a_time, ///< [Dongarra06]: each has its link for itself, once its worker is ready for it
  ahead ///< as messages are posted: two at a time for a link, besides those that wait for their worker
};

/// The server and its workers.
struct Star {
  plan::Port port = plan::Port::one;
  std::vector<Worker> workers;
  int server = -1; ///< the worker that is the server itself, which computes, too; -1: it does not
  double pack_seconds_per_block = 0; ///< of its core, for a block on its way
  // What is posted ahead shares:
  Posting posting = Posting::one_at_a_time;
  double wire_seconds_per_block = 0; ///< of the server's own link to other hosts; 0: not limited
  bool both_ways = false;            ///< links carry results while they carry operands
  /// An update of the server itself, for what no worker does, also where it is none of them; 0: it is not known.
  double server_seconds_per_update = 0;
  /// Of the server's core, for what it does besides products; those of workers are like it.
  plan::KernelRates kernels = {};

  bool operator==(const Star&) const = default;
};

/// \throws ArgumentError naming the first illegal field: at least one worker, w positive, c and latencies not negative
void validate(const Star& star);

// ---- product

/// Blocks begin .. end-1 of an axis.
struct Blocks {
  Index begin = 0, end = 0;

  Index size() const { return end - begin; }
  bool operator==(const Blocks&) const = default;
};

/// C (m x n) := C + A (m x k) B (k x n): r x s, r x t and t x s blocks.
struct Product {
  Index m = 0, n = 0, k = 0; ///< elements
  Index block_size = 1;      ///< q
  int element_bytes = 8;     ///< 4, 8 or 16: single, double precision or single complex, double complex
  bool zero_c = false;       ///< beta = 0: C is not sent, workers begin with zeros
  bool returned = true;      ///< results go back to the server; [Dongarra06] 3 leaves them where they are
  /// The server adds results to its C (zeros, if beta = 0): workers begin with zeros, and several may have a part in a
  /// block, which a worker may return more than once. False: a block is one worker's, which is sent it and replaces it.
  bool added = false;

  Index r() const { return (m + block_size - 1) / block_size; }
  Index s() const { return (n + block_size - 1) / block_size; }
  Index t() const { return (k + block_size - 1) / block_size; }
  /// How often C travels.
  int journeys_of_c() const { return (begins_with_zeros() ? 0 : 1) + (returned ? 1 : 0); }
  /// A worker needs no C to begin with.
  bool begins_with_zeros() const { return zero_c || added; }
  /// Elements of a range of blocks, of an axis of so many elements.
  Index extent(Blocks blocks, Index elements) const {
    return std::min(blocks.end * block_size, elements) - std::min(blocks.begin * block_size, elements);
  }

  bool operator==(const Product&) const = default;
};

/// \throws ArgumentError unless sizes are positive, at most 10^8, and element_bytes is 4, 8 or 16
void validate(const Product& product);

/// The star around platform.server: all other processes, in their order, and the server itself, with a link of cost 0, where
/// it computes, too. Speeds are those with as much of C as the memory has room for. Between processes of a host the cores move what is
/// sent. Transfers are posted ahead, as in a run; in a star and behind a switch both ways.
/// \param sharing  so many processes of a host share memory, the first ones, the next ones and so on; 1: none
/// \throws ArgumentError if either is illegal or nobody is left to work
Star star_of(const plan::Platform& platform, const Product& product,
             int sharing = std::numeric_limits<int>::max());

// ---- transfers

enum class Operand { a, b, c };

/// A rectangle of blocks of an operand.
struct Piece {
  Operand operand = Operand::c;
  Blocks rows, columns;

  bool operator==(const Piece&) const = default;
};

/// C(rows, columns) += A(rows, steps) B(steps, columns).
struct Update {
  Blocks rows, columns, steps;

  bool operator==(const Update&) const = default;
};

/// What occupies the port of the server once. A worker does its updates in the order in which they come.
struct Transfer {
  int worker = 0;
  /// From the worker: pieces of C, once the worker has done all updates of them that it was given; their buffers are then
  /// free. To the worker: pieces in the order in which they go; of C, if workers begin with zeros, only the word to begin.
  bool to_server = false;
  std::vector<Piece> pieces;
  std::vector<Update> updates; ///< that the worker does as soon as it has the pieces
  std::vector<Piece> released; ///< pieces of A and B whose buffers are free after these updates

  bool operator==(const Transfer&) const = default;
};

/// Updates of blocks.
Index updates(const Transfer& transfer);
/// A result does not leave before its worker has done these updates.
bool waits_for(const Transfer& result, std::span<const Update> updates);
/// The worker has something to do, of which the server hears when it is done.
bool is_reported(const Transfer& transfer);

Index elements(const Product& product, const Piece& piece);
/// Of all pieces, for which the worker needs room.
Index elements(const Product& product, std::span<const Piece> pieces);
/// Not of a C that is zero, which only has to begin.
bool travels(const Product& product, const Transfer& transfer, const Piece& piece);
/// Of the pieces that travel.
Index elements_sent(const Product& product, const Transfer& transfer);
/// The same: each is a message.
Index messages(const Product& product, const Transfer& transfer);
/// That a worker has room for; the largest Index if its memory is not limited.
Index capacity(const Product& product, const Worker& worker);
/// How long the port is occupied.
double seconds(const Product& product, const Worker& worker, const Transfer& transfer);
/// How long the worker computes.
double seconds(const Product& product, const Worker& worker, const Update& update);
double update_seconds(const Product& product, const Worker& worker, const Transfer& transfer);

// ---- policies

/// What the server knows of a worker.
struct WorkerState {
  Index free = 0;    ///< elements that there is room for, now; what is on its way has its room
  Index pending = 0; ///< transfers with updates that it has not done yet
  double ready = 0;  ///< when it will have done all that it has been sent, as far as is known
};

struct View {
  double now = 0;
  std::span<const WorkerState> workers;
};

inline constexpr int any_worker = -1;

/// Decides what the server sends, and what it takes back, in which order. A policy remembers what it has sent; of what the
/// workers have done it hears. A new policy is made for every run.
class Policy {
public:
  virtual ~Policy() = default;
  /// The next transfer, or nothing before somebody has done something. If the worker has no room for it yet, or not all of
  /// C computed that it takes back, the port waits: a policy that follows a fixed order need not look at the view.
  /// \param worker  whose link is idle; any_worker if all workers share one port
  virtual std::optional<Transfer> next(const View& view, int worker) = 0;
  /// A worker has done the updates of its oldest pending transfer, or what was on its way to or from it has arrived.
  virtual void progressed(const View&, int /*worker*/) {}
  /// A worker does not answer any more. \param undone  updates that it was given, without result
  /// \return whether the policy sends these to others, and nothing to this worker until it is found again. If not, the server does
  /// them, and whatever the policy sends to this worker meanwhile.
  virtual bool lost(const View&, int /*worker*/, std::span<const Update> /*undone*/) { return false; }
  /// A worker that was lost to the policy has answered. It holds nothing.
  virtual void found(const View&, int /*worker*/) {}
};

// ---- simulation

/// What the simulation did with a transfer.
struct Occurrence {
  double begin = 0, end = 0;               ///< on the port, seconds
  double update_begin = 0, update_end = 0; ///< on the worker; equal if there is nothing to compute
};

/// What became of a worker, seconds.
struct WorkerOutcome {
  double computing = 0;
  double transferring = 0; ///< its link is busy
  double waiting =
      0; ///< neither computing nor sending results, from the beginning until it has nothing left to do
  double end = 0;        ///< then
  double bytes_sent = 0; ///< to it
  double bytes_returned = 0;
  Index most_elements = 0; ///< that it held at once
  Index transfers = 0;
};

struct Outcome {
  double seconds = 0; ///< until the last result is back, or computed if none goes back
  double port_busy =
      0;            ///< seconds in which the server sends or receives, or both; of several links, their sum
  double bytes = 0; ///< both ways
  std::vector<WorkerOutcome> workers;

  int enrolled() const; ///< workers that computed something
};

using Observer = std::function<void(const Transfer&, const Occurrence&)>;

/// A run of a policy, event by event. Posting::one_at_a_time: transfers take what seconds() says, one at a time or, with Port::many,
/// one for each worker at a time. Posting::ahead: what the run with messages of src/linalg/server does; messages that are under
/// way at the same time share the server's wire, or, with Port::many, the link of their worker. Workers compute while they
/// receive, except for what their cores have to copy meanwhile.
/// \param observer  hears of every transfer once it is known when the updates end
/// \throws ArgumentError if a transfer needs more memory than its worker will ever have free, if its worker or its pieces do
/// not exist, or if the policy ends before all updates are done and all results are back
Outcome simulate(const Star& star, const Product& product, Policy& policy, const Observer& observer = {});

} // namespace hetgrid::server
