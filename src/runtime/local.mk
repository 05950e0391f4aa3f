# Progress: what processes do beside their own work; memory taken by all or by none.
hetgrid_sources += \
	src/runtime/engine.cpp src/runtime/engine.hpp \
	src/runtime/reservation.hpp
