# Pure: who owns which block and where it is in local storage; index conversions, descriptors.
plan_sources += \
	src/layout/axis_map.cpp \
	src/layout/descriptor.cpp \
	src/layout/index.cpp \
	src/layout/owner_map.cpp \
	src/layout/subscript.hpp
