# Tasks on demand, [Beaumont14] and beyond: strategies, one a file, by name in registry.cpp; analysis, simulation.
plan_sources += \
	src/server/dynamic/analysis.cpp \
	src/server/dynamic/automatic.cpp \
	src/server/dynamic/bit_lines.hpp \
	src/server/dynamic/box.cpp src/server/dynamic/box.hpp \
	src/server/dynamic/data_aware.cpp src/server/dynamic/data_aware.hpp \
	src/server/dynamic/greedy.cpp src/server/dynamic/greedy.hpp \
	src/server/dynamic/ledger.cpp src/server/dynamic/ledger.hpp \
	src/server/dynamic/on_demand.cpp src/server/dynamic/on_demand.hpp \
	src/server/dynamic/partition.cpp \
	src/server/dynamic/policy.cpp \
	src/server/dynamic/random.cpp \
	src/server/dynamic/random_order.hpp \
	src/server/dynamic/registry.cpp \
	src/server/dynamic/simulate.cpp \
	src/server/dynamic/sorted.cpp \
	src/server/dynamic/strategies.hpp \
	src/server/dynamic/two_phases.cpp \
	src/server/dynamic/undone.cpp src/server/dynamic/undone.hpp \
	src/server/dynamic/zones.cpp src/server/dynamic/zones.hpp
