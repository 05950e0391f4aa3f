#include "server/unreturned.hpp"

#include "server/blocks.hpp"

#include <utility>

namespace hetgrid::server {

std::vector<Update> outside(const Piece& piece, const Update& update) {
  const auto& [rows, columns, steps] = update;
  const Blocks met_rows = common(rows, piece.rows), met_columns = common(columns, piece.columns);
  if (met_rows.size() <= 0 || met_columns.size() <= 0)
    return {update};
  std::vector<Update> parts{{rows, {columns.begin, met_columns.begin}, steps},
                            {rows, {met_columns.end, columns.end}, steps},
                            {{rows.begin, met_rows.begin}, met_columns, steps},
                            {{met_rows.end, rows.end}, met_columns, steps}};
  std::erase_if(parts, [](const Update& part) { return part.rows.size() <= 0 || part.columns.size() <= 0; });
  return parts;
}

void Unreturned::sent(const std::vector<Update>& updates) {
  for (const Update& update : updates)
    sent_.push_back({count_++, update});
}

void Unreturned::returned(const Piece& piece, Index held) {
  std::vector<Sent> left;
  for (const Sent& sent : sent_)
    if (sent.number >= held)
      left.push_back(sent);
    else
      for (const Update& part : outside(piece, sent.update))
        left.push_back({sent.number, part});
  sent_ = std::move(left);
}

std::vector<Update> Unreturned::of_first(Index count) const {
  std::vector<Update> updates;
  for (const Sent& sent : sent_)
    if (sent.number < count)
      updates.push_back(sent.update);
  return updates;
}

} // namespace hetgrid::server
