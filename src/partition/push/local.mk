# The Push of [DeFlumere14] and what is made of it.
plan_sources += \
	src/partition/push/archetype.cpp src/partition/push/archetype.hpp \
	src/partition/push/beautify.cpp \
	src/partition/push/dfa.cpp src/partition/push/dfa.hpp \
	src/partition/push/direction.cpp src/partition/push/direction.hpp \
	src/partition/push/lu_push.cpp src/partition/push/lu_push.hpp \
	src/partition/push/push.cpp src/partition/push/push.hpp \
	src/partition/push/reduction.cpp src/partition/push/reduction.hpp \
	src/partition/push/state.cpp src/partition/push/state.hpp
