# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A managed node among ROS's own services: its states, its parameters, what it tells of them."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from diagnostic_msgs.msg import DiagnosticStatus
from node_manager import ACTIVATE, CLEANUP, CONFIGURE, DEACTIVATE, END_INACTIVE, NodeManager
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter as RosParameter
from std_msgs.msg import String

from adhoc_teamwork.teamwork.lifecycle import State
from adhoc_teamwork.teamwork.ros.managed_node import ManagedNode
from adhoc_teamwork.teamwork.ros.qos import RELIABLE
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parameters import Parameter, ParameterTable, Value

NUMBERS = itertools.count()
TABLE = ParameterTable(
    "mover",
    (
        Parameter("speed", 1.0, "Metres a second.", least=0.0, most=2.0, is_live=True),
        Parameter("brake", 0.5, "Metres.", least=0.1, most=9.0, is_live=True),
        Parameter("file", "good", "What to read."),
    ),
    lambda values: (
        "brake: expected speed / 2 at least" if values["brake"] < float(values["speed"]) / 2 else ""
    ),
)


class Mover(ManagedNode):
    """Write down what happens to it; which file it is to read says what goes wrong."""

    def __init__(self, **options: Any) -> None:
        super().__init__("mover", TABLE, **options)
        self.did: list[str] = []
        self.changed: list[Mapping[str, Value]] = []
        self.file = self.parameters["file"]

    def configure(self) -> None:
        self.did.append("configure")
        self.create_publisher(String, "configured", RELIABLE)
        self._break("configure")

    def activate(self) -> None:
        self.did.append("activate")
        self.create_publisher(String, "activated", RELIABLE)
        self.create_timer(1.0, lambda: None)
        self._break("activate")

    def deactivate(self) -> None:
        self.did.append("deactivate")
        self._break("deactivate")

    def cleanup(self) -> None:
        self.did.append("cleanup")

    def take_changes(self, changes: Mapping[str, Value]) -> None:
        self.changed.append(changes)

    def _break(self, where: str) -> None:
        if self.file == f"bad in {where}":
            raise ConfigError("mover: the file is bad")
        if self.file == f"fault in {where}":
            raise RuntimeError("a fault of the program")


class Stage:
    """Start a mover, and manage it."""

    def __init__(self, context: Any, manage: Callable[..., NodeManager]) -> None:
        self.context = context
        self.executor = SingleThreadedExecutor(context=context)
        # What an earlier test leaves in the graph for a moment has another name.
        self.robot = f"rob_{next(NUMBERS)}"
        self.manager = manage(
            f"/{self.robot}/mover", spin=lambda: self.executor.spin_once(timeout_sec=0.01)
        )
        self.mover: Any = None

    def start(self, **parameters: Any) -> Mover:
        given = [RosParameter(name, value=value) for name, value in parameters.items()]
        self.mover = Mover(context=self.context, namespace=self.robot, parameter_overrides=given)
        self.mover.setup()
        self.executor.add_node(self.mover)
        return self.mover  # type: ignore[no-any-return]

    def says(self, message: str, level: bytes = DiagnosticStatus.WARN) -> bool:
        """Tell whether it says something in /diagnostics, at that level and with its state."""
        status = self.manager.status(f"{self.robot}: mover", message)
        values = {value.key: value.value for value in status.values}
        return bool(status.level == level and values == {"lifecycle": message.split(":")[0]})

    def topics(self) -> set[str]:
        names = {publisher.topic_name.split("/")[-1] for publisher in self.mover.publishers}
        return names & {"configured", "activated"}

    def close(self) -> None:
        if self.mover is not None:
            self.mover.shutdown()
            self.mover.destroy_node()
        self.executor.shutdown(timeout_sec=1.0)


@pytest.fixture
def stage(ros_context: Any, manage: Callable[..., NodeManager]) -> Iterator[Stage]:
    stage = Stage(ros_context, manage)
    yield stage
    stage.close()


def test_it_starts_by_itself(stage: Stage) -> None:
    mover = stage.start()
    assert mover.did == ["configure", "activate"]
    assert stage.manager.state() == mover.state == State.ACTIVE
    assert stage.topics() == {"configured", "activated"}


