# Tests of plan.
