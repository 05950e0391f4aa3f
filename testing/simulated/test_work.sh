#!/bin/sh
# What the bench computes from plans: see test_work.py.
# cores: 1
cd "$top_srcdir/testing/simulated" && PYTHONDONTWRITEBYTECODE=1 exec python3 test_work.py
