# Pure: who owns which block and where it is in local storage; index conversions, descriptors.
libhetgrid_plan_la_SOURCES += \
	src/layout/axis_map.cpp \
	src/layout/descriptor.cpp \
	src/layout/index.cpp \
	src/layout/owner_map.cpp
