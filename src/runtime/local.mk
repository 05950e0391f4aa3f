# Progress: what processes do beside their own work.
libhetgrid_la_SOURCES += \
	src/runtime/engine.cpp src/runtime/engine.hpp
