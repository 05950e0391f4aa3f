# make check-programs: programs and libraries of Debian that call ScaLAPACK, unchanged.
EXTRA_DIST += \
	testing/programs/check_programs.py \
	testing/programs/mumps.c \
	testing/programs/petsc.py \
	testing/programs/silicon.inp \
	testing/programs/silicon.py \
	testing/programs/silicon_gamma.in \
	testing/programs/silicon_k_points.in \
	testing/programs/silicon_ot.inp \
	testing/programs/silicon_pseudopotential.in \
	testing/programs/water.nw
