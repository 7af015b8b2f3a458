"""Run sub-skills one at a time, step by step: cancellable, preemptable, bounded in time."""

import logging
import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from skills.causes import Cause
from skills.registry import Registry
from skills.skill import Progress, Robot, Skill, SkillFailure, call_text
from teamwork.subskill import SkillResult, Stage, SubSkill

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Feedback:
    """Say which stage a sub-skill is in and what it is doing; distance in metres or NaN."""

    stage: Stage
    text: str
    distance_remaining: float = math.nan


class Executor:
    """Execute one sub-skill at a time for one robot.

    `start` begins one, `step` carries it on and must be called often (10 Hz or more) until it
    returns a result, `cancel` ends it early. Nothing here blocks, and time comes from the robot's
    clock, so that whoever calls `step` decides the pace. A clock that jumps back, or begins
    late, takes nothing off the sub-skill's time limit.
    """

    def __init__(self, robot: Robot, registry: Registry) -> None:
        self.robot = robot
        self.registry = registry
        self.feedback: Feedback | None = None
        self._call: SubSkill | None = None
        self._skill: Skill | None = None
        self._steps: Generator[Progress, None, None] | None = None
        self._stage = Stage.PRECONDITION
        self._limit = 0.0
        self._began = self._last = self._odometer = 0.0
        self._ending: tuple[Cause, str] | None = None
        self._ending_since = 0.0

    @property
    def busy(self) -> bool:
        """Tell whether a sub-skill is under way."""
        return self._call is not None

    @property
    def call(self) -> SubSkill | None:
        """Return the sub-skill under way."""
        return self._call

    def start(self, call: SubSkill, time_limit: float = 0.0) -> None:
        """Begin a sub-skill; `time_limit` in seconds, 0 for the sub-skill's own.

        Raises:
            RuntimeError: Another one is under way; cancel it and step until it has ended.
        """
        if self._call is not None:
            raise RuntimeError(f"{call_text(self._call)} is under way")
        name = str(call.kind)
        self._call, self._ending = call, None
        self._stage = Stage.PRECONDITION
        self._limit = time_limit if time_limit > 0.0 else self.registry.limit(name)
        self._began = self._last = self.robot.clock()
        self._odometer = self.robot.world.odometer
        skill = self.registry.skill(name)
        self._skill = skill(call, self.robot) if skill is not None else None
        self._steps = self._stages()
        self.feedback = Feedback(Stage.PRECONDITION, "begins")

    def cancel(self, cause: Cause = Cause.CANCELLED, message: str = "") -> None:
        """End the sub-skill under way, if any: motions are told to stop at once."""
        if self._call is None or self._ending is not None:
            return
        self._ending = (cause, message or f"{call_text(self._call)} was cancelled.")
        self._ending_since = self.robot.clock()
        for motion in self.robot.motions:
            motion.cancel()

    def step(self) -> SkillResult | None:
        """Carry the sub-skill on; return its result once, when it has ended and stands still."""
        if self._call is None or self._steps is None:
            return None
        now = self.robot.clock()
        if now < self._last or self._last == 0.0:
            # The clock jumped back, or has only now begun.
            self._began += now - self._last
            self._ending_since += now - self._last
        self._last = now
        if self._ending is None and now - self._began > self._limit:
            doing = self.feedback.text if self.feedback else "begins"
            self.cancel(
                Cause.TIMEOUT,
                f"{call_text(self._call)} did not end within {self._limit:g} s; "
                f"it was at: {doing}.",
            )
        if self._ending is not None:
            return self._end(now)
        return self._advance(self._steps)

    def _advance(self, steps: Iterator[Progress]) -> SkillResult | None:
        try:
            progress = next(steps)
        except StopIteration:
            return self._finish(None, None, self._skill.summary if self._skill else "")
        except SkillFailure as failure:
            return self._finish(self._stage, failure.cause, failure.message)
        except Exception as error:  # noqa: BLE001  (one bad call must not end the robot's skills)
            name = call_text(self._call) if self._call else ""
            _LOG.exception("%s failed", name)
            text = f"{name} met a fault of the program: {type(error).__name__}: {error}"
            return self._finish(self._stage, Cause.INTERNAL_ERROR, text)
        self.feedback = Feedback(self._stage, progress.text, progress.distance_remaining)
        return None

    def _end(self, now: float) -> SkillResult | None:
        moving = [motion for motion in self.robot.motions if motion.poll() is None]
        if moving and now - self._ending_since <= self.robot.settings.stop_grace:
            return None
        cause, message = self._ending or (Cause.CANCELLED, "")
        if self.robot.card.capability.can_manipulate and self.robot.hand.holding():
            message = f"{message} The hand holds something."
        return self._finish(self._stage, cause, message)

    def _finish(self, stage: Stage | None, cause: Cause | None, message: str) -> SkillResult:
        for motion in self.robot.motions:
            motion.cancel()
        self.robot.motions.clear()
        result = SkillResult(
            success=cause is None,
            stage=stage if cause is not None else None,
            cause=cause.value if cause is not None else "",
            message=message,
            duration=max(0.0, self.robot.clock() - self._began),
            path_length=max(0.0, self.robot.world.odometer - self._odometer),
        )
        if self._steps is not None:
            self._steps.close()
        self._call = self._skill = self._steps = self.feedback = None
        return result

    def _stages(self) -> Generator[Progress, None, None]:
        if self._skill is None:
            known = ", ".join(self.registry.names)
            name = str(self._call.kind) if self._call else ""
            raise SkillFailure(
                Cause.UNKNOWN_SKILL, f"No sub-skill is named '{name}'; there are: {known}."
            )
        for stage, run in (
            (Stage.PRECONDITION, self._skill.precondition),
            (Stage.PLANNING, self._skill.plan),
            (Stage.EXECUTION, self._skill.execute),
            (Stage.POSTCONDITION, self._skill.postcondition),
        ):
            self._stage = stage
            steps = run()
            if steps is not None:
                yield from steps
