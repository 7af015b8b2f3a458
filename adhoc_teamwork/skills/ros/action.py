# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The action `execute_skill`: goals become jobs, one at a time, the newest before older ones."""

from functools import partial
from typing import Any

from adhoc_interfaces.action import ExecuteSkill
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup

from adhoc_teamwork.skills.execution.executor import Feedback
from adhoc_teamwork.skills.execution.worker import Job, Worker
from adhoc_teamwork.skills.ros.conversions import (
    feedback_to_ros,
    skill_result_to_ros,
    subskill_from_ros,
)
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.goal_execution import execute_goal
from adhoc_teamwork.teamwork.team.subskill import SkillResult


class SkillAction:
    """Offer a worker's sub-skills as an action.

    While it is open every goal is accepted, since a rejection could not say why. A goal ends as
    succeeded, as canceled where its client asked for that, and otherwise as aborted, with the
    reason in the result. A new goal takes the place of the one under way, which ends with cause
    `cancelled`.

    Nothing waits for a job on the executor's threads: rclpy executes a goal, in its words, only
    when the job has ended, and until then calls it accepted.
    """

    def __init__(self, node: Any, worker: Worker) -> None:
        self._node, self._worker = node, worker
        self._jobs: dict[bytes, Job] = {}
        self._server: Any = None
        self.is_open = False
        self.last: tuple[str, SkillResult] | None = None

    def setup(self) -> None:
        """Create the action server."""
        self._server = ActionServer(
            self._node,
            ExecuteSkill,
            topics.EXECUTE_SKILL,
            self._execute,
            callback_group=ReentrantCallbackGroup(),
            goal_callback=self._on_goal,
            handle_accepted_callback=self._on_accepted,
            cancel_callback=self._on_cancel,
        )

    @property
    def has_open_goals(self) -> bool:
        """Tell whether results are still to be given, which needs a spinning executor."""
        return bool(self._jobs)

    def destroy(self) -> None:
        """Destroy the action server."""
        server, self._server = self._server, None
        if server is not None:
            server.destroy()

    def _on_goal(self, _goal: Any) -> Any:
        return GoalResponse.ACCEPT if self.is_open else GoalResponse.REJECT

    def _on_accepted(self, handle: Any) -> None:
        def tell(feedback: Feedback) -> None:
            if handle.is_active:
                handle.publish_feedback(feedback_to_ros(feedback))

        goal = handle.request
        limit, deadman = float(goal.time_limit), bool(goal.needs_deadman)
        job = Job(
            subskill_from_ros(goal), limit, tell, deadman, on_end=partial(execute_goal, handle)
        )
        self._jobs[bytes(handle.goal_id.uuid)] = job
        self._worker.submit(job)

    def _on_cancel(self, handle: Any) -> Any:
        job = self._jobs.get(bytes(handle.goal_id.uuid))
        if job is None:
            return CancelResponse.REJECT
        self._worker.cancel(job)
        return CancelResponse.ACCEPT

    def _execute(self, handle: Any) -> Any:
        """Give the result of a job that has ended."""
        result = self._jobs.pop(bytes(handle.goal_id.uuid)).result
        if result is None:
            raise RuntimeError("a job ended without a result")
        self.last = (handle.request.skill, result)
        if result.success:
            handle.succeed()
        elif handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        return skill_result_to_ros(result)
