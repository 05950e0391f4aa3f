# Other programs that a command starts: launchers, their signals, what they leave behind.
command_sources += \
	src/cli/process/emulated_runs.cpp src/cli/process/emulated_runs.hpp \
	src/cli/process/launcher_rank.cpp src/cli/process/launcher_rank.hpp

if WITH_MPI
separate_command_sources += \
	src/cli/process/child_process.cpp src/cli/process/child_process.hpp \
	src/cli/process/cores.cpp src/cli/process/cores.hpp
command_sources += \
	src/cli/process/launcher.cpp src/cli/process/launcher.hpp \
	src/cli/process/process_family.cpp src/cli/process/process_family.hpp \
	src/cli/process/temporary_folder.cpp src/cli/process/temporary_folder.hpp \
	src/cli/process/watcher.cpp src/cli/process/watcher.hpp
endif
