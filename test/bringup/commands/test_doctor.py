# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import http.server
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap.environment import child_environment
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY, Layout
from adhoc_teamwork.bringup.bootstrap.plan import SetUp
from adhoc_teamwork.bringup.checks import extras, model, ros, system
from adhoc_teamwork.bringup.checks.finding import FAIL, OK, WARN, Finding, Subject
from adhoc_teamwork.bringup.checks.probe import ask
from adhoc_teamwork.bringup.commands.doctor import examine, find_subject
from adhoc_teamwork.teamwork.settings.navigation import (
    NAV2_PACKAGES,
    NAV2_PLUGINS,
    Navigation,
    why_not,
)

KEY = "sk-do-not-show-this"


def subject(env: dict[str, str] | None = None, python: str | None = sys.executable) -> Subject:
    path = Path(python) if python else None
    return Subject(path, {**os.environ, **(env or {})}, None, Path.cwd())


def not_set_up(root: Path) -> Subject:
    return Subject(None, dict(os.environ), SetUp(Layout(root), None), root)


def make_programs(prefix: Path) -> None:
    """Make what a prefix with Nav2 has below ``lib``."""
    for file in ("twist_mux/twist_mux", *(f"lib{package}.so" for package in NAV2_PLUGINS)):
        (prefix / "lib" / file).parent.mkdir(parents=True, exist_ok=True)
        (prefix / "lib" / file).touch()


@pytest.fixture
def endpoint() -> Iterator[tuple[str, list[int], list[str]]]:
    """Serve a model endpoint: its address, the status to answer with, the keys it was given."""
    status = [200]
    keys: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            keys.append(self.headers.get("Authorization", ""))
            self.send_response(status[0] if self.path == "/v1/models" else 500)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", status, keys
    server.shutdown()
    server.server_close()
    thread.join()


def test_each_failing_line_ends_with_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    findings = (Finding(OK, "a", "fine"), Finding(FAIL, "b", "broken", "mend it"))
    code = examine(subject(), [lambda _, f=f: f for f in findings])  # type: ignore[misc]
    lines = capsys.readouterr().out.splitlines()
    assert code == 1
    assert lines[1].startswith("FAIL b")
    assert lines[1].endswith("-> mend it")
    assert lines[-1] == "1 of 2 checks failed"


