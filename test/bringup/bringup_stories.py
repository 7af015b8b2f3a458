# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Events of small runs, for tests."""

from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.team_events import team_event
from adhoc_teamwork.teamwork.actions.registry import subtasks
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot, TidyPlace

GOAL = TidyPlace(("CounterTop",), ("Kitchen",))


def a_task(*robots: TaskRobot, time_limit: float = 900.0) -> Task:
    misplaced = (
        MisplacedObject("Mug|1", GOAL, text="Mug: on Sofa; tidy on: CounterTop"),
        MisplacedObject("Book|2", GOAL, text="Book: on Floor; tidy on: CounterTop"),
    )
    members = robots or (
        TaskRobot("dog", "dog", Pose(0.0, 0.0)),
        TaskRobot("cart", "cart", Pose(0.0, 0.0), joins_at=60.0, ad_hoc=True),
    )
    return Task("late_helper", "two_rooms.json", 4, misplaced, members, time_limit)


class Story:
    """Make events, numbering each robot's messages."""

    def __init__(self) -> None:
        self._sequences: dict[tuple[str, int], int] = {}

    def message(
        self, robot: str, time: float, kind: MessageKind, session: int = 1, **parts: Any
    ) -> Event:
        key = (robot, session)
        self._sequences[key] = self._sequences.get(key, 0) + 1
        return team_event(TeamMessage(robot, session, self._sequences[key], time, kind, **parts))

    def join(self, robot: str, time: float, session: int = 1, arm: bool = True) -> Event:
        capability = Capability(f"{robot} robot", can_manipulate=arm)
        return self.message(robot, time, MessageKind.JOIN, session, capability=capability)

    def state(self, robot: str, time: float, x: float = 0.0, **fields: str) -> Event:
        state = RobotState(Pose(x, 0.0), **fields)
        return self.message(robot, time, MessageKind.STATE, state=state)

    def intent(
        self, robot: str, time: float, number: int, status: IntentStatus,
        kind: SubTaskKind = SubTaskKind.EXPLORE,
    ) -> Event:  # fmt: skip
        said = {
            "room_id": "room_1",
            "object_id": "Mug_0",
            "receptacle_type": "CounterTop",
            "room_type": "room_1",
        }
        arguments = {a.name: said[a.name] for a in subtasks()[kind].arguments}
        intent = Intent(number, status, SubTask(kind, **arguments))
        return self.message(robot, time, MessageKind.INTENT, intent=intent)

    @staticmethod
    def world(
        kind: str, time: float, robot: str = "dog", thing: str = "", tidied: int = 0,
        path: float = 0.0,
    ) -> Event:  # fmt: skip
        data = {"object": thing, "category": thing.split("|")[0], "tidied": tidied, "total": 2,
                "path_length": path}  # fmt: skip
        return Event(time, Source.WORLD, kind, robot, f"{robot} {kind} {thing}", data)
