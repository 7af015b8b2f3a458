# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run sub-skills one at a time, step by step: cancellable, preemptable, bounded in time."""

import logging
import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from adhoc_teamwork.skills.execution.safety import Safety
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.policy import Recovery, SkillPolicy
from adhoc_teamwork.skills.registry import Registry
from adhoc_teamwork.skills.skill import Progress, Robot, Skill
from adhoc_teamwork.teamwork.clock import was_set_back
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Feedback:
    """Say which stage a sub-skill is in and what it is doing; distance in metres or NaN.

    `heading_for` is where the base drives to, in `map`; None while it does not.
    """

    stage: Stage
    text: str
    distance_remaining: float = math.nan
    heading_for: Point | None = None


class Executor:
    """Execute one sub-skill at a time for one robot.

    `start` begins one, `step` carries it on and must be called often (10 Hz or more) until it
    returns a result, `cancel` ends it early. Nothing here blocks, and time comes from the robot's
    clock, so that whoever calls `step` decides the pace. A clock that jumps back, or begins
    late, takes nothing off the sub-skill's time limit.
    """

    def __init__(self, robot: Robot, registry: Registry, safety: Safety | None = None) -> None:
        self.robot = robot
        self._safety = safety
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

    def start(self, call: SubSkill, time_limit: float = 0.0, needs_deadman: bool = False) -> None:
        """Begin a sub-skill; `time_limit` in seconds, 0 for the sub-skill's own.

        With `needs_deadman` it runs only while a person holds the deadman switch.

        Raises:
            RuntimeError: Another one is under way; cancel it and step until it has ended.
        """
        if self._call is not None:
            raise RuntimeError(f"{self._call!s} is under way")
        name = str(call.kind)
        if self._safety is not None:
            self._safety.needs_deadman = needs_deadman
        self._call, self._ending = call, None
        self._stage = Stage.PRECONDITION
        self._limit = time_limit if time_limit > 0.0 else self.registry.limit(name)
        self._began = self._last = self.robot.clock()
        self._odometer = self.robot.world.odometer
        self._skill = None
        self._steps = self._stages(call)
        self.feedback = Feedback(Stage.PRECONDITION, "begins")

    def cancel(self, cause: Cause = Cause.CANCELLED, message: str = "") -> None:
        """End the sub-skill under way, if any: motions are told to stop at once."""
        if self._call is None or self._ending is not None:
            return
        self._ending = (cause, message or f"{self._call!s} was cancelled.")
        self._ending_since = self.robot.clock()
        for motion in self.robot.motions:
            motion.cancel()

    def step(self) -> SkillResult | None:
        """Carry the sub-skill on; return its result once, when it has ended and stands still.

        What did not end when it was told to is told again, also after its sub-skill.
        """
        if self._safety is not None:
            self._safety.press_on()
        if self._call is None or self._steps is None:
            return None
        now = self.robot.clock()
        if was_set_back(self._last, now) or self._last == 0.0:
            # The clock was set back, or has only now begun.
            self._began += now - self._last
            self._ending_since += now - self._last
        self._last = now
        if self._ending is None and now - self._began > self._limit:
            doing = self.feedback.text if self.feedback else "begins"
            self.cancel(
                Cause.TIMEOUT,
                f"{self._call!s} did not end within {self._limit:g} s; it was at: {doing}.",
            )
        refusal = self._safety.refusal() if self._safety is not None else None
        if refusal is not None and self._ending is None:
            self.cancel(refusal.cause or Cause.EMERGENCY_STOP, _sentence(refusal.message))
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
            name = str(self._call) if self._call else ""
            _LOG.exception("%s failed", name)
            text = f"{name} met a fault of the program: {type(error).__name__}: {error}"
            return self._finish(self._stage, Cause.INTERNAL_ERROR, text)
        self.feedback = Feedback(
            self._stage, progress.text, progress.distance_remaining, self.robot.heading_for
        )
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
            cause=cause,
            message=message,
            duration=max(0.0, self.robot.clock() - self._began),
            path_length=max(0.0, self.robot.world.odometer - self._odometer),
        )
        if self._steps is not None:
            self._steps.close()
        self._call = self._skill = self._steps = self.feedback = None
        return result

    def _stages(self, call: SubSkill) -> Generator[Progress, None, None]:
        """Yield through the stages, again where the sub-skill's policy says so."""
        kind = self.registry.skill(str(call.kind))
        if kind is None:
            known = ", ".join(self.registry.names)
            raise SkillFailure(
                Cause.UNKNOWN_SKILL, f"No sub-skill is named '{call.kind}'; there are: {known}."
            )
        policy = self.registry.policy(str(call.kind))
        for attempt in range(1, policy.attempts + 1):
            self._skill = kind(call, self.robot)
            try:
                yield from self._once(self._skill)
            except SkillFailure as failure:
                if attempt == policy.attempts or failure.cause not in policy.retry_on:
                    raise
                yield from self._recover(policy, failure)
            else:
                return

    def _recover(
        self, policy: SkillPolicy, failure: SkillFailure
    ) -> Generator[Progress, None, None]:
        """Yield for the pause before the next attempt."""
        if policy.recovery is Recovery.CLEAR_COSTMAPS:
            self.robot.navigator.clear()
        if policy.recovery is not Recovery.NONE:
            text = f"trying again after {failure.cause.value}"
            yield from self.robot.wait_until(lambda: False, policy.pause, text)

    def _once(self, skill: Skill) -> Generator[Progress, None, None]:
        for stage, run in (
            (Stage.PRECONDITION, skill.precondition),
            (Stage.PLANNING, skill.plan),
            (Stage.EXECUTION, skill.execute),
            (Stage.POSTCONDITION, skill.postcondition),
        ):
            self._stage = stage
            steps = run()
            if steps is not None:
                yield from steps


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
