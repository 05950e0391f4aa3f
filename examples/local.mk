# Before and after: a ScaLAPACK program and the same program with hetgrid. Installed as sources, run by `make check`.
examples_programs = \
	examples/c/multiply examples/c/multiply_hetgrid \
	examples/fortran/multiply examples/fortran/multiply_hetgrid
MPI_TESTS += $(examples_programs)
examples_c_multiply_SOURCES = examples/c/multiply.c
examples_c_multiply_hetgrid_SOURCES = examples/c/multiply_hetgrid.c
examples_fortran_multiply_SOURCES = examples/fortran/multiply.f90
examples_fortran_multiply_hetgrid_SOURCES = examples/fortran/multiply_hetgrid.f90

examples_c_multiply_LDADD = $(SCALAPACK_LIBS) $(LAPACK_LIBS) $(MPI_LIBS) -lm
examples_fortran_multiply_LDADD = $(SCALAPACK_LIBS) $(LAPACK_LIBS) $(MPI_LIBS)
examples_c_multiply_hetgrid_LDADD = $(HETGRID_LIBS) -lstdc++ -lm
examples_fortran_multiply_hetgrid_LDADD = $(HETGRID_LIBS) -lstdc++

# A dense system of physics, in Fortran and in C++; run by testing/examples.
check_PROGRAMS += examples/capacitance/capacitance_cpp examples/capacitance/capacitance_fortran
examples_capacitance_capacitance_cpp_SOURCES = examples/capacitance/capacitance_cpp.cpp
examples_capacitance_capacitance_fortran_SOURCES = examples/capacitance/capacitance_fortran.f90
examples_capacitance_capacitance_cpp_LDADD = $(HETGRID_LIBS)
examples_capacitance_capacitance_fortran_LDADD = $(HETGRID_LIBS) -lstdc++

examplescdir = $(docdir)/examples/c
examplesc_DATA = examples/c/multiply.c examples/c/multiply_hetgrid.c
examplesfortrandir = $(docdir)/examples/fortran
examplesfortran_DATA = examples/fortran/multiply.f90 examples/fortran/multiply_hetgrid.f90

# The three ways to hetgrid: an unchanged ScaLAPACK program, two names changed, the hg_ interface; run by testing/examples.
check_PROGRAMS += \
	examples/eigenvalues/eigenvalues examples/eigenvalues/eigenvalues_two_names \
	examples/eigenvalues/eigenvalues_hetgrid \
	examples/users_guide/system examples/users_guide/system_two_names examples/users_guide/system_hetgrid
examples_eigenvalues_eigenvalues_SOURCES = examples/eigenvalues/eigenvalues.c
examples_eigenvalues_eigenvalues_two_names_SOURCES = examples/eigenvalues/eigenvalues_two_names.c
examples_eigenvalues_eigenvalues_hetgrid_SOURCES = examples/eigenvalues/eigenvalues_hetgrid.c
examples_users_guide_system_SOURCES = examples/users_guide/system.f90
examples_users_guide_system_two_names_SOURCES = examples/users_guide/system_two_names.f90
examples_users_guide_system_hetgrid_SOURCES = examples/users_guide/system_hetgrid.f90

examples_eigenvalues_eigenvalues_LDADD = $(SCALAPACK_LIBS) $(LAPACK_LIBS) $(MPI_LIBS) -lm
examples_eigenvalues_eigenvalues_two_names_LDADD = libhetgrid-scalapack.la $(HETGRID_LIBS) -lstdc++ -lm
examples_eigenvalues_eigenvalues_hetgrid_LDADD = $(HETGRID_LIBS) -lstdc++ -lm
examples_users_guide_system_LDADD = $(SCALAPACK_LIBS) $(LAPACK_LIBS) $(MPI_LIBS)
examples_users_guide_system_two_names_LDADD = libhetgrid-scalapack.la $(HETGRID_LIBS) -lstdc++
examples_users_guide_system_hetgrid_LDADD = $(HETGRID_LIBS) -lstdc++

examplesusersguidedir = $(docdir)/examples/users_guide
examplesusersguide_DATA = \
	examples/users_guide/system.f90 examples/users_guide/system_two_names.f90 examples/users_guide/system_hetgrid.f90
exampleseigenvaluesdir = $(docdir)/examples/eigenvalues
exampleseigenvalues_DATA = \
	examples/eigenvalues/eigenvalues.c examples/eigenvalues/eigenvalues_two_names.c \
	examples/eigenvalues/eigenvalues_hetgrid.c

# Machines for hetgrid plan and hetgrid simulate.
examplesplatformsdir = $(docdir)/examples/platforms
dist_examplesplatforms_DATA = \
	examples/platforms/nine_workstations.json \
	examples/platforms/nine_workstations_switch.json \
	examples/platforms/star.json \
	examples/platforms/two_segments.json
