"""What layouts allow: the work of the busiest process, counted in whole blocks, from the plans that `hetgrid plan` and
`hetgrid time` write."""

from itertools import product

WINDOW = {"getrf": 64, "geqrf": 128}  # columns factored at a time, src/linalg


class Axis:
    """One dimension of a matrix of order n in blocks of r: who owns which indices."""

    def __init__(self, order, parts, n, r):
        self.order, self.parts, self.n, self.r = order, parts, n, r

    def counts(self, first=0):
        """Indices from `first` on that each grid coordinate owns."""
        counts = [0] * self.parts
        begin = first
        while begin < self.n:
            end = min((begin // self.r + 1) * self.r, self.n)
            counts[self.order[begin // self.r % len(self.order)]] += end - begin
            begin = end
        return counts


def cycle_time_matrix(plan):
    """t_ij, row-major."""
    return [plan["cycle_times"][process] for process in plan["arrangement"]]


def axes(plan, layout, n, r):
    """The two dimensions of a matrix on the uneven layout of a plan, or on the uniform one of its grid."""
    if layout == "uniform":
        return [Axis(list(range(parts)), parts, n, r) for parts in (plan["p"], plan["q"])]
    return [Axis(plan["rows"]["order"], plan["p"], n, r), Axis(plan["columns"]["order"], plan["q"], n, r)]


def busiest(plan, rows, columns):
    """max_ij rows_i t_ij columns_j."""
    return max(t * i * j for t, (i, j) in zip(cycle_time_matrix(plan), product(rows, columns)))


def time_of_updates(plan, layout, operation, n, r):
    """Time of the busiest process, in updates of one element: of the product, or the sum over the steps of a
    factorization, whose trailing matrix shrinks by one window a step."""
    rows, columns = axes(plan, layout, n, r)
    if operation == "gemm":
        return n * busiest(plan, rows.counts(), columns.counts())
    width = max(r, WINDOW[operation] // r * r)
    return sum(
        min(width, n - first) * busiest(plan, rows.counts(first + width), columns.counts(first + width))
        for first in range(0, n, width)
    )


def speedup_of_blocks(plan, operation, n, r):
    """By how much the uneven layout can at best be faster than the uniform one: nothing but the updates costs time."""
    return time_of_updates(plan, "uniform", operation, n, r) / time_of_updates(plan, "uneven", operation, n, r)


def speedup_of_shares(plan):
    """The same for real shares: W / W of the uniform layout, the theoretical speedup of [Boudet99] 5.3."""
    return plan["work"] / plan["cyclic_work"]
