# Distributed algorithms, templates on the scalar, one a file; panels, a method a file, in panel.
hetgrid_sources += \
	src/linalg/apply_reflectors.hpp \
	src/linalg/diagonal.hpp \
	src/linalg/geadd.cpp src/linalg/geadd.hpp \
	src/linalg/gecon.cpp src/linalg/gecon.hpp \
	src/linalg/gels.cpp src/linalg/gels.hpp \
	src/linalg/gemm.cpp src/linalg/gemm.hpp \
	src/linalg/geqrf.cpp src/linalg/geqrf.hpp \
	src/linalg/gesv.cpp src/linalg/gesv.hpp \
	src/linalg/getrf.cpp src/linalg/getrf.hpp \
	src/linalg/getri.cpp src/linalg/getri.hpp \
	src/linalg/getrs.cpp src/linalg/getrs.hpp \
	src/linalg/hegst.cpp src/linalg/hegst.hpp \
	src/linalg/invert_triangle.cpp src/linalg/invert_triangle.hpp \
	src/linalg/lacpy.cpp src/linalg/lacpy.hpp \
	src/linalg/lange.cpp src/linalg/lange.hpp \
	src/linalg/laset.cpp src/linalg/laset.hpp \
	src/linalg/laswp.cpp src/linalg/laswp.hpp \
	src/linalg/lauum.cpp src/linalg/lauum.hpp \
	src/linalg/axis_runs.hpp \
	src/linalg/crossed_panels.hpp \
	src/linalg/diagonal_stream.hpp \
	src/linalg/local_multiply.hpp \
	src/linalg/local_triangle.hpp \
	src/linalg/outer_product.hpp \
	src/linalg/owner_windows.hpp \
	src/linalg/product_panels.hpp \
	src/linalg/panel/cholesky_panel.hpp \
	src/linalg/panel/lu_panel.hpp \
	src/linalg/panel/panel_rates.cpp src/linalg/panel/panel_rates.hpp \
	src/linalg/panel/panel_rows.hpp \
	src/linalg/panel/qr_panel.hpp \
	src/linalg/panel/tournament_panel.hpp \
	src/linalg/partition/elements.hpp \
	src/linalg/partition/gemm.cpp src/linalg/partition/gemm.hpp src/linalg/partition/operand_lines.hpp \
	src/linalg/partition/sending_turns.hpp \
	src/linalg/permute_rows.cpp src/linalg/permute_rows.hpp \
	src/linalg/pivots.cpp src/linalg/pivots.hpp \
	src/linalg/posv.cpp src/linalg/posv.hpp \
	src/linalg/potrf.cpp src/linalg/potrf.hpp \
	src/linalg/potri.hpp \
	src/linalg/potrs.cpp src/linalg/potrs.hpp \
	src/linalg/rank_update.hpp \
	src/linalg/reflectors.hpp \
	src/linalg/server/gemm.cpp src/linalg/server/gemm.hpp src/linalg/server/held_pieces.hpp src/linalg/server/liveness.hpp src/linalg/server/room.hpp \
	src/linalg/server/shared_rooms.cpp src/linalg/server/shared_rooms.hpp \
	src/linalg/server/star.hpp src/linalg/server/start.hpp \
	src/linalg/server/getrf.cpp src/linalg/server/getrf.hpp src/linalg/server/panel.hpp \
	src/linalg/server/products.cpp src/linalg/server/products.hpp \
	src/linalg/server/served_operands.hpp \
	src/linalg/server/strips.hpp \
	src/linalg/server/tiles.hpp \
	src/linalg/server/transfer_message.cpp src/linalg/server/transfer_message.hpp \
	src/linalg/server/worker.cpp \
	src/linalg/solve_triangular.cpp src/linalg/solve_triangular.hpp \
	src/linalg/symm.cpp src/linalg/symm.hpp \
	src/linalg/syr2k.cpp src/linalg/syr2k.hpp \
	src/linalg/syrk.cpp src/linalg/syrk.hpp \
	src/linalg/temporary_matrix.hpp \
	src/linalg/trailing_update.hpp \
	src/linalg/triangle.hpp \
	src/linalg/triangular_operator.hpp \
	src/linalg/trmm.cpp src/linalg/trmm.hpp \
	src/linalg/trsm.cpp src/linalg/trsm.hpp \
	src/linalg/trtri.hpp \
	src/linalg/ungqr.cpp src/linalg/ungqr.hpp \
	src/linalg/unmqr.cpp src/linalg/unmqr.hpp \
	src/linalg/window_panels.hpp
