# Grids over BLACS contexts, messages, reductions, redistribution, waiting. Every return code of MPI is checked here.
hetgrid_sources += \
	src/comm/abort.cpp src/comm/abort.hpp \
	src/comm/agreement.cpp src/comm/agreement.hpp src/comm/memory_error.hpp \
	src/comm/attribute.hpp \
	src/comm/blacs.hpp \
	src/comm/channels.cpp src/comm/channels.hpp \
	src/comm/chosen_parameters.cpp src/comm/chosen_parameters.hpp \
	src/comm/collectives.hpp \
	src/comm/communicator.cpp src/comm/communicator.hpp \
	src/comm/finalize.cpp src/comm/finalize.hpp \
	src/comm/grid.cpp src/comm/grid.hpp \
	src/comm/last_resort.cpp src/comm/last_resort.hpp \
	src/comm/line_reduction.cpp src/comm/line_reduction.hpp \
	src/comm/machine_identity.cpp src/comm/machine_identity.hpp \
	src/comm/mailboxes.cpp src/comm/mailboxes.hpp \
	src/comm/messages.hpp \
	src/comm/mpi_check.cpp src/comm/mpi_check.hpp \
	src/comm/mpi_type.hpp \
	src/comm/node_groups.cpp src/comm/node_groups.hpp \
	src/comm/opening.cpp src/comm/opening.hpp \
	src/comm/panel_stream.cpp src/comm/panel_stream.hpp \
	src/comm/partitioned_submatrix.hpp \
	src/comm/pending_messages.hpp \
	src/comm/process_sets.cpp src/comm/process_sets.hpp \
	src/comm/redistribute.cpp src/comm/redistribute.hpp \
	src/comm/requests.hpp \
	src/comm/shared_window.cpp src/comm/shared_window.hpp src/comm/sharing_limit.hpp \
	src/comm/submatrix.hpp \
	src/comm/traffic.cpp src/comm/traffic.hpp \
	src/comm/variable_of_first.hpp \
	src/comm/virtual_time.hpp \
	src/comm/wait.hpp
