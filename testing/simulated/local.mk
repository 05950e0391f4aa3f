# make bench-sim, and a test of what it computes from plans.
TESTS += testing/simulated/test_work.sh
EXTRA_DIST += \
	testing/simulated/beaumont14.py \
	testing/simulated/bench_sim.py \
	testing/simulated/boudet99.py \
	testing/simulated/command.py \
	testing/simulated/deflumere14.py \
	testing/simulated/dongarra06.py \
	testing/simulated/lastovetsky04.py \
	testing/simulated/machines.py \
	testing/simulated/prediction.py \
	testing/simulated/report.py \
	testing/simulated/scale.py \
	testing/simulated/test_work.py testing/simulated/test_work.sh \
	testing/simulated/work.py
