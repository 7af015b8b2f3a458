# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner's side of the action `execute_skill`: every goal ends in exactly one result."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adhoc_interfaces.action import ExecuteSkill
from rclpy.action import ActionClient

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.ros.conversions.action import arguments_to_ros
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_from_ros
from adhoc_teamwork.teamwork.ros.patience import pace_clock, patience_clock
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill

WAIT_FOR_SERVER = 3.0
"""Seconds, by `patience_clock`, for which a missing action server is waited for."""

WAIT_FOR_ANSWER = 5.0
"""Seconds, by `patience_clock`, within which a goal must be accepted or refused."""

LONGEST = 600.0
"""Seconds of the ROS clock after which a sub-skill without a result is taken for lost."""

_CHECK_PERIOD = 0.5


@dataclass
class _Goal:
    goal: int
    subskill: SubSkill
    asked_at: float
    begun: float
    server: tuple[bytes, ...] = ()
    is_sent: bool = False
    missing_since: float = math.inf
    handle: Any = field(default=None, repr=False)


class SkillClient:
    """Execute one sub-skill at a time; use it from the ROS thread only.

    A server that is missing, that dies or is started again while a goal is under way does not hold
    the planner up: the goal then ends with the cause `SERVER_MISSING` or `LOST`.
    """

    def __init__(
        self,
        node: Any,
        clock: Callable[[], float],
        on_result: Callable[[int, SkillResult], None],
    ) -> None:
        self._node = node
        self._clock = clock
        self._on_result = on_result
        self._client: Any = None
        self._timer: Any = None
        self._goal: _Goal | None = None
        self._patience: Callable[[], float] = time.monotonic
        self.feedback = ""
        self.heading_for: Point | None = None

    def setup(self) -> None:
        """Create the action client."""
        self._client = ActionClient(self._node, ExecuteSkill, topics.EXECUTE_SKILL)
        self._patience = patience_clock(self._node)
        self._timer = self._node.create_timer(
            _CHECK_PERIOD, self._check, clock=pace_clock(self._node)
        )

    def shutdown(self) -> None:
        """Destroy the action client."""
        if self._client is not None:
            self._timer.cancel()
            self._client.destroy()

    def start(self, goal: int, subskill: SubSkill) -> None:
        """Begin a sub-skill; the server ends the one before it."""
        self._goal = _Goal(goal, subskill, self._patience(), self._clock())
        self.feedback, self.heading_for = "", None
        if self._client.server_is_ready():
            self._send(self._goal)

    def cancel(self, goal: int) -> None:
        """End a sub-skill; its result does not matter any more."""
        current = self._goal
        if current is None or current.goal != goal:
            return
        self._goal, self.heading_for = None, None
        if current.handle is not None:
            current.handle.cancel_goal_async()

    def _send(self, current: _Goal) -> None:
        current.is_sent = True
        current.asked_at = self._patience()
        current.server = self._server()
        future = self._client.send_goal_async(
            goal_to_ros(current.subskill), feedback_callback=self._on_feedback
        )
        future.add_done_callback(lambda done: self._on_response(current, done))

    def _on_response(self, current: _Goal, future: Any) -> None:
        if future.exception() is not None or not future.result().accepted:
            why = str(future.exception() or "the skill server refused the goal")
            self._end(current, SkillResult(False, Stage.PRECONDITION, Cause.REJECTED, why))
            return
        current.handle = future.result()
        if self._goal is not current:
            if self._goal is None:
                current.handle.cancel_goal_async()
            return
        result = current.handle.get_result_async()
        result.add_done_callback(lambda done: self._on_done(current, done))

    def _on_done(self, current: _Goal, future: Any) -> None:
        if future.exception() is not None:
            self._end(current, _lost(str(future.exception())))
        else:
            self._end(current, result_from_ros(future.result().result))

    def _on_feedback(self, message: Any) -> None:
        self.feedback = message.feedback.text
        self.heading_for = next(map(point_from_ros, message.feedback.heading_for), None)

    def _end(self, current: _Goal, result: SkillResult) -> None:
        if self._goal is current:
            self._goal, self.heading_for = None, None
            self._on_result(current.goal, result)

    def _check(self) -> None:
        """End a goal whose server is not there, or not the one any more that accepted it."""
        current, now = self._goal, self._patience()
        if current is None:
            return
        ready = self._client.server_is_ready()
        if not current.is_sent:
            if ready:
                self._send(current)
            elif now - current.asked_at > WAIT_FOR_SERVER:
                why = "no skill server answers; is the skills node running?"
                self._end(
                    current, SkillResult(False, Stage.PRECONDITION, Cause.SERVER_MISSING, why)
                )
            return
        current.missing_since = math.inf if ready else min(current.missing_since, now)
        if now - current.missing_since > WAIT_FOR_SERVER:
            self._end(current, _lost("the skill server went away"))
        elif ready and self._was_replaced(current):
            self._end(current, _lost("the skill server was started again"))
        elif current.handle is None and now - current.asked_at > WAIT_FOR_ANSWER:
            self._end(current, _lost("the skill server did not answer the goal"))
        elif self._clock() - current.begun > LONGEST:
            self._end(current, _lost("no result came in time"))

    def _was_replaced(self, current: _Goal) -> bool:
        """Tell whether a server has come since the goal was sent, or the one then is gone.

        One that was killed may be listed for a while beside its successor.
        """
        then, now = set(current.server), set(self._server())
        return bool(then) and (bool(now - then) or not now & then)

    def _server(self) -> tuple[bytes, ...]:
        """Return what tells the present action server from one started later."""
        topic = self._node.resolve_topic_name(f"{topics.EXECUTE_SKILL}/_action/status")
        infos = self._node.get_publishers_info_by_topic(topic)
        return tuple(bytes(info.endpoint_gid) for info in infos)


def goal_to_ros(subskill: SubSkill) -> Any:
    """Return an ExecuteSkill goal; the time limit is the skill's own."""
    return ExecuteSkill.Goal(skill=text_to_ros(subskill.kind), arguments=arguments_to_ros(subskill))


def result_from_ros(message: Any) -> SkillResult:
    """Return a SkillResult; an unknown stage becomes None, a cause of no known word `UNKNOWN`."""
    stages = {stage.value: stage for stage in Stage}
    return SkillResult(
        success=message.success,
        stage=stages.get(message.stage),
        cause=Cause.read(message.cause),
        message=message.message,
        duration=message.duration,
        path_length=message.path_length,
    )


def _lost(why: str) -> SkillResult:
    return SkillResult(False, Stage.EXECUTION, Cause.LOST, why)
