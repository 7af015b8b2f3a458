# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Runs on a Ray cluster: the same bytes as with processes, also where a machine is lost.

Two machines are two raylets on the loopback, each with one processor. They know nothing of this
checkout: the code has to travel.
"""

import importlib.util
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from bench_episodes import DrawnSet
from bench_fakes import a_task_set

from adhoc_teamwork.benchmark.engines.cluster import RayEngine
from adhoc_teamwork.benchmark.store.results import EPISODES
from adhoc_teamwork.teamwork.settings.config import ConfigError

HERE = Path(__file__).parents[1]
ROOT = HERE.parents[1]
BENCH = (sys.executable, "-m", "adhoc_teamwork.benchmark")
DRIVER = (sys.executable, str(HERE / "bench_driver.py"))
needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray is not installed: ./adhoc setup --ray"
)


def run(program: tuple[str, ...], *words: str, code: int = 0, **environment: str) -> str:
    """Run a command of the benchmark to its end, expect its exit code, and return its output."""
    path = os.pathsep.join([str(HERE), str(ROOT)])
    answer = subprocess.run(
        [*program, "run", *words], capture_output=True, text=True, timeout=280, check=False,
        env={**os.environ, "PYTHONPATH": path, **environment},
    )  # fmt: skip
    assert answer.returncode == code, answer.stdout + answer.stderr
    return answer.stderr


def test_where_ray_is_missing_one_line_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ConfigError, match=r"not installed; .*\(\./adhoc setup --ray, or pip"):
        RayEngine(tmp_path, None)


@pytest.mark.slow
def test_an_engine_that_is_refused_leaves_no_folder(tmp_path: Path, drawn: DrawnSet) -> None:
    out = tmp_path / "out"
    words = ("--taskset", str(drawn.folder), "--ray-address", "x", "--out", str(out))
    assert "--ray-address: only for --engine ray" in run(BENCH, *words, code=2)
    assert not out.exists()


@dataclass
class TwoMachines:
    """Hold a cluster of two; the logs have each episode of the fakes that was begun on each."""

    process: subprocess.Popen[str]
    address: str
    first: Path
    second: Path

    def lose_one(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("lose\n")
        self.process.stdin.flush()
        while self.process.stdout.readline() != "lost\n":
            assert self.process.poll() is None


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoMachines]:
    log = tmp_path_factory.mktemp("cluster") / "log"
    environment = {**os.environ, "PYTHONPATH": str(HERE), "FAKE_LOG": str(log)}
    environment |= {"FAKE_SECONDS": "0.05", "RAY_DISABLE_IMPORT_WARNING": "1"}
    process = subprocess.Popen(
        [sys.executable, str(HERE / "bench_cluster.py")], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment, cwd="/",
    )  # fmt: skip
    assert process.stdout
    lines = (line.split() for line in process.stdout)
    address = next((words[1] for words in lines if words[:1] == ["address"]), "")
    assert address, "the cluster did not start"
    yield TwoMachines(process, address, log, log.with_name("log.second"))
    process.communicate(timeout=60)


@needs_ray
@pytest.mark.slow
def test_two_machines_give_the_same_bytes_as_processes(
    tmp_path: Path, machines: TwoMachines, drawn: DrawnSet
) -> None:
    words = ("--taskset", str(drawn.folder), "--adhoc", "irot", "--out")
    run(BENCH, *words, str(tmp_path / "processes"), "--jobs", "1")
    run(BENCH, *words, str(tmp_path / "ray"), "--engine", "ray", "--ray-address", machines.address)
    made = (tmp_path / "ray" / EPISODES).read_bytes()
    assert made.count(b"\n") == 2 * len(drawn.tasks.tasks)
    assert made == (tmp_path / "processes" / EPISODES).read_bytes()


@needs_ray
@pytest.mark.slow
def test_a_lost_machine_loses_nothing(tmp_path: Path, machines: TwoMachines) -> None:
    folder, out = tmp_path / "set", tmp_path / "ray"
    tasks = a_task_set().tasks
    for task in tasks:
        (folder / task.house).parent.mkdir(parents=True, exist_ok=True)
        (folder / task.house).write_text("{}")
    run(DRIVER, "--jobs", "1", "--out", str(tmp_path / "processes"))
    words = ("--engine", "ray", "--ray-address", machines.address, "--out", str(out))
    timer = threading.Timer(0.0, lambda: lose_amid(machines, out, 10))
    timer.start()
    run(DRIVER, *words, FAKE_FOLDER=str(folder))
    timer.join()
    assert (out / EPISODES).read_bytes() == (tmp_path / "processes" / EPISODES).read_bytes()
    begun = machines.first.read_text().splitlines()
    assert len(begun) == len(set(begun)) == 2 * len(tasks)
    # What the lost machine was playing was among it: it was played again.
    assert set(machines.second.read_text().splitlines()) < set(begun)


def lose_amid(machines: TwoMachines, out: Path, episodes: int) -> None:
    """Lose the second machine while it plays, once so many episodes of a run are kept."""
    path, tick = out / EPISODES, threading.Event()
    for _ in range(2000):
        kept = path.read_bytes().count(b"\n") if path.is_file() else 0
        if kept >= episodes and machines.second.is_file():
            machines.lose_one()
            return
        tick.wait(0.05)


@needs_ray
@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nonsense", "Invalid address format: nonsense"),
        ("127.0.0.1:99999999999", "nobody answers there"),
        ("127.0.0.1:1", "nobody answers there: [Errno 111]"),
    ],
)
def test_a_wrong_address_is_one_line(tmp_path: Path, address: str, why: str) -> None:
    with pytest.raises(ConfigError, match=r"expected the head of a Ray cluster") as caught:
        RayEngine(tmp_path, address)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@needs_ray
@pytest.mark.parametrize("answer", [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n"])
def test_what_answers_and_is_no_head_is_not_waited_for(tmp_path: Path, answer: bytes) -> None:
    """Ray itself waits for minutes there, and exits."""

    def serve() -> None:
        line, _ = server.accept()
        with line:
            line.recv(64)
            line.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(ConfigError, match="what answers there is no head"):
            RayEngine(tmp_path, f"127.0.0.1:{server.getsockname()[1]}")
        thread.join()
