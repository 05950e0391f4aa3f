# `hetgrid multiply': matrices in files, workers, a journal by which an interrupted run goes on.
command_sources += \
	src/cli/multiply/journal.cpp src/cli/multiply/journal.hpp \
	src/cli/multiply/multiply.cpp \
	src/cli/multiply/plan.cpp src/cli/multiply/plan.hpp \
	src/cli/multiply/report.cpp src/cli/multiply/report.hpp \
	src/cli/multiply/result_keeper.cpp src/cli/multiply/result_keeper.hpp
