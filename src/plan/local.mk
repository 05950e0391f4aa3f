# Pure arithmetic, no MPI: shares, arrangements, searches, panels, platforms, the model of run times; a method a file.
plan_sources += \
	src/plan/choose_parameters.cpp src/plan/choose_parameters.hpp \
	src/plan/cycle_times.cpp \
	src/plan/grid_shape.cpp src/plan/grid_shape.hpp \
	src/plan/in_parallel.cpp src/plan/in_parallel.hpp \
	src/plan/json.cpp src/plan/json_fields.cpp src/plan/json_fields.hpp \
	src/plan/kernel_rates.cpp src/plan/kernel_rate_names.hpp \
	src/plan/levelled_orders.cpp src/plan/levelled_orders.hpp \
	src/plan/limits.cpp src/plan/limits.hpp \
	src/plan/quiet_arithmetic.hpp \
	src/plan/local_speeds.cpp src/plan/local_speeds.hpp \
	src/plan/machine.cpp src/plan/machine.hpp \
	src/plan/make_plan.cpp \
	src/plan/metric_prefix.cpp src/plan/metric_prefix.hpp \
	src/plan/objective.cpp src/plan/objective.hpp \
	src/plan/platform.cpp src/plan/platform_json.cpp \
	src/plan/precision.hpp \
	src/plan/shortened.hpp \
	src/plan/text_file.cpp src/plan/text_file.hpp \
	src/plan/tuning.cpp src/plan/tuning.hpp \
	src/plan/validate.cpp \
	src/plan/distribution/column_based.cpp \
	src/plan/distribution/columns.cpp src/plan/distribution/columns.hpp \
	src/plan/distribution/compare.cpp \
	src/plan/distribution/line_kinds.cpp src/plan/distribution/line_kinds.hpp \
	src/plan/distribution/measures.cpp \
	src/plan/distribution/oversubscribed.cpp \
	src/plan/distribution/two_step.cpp \
	src/plan/distribution/uniform.cpp \
	src/plan/model/factorization_model.cpp \
	src/plan/model/gemm_model.cpp \
	src/plan/model/model.cpp src/plan/model/model.hpp \
	src/plan/model/steps.cpp src/plan/model/steps.hpp \
	src/plan/model/wires.cpp src/plan/model/wires.hpp \
	src/plan/model/workload.cpp src/plan/model/workload.hpp \
	src/plan/panel/counts.cpp src/plan/panel/counts.hpp \
	src/plan/panel/first_to_finish.hpp \
	src/plan/panel/integer_panel.cpp src/plan/panel/integer_panel.hpp \
	src/plan/panel/matrix_orders.cpp src/plan/panel/matrix_orders.hpp \
	src/plan/panel/ordering.cpp src/plan/panel/ordering.hpp \
	src/plan/panel/panel_arrangement.cpp src/plan/panel/panel_arrangement.hpp \
	src/plan/panel/panel_capacity.cpp src/plan/panel/panel_capacity.hpp \
	src/plan/panel/panel_enumeration.cpp src/plan/panel/panel_enumeration.hpp \
	src/plan/panel/panel_moves.cpp src/plan/panel/panel_moves.hpp \
	src/plan/panel/panel_of_free_size.cpp \
	src/plan/panel/panel_of_size.cpp src/plan/panel/panel_of_size.hpp \
	src/plan/search/arrange_as_given.cpp \
	src/plan/search/arrangements.cpp src/plan/search/arrangements.hpp \
	src/plan/search/branch_and_bound.cpp src/plan/search/branch_and_bound.hpp \
	src/plan/search/closed_forms.cpp \
	src/plan/search/exact_search.cpp src/plan/search/search.hpp \
	src/plan/search/exact_shares.cpp src/plan/search/exact_shares.hpp \
	src/plan/search/heuristic.cpp src/plan/search/heuristic.hpp \
	src/plan/search/local_search.cpp src/plan/search/local_search.hpp \
	src/plan/search/multi_start.cpp \
	src/plan/search/progress_meter.hpp \
	src/plan/search/spanning_tree.cpp src/plan/search/spanning_tree.hpp
