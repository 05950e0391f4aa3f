# Values of options and messages about them: what all commands say and accept in the same way.
command_sources += \
	src/cli/options/arguments.cpp src/cli/options/arguments.hpp \
	src/cli/options/list_option.cpp src/cli/options/list_option.hpp \
	src/cli/options/message.cpp src/cli/options/message.hpp \
	src/cli/options/option_values.cpp src/cli/options/option_values.hpp \
	src/cli/options/precision.hpp \
	src/cli/options/speed_changes.cpp src/cli/options/speed_changes.hpp
command_sources += \
	src/cli/options/assumptions.cpp src/cli/options/assumptions.hpp
