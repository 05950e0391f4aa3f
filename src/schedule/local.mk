libhetgrid_plan_la_SOURCES += \
	src/schedule/panel_cost.cpp src/schedule/panel_cost.hpp \
	src/schedule/parameters.cpp src/schedule/parameters.hpp \
	src/schedule/reduction.cpp src/schedule/reduction.hpp \
	src/schedule/windows.cpp src/schedule/windows.hpp
