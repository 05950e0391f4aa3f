# `hetgrid shape': partitions of any shape as text, HTML and pictures.
command_sources += \
	src/cli/shape/html.cpp \
	src/cli/shape/map.cpp \
	src/cli/shape/partition_drawing.cpp src/cli/shape/partition_drawing.hpp \
	src/cli/shape/picture.cpp \
	src/cli/shape/report.cpp src/cli/shape/report.hpp \
	src/cli/shape/shape.cpp \
	src/cli/shape/text.cpp
