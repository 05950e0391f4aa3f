# Pure: partitions that are no grid, what they communicate, how long products on them take; one shape, one algorithm a file.
plan_sources += \
	src/partition/bands.cpp src/partition/bands.hpp \
	src/partition/json.cpp \
	src/partition/line_counts.cpp src/partition/line_counts.hpp \
	src/partition/metrics.cpp src/partition/metrics.hpp \
	src/partition/partition.cpp \
	src/partition/proportion.cpp src/partition/proportion.hpp \
	src/partition/random_partition.cpp src/partition/random_partition.hpp \
	src/partition/rectangles.cpp
include src/partition/push/local.mk
include src/partition/model/local.mk
include src/partition/many/local.mk
include src/partition/shape/local.mk
