"""What the bench computes from plans, against what [Boudet99] prints and what can be counted by hand."""

import unittest

import machines
import work


def optimal_order(shares, blocks):
    """Algorithm 2.3.1 of [Boudet99]: each block goes to who would be done with it first."""
    counts, order = [0] * len(shares), []
    for _ in range(blocks):
        first = min(range(len(shares)), key=lambda k: (counts[k] + 1) / shares[k])
        counts[first] += 1
        order.append(first)
    return order


def plan_3x3(blocks=62):
    """[Boudet99] 5.2.1: shares r = (1, 1, 1), c = (1, 0.128, 0.125)."""
    times = [1.0, 4.0, 7.8, 1.0, 6.3, 7.95, 1.0, 7.8, 8.0]
    columns = optimal_order([1, 0.128, 0.125], blocks)
    return {
        "p": 3,
        "q": 3,
        "cycle_times": times,
        "arrangement": list(range(9)),
        "work": 3 * (1 + 1 / 7.8 + 1 / 8.0),
        "cyclic_work": 9 / 8.0,
        "rows": {"order": [0, 1, 2]},
        "columns": {"order": columns},
    }


class Work(unittest.TestCase):
    def test_theoretical_speedup_of_the_paper(self):
        self.assertAlmostEqual(work.speedup_of_shares(plan_3x3()), 3.34, delta=0.005)

    def test_table_3(self):
        self.assertEqual(sorted(machines.NINE_WORKSTATIONS.values()), [1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8])

    def test_equal_powers(self):
        self.assertEqual(sum(machines.NINE_UNEQUAL), sum(machines.NINE_EQUAL))

    def test_counts_end_with_a_part_of_a_block(self):
        self.assertEqual(work.Axis([0, 1, 1], 2, 10, 3).counts(), [4, 6])
        self.assertEqual(work.Axis([0, 1, 1], 2, 10, 3).counts(4), [1, 5])

    def test_product_counts_the_busiest_process(self):
        plan = plan_3x3() | {"columns": {"order": [0] * 50 + [1] * 6 + [2] * 6}}
        self.assertAlmostEqual(work.time_of_updates(plan, "uneven", "gemm", 124, 2), 124 * 42 * 100 * 1.0)
        # 62 blocks over three: 42, 42 and 40 elements; the process of 7.95 has more to do than that of 8.
        self.assertAlmostEqual(work.time_of_updates(plan, "uniform", "gemm", 124, 2), 124 * 42 * 40 * 7.95)

    def test_factorization_sums_over_its_steps(self):
        plan = plan_3x3() | {"p": 1, "q": 1, "cycle_times": [2.0], "arrangement": [0]}
        plan |= {"rows": {"order": [0]}, "columns": {"order": [0]}}
        self.assertEqual(work.time_of_updates(plan, "uneven", "getrf", 192, 64), 64 * 2 * (128**2 + 64**2))
        self.assertEqual(work.time_of_updates(plan, "uneven", "geqrf", 192, 64), 128 * 2 * 64**2)

    def test_granularity(self):
        for n, bound in ((1000, 2.862), (2000, 3.089), (4000, 3.227)):
            self.assertAlmostEqual(work.speedup_of_blocks(plan_3x3(-(-n // 64)), "gemm", n, 64), bound, delta=0.0005)
        for routine in ("getrf", "geqrf"):
            self.assertLess(work.speedup_of_blocks(plan_3x3(63), routine, 4000, 64), work.speedup_of_shares(plan_3x3()))


if __name__ == "__main__":
    unittest.main()
