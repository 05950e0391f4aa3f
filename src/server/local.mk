# Pure: one server and its workers: who is sent what when. One policy a file.
plan_sources += \
	src/server/account.cpp src/server/account.hpp \
	src/server/blocks.hpp \
	src/server/bounds.cpp \
	src/server/choose_policy.cpp \
	src/server/compare.cpp \
	src/server/judge.hpp \
	src/server/links.cpp src/server/links.hpp \
	src/server/memory_layout.cpp \
	src/server/message_simulation.cpp src/server/message_simulation.hpp \
	src/server/operations.hpp \
	src/server/piece_index.hpp \
	src/server/product.cpp \
	src/server/selection.cpp \
	src/server/shares.cpp \
	src/server/simulate.cpp \
	src/server/star.cpp \
	src/server/static_plan.cpp src/server/static_plan.hpp \
	src/server/unreturned.cpp src/server/unreturned.hpp \
	src/server/wire.cpp src/server/wire.hpp
include src/server/dynamic/local.mk
include src/server/policy/local.mk
include src/server/lu/local.mk
include src/server/steady_state/local.mk
