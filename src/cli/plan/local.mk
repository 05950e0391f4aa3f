# `hetgrid plan': a plan as text, HTML and picture.
command_sources += \
	src/cli/plan/comparison_table.cpp src/cli/plan/comparison_table.hpp \
	src/cli/plan/dynamic_report.cpp src/cli/plan/dynamic_report.hpp \
	src/cli/plan/html.cpp \
	src/cli/plan/compare_partitions.cpp src/cli/plan/compare_partitions.hpp \
	src/cli/plan/interrupt.cpp src/cli/plan/interrupt.hpp \
	src/cli/plan/plan.cpp \
	src/cli/plan/report.cpp src/cli/plan/report.hpp \
	src/cli/plan/search_progress.cpp src/cli/plan/search_progress.hpp \
	src/cli/plan/server_lu_report.cpp src/cli/plan/server_lu_report.hpp \
	src/cli/plan/server_report.cpp src/cli/plan/server_report.hpp \
	src/cli/plan/server_text.cpp \
	src/cli/plan/text.cpp
