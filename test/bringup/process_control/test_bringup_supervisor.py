# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Processes are started, restarted and ended; small programs stand for nodes."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.process_control.child import end_children, start_child
from adhoc_teamwork.bringup.process_control.processes import ProcessSpec
from adhoc_teamwork.bringup.process_control.supervisor import Outcome, Supervisor

SLEEP = "import time; time.sleep(60)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); print('ready', flush=True)"
    "; time.sleep(60)"
)


def spec(name: str, program: str, **options) -> ProcessSpec:
    return ProcessSpec(name, (sys.executable, "-S", "-c", program), **options)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    return status != "Z"


async def until(holds: Callable[[], bool], limit: float = 10.0) -> None:
    end = time.monotonic() + limit
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.02)


class Run:
    """Run a supervisor and keep what it tells."""

    def __init__(self, tmp_path: Path, *specs: ProcessSpec, speed: float = 1.0) -> None:
        self.told: list[tuple[str, str, str]] = []
        self.heard: list[str] = []
        self.logs = tmp_path / "logs"
        self.supervisor = Supervisor(
            specs, {}, self.logs, speed, lambda *event: self.told.append(event), self.heard.append
        )

    def until_over(self, story=None, limit: float = 15.0) -> Outcome:
        async def both() -> Outcome:
            run = asyncio.ensure_future(self.supervisor.run())
            if story is not None:
                await story()
            return await asyncio.wait_for(run, limit)

        return asyncio.run(both())


@pytest.mark.slow
def test_a_process_that_dies_is_started_again_within_bounds(tmp_path: Path) -> None:
    program = "import sys; print('no luck'); sys.exit(3)"
    run = Run(tmp_path, spec("weak", program, restarts=2))

    async def story() -> None:
        await until(lambda: any(kind == "lost" for kind, _, _ in run.told))
        run.supervisor.stop("enough")

    assert run.until_over(story) == Outcome("", 0, "enough")
    assert [(kind, name) for kind, name, _ in run.told] == [
        ("restart", "weak"), ("restart", "weak"), ("lost", "weak"), ("end", ""),
    ]  # fmt: skip
    assert "exit code 3 (no luck)" in run.told[0][2]
    assert (run.logs / "weak.log").read_text() == "no luck\n" * 3


def test_a_killed_process_is_noticed_and_replaced(tmp_path: Path) -> None:
    program = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    run = Run(tmp_path, spec("broker", program, restarts=5))

    def pids() -> list[int]:
        log = run.logs / "broker.log"
        lines = log.read_text().split("\n") if log.exists() else []
        return [int(line) for line in lines if line.isdigit()]

    async def story() -> None:
        await until(lambda: len(pids()) == 1)
        os.kill(pids()[0], signal.SIGKILL)
        await until(lambda: len(pids()) == 2)
        run.supervisor.stop("seen")

    run.until_over(story)
    assert run.told == [
        ("restart", "broker", "was killed by signal 9; starting it again"),
        ("end", "", "seen"),
    ]
    assert not any(alive(pid) for pid in pids())


def test_the_run_ends_with_what_nothing_works_without(tmp_path: Path) -> None:
    run = Run(tmp_path, spec("world", "raise SystemExit('no world')", restarts=0), spec("b", SLEEP))
    outcome = run.until_over()
    assert (outcome.process, outcome.code) == ("world", 1)
    assert "no world" in outcome.reason


def test_wrong_input_of_a_process_ends_the_run_with_its_words(tmp_path: Path) -> None:
    program = "import sys; print('card.yaml: reach: expected a number'); sys.exit(2)"
    outcome = Run(tmp_path, spec("planner", program, restarts=5), spec("b", SLEEP)).until_over()
    assert outcome == Outcome("planner", 2, "planner: card.yaml: reach: expected a number")


