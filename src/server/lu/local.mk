# Pure: LU factorization from a server, [Dongarra06] 7: what steps cost, and how wide they are.
plan_sources += \
	src/server/lu/core_rates.hpp \
	src/server/lu/formulas.cpp \
	src/server/lu/look_ahead.cpp \
	src/server/lu/make_plan.cpp \
	src/server/lu/predict.cpp \
	src/server/lu/with_policy.cpp
