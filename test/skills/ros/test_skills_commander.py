# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The navigator over BasicNavigator obeys the contract; the BasicNavigator plays a script."""

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from navigator_contract import NavigatorContract
from rclpy.node import Node
from scripted_servers import eventually

from adhoc_teamwork.skills.back_ends.motion import Motion, Outcome
from adhoc_teamwork.skills.ros.commander import CommanderNavigator

_STEP = 0.01


class ScriptedBasicNavigator:
    """Do what `mode` says with the calls and the answers of nav2_simple_commander."""

    def __init__(self) -> None:
        self.mode, self.there = "succeed", True
        self.cancelled = self.driving = False
        self.waited = self.cleared = 0
        self.result_future: Any = None

    def get_namespace(self) -> str:
        return "/rob"

    def get_service_names_and_types(self) -> list[tuple[str, list[str]]]:
        names = ("/rob/amcl/get_state", "/rob/bt_navigator/get_state") if self.there else ()
        return [(name, ["lifecycle_msgs/srv/GetState"]) for name in names]

    def waitUntilNav2Active(self) -> None:  # noqa: N802
        self.waited += 1

    def clearAllCostmaps(self) -> None:  # noqa: N802
        self.cleared += 1

    def goToPose(self, _pose: Any) -> bool:  # noqa: N802
        self.cancelled, self.driving = False, self.mode != "reject"
        return self.driving

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
        self.node = Node("navigating", namespace="rob", context=context)
        self.script, lost = ScriptedBasicNavigator(), ScriptedBasicNavigator()
        lost.there = False
        self.served = CommanderNavigator(self.node, lambda _: self.script)
        self.lonely = CommanderNavigator(self.node, lambda _: lost, server_wait=0.3)
        self.navigator: Any = self.served
        self.served.setup()
        self.lonely.setup()

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
        self.node.destroy_node()


@pytest.fixture
def rig(ros_context: Any) -> Iterator[CommanderRig]:
    rig = CommanderRig(ros_context)
    yield rig
    rig.close()


class TestCommanderNavigator(NavigatorContract):
    """Run the contract."""


def test_it_waits_for_nav2_once_and_clears_costmaps_when_asked(rig: CommanderRig) -> None:
    assert not rig.served.ready
    for _ in range(2):
        assert rig.wait(rig.served.go_to(NavigatorContract.GOAL)).success
    assert (rig.script.waited, rig.script.cleared, rig.served.ready) == (1, 0, True)
    rig.served.clear()
    assert rig.wait(rig.served.go_to(NavigatorContract.GOAL)).success
    assert rig.script.cleared == 1


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
