# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Carry out one sub-skill, a step at a time."""

from collections.abc import Callable

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import Acting
from adhoc_teamwork.benchmark.agents.lattice_skills.trying import carry_out
from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.teamwork.actions.registry import find_subskill, load_part
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill


class SkillRunner:
    """Run at most one sub-skill of a body; Stop leads to where others can get past.

    With `tries_all` what cannot begin is carried out all the same, fails and costs a step (paper
    section IV-G); else it ends at once.

    Ask `step` once per step of the world. It returns what to do now (None: nothing), and where the
    sub-skill has ended `result` says how, until the next is started.
    """

    def __init__(self, body: Body, tries_all: bool = False) -> None:
        self._body = body
        self._tries_all = tries_all
        self._call: SubSkill | None = None
        self._acting: Acting | None = None
        self.call: SubSkill | None = None
        """The sub-skill that was started last."""
        self._has_acted = False
        self._began = 0
        self.result: SkillResult | None = None

    @property
    def is_running(self) -> bool:
        """Tell whether a sub-skill is under way."""
        return self._acting is not None

    def start(self, call: SubSkill) -> None:
        """Begin a sub-skill in place of the one that runs; it first acts with the next `step`."""
        self.cancel()
        self._began, self._has_acted, self._call = self._body.now.step, False, call
        act: Callable[[Body, SubSkill], Acting] = load_part(
            call.kind, find_subskill(call.kind).steps
        )
        self._acting, self.call = act(self._body, call), call

    def cancel(self) -> None:
        """End the sub-skill that runs, without a result."""
        if self._acting is not None:
            self._acting.close()
        self._acting, self.result = None, None

    def step(self) -> Action | None:
        """Return the next action of the sub-skill that runs; None where it ends or waits."""
        acting = self._acting
        if acting is None:
            return None
        try:
            if not self._has_acted:
                self._has_acted = True
                return next(acting)
            return acting.send(self._body.now.result)
        except StopIteration:
            self._end(SkillResult(True, duration=self._duration()))
        except SkillFailure as failure:
            if self._tries_all and self._call is not None and not self._duration():
                self._acting = carry_out(self._body, self._call, failure)
                return next(self._acting)
            self._end(
                SkillResult(
                    False,
                    _stage(failure.cause, self._duration()),
                    failure.cause,
                    failure.message,
                    self._duration(),
                )
            )
        return None

    def _duration(self) -> float:
        return float(self._body.now.step - self._began)

    def _end(self, result: SkillResult) -> None:
        self._acting, self.result = None, result


def _stage(cause: Cause, lasted: float) -> Stage:
    """Return the stage that a failure belongs to."""
    if cause is Cause.UNREACHABLE:
        return Stage.PLANNING
    return Stage.EXECUTION if lasted > 0.0 else Stage.PRECONDITION
