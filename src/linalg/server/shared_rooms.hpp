// Memory that the server shares with the workers on its own host: it packs pieces where they are used, and takes results from where
// they were computed, so that each is copied once.
//
// Addresses are there for twice what a worker may hold, as pieces wait for it and places are not always as long as they are wanted;
// pages are taken by the server when it needs them first, from the beginning. Whatever finds no part travels as a message. What waits
// for its worker is the server's; a worker maps no more pages than it may hold.
#pragma once

#include "comm/shared_window.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <mpi.h>
#include <optional>
#include <unistd.h>
#include <utility>
#include <vector>

namespace hetgrid::linalg {

/// Of the system, bytes.
inline std::size_t page_size() noexcept {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// A room for each worker that shares memory with rank 0.
class SharedRooms {
public:
  struct Room {
    std::byte* data = nullptr; ///< in this process; nullptr: messages
    std::size_t begin = 0, bytes = 0;
  };

  /// \param bytes  by rank, that each may hold. Collective over `comm`, within a Reservation
  SharedRooms(MPI_Comm comm, const std::vector<std::size_t>& bytes);

  const Room& of(int rank) const { return rooms_[static_cast<std::size_t>(rank)]; }
  /// Pages of a room, by rank 0. \return whether there are any
  bool take(const Room& room, std::size_t begin, std::size_t bytes) {
    return window_.take(room.begin + begin, bytes);
  }

private:
  std::vector<Room> rooms_;
  comm::SharedWindow window_;
};

/// The pages of its room that a worker has in its memory: those that it uses, and used before, as far as there is room for them.
class MappedRoom {
public:
  /// \param most  bytes that this process may hold
  MappedRoom(const SharedRooms::Room& room, std::size_t most);
  ~MappedRoom();
  MappedRoom(const MappedRoom&) = delete;
  MappedRoom& operator=(const MappedRoom&) = delete;

  /// Bytes that it takes itself.
  static std::size_t memory(std::size_t most) noexcept { return 4 * most / page_size() + page_size(); }

  std::byte* data() const { return data_; }
  /// Bytes of a part will be touched. \param elsewhere  bytes that this process holds besides
  void use(std::size_t begin, std::size_t bytes, std::size_t elsewhere);
  /// They will not be any more.
  void leave(std::size_t begin, std::size_t bytes);
  /// For so many bytes besides, all pages staying mapped.
  bool has_room(std::size_t elsewhere) const { return count_ + pages(elsewhere) <= most_; }
  /// So many bytes are held besides.
  void make_room(std::size_t elsewhere);

private:
  std::size_t pages(std::size_t bytes) const { return (bytes + page_ - 1) / page_; }
  void unmap_unused(std::size_t most);

  std::byte* data_;
  std::size_t page_ = page_size();
  std::size_t most_;                ///< pages
  std::vector<unsigned char> uses_; ///< of every page: by so many parts
  std::vector<bool> mapped_;
  std::size_t count_ = 0; ///< of mapped pages
};

/// Who has which part of a room: the first that is long enough. Known to the server alone.
class SharedRoom {
public:
  /// A part, bytes.
  struct Part {
    std::size_t begin, bytes;
  };

  SharedRoom() = default;
  SharedRoom(SharedRooms& rooms, int rank) : rooms_(&rooms), room_(rooms.of(rank)) {
    if (room_.data)
      free_.emplace(0, room_.bytes);
  }

  std::byte* at(const Part& part) const { return room_.data + part.begin; }

  /// Nothing: it has to be a message.
  std::optional<Part> take(std::size_t bytes) {
    const std::size_t whole = (bytes + cache_line - 1) / cache_line * cache_line;
    for (auto part = free_.begin(); part != free_.end(); ++part)
      if (const auto [begin, size] = *part; size >= whole && has_pages(begin + whole)) {
        free_.erase(part);
        if (size > whole)
          free_.emplace(begin + whole, size - whole);
        return Part{begin, whole};
      }
    return {};
  }

  void give_back(const Part& part) {
    auto [begin, bytes] = part;
    auto next = free_.lower_bound(begin);
    if (next != free_.end() && begin + bytes == next->first) {
      bytes += next->second;
      next = free_.erase(next);
    }
    if (next != free_.begin())
      if (const auto before = std::prev(next); before->first + before->second == begin) {
        before->second += bytes;
        return;
      }
    free_.emplace(begin, bytes);
  }

private:
  static constexpr std::size_t cache_line = 64, pages_at_once = std::size_t{1} << 20;

  bool has_pages(std::size_t end) {
    if (end <= pages_)
      return true;
    const std::size_t wanted =
        std::min(room_.bytes, (end + pages_at_once - 1) / pages_at_once * pages_at_once);
    if (is_full_ || !rooms_->take(room_, pages_, wanted - pages_)) {
      is_full_ = true;
      return false;
    }
    pages_ = wanted;
    return true;
  }

  SharedRooms* rooms_ = nullptr;
  SharedRooms::Room room_;
  std::map<std::size_t, std::size_t> free_; ///< where and how many bytes
  std::size_t pages_ = 0;                   ///< so many bytes of the room have their pages
  bool is_full_ = false;                    ///< there are no more
};

} // namespace hetgrid::linalg
