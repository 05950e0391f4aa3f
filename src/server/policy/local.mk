# Policies, one a file, by name in registry.cpp.
libhetgrid_plan_la_SOURCES += \
	src/server/policy/chunk_feed.cpp src/server/policy/chunk_feed.hpp \
	src/server/policy/columns.hpp \
	src/server/policy/policies.hpp \
	src/server/policy/registry.cpp \
	src/server/policy/round_robin.cpp