def test_a_lifecycle_manager_takes_it_through_its_states_again_and_again(stage: Stage) -> None:
    mover = stage.start(autostart=False)
    assert mover.did == []
    assert stage.says("unconfigured: waits to be configured")
    for _ in range(2):
        assert stage.manager.change(CONFIGURE)
        assert stage.topics() == {"configured"}
        assert stage.manager.change(ACTIVATE)
        assert stage.topics() == {"configured", "activated"}
        assert mover.is_active
        assert stage.manager.change(DEACTIVATE)
        assert stage.topics() == {"configured"}
        assert stage.says("inactive: waits to be activated")
        assert stage.manager.change(CLEANUP)
        assert stage.topics() == set()
    assert stage.manager.change(CONFIGURE)
    assert stage.manager.change(END_INACTIVE)
    once = ["configure", "activate", "deactivate", "cleanup"]
    assert mover.did == [*once, *once, "configure", "cleanup"]
    assert stage.manager.state() == mover.state == State.FINALIZED


@pytest.mark.parametrize(
    ("file", "did", "state"),
    [
        ("bad in configure", ["configure", "cleanup"], "unconfigured"),
        ("bad in activate", ["configure", "activate", "deactivate"], "inactive"),
        ("fault in configure", ["configure", "cleanup"], "unconfigured"),
        ("fault in activate", ["configure", "activate", "deactivate", "cleanup"], "unconfigured"),
    ],
)
def test_what_fails_is_undone_and_told(stage: Stage, file: str, did: list[str], state: str) -> None:
    mover = stage.start(autostart=False, file=file)
    is_configured = stage.manager.change(CONFIGURE)
    assert not (is_configured and stage.manager.change(ACTIVATE))
    assert mover.did == did
    assert stage.manager.state() == mover.state == state
    why = "mover: the file is bad" if "bad" in file else "a fault of the program"
    assert stage.says(f"{state}: {why}", DiagnosticStatus.ERROR)
    assert "activated" not in stage.topics()
    mover.file = "mended"
    assert state == "inactive" or stage.manager.change(CONFIGURE)
    assert stage.manager.change(ACTIVATE)
    assert stage.manager.state() == State.ACTIVE


def test_what_cannot_be_deactivated_ends_for_good(stage: Stage) -> None:
    mover = stage.start(file="fault in deactivate")
    assert not stage.manager.change(DEACTIVATE)
    assert stage.manager.state() == mover.state == State.FINALIZED
    assert stage.says("finalized: a fault of the program", DiagnosticStatus.ERROR)
    mover.file = "mended"


@pytest.mark.parametrize("where", ["configure", "activate"])
def test_alone_it_says_at_once_what_is_wrong(stage: Stage, where: str) -> None:
    with pytest.raises(ConfigError, match="mover: the file is bad"):
        stage.start(file=f"bad in {where}")
    assert stage.mover.did[-1] == {"configure": "cleanup", "activate": "deactivate"}[where]


@pytest.mark.parametrize(
    ("value", "line"), [(3.0, "out of range"), ("fast", "type"), (1, "type"), (-1.0, "range")]
)
def test_a_wrong_value_at_the_start_is_one_line(stage: Stage, value: Any, line: str) -> None:
    expected = rf"^mover: parameter speed: expected a number such as 2.0, 0 to 2 \(.*{line}"
    with pytest.raises(ConfigError, match=expected) as error:
        stage.start(speed=value)
    assert "\n" not in str(error.value)


def test_parameters_change_as_a_whole_or_not_at_all(stage: Stage) -> None:
    mover, manager = stage.start(), stage.manager
    assert manager.refusal(speed=0.5) == ""
    assert mover.changed == [{"speed": 0.5}]
    reason = "mover: parameter brake: expected speed / 2 at least"
    assert manager.refusal(speed=2.0) == reason
    assert manager.refusal_of_all(speed=2.0, brake=1.5) == ""
    assert mover.changed[1:] == [{"speed": 2.0, "brake": 1.5}]
    assert "out of range" in manager.refusal_of_all(brake=5.0, speed=2.5)
    assert (mover.parameters["speed"], mover.parameters["brake"]) == (2.0, 1.5)
    assert "read-only" in manager.refusal(file="other")
    assert len(mover.changed) == 2


def test_while_unconfigured_a_change_only_waits_to_be_read(stage: Stage) -> None:
    mover = stage.start(autostart=False)
    assert stage.manager.refusal(speed=0.5) == ""
    assert mover.changed == []
    assert mover.parameters["speed"] == 0.5


def test_each_parameter_is_described(stage: Stage) -> None:
    table = stage.start().parameters.table
    found = stage.manager.descriptions(list(table.names))
    assert [d.description for d in found] == [p.description for p in table.parameters]
    assert [d.read_only for d in found] == [False, False, True, True]
    bounds = found[0].floating_point_range[0]
    assert (bounds.from_value, bounds.to_value) == (0.0, 2.0)
