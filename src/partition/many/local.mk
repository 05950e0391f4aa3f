# Partitions among any number of processes with a small volume of communication; one method a file.
plan_sources += \
	src/partition/many/annealed_nesting.cpp \
	src/partition/many/best_partitions.cpp \
	src/partition/many/cell_annealing.cpp src/partition/many/cell_annealing.hpp \
	src/partition/many/changing_volume.cpp src/partition/many/changing_volume.hpp \
	src/partition/many/column_partitions.cpp \
	src/partition/many/dynamic_nesting.cpp \
	src/partition/many/exact_nesting.cpp \
	src/partition/many/lower_bound.cpp src/partition/many/lower_bound.hpp \
	src/partition/many/methods.hpp \
	src/partition/many/nested.cpp \
	src/partition/many/nesting.cpp src/partition/many/nesting.hpp src/partition/many/nesting_search.hpp \
	src/partition/many/nesting_cells.cpp src/partition/many/nesting_cells.hpp \
	src/partition/many/square_packing.cpp src/partition/many/square_packing.hpp
