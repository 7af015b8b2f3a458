# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Carry sub-skills out on a thread of their own, the newest call before any older one."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from adhoc_teamwork.skills.execution.executor import Executor, Feedback
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill

_LOG = logging.getLogger(__name__)
_PERIOD = 0.05
_IDLE = 0.5
_JOIN = 1.5
_LAST_STEP = 0.4


@dataclass(eq=False)
class Job:
    """Hold one call, its time limit (s, 0 for the sub-skill's own) and whom to tell about it.

    One that `needs_deadman` runs only while a person holds the deadman switch.
    """

    call: SubSkill
    time_limit: float
    tell: Callable[[Feedback], None]
    needs_deadman: bool = False
    ended: threading.Event = field(default_factory=threading.Event)
    result: SkillResult | None = None
    on_end: Callable[[], None] | None = None
    """Called once there is a result, on the thread that has found it."""


class Worker:
    """Step an executor on a thread.

    Args:
        executor: What is stepped: at its own pace, and whenever `wake` is called.
        refresh: Called before every step, to bring the robot's world up to date.
        stepped: Called after each with the time of the robot's clock at which it began.
    """

    def __init__(
        self,
        executor: Executor,
        refresh: Callable[[], None],
        stepped: Callable[[float], None] = lambda _: None,
    ) -> None:
        self.executor = executor
        self._refresh = refresh
        self._stepped = stepped
        self._woken = False
        self._changed = threading.Condition()
        self._waiting: Job | None = None
        self._current: Job | None = None
        self._cancelled: list[Job] = []
        self._stopping = False
        self._given_up = False
        self._told: Feedback | None = None
        self._thread = threading.Thread(target=self._run, name="skills", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop all motion, end every call as cancelled and end the thread, within two seconds."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(_JOIN)
            # What was told to stop does not say that it has, as where its driver has ended, too.
            self._given_up = True
            self._thread.join(_LAST_STEP)
        for job in (self._waiting, self._current):
            if job is not None and not job.ended.is_set():
                self._close(job, _cancelled(job, "The skills node is shutting down."))

    def submit(self, job: Job) -> None:
        """Take up a call: the one under way ends as cancelled, and so does one that waits."""
        with self._changed:
            if self._waiting is not None:
                self._close(self._waiting, _cancelled(self._waiting, _replaced(job)))
            self._waiting = job
            self._changed.notify_all()

    def wake(self) -> None:
        """Take the next step at once."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def cancel(self, job: Job) -> None:
        """End one call as cancelled, whether it has begun or waits."""
        with self._changed:
            self._cancelled.append(job)
            self._changed.notify_all()

    def cancel_all(self) -> None:
        """End every call as cancelled; what moves is told to stop at once."""
        with self._changed:
            self._cancelled += [job for job in (self._waiting, self._current) if job is not None]
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._nothing_new():
                    self._changed.wait(_PERIOD if self._current is not None else _IDLE)
                waiting, cancelled, stopping = self._waiting, self._cancelled, self._stopping
                self._cancelled = []
                self._woken = False
            began = self.executor.robot.clock()
            self._end_what_must(waiting, cancelled, stopping)
            if self._given_up or (stopping and self._current is None):
                return
            self._step()
            self._stepped(began)

    def _nothing_new(self) -> bool:
        begin = self._waiting is not None and self._current is None
        return not (
            begin or self._woken or self._cancelled or (self._stopping and self._current is None)
        )

    def _end_what_must(self, waiting: Job | None, cancelled: list[Job], stopping: bool) -> None:
        current = self._current
        if current is not None:
            if stopping:
                self.executor.cancel(message="The skills node is shutting down.")
            elif current in cancelled:
                self.executor.cancel()
            elif waiting is not None:
                self.executor.cancel(
                    message=f"{current.call!s} was cancelled: {_replaced(waiting)}"
                )
        if waiting is not None and waiting in cancelled:
            with self._changed:
                if self._waiting is waiting:
                    self._waiting = None
            self._close(waiting, _cancelled(waiting, f"{waiting.call!s} was cancelled."))

    def _step(self) -> None:
        if self._current is None:
            self._begin()
        if self._current is None:
            # What was told to end may not have yet.
            self.executor.step()
            return
        try:
            self._refresh()
        except Exception:  # noqa: BLE001  (the robot must still be able to stop)
            _LOG.exception("the world could not be brought up to date")
        result = self.executor.step()
        if result is not None:
            job, self._current = self._current, None
            self._close(job, result)
        elif self.executor.feedback is not None and self.executor.feedback != self._told:
            self._told = self.executor.feedback
            self._current.tell(self._told)

    def _begin(self) -> None:
        with self._changed:
            job, self._waiting = self._waiting, None
        if job is not None:
            self._current, self._told = job, None
            self.executor.start(job.call, job.time_limit, job.needs_deadman)

    @staticmethod
    def _close(job: Job, result: SkillResult) -> None:
        if job.ended.is_set():
            # `stop` did not wait for its end.
            return
        job.result = result
        job.ended.set()
        if job.on_end is not None:
            job.on_end()


def _replaced(by: Job) -> str:
    return f"{by.call!s} takes its place."


def _cancelled(job: Job, why: str) -> SkillResult:
    return SkillResult(
        success=False,
        stage=Stage.PRECONDITION,
        cause=Cause.CANCELLED,
        message=why or f"{job.call!s} was cancelled.",
    )
