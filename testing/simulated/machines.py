"""The machines of the papers, and of today, as platform files of hetgrid."""

import random

# [Boudet99] Table 3.
NINE_WORKSTATIONS = {
    "smirnoff": 7.8,
    "guinness": 1.0,
    "farot": 1.0,
    "arquebuse": 4.0,
    "zelfde": 1.0,
    "loop": 6.3,
    "isostar": 7.8,
    "arnica": 7.95,
    "utlrafuel": 8.0,
}
MFLOPS_1999 = 25  # of cycle-time 1, with the matrix product of the paper

# [Lastovetsky04] section 6: relative speeds of nine workstations, of nine equal ones that are as fast together, and of the
# twelve of Table 1 (figures 9 and 10: csserver, pg1cluster01 to 05, csultra01 to 06, blocks of 32).
NINE_UNEQUAL = [26, 20, 14, 14, 14, 14, 14, 9, 1]
NINE_EQUAL = [14] * 9
TWELVE = [8.5] + [13.5] * 5 + [1] * 6
MFLOPS_2004 = 8.8  # of speed 1: then twelve workstations multiply matrices of order 9216 in the 2173 s of Table 5

# Memory of workstations is not as slow as their arithmetic of then: bytes moved in the time of an operation. The rates of
# other kernels are those of today.
RATES_1999 = {"copy": 4, "interchange": 1, "permutation": 1}  # 100 and 25 MB/s
RATES_2004 = {"copy": 2, "interchange": 0.5, "permutation": 0.5}  # 240 and 60 MB/s beside 120 Mflop/s


def link(latency, bandwidth):
    """Seconds, bytes a second."""
    return {"latency": latency, "bandwidth": bandwidth}


ETHERNET_10 = {"medium": "bus", "between_hosts": link(300e-6, 1.25e6)}
SWITCH_100 = {"medium": "switch", "between_hosts": link(50e-6, 12.5e6)}
SWITCH_10_GBIT = {"medium": "switch", "between_hosts": link(20e-6, 1.25e9)}
SWITCH_100_GBIT = {"medium": "switch", "between_hosts": link(2e-6, 12.5e9)}


def platform(speeds, mflops, network, rates=None, names=None):
    """One process a host. speeds: relative, 1 computes at `mflops`."""
    fastest = max(speeds)
    network = dict(network, between_segments=network["between_hosts"])
    processes = [
        {
            "host": names[rank] if names else f"host{rank}",
            "rank": rank,
            "cycle_time": fastest / speed,
            "gflops": 1e-3 * mflops * speed,
            "spread": 0,
            **({"kernels": rates} if rates else {}),
        }
        for rank, speed in enumerate(speeds)
    ]
    return {"block_size": 64, "processes": processes, "network": network}


def star(processes, centre, wire):
    """The network of a star with a process in the centre, from which each of the others has a link. What two of these send each
    other the centre passes on when it has it: it takes both links one after the other."""
    none, both = {"latency": 0}, link(2 * wire["latency"], wire["bandwidth"] / 2)
    pairs = [none if a == b else wire if centre in (a, b) else both for a in range(processes) for b in range(processes)]
    links = [none if rank == centre else wire for rank in range(processes)]
    return {"medium": "star", "between_hosts": wire, "links": links, "pairs": pairs}


def nine_workstations(network):
    names, times = zip(*NINE_WORKSTATIONS.items())
    return platform([1 / t for t in times], MFLOPS_1999, network, RATES_1999, names)


def workstations_of_2004(speeds):
    return platform(speeds, MFLOPS_2004, SWITCH_100, RATES_2004)


def random_cluster(processes, seed=1, network=SWITCH_100_GBIT):
    """Cycle-times uniform in [1, 10], 50 GF/s for cycle-time 1."""
    numbers = random.Random(seed)
    return platform([1 / numbers.uniform(1, 10) for _ in range(processes)], 50e3, network)
