"""The hetgrid command as the measurements use it."""

import json
import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path


class CommandError(RuntimeError):
    """A command failed: says which, and what it printed."""


class TimeLimit(CommandError):
    """A command was ended since it took too long."""


class Cost:
    """What a command has cost: seconds and the largest memory of a process, bytes."""

    def __init__(self, seconds, memory):
        self.seconds, self.memory = seconds, memory


def run(arguments, environment=None, limit=None):
    """\\return what it printed, and its cost. limit: seconds, more raise TimeLimit"""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        child = subprocess.Popen(
            [str(one) for one in arguments],
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )
        watch = threading.Timer(limit or 0, os.killpg, (child.pid, signal.SIGTERM))
        if limit:
            watch.start()
        _, status, usage = os.wait4(child.pid, 0)
        watch.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        cost = Cost(time.monotonic() - start, 1024 * usage.ru_maxrss)
        output.seek(0)
        text = output.read().decode(errors="replace")
    command = shlex.join(str(one) for one in arguments)
    if limit and cost.seconds >= limit:
        raise TimeLimit(f"{command}: more than {limit} s")
    if child.returncode != 0:
        raise CommandError(f"{command}: status {child.returncode}\n{text}")
    return text, cost


class Hetgrid:
    """Runs a hetgrid command; files go to a folder of their own."""

    def __init__(self, path, folder):
        self.path, self.folder = path, Path(folder)
        self.files = 0

    def file(self, name, content=None):
        """Path of a new file; content: what to write to it, as JSON."""
        self.files += 1
        path = self.folder / f"{self.files}-{name}"
        if content is not None:
            path.write_text(json.dumps(content))
        return path

    def plan(self, platform, operation, n, block_size, grid=None, panel=None):
        arguments = [self.path, "plan", "--platform", self.file("platform.json", platform)]
        arguments += ["--operation", operation, "--n", n, "--block-size", block_size]
        arguments += ["--grid", grid] if grid else []
        arguments += ["--panel", panel] if panel else []
        output = self.file("plan.json")
        _, cost = run(arguments + ["--json", output])
        return json.loads(output.read_text()), cost

    def simulate(self, platform, arguments, limit=None, libraries=True):
        """`hetgrid time ARGUMENTS` on a simulated platform, kernels modelled. libraries: the operation is one of several
        libraries. \\return its report, and the cost"""
        output = self.file("report.json")
        _, cost = run(
            [self.path, "simulate", "--platform", self.file("platform.json", platform), "--kernels", "modelled", "--", "time"]
            + list(arguments)
            + (["--library", "hetgrid"] if libraries else [])
            + ["--runs", 1, "--json", output],
            limit=limit,
        )
        return json.loads(output.read_text()), cost


def seconds_of(result, layout):
    """Median seconds of a layout in one result of a report."""
    return next(one["median_seconds"] for one in result["measurements"] if one["layout"] == layout)
