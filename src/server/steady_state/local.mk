# Pure: a star in the long run, [Dongarra06] 6: bounds, periodic schedules.
plan_sources += \
	src/server/steady_state/bounds.cpp \
	src/server/steady_state/clocks.hpp \
	src/server/steady_state/follow.cpp \
	src/server/steady_state/optimum.cpp \
	src/server/steady_state/periodic_search.cpp \
	src/server/steady_state/prices.cpp src/server/steady_state/prices.hpp \
	src/server/steady_state/rate.cpp src/server/steady_state/rate.hpp \
	src/server/steady_state/simplex.cpp src/server/steady_state/simplex.hpp \
	src/server/steady_state/state_graph.cpp src/server/steady_state/state_graph.hpp