def test_who_reports_is_heard_answered_and_decides_the_end(tmp_path: Path) -> None:
    program = "print('hello', flush=True); print('got ' + input(), flush=True); raise SystemExit(1)"
    run = Run(tmp_path, spec("observer", program, restarts=3, reports=True), spec("b", SLEEP))

    async def story() -> None:
        await until(lambda: run.heard == ["hello"])
        run.supervisor.send("order")

    assert run.until_over(story) == Outcome("observer", 1)
    assert run.heard == ["hello", "got order"]


def test_late_robots_are_started_shortly_before_they_join(tmp_path: Path) -> None:
    late = spec("late.planner", SLEEP, robot="late", starts_at=60.0)
    run = Run(tmp_path, spec("world", SLEEP), late, speed=3.0)

    async def story() -> None:
        await until(lambda: run.supervisor.running == ["world"])
        await run.supervisor.set_time(29.0)
        await asyncio.sleep(0.3)
        assert run.supervisor.running == ["world"]
        await run.supervisor.set_time(30.0)
        await until(lambda: run.supervisor.running == ["world", "late.planner"])
        run.supervisor.stop("seen")

    run.until_over(story)


def test_stopping_while_it_starts_leaves_nothing(tmp_path: Path) -> None:
    mark = f"# {tmp_path}"
    run = Run(tmp_path, *(spec(f"p{n}", f"{SLEEP} {mark}") for n in range(20)))
    seen: list[str] = []

    async def story() -> None:
        await until(lambda: len(run.supervisor.running) > 2)
        seen.extend(processes_with(mark))
        run.supervisor.stop("interrupted")

    run.until_over(story)
    assert seen
    assert len(list(run.logs.iterdir())) < 20
    assert processes_with(mark) == []


def processes_with(words: str) -> list[str]:
    """Return the ids of this machine's processes whose command has these words."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        # A process may end while it is looked at.
        with contextlib.suppress(OSError):
            if words.encode() in path.read_bytes():
                found.append(path.parent.name)
    return found


def test_what_ignores_an_interrupt_is_killed_in_time(tmp_path: Path) -> None:
    async def story() -> tuple[float, int | None]:
        child = await start_child(spec("stubborn", STUBBORN), os.environ, tmp_path / "log")
        await until(lambda: "ready" in (tmp_path / "log").read_text())
        started = time.monotonic()
        await end_children([child], grace=0.5)
        return time.monotonic() - started, child.process.returncode

    seconds, code = asyncio.run(story())
    assert seconds < 2.0
    assert code == -signal.SIGKILL


def test_what_a_process_started_ends_with_it(tmp_path: Path) -> None:
    program = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-S', '-c', "
        f"{STUBBORN!r}]); print(p.pid, flush=True); p.wait()"
    )
    log = tmp_path / "log"

    async def story() -> None:
        child = await start_child(spec("parent", program), os.environ, log)
        await until(lambda: "ready" in log.read_text())
        await end_children([child], grace=0.5)
        grandchild = int(next(word for word in log.read_text().split() if word.isdigit()))
        await until(lambda: not alive(grandchild))

    asyncio.run(story())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs prctl")
def test_nothing_outlives_a_supervisor_that_was_killed(tmp_path: Path) -> None:
    supervisor = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from adhoc_teamwork.bringup.process_control.processes import ProcessSpec\n"
        "from adhoc_teamwork.bringup.process_control.supervisor import Supervisor\n"
        f"program = 'import os; print(os.getpid(), flush=True); {SLEEP}'\n"
        "spec = ProcessSpec('a', (sys.executable, '-S', '-c', program))\n"
        f"s = Supervisor([spec], {{}}, Path({str(tmp_path)!r}), 1.0, print, print)\n"
        "asyncio.run(s.run())\n"
    )
    process = subprocess.Popen([sys.executable, "-c", supervisor])
    log = tmp_path / "a.log"

    async def story() -> None:
        await until(lambda: log.exists() and log.read_text().strip() != "")
        process.kill()
        process.wait(timeout=5)
        await until(lambda: not alive(int(log.read_text())))

    asyncio.run(story())
