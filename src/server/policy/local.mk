# Policies, one a file, by name in registry.cpp.
plan_sources += \
	src/server/policy/chunk_feed.cpp src/server/policy/chunk_feed.hpp \
	src/server/policy/chunk_pool.cpp src/server/policy/chunk_pool.hpp \
	src/server/policy/columns.hpp \
	src/server/policy/demand_driven.cpp \
	src/server/policy/end_game.hpp \
	src/server/policy/first_worker.hpp \
	src/server/policy/holm.cpp src/server/policy/holm.hpp \
	src/server/policy/min_min.cpp \
	src/server/policy/ommoml.cpp \
	src/server/policy/pace.hpp \
	src/server/policy/part_feed.cpp src/server/policy/part_feed.hpp \
	src/server/policy/periodic.cpp \
	src/server/policy/policies.hpp \
	src/server/policy/registry.cpp \
	src/server/policy/round_robin.cpp \
	src/server/policy/shared_chunks.cpp \
	src/server/policy/steps_in_order.hpp \
	src/server/policy/stripes.cpp src/server/policy/stripes.hpp \
	src/server/policy/thrifty.cpp \
	src/server/policy/two_buffers.cpp \
	src/server/policy/two_phase.cpp
