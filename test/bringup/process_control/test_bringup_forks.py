# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Processes are forked from a server whose imports are done, and followed as others are."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: run ./adhoc test, which brings one")

from adhoc_teamwork.bringup.process_control.child import Child, end_children
from adhoc_teamwork.bringup.process_control.forks import ForkServer
from adhoc_teamwork.bringup.process_control.nodes import Per, load_nodes
from adhoc_teamwork.bringup.process_control.processes import ProcessSpec, team_environment
from adhoc_teamwork.bringup.process_control.supervisor import Supervisor

pytestmark = pytest.mark.usefixtures("modules")

CONFIG = Path(__file__).parents[3] / "config"
TELLING = """\
import os, pathlib, sys
if __name__ == "__main__":
    before = "heavy" in sys.modules
    import heavy
    print(sys.argv[1:], os.environ["MARK"], before, heavy.made_by == os.getpid())
    command = pathlib.Path("/proc/self/cmdline").read_bytes().rstrip(bytes(1)).decode()
    print(command.split(chr(0))[1:])
    sys.exit(int(sys.argv[1]))
"""
SLEEPING = "import heavy, time; print('asleep', flush=True); time.sleep(60)"


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two programs, and what both import, where processes find them."""
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "heavy.py").write_text("import os\nmade_by = os.getpid()\n")
    (folder / "telling.py").write_text(TELLING)
    (folder / "sleeping.py").write_text(SLEEPING)
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{os.environ.get('PYTHONPATH', '')}")
    return folder


def spec(module: str, *words: str, **options) -> ProcessSpec:
    return ProcessSpec(module, (sys.executable, "-m", module, *words), **options)


def with_server(story: Callable[[ForkServer], Awaitable[None]], *imported: str) -> None:
    """Run a story with a server that imports modules."""
    variables = team_environment(1, 0, {}) | {"MARK": "the server's"}
    with ForkServer(imported, variables) as forks:

        async def connected() -> None:
            await forks.connect()
            try:
                await asyncio.wait_for(story(forks), 120.0)
            finally:
                await forks.disconnect()

        asyncio.run(connected())


async def forked(forks: ForkServer, spec: ProcessSpec, log: Path, mark: str = "its own") -> Child:
    child = await forks.fork(spec, {"MARK": mark}, log)
    assert child is not None
    return child


async def asleep(log: Path) -> None:
    for _ in range(1000):
        if log.exists() and log.read_text() == "asleep\n":
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not start")


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


async def until_gone(pid: int) -> None:
    for _ in range(500):
        if gone(pid):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{pid} still runs")


def test_a_fork_runs_as_a_program_with_its_own_words_variables_and_log(
    tmp_path: Path,
) -> None:
    async def story(forks: ForkServer) -> None:
        for number in ("3", "0"):
            child = await forked(forks, spec("telling", number, "b c"), tmp_path / number)
            assert await child.process.wait() == int(number)
            assert not child.running
            assert (tmp_path / number).read_text() == (
                f"['{number}', 'b c'] its own True False\n['-m', 'telling', '{number}', 'b c']\n"
            )

    with_server(story, "heavy", "nothing_of_this_name", "telling")


def test_what_was_imported_for_several_runs_as_a_program(modules: Path, tmp_path: Path) -> None:
    async def story(forks: ForkServer) -> None:
        for number in range(2):
            log = tmp_path / str(number)
            child = await forked(forks, spec("sleeping"), log)
            await asleep(log)
            os.kill(child.process.pid, signal.SIGTERM)
            assert await child.process.wait() == -signal.SIGTERM

    (modules / "sleeping.py").write_text(f"if __name__ == '__main__':\n    {SLEEPING}\n")
    with_server(story, "sleeping")


def test_a_fork_is_interrupted_and_ended_like_others(tmp_path: Path) -> None:
    async def story(forks: ForkServer) -> None:
        child = await forked(forks, spec("sleeping"), tmp_path / "log")
        await asleep(tmp_path / "log")
        assert os.getpgid(child.process.pid) == child.process.pid
        assert await end_children([child]) == []
        assert not child.running
        assert "KeyboardInterrupt" in (tmp_path / "log").read_text()

    with_server(story)


def test_forks_end_with_the_server_and_no_other_is_forked(tmp_path: Path) -> None:
    async def story(forks: ForkServer) -> None:
        child = await forked(forks, spec("sleeping"), tmp_path / "log")
        await asleep(tmp_path / "log")
        server = int(Path(f"/proc/{child.process.pid}/stat").read_text().split()[3])
        os.kill(server, signal.SIGKILL)
        assert await child.process.wait() == -signal.SIGKILL
        await until_gone(child.process.pid)
        assert await forks.fork(spec("sleeping"), {}, tmp_path / "log") is None

    with_server(story)


def test_what_is_no_module_is_not_forked(tmp_path: Path) -> None:
    async def story(forks: ForkServer) -> None:
        program = ProcessSpec("p", (sys.executable, "-c", "print(1)"))
        assert await forks.fork(program, {}, tmp_path / "log") is None

    with_server(story)


def test_a_fork_that_reports_is_heard_and_spoken_to(modules: Path, tmp_path: Path) -> None:
    """Again and again: what it prints ends with it, and only its errors are in the log."""

    async def story(forks: ForkServer) -> None:
        for number in ("3", "4"):
            child = await forked(forks, spec("echoing", reports=True), tmp_path / "log")
            said, heard = child.process.stdin, child.process.stdout
            assert said is not None
            assert heard is not None
            said.write(f"{number}\n".encode())
            assert await heard.readline() == f"heard {number}\n".encode()
            assert await heard.read() == b""
            assert await child.process.wait() == int(number)
        assert (tmp_path / "log").read_text() == "error 3\nerror 4\n"

    (modules / "echoing.py").write_text(
        "import sys\nword = input()\nprint('heard', word)\n"
        "print('error', word, file=sys.stderr)\nsys.exit(int(word))\n"
    )
    with_server(story)


def test_what_robots_run_starts_no_thread_while_it_is_imported(
    modules: Path, tmp_path: Path
) -> None:
    """A fork has none of the other threads, and what they hold stays held."""
    (modules / "last.py").write_text(f"if __name__ == '__main__':\n    {SLEEPING}\n")
    counts: list[int] = []

    async def story(forks: ForkServer) -> None:
        log = tmp_path / f"log {len(counts)}"
        child = await forked(forks, spec("last"), log)
        await asleep(log)
        server = Path(f"/proc/{child.process.pid}/stat").read_text().split()[3]
        counts.append(len(list(Path(f"/proc/{server}/task").iterdir())))

    nodes = load_nodes(CONFIG / "nodes.yaml")
    robots = [node.module for node in nodes if node.per is Per.ROBOT]
    assert "adhoc_teamwork.adhoc_planner.ros.node" in robots
    with_server(story)
    # What is ordered is forked once all before it are imported.
    with_server(story, *robots, "last")
    assert counts[0] == counts[1]


def test_a_supervisor_starts_again_what_was_forked(tmp_path: Path) -> None:
    told: list[str] = []

    async def story(forks: ForkServer) -> None:
        supervisor = Supervisor(
            [spec("telling", "3", restarts=1), spec("sleeping")],
            {"MARK": "the run's"},
            tmp_path / "logs",
            1.0,
            lambda kind, name, _: told.append(f"{kind} {name}"),
            print,
            forks,
        )
        run = asyncio.ensure_future(supervisor.run())
        while "lost telling" not in told:
            await asyncio.sleep(0.01)
        await asleep(tmp_path / "logs" / "sleeping.log")
        supervisor.stop("seen")
        await run
        assert told == ["restart telling", "lost telling", "end "]
        assert (tmp_path / "logs" / "telling.log").read_text().count("the run's True") == 2

    with ForkServer(["heavy", "telling"], {}) as forks:
        asyncio.run(asyncio.wait_for(story(forks), 30.0))
