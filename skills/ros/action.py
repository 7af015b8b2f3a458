"""The action `execute_skill`: goals become jobs, one at a time, the newest before older ones."""

import time
from typing import Any

from adhoc_interfaces.action import ExecuteSkill
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup

from skills.executor import Feedback
from skills.ros.conversions import feedback_to_ros, skill_result_to_ros, subskill_from_ros
from skills.worker import Job, Worker
from teamwork import topics
from teamwork.subskill import SkillResult

_WAIT = 0.5
_LAST_RESULTS = 0.3
_BREATH = 0.05


class SkillAction:
    """Offer a worker's sub-skills as an action.

    Every goal is accepted, since a rejection could not say why. A goal ends as succeeded, as
    canceled where its client asked for that, and otherwise as aborted, with the reason in the
    result. A new goal takes the place of the one under way, which ends with cause `cancelled`.
    """

    def __init__(self, node: Any, worker: Worker) -> None:
        self._node, self._worker = node, worker
        self._jobs: dict[bytes, Job] = {}
        self._server: Any = None
        self._closing = False
        self.last: tuple[str, SkillResult] | None = None

    def setup(self) -> None:
        """Create the action server."""
        self._server = ActionServer(
            self._node,
            ExecuteSkill,
            topics.EXECUTE_SKILL,
            self._execute,
            callback_group=ReentrantCallbackGroup(),
            goal_callback=lambda _goal: GoalResponse.ACCEPT,
            handle_accepted_callback=self._on_accepted,
            cancel_callback=self._on_cancel,
        )

    def shutdown(self) -> None:
        """Let goals that have ended give their results, then destroy the action server."""
        self._closing = True
        until = time.monotonic() + _LAST_RESULTS
        while self._jobs and time.monotonic() < until:
            time.sleep(_BREATH)
        # rclpy sends a result only after `_execute` has returned, and tells nobody when.
        time.sleep(_BREATH)
        server, self._server = self._server, None
        if server is not None:
            server.destroy()

    def _on_accepted(self, handle: Any) -> None:
        def tell(feedback: Feedback) -> None:
            if handle.is_active:
                handle.publish_feedback(feedback_to_ros(feedback))

        goal = handle.request
        limit, deadman = float(goal.time_limit), bool(goal.needs_deadman)
        job = Job(subskill_from_ros(goal), limit, tell, deadman)
        self._jobs[bytes(handle.goal_id.uuid)] = job
        self._worker.submit(job)
        handle.execute()

    def _on_cancel(self, handle: Any) -> Any:
        job = self._jobs.get(bytes(handle.goal_id.uuid))
        if job is None:
            return CancelResponse.REJECT
        self._worker.cancel(job)
        return CancelResponse.ACCEPT

    def _execute(self, handle: Any) -> Any:
        """Wait on a thread of the ROS executor until the worker has ended the job."""
        job = self._jobs[bytes(handle.goal_id.uuid)]
        while not job.ended.wait(_WAIT):
            if self._closing:
                break
        del self._jobs[bytes(handle.goal_id.uuid)]
        result = job.result
        if result is None:
            handle.abort()
            return ExecuteSkill.Result(cause="cancelled", message="The node is shutting down.")
        self.last = (handle.request.skill, result)
        if result.success:
            handle.succeed()
        elif handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        return skill_result_to_ros(result)
