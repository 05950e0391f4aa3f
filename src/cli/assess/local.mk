# `hetgrid assess': is hetgrid on an unequal machine as efficient as on an equal one of the same power?
command_sources += \
	src/cli/assess/assess.cpp \
	src/cli/assess/assessment.cpp src/cli/assess/assessment.hpp
