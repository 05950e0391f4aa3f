# ScaLAPACK's own testers, with libhetgrid-scalapack in front of ScaLAPACK.
TESTER_TESTS = \
	testing/testers/test_inv.sh \
	testing/testers/test_llt.sh \
	testing/testers/test_ls.sh \
	testing/testers/test_lu.sh \
	testing/testers/test_pblas3.sh \
	testing/testers/test_qr.sh
LONG_TESTER_TESTS = \
	testing/testers/test_eigenvalues.sh \
	testing/testers/test_factorizations.sh \
	testing/testers/test_pblas12.sh
MPI_SHELL_TESTS += $(TESTER_TESTS)
LONG_TESTS += $(LONG_TESTER_TESTS)
EXTRA_DIST += $(TESTER_TESTS) $(LONG_TESTER_TESTS) \
	testing/testers/functions.sh testing/testers/yield.c \
	testing/testers/INV.dat testing/testers/LLT.dat testing/testers/LS.dat testing/testers/LU.dat \
	testing/testers/PBLAS3.dat testing/testers/QR.dat
