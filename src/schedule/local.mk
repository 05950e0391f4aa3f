# Pure: what distributed operations do, as data: windows, who factors each panel and how, rounds of reductions, parameters.
# The executor runs it, the model of run times times it.
plan_sources += \
	src/schedule/broadcast.cpp src/schedule/broadcast.hpp \
	src/schedule/factoring_processes.cpp src/schedule/factoring_processes.hpp \
	src/schedule/panel_cost.cpp src/schedule/panel_cost.hpp \
	src/schedule/parameters.cpp src/schedule/parameters.hpp \
	src/schedule/product.hpp \
	src/schedule/reduction.cpp src/schedule/reduction.hpp \
	src/schedule/sharing_limit.cpp src/schedule/sharing_limit.hpp \
	src/schedule/strips.hpp \
	src/schedule/windows.cpp src/schedule/windows.hpp
