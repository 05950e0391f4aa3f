libhetgrid_plan_la_SOURCES += \
	src/plan/arrange_as_given.cpp \
	src/plan/arrangements.cpp src/plan/arrangements.hpp \
	src/plan/branch_and_bound.cpp src/plan/branch_and_bound.hpp \
	src/plan/closed_forms.cpp \
	src/plan/counts.cpp src/plan/counts.hpp \
	src/plan/cycle_times.cpp \
	src/plan/distribution/column_based.cpp \
	src/plan/distribution/columns.cpp src/plan/distribution/columns.hpp \
	src/plan/distribution/compare.cpp \
	src/plan/distribution/measures.cpp \
	src/plan/distribution/oversubscribed.cpp \
	src/plan/distribution/two_step.cpp \
	src/plan/distribution/uniform.cpp \
	src/plan/exact_search.cpp src/plan/search.hpp \
	src/plan/exact_shares.cpp src/plan/exact_shares.hpp \
	src/plan/first_to_finish.hpp \
	src/plan/grid_shape.cpp src/plan/grid_shape.hpp \
	src/plan/heuristic.cpp src/plan/heuristic.hpp \
	src/plan/integer_panel.cpp src/plan/integer_panel.hpp \
	src/plan/factorization_model.cpp \
	src/plan/gemm_model.cpp \
	src/plan/json.cpp src/plan/json_fields.hpp \
	src/plan/local_search.cpp src/plan/local_search.hpp \
	src/plan/local_speeds.cpp src/plan/local_speeds.hpp \
	src/plan/make_plan.cpp \
	src/plan/model.cpp src/plan/model.hpp \
	src/plan/multi_start.cpp \
	src/plan/objective.cpp src/plan/objective.hpp \
	src/plan/ordering.cpp src/plan/ordering.hpp \
	src/plan/platform.cpp src/plan/platform_json.cpp \
	src/plan/panel_arrangement.cpp src/plan/panel_arrangement.hpp \
	src/plan/panel_capacity.cpp src/plan/panel_capacity.hpp \
	src/plan/panel_enumeration.cpp src/plan/panel_enumeration.hpp \
	src/plan/panel_moves.cpp src/plan/panel_moves.hpp \
	src/plan/panel_of_free_size.cpp \
	src/plan/panel_of_size.cpp src/plan/panel_of_size.hpp \
	src/plan/progress_meter.hpp \
	src/plan/spanning_tree.cpp src/plan/spanning_tree.hpp \
	src/plan/validate.cpp \
	src/plan/wires.cpp src/plan/wires.hpp \
	src/plan/workload.cpp src/plan/workload.hpp
