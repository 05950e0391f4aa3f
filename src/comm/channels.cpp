#include "comm/channels.hpp"

#include <numeric>
#include <vector>

namespace hetgrid::comm {

Line Channels::line_of(Channel channel) noexcept {
  switch (channel) {
  case Channel::row_panels:
  case Channel::row_solutions:
    return Line::row;
  case Channel::collected_panels:
  case Channel::factored_panels:
  case Channel::partition_panels:
    return Line::all;
  default:
    return Line::column;
  }
}

const NodeGroups& Channels::groups(Line line) {
  auto& groups = groups_[static_cast<std::size_t>(line)];
  if (!groups)
    groups = std::make_unique<NodeGroups>(communicator(line));
  return *groups;
}

namespace {

void add_each(PanelStream& stream, int members) {
  for (int member = 0; member < members; ++member)
    stream.add_audience({&member, 1});
}

/// `count` audiences of `size` ranks each: the first begins at rank 0, each other one `next` after the one before; within
/// one ranks are `stride` apart.
void add_lines(PanelStream& stream, int count, int next, int size, int stride) {
  std::vector<int> line(static_cast<std::size_t>(size));
  for (int k = 0; k < count; ++k) {
    for (int i = 0; i < size; ++i)
      line[static_cast<std::size_t>(i)] = k * next + i * stride;
    stream.add_audience(line);
  }
}

} // namespace

void Channels::add_audiences(Channel channel, PanelStream& stream) const {
  switch (channel) {
  case Channel::row_panels:
  case Channel::column_panels:
  case Channel::partition_panels:
  case Channel::row_solutions:
    return;
  case Channel::collected_panels:
    return add_each(stream, p_ * q_);
  case Channel::factored_panels:
    add_lines(stream, p_, q_, q_, 1);
    return add_lines(stream, q_, 1, p_, q_);
  case Channel::contributions:
  case Channel::solutions:
    return add_each(stream, p_);
  }
}

PanelStream& Channels::stream(Channel channel) {
  auto& stream = streams_[static_cast<std::size_t>(channel)];
  if (!stream) {
    auto made = std::make_unique<PanelStream>(groups(line_of(channel)), slots(channel));
    add_audiences(channel, *made);
    stream = std::move(made);
  }
  return *stream;
}

LineReduction& Channels::reduction(Line line) {
  auto& reduction = reductions_[static_cast<std::size_t>(line)];
  if (!reduction)
    reduction = std::make_unique<LineReduction>(communicator(line));
  return *reduction;
}

} // namespace hetgrid::comm