def test_warnings_do_not_fail(capsys: pytest.CaptureFixture[str]) -> None:
    assert examine(subject(), [lambda _: Finding(WARN, "a", "full", "empty it")]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


def test_where_nothing_is_set_up_every_line_says_what_to_type(tmp_path: Path) -> None:
    checks = (
        ros.check_set_up,
        ros.check_ros,
        ros.check_interfaces,
        ros.check_libraries,
        ros.check_discovery,
        model.check_offline_model,
    )
    for check in checks:
        finding = check(not_set_up(tmp_path))
        assert finding.status == FAIL
        assert finding.advice == "type: ./adhoc setup"


def test_a_half_done_set_up_is_seen(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    layout.python.parent.mkdir(parents=True)
    layout.python.symlink_to(sys.executable)
    half = Subject(layout.python, dict(os.environ), SetUp(layout, None), tmp_path)
    assert ros.check_set_up(half).status == FAIL
    assert find_subject(REPOSITORY, {}).set_up is not None


def test_an_environment_of_another_clone_is_seen(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    Layout(other).base.mkdir(parents=True)
    mine.mkdir()
    Layout(mine).state.symlink_to(Layout(other).state)
    finding = ros.check_set_up(not_set_up(mine))
    assert finding.status == FAIL
    assert str(other) in finding.detail
    assert finding.advice


def test_a_python_that_does_not_run_is_reported(tmp_path: Path) -> None:
    finding = system.check_python(subject(python=str(tmp_path / "python")))
    assert finding.status == FAIL
    assert finding.advice
    assert system.check_python(subject()).status == OK


def test_a_library_that_fails_to_load_is_reported_with_its_reason() -> None:
    answer = ask(subject(), ["-c", "raise ImportError('libGL.so.1: cannot open')"], 20.0)
    assert not answer.succeeded
    assert "libGL.so.1" in answer.text


def test_the_libraries_load_as_the_code_loads_them() -> None:
    finding = ros.check_libraries(subject())
    assert (finding.status, "Open3D 0." in finding.detail) == (OK, True), finding


def test_a_crash_and_a_hang_are_findings_too() -> None:
    crash = ask(subject(), ["-c", "import os; os.abort()"], 20.0)
    assert (crash.succeeded, crash.text) == (False, "ended by signal 6")
    hang = ask(subject(), ["-c", "import time; time.sleep(60)"], 1.0)
    assert not hang.succeeded
    assert hang.text.startswith("no answer within 1 s; is this machine busy?")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "expected"), [(200, OK), (401, FAIL), (403, FAIL), (404, OK), (429, WARN)]
)
def test_the_endpoint_is_asked_with_the_key(
    endpoint: tuple[str, list[int], list[str]], status: int, expected: str
) -> None:
    base, statuses, keys = endpoint
    statuses[0] = status
    env = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": base, "no_proxy": "127.0.0.1"}
    # Before a set-up: what asks the model itself, test_endpoint_habits tries.
    finding = model.check_hosted_model(subject(env, python=None))
    assert finding.status == expected
    assert keys == [f"Bearer {KEY}"]
    assert KEY not in f"{finding}"
    assert finding.advice or expected == OK


def test_neither_key_nor_password_is_ever_shown() -> None:
    env = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": f"http://user:{KEY}@127.0.0.1:1/v1"}
    finding = model.check_hosted_model(subject({**env, "no_proxy": "127.0.0.1"}))
    assert finding.status == FAIL
    assert KEY not in f"{finding}"
    bad = model.check_hosted_model(subject({"OPENAI_BASE_URL": "nonsense"}))
    assert (bad.status, bad.what) == (FAIL, "hosted model")
    assert KEY not in repr(subject(env))


def test_without_a_hosted_model_nothing_is_wrong() -> None:
    plain = Subject(Path(sys.executable), {}, None, Path.cwd())
    assert model.check_hosted_model(plain).status == OK


def test_a_full_disk_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    full = type("Usage", (), {"free": 1e8})
    monkeypatch.setattr(system.shutil, "disk_usage", lambda _: full)
    assert system.check_disk(subject()).status == FAIL
    assert system.check_disk(not_set_up(tmp_path)).advice.startswith("make room: 4.0 GB")


def test_leftovers_in_shared_memory_are_counted(tmp_path: Path) -> None:
    finding = system.check_shared_memory(subject(), tmp_path)
    assert finding.status == OK
    assert "0 segments" in finding.detail
    for number in range(system.MANY_LEFTOVERS + 1):
        lock = tmp_path / f"fastrtps_{number:016x}_el"
        lock.touch()
        os.utime(lock, (0, 0))
    finding = system.check_shared_memory(subject(), tmp_path)
    assert finding.status == WARN
    assert str(system.MANY_LEFTOVERS + 1) in finding.detail
    assert finding.advice


def test_the_offline_model_starts_and_answers() -> None:
    assert model.check_offline_model(subject()).status == OK


def test_an_offline_model_that_cannot_start_is_found_out(tmp_path: Path) -> None:
    finding = model.check_offline_model(
        subject({"PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"})
    )
    if sys.version_info >= (3, 11):
        assert (finding.status, bool(finding.advice)) == (FAIL, True)
        assert "ends at once" in finding.detail


def test_nav2_is_told_of_with_its_version_where_one_is_sourced(tmp_path: Path) -> None:
    env = {"AMENT_PREFIX_PATH": str(tmp_path)}
    assert extras.check_nav2(subject(env)).status == OK
    make_programs(tmp_path)
    brought = ("nav2_common", *NAV2_PLUGINS)
    packages = ("nav2_bringup", "twist_mux", "launch_ros", "ros2launch", *brought)
    for package in packages:
        found = extras.check_nav2(subject(env))
        if package != "nav2_bringup":
            assert (found.status, package in found.detail) == (WARN, True)
        (tmp_path / "share" / package).mkdir(parents=True)
        text = "<package><version>1.3.13</version></package>"
        (tmp_path / "share" / package / "package.xml").write_text(text, encoding="utf-8")
    found = extras.check_nav2(subject(env))
    assert (found.status, "1.3.13" in found.detail) == (OK, True)
    launch = tmp_path / "share" / "nav2_bringup" / "launch"
    launch.mkdir()
    (launch / "localization_launch.py").write_text("Node(package='nav2_amcl')", encoding="utf-8")
    found = extras.check_nav2(subject(env))
    assert (found.status, "nav2_amcl not found" in found.detail) == (WARN, True)


def test_nav2_is_looked_for_where_the_demo_called_likewise_would_look(tmp_path: Path) -> None:
    make_programs(tmp_path)
    for package in (*NAV2_PACKAGES, "nav2_common", *NAV2_PLUGINS):
        (tmp_path / "share" / package).mkdir(parents=True)
        (tmp_path / "share" / package / "package.xml").write_text("<version>1.3.13</version>")
    layout = Layout(REPOSITORY)
    prefixes = (layout.interfaces, layout.venv, tmp_path)
    present = {"AMENT_PREFIX_PATH": os.pathsep.join(map(str, prefixes))}
    # `python -m adhoc_teamwork.bringup demo` in the set-up's environment with a Nav2 beside it.
    assert why_not(Navigation.NAV2, present) == ""
    assert "1.3.13" in extras.check_nav2(find_subject(REPOSITORY, present, begun=True)).detail
    # `./adhoc demo`, which leaves out what belongs to no ROS 2 that it can stand beside.
    assert why_not(Navigation.NAV2, child_environment(layout, present)) != ""
    assert "none is sourced" in extras.check_nav2(find_subject(REPOSITORY, present)).detail
    # Without the interfaces no command would run: this looks at what ./adhoc would make of it.
    outside = find_subject(REPOSITORY, {"AMENT_PREFIX_PATH": str(tmp_path)}, begun=True)
    assert outside.env["AMENT_PREFIX_PATH"] == os.pathsep.join(map(str, prefixes[:2]))


def test_a_nav2_whose_build_ended_halfway_is_not_called_well(tmp_path: Path) -> None:
    for package in ("nav2_bringup", "twist_mux", "launch_ros", "ros2launch", "nav2_common"):
        (tmp_path / "share" / package).mkdir(parents=True)
        (tmp_path / "share" / package / "package.xml").touch()
    found = extras.check_nav2(subject({"AMENT_PREFIX_PATH": str(tmp_path)}))
    assert (found.status, bool(found.advice)) == (WARN, True)
    assert f"twist_mux/twist_mux, {NAV2_PLUGINS[0]}" in found.detail


def test_docker_is_told_of_where_it_is_and_missed_nowhere(tmp_path: Path) -> None:
    found = extras.check_containers(subject({"PATH": str(tmp_path)}))
    assert (found.status, "no docker" in found.detail) == (OK, True)
    docker = tmp_path / "docker"
    docker.write_text("#!/bin/sh\necho Cannot connect to the daemon >&2; exit 1\n")
    docker.chmod(0o755)
    found = extras.check_containers(subject({"PATH": str(tmp_path)}))
    assert (found.status, found.detail) == (WARN, "docker version: Cannot connect to the daemon")
    docker.write_text("#!/bin/sh\necho Docker Compose version v2.29\n")
    found = extras.check_containers(subject({"PATH": str(tmp_path)}))
    assert (found.status, found.detail) == (OK, "Docker Compose version v2.29")


def test_ray_is_told_of_and_missed_nowhere(tmp_path: Path) -> None:
    bare = tmp_path / "bin" / "python"
    bare.parent.mkdir()
    bare.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    bare.chmod(0o755)
    without = extras.check_cluster(subject(python=str(bare)))
    assert without.status == OK
    assert without.detail.endswith("needs: ./adhoc setup --ray")
    folder = tmp_path / "ray-2.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: ray\nVersion: 2.0\n")
    there = extras.check_cluster(subject({"PYTHONPATH": str(tmp_path)}))
    assert (there.status, there.detail.split(",")[0]) == (OK, "Ray 2.0")
