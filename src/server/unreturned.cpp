#include "server/unreturned.hpp"

#include "server/blocks.hpp"

#include <algorithm>
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
    add(count_++, update);
}

void Unreturned::returned(const Piece& piece, Index held) {
  for (const auto& [met, sent] :
       sent_.take_meeting(piece, [held](const Sent& sent) { return sent.number < held; }))
    for (const Update& part : outside(piece, {met.rows, met.columns, sent.steps}))
      add(sent.number, part);
}

std::vector<Update> Unreturned::of_first(Index count) const {
  std::vector<std::pair<Piece, Sent>> sent = sent_.all();
  std::ranges::stable_sort(sent, {}, [](const auto& one) { return one.second.number; });
  std::vector<Update> updates;
  for (const auto& [piece, one] : sent)
    if (one.number < count)
      updates.push_back({piece.rows, piece.columns, one.steps});
  return updates;
}

} // namespace hetgrid::server
