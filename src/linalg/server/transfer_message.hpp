// What the server of a product and its workers say to each other.
//
//     server to worker    word: a product begins, or a panel comes, if there are several, or there will be none
//                         announcement: a Transfer as numbers; then the elements of its pieces, a message each, unless
//                         they lie in shared memory: then it says where
//     worker to server    report: the updates of the oldest transfer that has any are done; the elements it returns, or, if
//                         they lie in shared memory, an empty message
//     both                panel: its elements; from the worker then pivots and INFO, and its seconds
//
// MPI keeps the order of messages of one tag between two processes, so nothing is numbered.
#pragma once

#include "comm/messages.hpp"
#include "hetgrid/server.hpp"

#include <vector>

namespace hetgrid::linalg {

using layout::Index;

namespace server_message {

enum Tag { announcement = 1, elements, report, result, word, panel };

/// Numbers in an announcement, at most.
constexpr std::size_t longest_announcement = 1280;

/// Of a piece that travels as a message.
constexpr Index nowhere = -1;

struct Announcement {
  server::Transfer transfer;
  std::vector<Index> places; ///< in shared memory, bytes, of every piece to the worker; or nowhere
};

/// \throws SystemError if it is longer than that
std::vector<Index> encoded(const server::Transfer& transfer, const std::vector<Index>& places);
/// Tells a worker that there will be no more transfers.
std::vector<Index> end_of_work();
/// Nothing: the end of work. The worker is not told, nor does it need to know, who it is.
std::optional<Announcement> decoded(const std::vector<Index>& numbers);

} // namespace server_message

/// visit(offset, size) for the messages, bytes, that so many elements make: MPI counts in an int.
template <typename Visit>
void each_message(std::size_t bytes, Visit&& visit) {
  constexpr std::size_t largest = std::size_t{1} << 30;
  for (std::size_t begin = 0; begin < bytes; begin += largest)
    visit(begin, std::min(largest, bytes - begin));
}

} // namespace hetgrid::linalg
