# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The navigator over BasicNavigator obeys the contract; the BasicNavigator plays a script.

Nav2's state is that of a real service: BasicNavigator's own wait for it is not used.
"""

import importlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState
from navigator_contract import NavigatorContract
from rclpy.node import Node
from scripted_servers import Spinner, eventually, new_name

from adhoc_teamwork.skills.back_ends.motion import Motion, Outcome
from adhoc_teamwork.skills.ros.commander import CommanderNavigator, why_missing
from adhoc_teamwork.teamwork.team.causes import Cause

_STEP = 0.01


class ScriptedBasicNavigator:
    """Do what `mode` says with the calls and the answers of nav2_simple_commander."""

    def __init__(self) -> None:
        self.mode = "succeed"
        self.cancelled = self.driving = False
        self.cleared = 0
        self.result_future: Any = None

    def clearAllCostmaps(self) -> None:  # noqa: N802
        self.cleared += 1

    def goToPose(self, _pose: Any) -> bool:  # noqa: N802
        self.cancelled, self.driving = False, self.mode != "reject"
        return self.driving

    def backup(self, backup_dist: float, backup_speed: float, time_allowance: int) -> bool:
        assert backup_dist > 0.0
        assert backup_speed * time_allowance > backup_dist
        return self.goToPose(None)

    def isTaskComplete(self) -> bool:  # noqa: N802
        time.sleep(_STEP)
        if self.mode == "silent" and not self.cancelled:
            return False
        code = 208 if self.mode == "no_way" else 0
        answer = SimpleNamespace(result=SimpleNamespace(error_code=code, error_msg=""))
        self.result_future = SimpleNamespace(done=lambda: True, result=lambda: answer)
        self.driving = False
        return True

    def getFeedback(self) -> Any:  # noqa: N802
        return SimpleNamespace(distance_remaining=1.5)

    def cancelTask(self) -> None:  # noqa: N802
        self.cancelled = True

    def getResult(self) -> Any:  # noqa: N802
        if self.cancelled:
            return SimpleNamespace(name="CANCELED")
        failed = self.mode in ("abort", "no_way")
        return SimpleNamespace(name="FAILED" if failed else "SUCCEEDED")

    def destroy_node(self) -> None:
        self.driving = False


class CommanderRig:
    """Hold a navigator over a scripted BasicNavigator, and one over a Nav2 that is not there."""

    def __init__(self, context: Any) -> None:
        name = new_name()
        self.nav2 = Node("scripted_nav2", namespace=name, context=context)
        self.node = Node("navigating", namespace=name, context=context)
        self.lost = Node("navigating", namespace="nobody", context=context)
        self.state, self.asked = State.PRIMARY_STATE_ACTIVE, 0
        self.nav2.create_service(GetState, "bt_navigator/get_state", self._tell)
        self.script = ScriptedBasicNavigator()
        self.served = CommanderNavigator(self.node, lambda _: self.script)
        self.lonely = CommanderNavigator(
            self.lost, lambda _: ScriptedBasicNavigator(), server_wait=0.3
        )
        self.navigator: Any = self.served
        self.served.setup()
        self.lonely.setup()
        self.spinner = Spinner(context, self.nav2, self.node, self.lost)

    def _tell(self, _request: Any, response: Any) -> Any:
        self.asked += 1
        response.current_state.id = self.state
        return response

    def behave(self, mode: str) -> None:
        self.script.mode = mode
        self.navigator = self.lonely if mode == "missing" else self.served

    def pass_time(self) -> None:
        assert eventually(lambda: self.script.driving)

    def wait(self, motion: Motion) -> Outcome:
        assert eventually(lambda: motion.poll() is not None)
        outcome = motion.poll()
        assert outcome is not None
        return outcome

    def close(self) -> None:
        self.served.shutdown()
        self.lonely.shutdown()
        self.spinner.close()
        for node in (self.nav2, self.node, self.lost):
            node.destroy_node()


@pytest.fixture
def rig(ros_context: Any) -> Iterator[CommanderRig]:
    rig = CommanderRig(ros_context)
    yield rig
    rig.close()


class TestCommanderNavigator(NavigatorContract):
    """Run the contract."""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "nav2_simple_commander is missing"),
        (
            "from nav2_msgs.action import NoSuchAction\n",
            "nav2_simple_commander cannot be imported (cannot import name 'NoSuchAction'",
        ),
        ("class BasicNavigator: ...\n", ""),
    ],
)
def test_a_package_that_cannot_be_imported_is_none(
    text: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "nav2_simple_commander"
    if text is not None:
        package.mkdir()
        (package / "__init__.py").write_text("", encoding="utf-8")
        (package / "robot_navigator.py").write_text(text, encoding="utf-8")
    # Also where one is sourced, none but this one is found.
    elsewhere = [p for p in sys.path if not (Path(p) / package.name).is_dir()]
    monkeypatch.setattr(sys, "path", [str(tmp_path), *elsewhere])
    for name in [n for n in sys.modules if n.split(".")[0] == package.name]:
        monkeypatch.delitem(sys.modules, name)
    importlib.invalidate_caches()
    try:
        assert why_missing().startswith(said)
        assert bool(why_missing()) == bool(said)
    finally:
        for name in [n for n in sys.modules if n.split(".")[0] == package.name]:
            del sys.modules[name]


def test_it_clears_costmaps_when_asked(rig: CommanderRig) -> None:
    assert not rig.served.ready
    for _ in range(2):
        assert rig.wait(rig.served.go_to(NavigatorContract.GOAL)).success
    assert (rig.script.cleared, rig.served.ready) == (0, True)
    rig.served.clear()
    assert rig.wait(rig.served.go_to(NavigatorContract.GOAL)).success
    assert rig.script.cleared == 1


def test_no_drive_begins_before_nav2_is_active(rig: CommanderRig) -> None:
    """Nobody else is asked, such as amcl: where it is not, something else tells the place."""
    rig.state = State.PRIMARY_STATE_INACTIVE
    motion = rig.served.go_to(NavigatorContract.GOAL)
    assert eventually(lambda: rig.asked > 1)
    assert motion.poll() is None
    rig.state = State.PRIMARY_STATE_ACTIVE
    assert rig.wait(motion).success


def test_what_waits_for_nav2_can_be_cancelled(rig: CommanderRig) -> None:
    rig.state = State.PRIMARY_STATE_INACTIVE
    motion = rig.served.go_to(NavigatorContract.GOAL)
    assert eventually(lambda: rig.asked > 0)
    motion.cancel()
    assert rig.wait(motion).cause is Cause.CANCELLED
    assert not rig.served.ready


@pytest.mark.alone
def test_shutdown_ends_the_drive(rig: CommanderRig) -> None:
    rig.behave("silent")
    motion = rig.served.go_to(NavigatorContract.GOAL)
    rig.pass_time()
    began = time.monotonic()
    rig.served.shutdown()
    assert time.monotonic() - began < 2.0
    assert rig.script.cancelled
    assert motion.poll() is not None
