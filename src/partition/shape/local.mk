# Shapes of partitions, and the choice among them; one shape a file.
plan_sources += \
	src/partition/shape/block_rectangle.cpp \
	src/partition/shape/candidates.cpp \
	src/partition/shape/canonical.cpp src/partition/shape/canonical.hpp \
	src/partition/shape/l_rectangle.cpp \
	src/partition/shape/named.cpp \
	src/partition/shape/rectangle_corner.cpp \
	src/partition/shape/registry.cpp src/partition/shape/registry.hpp \
	src/partition/shape/shares.cpp src/partition/shape/shares.hpp \
	src/partition/shape/square_corner.cpp \
	src/partition/shape/square_rectangle.cpp \
	src/partition/shape/straight_line.cpp \
	src/partition/shape/traditional_rectangle.cpp
