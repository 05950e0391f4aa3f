libhetgrid_plan_la_SOURCES += \
	src/layout/axis_map.cpp \
	src/layout/descriptor.cpp \
	src/layout/index.cpp
