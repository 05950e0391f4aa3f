# What is measured: speeds of processes, kernels and links, free memory, where the time of a routine goes. Nothing of
# src/linalg: who wants its panels measured hands them over.
hetgrid_sources += \
	src/measure/call_log.cpp src/measure/call_log.hpp \
	src/measure/call_sum.hpp \
	src/measure/gemm_timer.cpp src/measure/gemm_timer.hpp \
	src/measure/host_memory.cpp src/measure/host_memory.hpp \
	src/measure/link_tournament.cpp src/measure/link_tournament.hpp \
	src/measure/probe.cpp src/measure/probe.hpp \
	src/measure/probe_curve.cpp src/measure/probe_curve.hpp \
	src/measure/probe_memory.cpp src/measure/probe_memory.hpp \
	src/measure/probe_network.cpp src/measure/probe_network.hpp \
	src/measure/probe_overhead.cpp src/measure/probe_overhead.hpp \
	src/measure/probe_pairs.cpp src/measure/probe_pairs.hpp \
	src/measure/profile.cpp src/measure/profile.hpp \
	src/measure/quota.cpp src/measure/quota.hpp \
	src/measure/rates.cpp src/measure/rates.hpp \
	src/measure/trace.cpp src/measure/trace.hpp
