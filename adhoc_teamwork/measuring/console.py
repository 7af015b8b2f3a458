# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Measure the console: how soon a recorded run is there, what following a live team costs."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adhoc_teamwork.bringup.process_control.child import tie_to
from adhoc_teamwork.bringup.process_control.domains import hold_domain
from adhoc_teamwork.teamwork.settings.command_line import Parser, ended
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import say

_TEAM = "adhoc_teamwork.measuring.ros.trial_team"
_CONSOLE = "adhoc_teamwork.bringup.ros.console_node"
PROGRAM = "adhoc console --measure"
ROBOTS = 6
SHOWN_WITHIN, PICTURES, SHARE = 2.0, 4.9, 0.10
"""Limits: seconds until a recorded run is there, pictures a second, share of one core."""
_SETTLING, _MEASURED = 5.0, 20.0
_PATIENCE = 60.0


def measure_recorded(folder: Path) -> int:
    """Say how long it takes from the command until a page has all of a run; 1: too long.

    Raises:
        ConfigError: The folder is no run.
    """
    if not (folder / "events.jsonl").is_file():
        raise ConfigError(f"{folder}: no events.jsonl; expected the folder of a run")
    began = time.monotonic()
    command = ["-m", "adhoc_teamwork.bringup", "console", str(folder), "--port", "0"]
    with _started(command, os.environ) as console:
        count = len(next(_news(_address(console)))["entries"])
        took = time.monotonic() - began
    say(f"recorded run, {count} entries: there after {took:.2f} s (limit {SHOWN_WITHIN:.0f} s)")
    return 0 if took <= SHOWN_WITHIN else 1


def measure_live() -> int:
    """Say how often a page hears of a team that talks, and at what cost; 1: a limit is missed.

    The team is made up: odometry at 20 Hz, states, sights, decisions and diagnostics as in a run.

    Raises:
        ConfigError: No ROS domain is free.
    """
    hold = hold_domain()
    environment = {
        **os.environ,
        "ROS_DOMAIN_ID": str(hold.domain),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
    }
    team = ["-m", _TEAM, "--ros-args", "-p", f"robots:={ROBOTS}"]
    node = ["-m", _CONSOLE, "--ros-args", "-p", "use_sim_time:=true", "-p", "port:=0"]
    try:
        with _started(team, environment), _started(node, environment) as console:
            pictures, share = _watch(console)
    finally:
        hold.release()
    say(
        f"live team of {ROBOTS}: {pictures:.1f} pictures a second with every robot in them "
        f"(limit {PICTURES}), {100 * share:.1f} % of a core (limit {100 * SHARE:.0f} %), "
        f"over {_MEASURED:.0f} s"
    )
    return 0 if pictures >= PICTURES and share <= SHARE else 1


def _watch(console: "subprocess.Popen[str]") -> tuple[float, float]:
    """Return how many pictures a second show all robots anew, and the share of a core."""
    news = _news(_address(console))
    names = {f"pose/robot_{index}" for index in range(ROBOTS)}
    end = time.monotonic() + _PATIENCE
    seen: set[str] = set()
    while not names <= seen:
        if time.monotonic() > end:
            raise ConfigError(f"only {len(names & seen)} of {ROBOTS} robots were heard")
        seen |= {track for track, _, _ in next(news)["entries"]}
    settled = time.monotonic() + _SETTLING
    while time.monotonic() < settled:
        next(news)
    began, used, full = time.monotonic(), processor_time(console.pid), 0
    while time.monotonic() - began < _MEASURED:
        full += names <= {track for track, _, _ in next(news)["entries"]}
    took = time.monotonic() - began
    return full / took, (processor_time(console.pid) - used) / took


def _news(address: str) -> Iterator[dict[str, list[tuple[str, float, object]]]]:
    with urllib.request.urlopen(f"{address}api/stream", timeout=_PATIENCE) as stream:
        for line in stream:
            if line.startswith(b"data: {") and b'"entries"' in line:
                yield json.loads(line.removeprefix(b"data: "))


def _address(console: "subprocess.Popen[str]") -> str:
    line = console.stdout.readline() if console.stdout is not None else ""
    found = re.search(r"http://\S+", line)
    if found is None:
        raise ConfigError("the console did not start")
    return found.group()


@contextlib.contextmanager
def _started(
    arguments: list[str], environment: Mapping[str, str]
) -> Iterator["subprocess.Popen[str]"]:
    """Run a Python program while the block runs."""
    process = subprocess.Popen(
        [sys.executable, *arguments], env=dict(environment), text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, preexec_fn=tie_to(os.getpid()),
    )  # fmt: skip
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=5.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(words: Sequence[str] | None = None) -> int:
    """Measure a recorded run, or a made-up live team; return the exit code."""
    parser = Parser(prog=PROGRAM, description=__doc__)
    parser.add_argument("run", nargs="?", type=Path, metavar="RUN", help="folder of a run")
    options = parser.parse_args(words)
    return ended(
        PROGRAM,
        lambda: measure_recorded(options.run) if options.run is not None else measure_live(),
    )


if __name__ == "__main__":
    sys.exit(main())
